# SPDX-License-Identifier: LGPL-3.0-or-later
"""States as matrices, and states of zeitlin-sphere as functions on the sphere."""

from __future__ import annotations

import math
from typing import Any, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Array, numbers, whole
from ._errors import InputError
from ._library import fast

_WORDS = ("so", "su", "sp")
MOST_DEGREES = 1024


def _rows_of(algebra: str, d: int) -> int:
    """n of the matrices that have d coordinates.  InputError if there is none."""
    n = {"so": (1 + math.isqrt(1 + 8 * d)) // 2, "su": math.isqrt(d), "sp": math.isqrt(2 * d)}.get(
        algebra
    )
    if n is None:
        raise InputError(f"algebra: {algebra!r} is none of {', '.join(_WORDS)}", "algebra")
    if n == 0 or _count(algebra, n) != d or (algebra == "sp" and n % 2):
        raise InputError(f"x: no matrix of {algebra} has {d} coordinates", "x")
    return n


def _count(algebra: str, n: int) -> int:
    return {"so": n * (n - 1) // 2, "su": n * n, "sp": n * (n + 1) // 2}[algebra]


def to_matrix(x: Any, algebra: str = "su") -> npt.NDArray[Any]:
    """The matrix of a state (d,), or matrices (..., n, n) of states (..., d).

    algebra  "su": skew-Hermitian, complex; "so": skew; "sp": [[a, b], [c, -a^T]], b and c symmetric
    The order of coordinates is that of the manual's page on systems.
    """
    x = numbers("x", x)
    if x.ndim == 0:
        raise InputError("x: is one number, not a state", "x")
    n = _rows_of(algebra, x.shape[-1])
    shape = x.shape[:-1] + (n, n)
    i, j = np.triu_indices(n, 1)
    if algebra == "su":
        X = np.zeros(shape, dtype=complex)
        k = np.arange(n)
        X[..., k, k] = 1j * x[..., :n]
        upper = x[..., n::2] + 1j * x[..., n + 1 :: 2]
        X[..., i, j], X[..., j, i] = upper, -upper.conj()
        return X
    Y = np.zeros(shape)
    if algebra == "so":
        Y[..., i, j], Y[..., j, i] = x, -x
        return Y
    m = n // 2
    a = x[..., : m * m].reshape(x.shape[:-1] + (m, m))
    Y[..., :m, :m], Y[..., m:, m:] = a, -np.swapaxes(a, -1, -2)
    p, q = np.triu_indices(m)
    half = m * (m + 1) // 2
    for part, row, column in (
        (x[..., m * m : m * m + half], 0, m),
        (x[..., m * m + half :], m, 0),
    ):
        Y[..., row + p, column + q] = Y[..., row + q, column + p] = part
    return Y


def from_matrix(X: Any, algebra: str = "su") -> Array:
    """The state (d,) of a matrix, or states (..., d) of matrices (..., n, n): the inverse of
    slp.to_matrix.  InputError where the matrix is not of the algebra, up to 1e-12 of its largest
    entry; what rounding left there is dropped."""
    X = np.asarray(X)
    if X.ndim < 2 or X.shape[-1] != X.shape[-2] or X.dtype.kind not in "fiuc":
        raise InputError(f"X: needs matrices of numbers, has the shape {X.shape}", "X")
    n = X.shape[-1]
    if algebra not in _WORDS or (algebra == "sp" and n % 2):
        _rows_of(algebra, 0)
    i, j = np.triu_indices(n, 1)
    if algebra == "su":
        k = np.arange(n)
        x = np.empty(X.shape[:-2] + (n * n,))
        x[..., :n] = X[..., k, k].imag
        x[..., n::2], x[..., n + 1 :: 2] = X[..., i, j].real, X[..., i, j].imag
    elif algebra == "so":
        x = np.array(X[..., i, j], dtype=float) if X.dtype.kind != "c" else X[..., i, j].real.copy()
    else:
        m = n // 2
        p, q = np.triu_indices(m)
        a = X[..., :m, :m].reshape(X.shape[:-2] + (m * m,))
        x = np.concatenate([a, X[..., p, m + q], X[..., m + p, q]], axis=-1).real.astype(float)
    off = np.abs(to_matrix(x, algebra) - X)
    allowed = 1e-12 * float(np.abs(X).max()) if X.size else 0.0
    if not bool((off <= allowed).all()):
        where = np.unravel_index(int(np.nanargmax(off)), off.shape)[-2:]
        raise InputError(
            f"X: is not of the algebra {algebra}: the entry in row {int(where[0])} and column "
            f"{int(where[1])}, from 0, is off by {off.max():.3g}",
            "X",
        )
    return np.ascontiguousarray(x)


def _eigenvector(n: int, l: int, m: int) -> Array:
    a = np.empty(n - m)
    fast().fast_zeitlin_eigenvector(a.ctypes.data, n, l, m)
    return a


def harmonics(x: Any) -> Array:
    """The coefficients c[..., l, n - 1 + m] = <T_lm, X> of states of zeitlin-sphere (..., n^2), for
    degrees 0 < l < n and orders |m| <= l; 0 elsewhere.  The sum of their squares is |X|^2.  T_lm
    are the harmonics of the manual's page on systems: m > 0 stands for sin(m longitude), m < 0 for
    cos(m longitude)."""
    X = to_matrix(x, "su")
    n = X.shape[-1]
    c = np.zeros(X.shape[:-2] + (n, 2 * n - 1))
    for m in range(n):
        v = np.diagonal(X, m, -2, -1)
        for l in range(max(m, 1), n):
            dot = v @ _eigenvector(n, l, m)
            if m == 0:
                c[..., l, n - 1] = dot.imag
            else:
                c[..., l, n - 1 + m] = math.sqrt(2) * dot.real
                c[..., l, n - 1 - m] = math.sqrt(2) * dot.imag
    return c


def from_harmonics(c: Any) -> Array:
    """The state of zeitlin-sphere (n^2,) with these coefficients (n, 2n - 1): the inverse of
    slp.harmonics.  c[0] is the trace, which a state has not: it must be 0."""
    c = numbers("c", c)
    n = c.shape[0] if c.ndim == 2 else 0
    if n < 2 or c.shape != (n, 2 * n - 1):
        raise InputError(f"c: has the shape {c.shape}, expected (n, 2 n - 1), n >= 2", "c")
    l, m = np.indices(c.shape)
    if np.any(c[np.abs(m - n + 1) > l]) or np.any(c[0]):
        raise InputError("c: is not 0 at degree 0, or where |m| > l", "c")
    X = np.zeros((n, n), dtype=complex)
    for order in range(n):
        v = np.zeros(n - order, dtype=complex)
        for degree in range(max(order, 1), n):
            real, imag = c[degree, n - 1 + order], c[degree, n - 1 - order]
            z = 1j * imag if order == 0 else (real + 1j * imag) / math.sqrt(2)
            v += z * _eigenvector(n, degree, order)
        X += np.diag(v, order)
        if order:
            X -= np.diag(v.conj(), -order)
    # eigenvectors of degree > 0 on the diagonal sum to 0 up to rounding
    X -= np.trace(X) / n * np.eye(n)
    return from_matrix(X, "su")


def _legendre(n: int, m: int, z: Array) -> Array:
    """P[l - m, i]: orthonormal associated Legendre functions of order m, l = m ... n - 1, at z,
    positive next to z = 1; the integral of (P cos(m longitude))^2 over the sphere is 1 (m = 0), or
    1/2."""
    P = np.zeros((n - m, z.size))
    s = np.sqrt(np.maximum(0.0, 1 - z * z))
    first = np.full(z.size, 1 / math.sqrt(4 * math.pi))
    for k in range(1, m + 1):
        first = first * s * math.sqrt((2 * k + 1) / (2 * k))
    P[0] = first
    for l in range(m + 1, n):
        a = math.sqrt((4 * l * l - 1) / (l * l - m * m))
        b = math.sqrt(((l - 1) ** 2 - m * m) / (4 * (l - 1) ** 2 - 1)) if l > m + 1 else 0.0
        P[l - m] = a * (z * P[l - m - 1] - (b * P[l - m - 2] if l > m + 1 else 0.0))
    return P


def vorticity(x: Any, latitudes: Any = 91, longitudes: Any = 180) -> Tuple[Array, Array, Array]:
    """latitude, longitude, w: the vorticity of a state of zeitlin-sphere (n^2,) as a map.

    w[i, j] = sum of <T_lm, X> Y_lm at latitude[i], longitude[j], with real spherical harmonics Y_lm
    of integral 1 over the sphere.  latitudes, longitudes: how many, poles included, or arrays, in
    degrees.  A map of one harmonic turns eastward as the state does.
    """
    lat = _degrees("latitudes", latitudes, 2, lambda k: np.linspace(90, -90, k))
    lon = _degrees("longitudes", longitudes, 1, lambda k: np.arange(k) * (360 / k))
    c = harmonics(x)
    if c.ndim != 2:
        raise InputError("x: has several states; make a map of each", "x")
    n = c.shape[0]
    z, angle = np.sin(np.radians(lat)), np.radians(lon)
    w = np.zeros((lat.size, lon.size))
    for m in range(n):
        P, scale = _legendre(n, m, z), math.sqrt(2) if m else 1.0
        w += np.outer(scale * (c[m:, n - 1 - m] @ P), np.cos(m * angle))
        if m:
            w += np.outer(scale * (c[m:, n - 1 + m] @ P), np.sin(m * angle))
    return lat, lon, w


def _degrees(name: str, given: Any, least: int, spread: Any) -> Array:
    if np.ndim(given) == 0:
        return np.asarray(spread(whole(name, given, least, 1 << 15)), dtype=float)
    return numbers(name, given).ravel()
