# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of quflow, for tests of its adapter: isomp_fixedpoint and magmp_fixedpoint by the
definition of the rule, on small matrices.  Nothing here is quflow's; the Laplacian is that of the
spin matrices."""
import functools
from types import SimpleNamespace

import numpy as np

__version__ = "of the tests"
geometry = SimpleNamespace(hbar=lambda N: 2 / np.sqrt(N**2 - 1.0))


@functools.cache
def laplacian(n):
    """X -> - sum_a [S_a, [S_a, X]] as n^2 by n^2 numbers, and its inverse at trace 0."""
    falling = (n - 1) / 2 - np.arange(n)
    rising = np.diag(np.sqrt(np.arange(1.0, n) * np.arange(n - 1.0, 0, -1)), 1)
    spins = (rising + rising.T) / 2, (rising - rising.T) / 2j, np.diag(falling)
    brackets = [np.kron(S, np.eye(n)) - np.kron(np.eye(n), S.T) for S in spins]
    matrix = -sum(b @ b for b in brackets)
    return matrix, np.linalg.pinv(matrix, hermitian=True)


def applied(matrix, X):
    return (matrix @ X.ravel()).reshape(X.shape)


def isomp_fixedpoint(W, dt, steps=1, tol="auto", maxit=10, callback=None, compsum=False,
                     reinitialize=False, minit=1):
    """W is changed in place; callback(W, dW) is called before each step, as quflow does."""
    n, h, Z = len(W), dt / geometry.hbar(len(W)), W
    for _ in range(steps):
        if callback:
            callback(W, None)
        Z = W if reinitialize else Z
        for i in range(maxit):
            A = 0.5 * h * applied(laplacian(n)[1], Z)
            before, Z = Z, W + (A @ Z - Z @ A + A @ Z @ A)
            if i >= minit and np.abs(Z - before).max() <= (0 if tol == "auto" else tol):
                break
        A = 0.5 * h * applied(laplacian(n)[1], Z)
        W += 2 * (A @ Z - Z @ A)
    return W


def magmp_fixedpoint(X, dt, steps=1, tol="auto", minit=1, maxit=10, callback=None):
    """The same for X = (W, Theta): the rule on matrices ((Theta, W), (0, Theta)) of twice the size,
    which multiply as Theta + epsilon W does."""
    n = X.shape[-1]
    h = dt / geometry.hbar(n)

    def doubled(a, b):
        return np.block([[a, b], [np.zeros_like(a), a]])

    def generator(Z):
        return 0.5 * h * doubled(
            applied(laplacian(n)[1], Z[:n, n:]), applied(laplacian(n)[0], Z[:n, :n])
        )

    for _ in range(steps):
        if callback:
            callback(X, None)
        start = Z = doubled(X[1], X[0])
        for i in range(maxit):
            A = generator(Z)
            before, Z = Z, start + (A @ Z - Z @ A + A @ Z @ A)
            if i >= minit and np.abs(Z - before).max() <= (0 if tol == "auto" else tol):
                break
        A = generator(Z)
        end = start + 2 * (A @ Z - Z @ A)
        X[0], X[1] = end[:n, n:], end[:n, :n]
    return X


integrators = SimpleNamespace(magmp_fixedpoint=magmp_fixedpoint)
