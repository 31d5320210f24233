# SPDX-License-Identifier: 0BSD
"""The same step, enclosed with a proof: ends in double precision, and 30 digits."""

import slporacle as slp

step = dict(h=2**-6, dw=[0.125], inertia=[1, 2, 3], lin=[0.1, 0, 0])
pair = ("rigid-body", "isospectral-midpoint")
lo, hi = slp.enclose(*pair, [0.6, 0, 0.8], **step)
digits = slp.decimals(*pair, [0.6, 0, 0.8], digits=30, **step)
for i in range(3):
    print("%.17g <= y%d <= %.17g   %s" % (lo[i], i + 1, hi[i], digits[i]))
