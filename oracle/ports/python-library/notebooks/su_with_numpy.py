# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # Flow on su(N) with a step of one's own
#
# Euler's equations on the sphere in Zeitlin's matrices. The step is NumPy's: X = (1 + A) Z (1 - A)
# with A = Xi(Z)/2, and Y = (1 - A) Z (1 + A). The inverse Laplacian acts on each harmonic.
# %%
import numpy as np
import slporacle as slp
from slporacle import pictures

n = 8
rng = np.random.default_rng(4)
c = np.zeros((n, 2 * n - 1))
for l in range(1, n):
    c[l, n - 1 - l : n + l] = rng.normal(size=2 * l + 1) / l
x = slp.from_harmonics(c)


def gradient(Z):  # -Delta^-1: a harmonic of degree l is divided by l (l + 1)
    c = slp.harmonics(slp.from_matrix(Z))
    l = np.arange(1, n)
    c[1:] /= (l * (l + 1))[:, None]
    return slp.to_matrix(slp.from_harmonics(c))


def step(x, h, dw):
    X = slp.to_matrix(x)
    Z = X
    for _ in range(30):
        A = h * gradient(Z) / 2
        Z = X + Z @ A - A @ Z + A @ Z @ A
    return slp.from_matrix(X + 2 * (Z @ A - A @ Z))


v = slp.judge_function("zeitlin-sphere", "isospectral-midpoint", x, step, h=0.125, n=n)
print(f"{v.outcome}: ratio {v.ratio:.2f} of {v.bound:.0f}")
assert v.passed, v.hint
# %% [markdown]
# A hundred steps: eigenvalues stay. The map shows the vorticity along two circles of latitude.
# %%
y = x
for _ in range(100):
    y = step(y, 0.125, None)
before, after = (np.linalg.eigvalsh(-1j * slp.to_matrix(s)) for s in (x, y))
print(f"eigenvalues change by {np.abs(after - before).max():.0e}")
assert np.abs(after - before).max() < 1e-11
lat, lon, w = slp.vorticity(y, [45, -45], 180)
pictures.curves(lon, {"45 N": w[0], "45 S": w[1]}, x="longitude", y="vorticity").save(
    "su_with_numpy.svg"
)
