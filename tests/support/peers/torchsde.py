# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of torchsde, for tests of its adapter: Heun's scheme by its definition."""
__version__ = "of the tests"
BaseBrownian = object


def sdeint(sde, y0, ts, bm, method, dt):
    """The states at the times ts, one step of dt from each to the next, a path a row."""
    assert method == "heun" and all(b > a for a, b in zip(ts, ts[1:]))
    kind, states = y0.dtype.type, [y0]

    def change(t, y, dw):
        # NumPy before 2 takes float32 times a whole number for float64
        return (kind(dt) * sde.f(t, y) + (sde.g(t, y) @ dw[0])).astype(kind)

    for t in ts[:-1]:
        dw, y = bm(t, t + kind(dt)), states[-1]
        first = change(t, y, dw)
        second = change(t, y + first, dw)
        states.append(y + (first + second) / 2)
    return states
