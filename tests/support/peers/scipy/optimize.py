# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of scipy.optimize, for tests of its adapter: `root` by Newton's method with divided
differences.  The method `stuck` says that it did not succeed."""
from types import SimpleNamespace

import numpy as np


class NoConvergence(Exception):
    pass


def root(residual, x0, method="hybr", tol=None):
    z, least, best = np.array(x0, dtype=float), np.inf, np.array(x0, dtype=float)
    for _ in range(60):
        r = residual(z)
        if not np.all(np.isfinite(r)):
            break
        if np.linalg.norm(r) < least:
            least, best = np.linalg.norm(r), z
        width = 2.0**-26 * max(np.abs(z).max(), 1e-300)
        slopes = [(residual(z + width * e) - residual(z - width * e)) / (2 * width)
                  for e in np.eye(len(z))]  # fmt: skip
        z = z - np.linalg.solve(np.array(slopes).T, r)
    return SimpleNamespace(x=best, success=method != "stuck")
