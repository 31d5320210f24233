"""In place of quflow, for tests of its adapter: isomp_fixedpoint by the definition of the rule, on
small matrices.  Nothing here is quflow's; the Laplacian is that of the spin matrices."""
import functools
from types import SimpleNamespace

import numpy as np

__version__ = "of the tests"
geometry = SimpleNamespace(hbar=lambda N: 2 / np.sqrt(N**2 - 1.0))


@functools.cache
def inverse(n):
    """The inverse of X -> - sum_a [S_a, [S_a, X]] on matrices of trace 0, as n^2 by n^2 numbers."""
    falling = (n - 1) / 2 - np.arange(n)
    rising = np.diag(np.sqrt(np.arange(1.0, n) * np.arange(n - 1.0, 0, -1)), 1)
    spins = (rising + rising.T) / 2, (rising - rising.T) / 2j, np.diag(falling)
    brackets = [np.kron(S, np.eye(n)) - np.kron(np.eye(n), S.T) for S in spins]
    return np.linalg.pinv(-sum(b @ b for b in brackets), hermitian=True)


def isomp_fixedpoint(W, dt, steps=1, tol="auto", maxit=10, callback=None, compsum=False,
                     reinitialize=False):
    """W is changed in place; callback(W, dW) is called before each step, as quflow does."""
    n, h, Z = len(W), dt / geometry.hbar(len(W)), W
    for _ in range(steps):
        if callback:
            callback(W, None)
        Z = W if reinitialize else Z
        for _ in range(maxit):
            A = 0.5 * h * (inverse(n) @ Z.ravel()).reshape(n, n)
            before, Z = Z, W + (A @ Z - Z @ A + A @ Z @ A)
            if np.abs(Z - before).max() <= (0 if tol == "auto" else tol):
                break
        A = 0.5 * h * (inverse(n) @ Z.ravel()).reshape(n, n)
        W += 2 * (A @ Z - Z @ A)
    return W
