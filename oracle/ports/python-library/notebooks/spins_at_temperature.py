# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # Spins at a temperature
#
# A film of 8 x 8 spins, with exchange, in a heat bath. Damping λ and noise D belong to the
# temperature T by D² = 2 λ T. First one spin in a field B, whose mean is known: coth(B/T) − T/B.
# %%
import numpy as np
import slporacle as slp
from slporacle import builders, pictures

B, T, damping = 1.0, 0.5, 0.5
spin = dict(
    bonds=[(1, 2)], exchange=0, field=[0, 0, B], damping=damping, noise=np.sqrt(2 * damping * T)
)
x = np.tile([1.0, 0, 0, 0, 0, 0], (4000, 1))
seen = slp.ensemble("spins", "isospectral-midpoint", x, h=2**-5, steps=1024, ell=0, **spin)
mean, error = seen[:, 2].mean(), seen[:, 2].std() / np.sqrt(len(x))
known = 1 / np.tanh(B / T) - T / B
print(f"mean {mean:.3f} +- {error:.3f}, known {known:.3f}")
assert abs(mean - known) < 4 * error + 0.01
# %% [markdown]
# The film begins with all spins along x, at a low temperature and at a high one.
# %%
shape = (8, 8)
pairs = [(a + 1, b + 1) for way in builders.neighbours(shape, "open") for a, b in way]
start = np.tile([1.0, 0, 0], 64)
order = {}
for T in (0.1, 2.0):
    run = slp.simulate(
        "spins",
        "isospectral-midpoint",
        start,
        h=2**-5,
        steps=640,
        every=20,
        ell=0,
        bonds=pairs,
        exchange=np.ones(len(pairs)),
        damping=damping,
        noise=np.sqrt(2 * damping * T),
    )
    order[T] = np.linalg.norm(run.x.reshape(len(run.t), -1, 3).mean(axis=1), axis=1)
    print(f"T = {T}: order at the end {order[T][-1]:.2f}")
    pictures.spins(run.x[-1], shape).save(f"spins-{T:g}.svg")
assert order[0.1][-1] > 0.8 > 0.5 > order[2.0][-1]
# %% [markdown]
# Each frame of the animation is a row of the run. It plays where an SVG is shown.
# %%
pictures.spins(run.x, shape).save("spins-animation.svg")
pictures.curves(run.t, {f"T = {T}": o for T, o in order.items()}, x="t", y="order").save(
    "spins_at_temperature.svg"
)
