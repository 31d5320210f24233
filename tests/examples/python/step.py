# SPDX-License-Identifier: 0BSD
"""One step of a rigid body with noise, in double precision."""

import slporacle as slp

y = slp.step(
    "rigid-body",
    "isospectral-midpoint",
    [0.6, 0, 0.8],
    h=2**-6,
    dw=[0.125],
    inertia=[1, 2, 3],
    lin=[0.1, 0, 0],
)
print("%.17g %.17g %.17g" % tuple(y))
