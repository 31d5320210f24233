# SPDX-License-Identifier: LGPL-3.0-or-later
"""How far scipy.integrate.solve_ivp moves what a free rigid body keeps: |x|^2 (the Casimir) and the
energy, relative to their first values, after 1000 time units of the preset
ejll-rigid-body-deterministic.
usage: solve_ivp_drift.py     a table on standard output; exit status 3 where SciPy is absent"""
import sys

try:
    import numpy as np
    import scipy
    from scipy.integrate import solve_ivp
except ImportError as error:
    print(f"solve_ivp_drift.py: {error}: pip install scipy", file=sys.stderr)
    sys.exit(3)

INERTIA = np.array([2, 1, 0.6666666666666666])
FIRST = np.array([0.8912073600614353, 0, 0.45359612142557737])


def kept(x):
    return np.array([x @ x, 0.5 * x @ (x / INERTIA)])


print(f"SciPy {scipy.__version__}, NumPy {np.__version__}\n")
print("| method | rtol, atol | evaluations | Casimir | energy |\n|---|---|---|---|---|")
for method in ("RK45", "DOP853", "Radau", "LSODA"):
    for rtol, atol in ((1e-3, 1e-6), (1e-9, 1e-12)):
        if method == "Radau" and rtol < 1e-6:
            continue  # minutes
        found = solve_ivp(lambda t, x: np.cross(x, x / INERTIA), (0, 1000), FIRST, method=method,
                          rtol=rtol, atol=atol)  # fmt: skip
        off = kept(found.y[:, -1]) / kept(FIRST) - 1
        print(f"| {method} | {rtol:g}, {atol:g} | {found.nfev} | {off[0]:.2g} | {off[1]:.2g} |",
              flush=True)  # fmt: skip
