# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # Judge a step in JAX or PyTorch
#
# The step is written once, in functions that JAX, PyTorch and NumPy share. The first of them that
# is installed is taken.
# %%
import importlib.util

import numpy as np
import slporacle as slp
from slporacle import pictures

inertia, lin = np.array([1.0, 2, 4]), np.array([0.1, 0, 0])
if importlib.util.find_spec("jax"):
    import jax
    import jax.numpy as lib

    jax.config.update("jax_enable_x64", True)  # else its numbers have 24 bits
    array, name = lib.asarray, "JAX"
elif importlib.util.find_spec("torch"):
    import torch as lib

    name = "PyTorch"

    def array(v):
        return lib.tensor(np.array(v), dtype=lib.float64)

else:
    lib, array, name = np, np.asarray, "NumPy"
    print("Neither JAX nor PyTorch is installed here; the step is NumPy's.")


def step(x, h, dw):
    x, I, a = array(x), array(inertia), array(lin)
    y = x
    for _ in range(60):
        m = (x + y) / 2
        y = x + lib.cross(m, h * m / I + float(dw[0]) * a)
    return np.asarray(y)


case = dict(h=2**-6, dw=[0.125], inertia=inertia, lin=lin)
v = slp.judge_function("rigid-body", "implicit-midpoint", [0.6, 0, 0.8], step, **case)
print(f"{name}: {v.outcome}, ratio {v.ratio:.2f} of {v.bound:.0f}")
assert v.passed


# %% [markdown]
# The same step in numbers of 24 bits, as JAX has them unless it is told otherwise.
# %%
def single(x, h, dw):
    return np.asarray(step(x, h, dw), np.float32).astype(float)


v = slp.judge_function("rigid-body", "implicit-midpoint", [0.6, 0, 0.8], single, **case)
print(f"in 24 bits: {v.outcome}; it looks like: {v.hint}")
assert v.outcome == "fail"
ratios = {"64 bits": [], "24 bits": []}
hs = 2.0 ** -np.arange(3, 10)
for h in hs:
    for f, key in ((step, "64 bits"), (single, "24 bits")):
        w = slp.judge_function(
            "rigid-body", "implicit-midpoint", [0.6, 0, 0.8], f, **{**case, "h": h}
        )
        ratios[key].append(max(w.ratio, 1e-3))
pictures.curves(hs, ratios, x="h", y="ratio", log=True).save("judge_jax_or_torch.svg")
