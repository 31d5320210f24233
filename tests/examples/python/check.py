# SPDX-License-Identifier: 0BSD
"""A rule of one's own, which is in no list: the program slp asks it drawn cases."""

import numpy as np
import slporacle as slp


def step(x, h, dw, inertia, quad=(), lin=()):
    """Midpoint rule of a rigid body, whose noise is taken at the start of the step: y = x + m x xi,
    m the mean of x and y."""
    noise = dw[:3] * quad * x if len(quad) else np.zeros(3)
    if len(lin):
        noise = noise + dw[len(quad) :] @ np.reshape(lin, (-1, 3))
    y = x
    for _ in range(200):
        m = 0.5 * (x + y)
        following = x + np.cross(m, h * m / inertia + noise)
        if np.abs(following - y).max() <= 1e-16:
            return following
        y = following
    raise slp.NoConvergenceError("the iteration does not come to rest")


for law in "order", "weak-order", "strong-order":
    found = slp.check(step, system="rigid-body", law=law)
    print("\nrigid-body, scheme own")
    for row in found["laws"]:
        print("  %-14s %s" % (row["law"], row["words"]))
