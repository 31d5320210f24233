# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # A thermostat, audited
#
# Two programs keep a spin in a field at temperature T. One has the noise D² = 2 λ T, the other has
# lost the factor 2. Each single step of both is right; the ensemble tells them apart. The law of
# x3 is known, exp(B x3/T), so its distribution function is, too.
# %%
import numpy as np
import slporacle as slp
from slporacle import pictures

B, T, damping, paths = 1.0, 0.5, 0.5, 4000


def ends(D):
    x = np.tile([1.0, 0, 0, 0, 0, 0], (paths, 1))
    return slp.ensemble(
        "spins",
        "isospectral-midpoint",
        x,
        h=2**-5,
        steps=1024,
        ell=0,
        seed=11,
        bonds=[(1, 2)],
        exchange=0,
        field=[0, 0, B],
        damping=damping,
        noise=D,
    )


def known(z):
    return np.expm1(B * (z + 1) / T) / np.expm1(2 * B / T)


# %% [markdown]
# The largest distance between the two distribution functions is below 1.95/sqrt(paths) in all but
# 1 of 1000 ensembles of a right program (Kolmogorov and Smirnov).
# %%
limit, shown, found = 1.95 / np.sqrt(paths), {}, {}
grid = np.linspace(-0.99, 0.99, 100)
for name, D in (("right", np.sqrt(2 * damping * T)), ("without the 2", np.sqrt(damping * T))):
    z = np.sort(ends(D)[:, 2])
    found[name] = np.abs(known(z) - (np.arange(paths) + 0.5) / paths).max()
    shown[name] = np.searchsorted(z, grid) / paths
    print(f"{name}: distance {found[name]:.3f}, limit {limit:.3f}")
assert found["right"] < limit < found["without the 2"] / 3
pictures.curves(grid, {**shown, "known": known(grid)}, x="x3", y="share").save("thermostat.svg")
