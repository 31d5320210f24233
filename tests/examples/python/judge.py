# SPDX-License-Identifier: 0BSD
"""A step function of one's own, judged inside the program: once right, once with a lost sign."""

import numpy as np
import slporacle as slp

inertia = np.array([1.0, 2.0, 3.0])


def midpoint(sign):
    """The implicit midpoint rule of dx = x x (I^-1 x) dt, by iteration: y = x + m x h I^-1 m, m the
    mean of x and y."""

    def step(x, h, dw):
        y = x.copy()
        for _ in range(100):
            m = 0.5 * (x + y)
            following = x + sign * np.cross(m, h * m / inertia)
            if (following == y).all():
                return y
            y = following
        raise RuntimeError("the iteration does not come to rest")

    return step


for sign in 1, -1:
    v = slp.judge_function(
        "rigid-body",
        "implicit-midpoint",
        [0.6, 0, 0.8],
        midpoint(sign),
        h=2**-6,
        steps=100,
        inertia=inertia,
    )
    print(
        "%s: ratio %.3g of %.0f allowed, worst in step %d" % (v.outcome, v.ratio, v.bound, v.step)
    )
