# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # A convergence study
#
# The strong error of a scheme at time 1, against the same paths on a finer grid. Increments of
# level k are exactly the sums of those of level k + 1, so all grids see the same noise.
# %%
import numpy as np
import slporacle as slp
from slporacle import pictures

body = dict(inertia=[1, 2, 4], lin=[0.3, 0, 0])
x, paths, finest = np.tile([0.6, 0, 0.8], (200, 1)), 200, 10


def ends(scheme, level):
    dw = slp.increments(h=1.0, steps=2**level, paths=paths, level=level, seed=3, ell=0)
    return slp.ensemble("rigid-body", scheme, x, h=2.0**-level, dw=dw, **body)


levels = np.arange(3, 8)
errors, slopes = {}, {}
for scheme in ("tmk", "euler", "isospectral-midpoint"):
    exact = ends("isospectral-midpoint", finest)
    off = [np.sqrt(((ends(scheme, k) - exact) ** 2).sum(axis=1).mean()) for k in levels]
    errors[scheme] = off
    slopes[scheme] = -np.polyfit(levels, np.log2(off), 1)[0]
    print(f"{scheme}: order {slopes[scheme]:.2f}")
# %% [markdown]
# One noise commutes with itself, so a midpoint rule has order 1. Euler's rule takes the wrong
# integral (Ito's): it does not converge to these paths at all.
# %%
assert 0.8 < slopes["isospectral-midpoint"] < 1.2 and 0.8 < slopes["tmk"] < 1.2
assert slopes["euler"] < 0.4
pictures.curves(2.0**-levels, errors, x="h", y="error", log=True).save("convergence.svg")
