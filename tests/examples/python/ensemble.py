# SPDX-License-Identifier: 0BSD
"""1000 rigid bodies that start alike, each with noise of its own: mean and spread of x3 over time.

python3 ensemble.py > spread.txt
gnuplot -e "set term svg; set out 'spread.svg'; plot 'spread.txt' using 1:2:3 with yerror"
"""

import numpy as np
import slporacle as slp

PATHS, STEPS, ROWS, H = 1000, 64, 8, 2**-6
x = np.tile([0.6, 0, 0.8], (PATHS, 1))
print("# t mean(x3) sd(x3)")
for row in range(ROWS + 1):
    print("%.4g %.6f %.6f" % (row * STEPS * H, x[:, 2].mean(), x[:, 2].std(ddof=1)))
    if row < ROWS:
        x = slp.ensemble(
            "rigid-body",
            "isospectral-midpoint",
            x,
            h=H,
            steps=STEPS,
            seed=7,
            first_step=row * STEPS,  # the noise goes on where it ended
            threads=2,
            inertia=[1, 2, 3],
            quad=[0.3, 0.2, 0.1],
        )
