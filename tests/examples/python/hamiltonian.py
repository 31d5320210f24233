# SPDX-License-Identifier: 0BSD
"""A Hamiltonian of one's own, on R^3: H0 = (x1^2 + 2 x2^2)/2 + x3^4/4, with noise H1 = x1/10.  Any
scheme steps it."""

import slporacle as slp


def gradient(k, x):
    """The partial derivatives of H_k."""
    return [x[0], 2 * x[1], x[2] ** 3] if k == 0 else [0.1, 0, 0]


def energy(x):
    return (x[0] ** 2 + 2 * x[1] ** 2) / 2 + x[2] ** 4 / 4


def length(x):
    return [x @ x]


mine = slp.System("mine", "so3", noises=1, gradient=gradient, energy=energy, casimirs=length)
xs = slp.path(mine, "isospectral-midpoint", [0.6, 0, 0.8], h=2**-6, steps=6400, every=6400, seed=7)
kept = abs(xs[-1] @ xs[-1] - xs[0] @ xs[0]) < 1e-12
print(
    "after 6400 steps: H0 %.4f -> %.4f, change of |x|^2 below 1e-12: %s"
    % (energy(xs[0]), energy(xs[-1]), "yes" if kept else "no")
)
