# SPDX-License-Identifier: LGPL-3.0-or-later
"""Polynomials that people of a field write often: lattices of spins, dipoles, bodies, flows.

    from slporacle import builders
    H0 = builders.lattice((4, 4), J=1, D=(0, 0, 0.5), K=0.2)
    H = slp.Hamiltonian("su2", H0, size=16)

Each returns a `slp.Polynomial`, the energy, to which more may be added.  Everything is counted from
0.  Numbers are taken as the fractions that their float64 is; results are exact unless a docstring
says otherwise.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any, Callable, Dict, List, Sequence, Tuple

import numpy as np

from ._arrays import Array, numbers, whole
from ._errors import InputError
from ._functions import energy
from ._hamiltonian import Monomial, Polynomial

__all__ = [
    "bonds",
    "dipoles",
    "field",
    "inertia",
    "lattice",
    "neighbours",
    "single_ion",
    "sphere",
    "top",
]

Terms = Dict[Monomial, Fraction]
MOST_FLOW = 16  # N of a flow, whose energy is evaluated O(N^4) times


def _add(terms: Terms, c: Fraction, *coordinates: int) -> None:
    m = tuple(sorted(coordinates))
    terms[m] = terms.get(m, Fraction(0)) + c


def _vector(name: str, value: Any) -> List[Fraction]:
    given = numbers(name, value)
    if given.shape != (3,) or not np.all(np.isfinite(given)):
        raise InputError(f"{name}: needs 3 finite numbers, has shape {given.shape}", name)
    return [Fraction(float(v)) for v in given]


def _tensor(name: str, value: Any) -> List[List[Fraction]]:
    """A 3 x 3 matrix; a number is that times the identity."""
    given = numbers(name, value)
    if given.ndim == 0:
        given = float(given) * np.eye(3)
    if given.shape != (3, 3) or not np.all(np.isfinite(given)):
        raise InputError(
            f"{name}: needs a finite number or 3 x 3 of them, has shape {given.shape}", name
        )
    return [[Fraction(float(v)) for v in row] for row in given]


def _crossing(D: Sequence[Fraction]) -> List[List[Fraction]]:
    """The matrix M with a.(M b) = D.(a x b)."""
    zero = Fraction(0)
    return [[zero, D[2], -D[1]], [-D[2], zero, D[0]], [D[1], -D[0], zero]]


def bonds(pairs: Any, J: Any = 0, D: Any = None) -> Polynomial:
    """-sum over pairs (a, b) of S_a . J S_b + D . (S_a x S_b), on su2.

    pairs  (count, 2) spins, counted from 0, each pair of two different ones
    J      a number, or a 3 x 3 tensor
    D      3 numbers, the Dzyaloshinskii-Moriya vector; none if left out
    """
    tensor = _tensor("J", J)
    if D is not None:
        turning = _crossing(_vector("D", D))
        tensor = [[j + t for j, t in zip(*rows)] for rows in zip(tensor, turning)]
    terms: Terms = {}
    for a, b in pairs:
        one, other = whole("pairs", a, 0, 1 << 20), whole("pairs", b, 0, 1 << 20)
        if one == other:
            raise InputError(f"pairs: spin {one} is bound to itself", "pairs")
        for i, row in enumerate(tensor):
            for k, c in enumerate(row):
                _add(terms, -c, 3 * one + i, 3 * other + k)
    return Polynomial(terms)


def single_ion(spins: int, K: Any, axis: Any = (0, 0, 1)) -> Polynomial:
    """-K sum_i (S_i . axis)^2 of all spins, on su2; the axis is taken as it is, of any length.

    K  a number, or one for each spin
    """
    n = whole("spins", spins, 1, 1 << 20)
    e, each = _vector("axis", axis), np.broadcast_to(numbers("K", K), (n,))
    terms: Terms = {}
    for spin, strength in enumerate(each):
        for i, k in itertools.product(range(3), repeat=2):
            _add(terms, -Fraction(float(strength)) * e[i] * e[k], 3 * spin + i, 3 * spin + k)
    return Polynomial(terms)


def field(spins: int, B: Any, moments: Any = 1) -> Polynomial:
    """-sum_i m_i B . S_i, on su2.

    B        3 numbers, or 3 for each spin
    moments  m, a number, or one for each spin
    """
    n = whole("spins", spins, 1, 1 << 20)
    each = np.broadcast_to(numbers("B", B), (n, 3))
    m = np.broadcast_to(numbers("moments", moments), (n,))
    terms: Terms = {}
    for spin in range(n):
        for k in range(3):
            _add(terms, -Fraction(float(m[spin])) * Fraction(float(each[spin, k])), 3 * spin + k)
    return Polynomial(terms)


def _per_direction(name: str, value: Any, count: int, single: Callable[[Any], bool]) -> List[Any]:
    """`value` for each of `count` directions: one for all, or a list of so many."""
    if value is None or single(value):
        return [value] * count
    if len(value) != count:
        raise InputError(f"{name}: has {len(value)} entries for {count} directions", name)
    return list(value)


def neighbours(shape: Any, boundary: Any = "periodic") -> List[List[Tuple[int, int]]]:
    """For each direction the pairs (site, next site in that direction) of a rectangular lattice.

    Sites are numbered as NumPy numbers an array of this shape: the last direction runs fastest.
    boundary  "periodic" or "open", or one for each direction.  A periodic direction has at least 2
              sites; with 2 each pair stands twice, once over the boundary.
    """
    sizes = [whole("shape", n, 1, 1 << 20) for n in np.atleast_1d(shape)]
    words = _per_direction("boundary", boundary, len(sizes), lambda v: isinstance(v, str))
    sites = np.arange(int(np.prod(sizes))).reshape(sizes)
    pairs: List[List[Tuple[int, int]]] = []
    for k, word in enumerate(words):
        if word not in ("periodic", "open"):
            raise InputError(f"boundary: {word!r} is neither 'periodic' nor 'open'", "boundary")
        if word == "periodic" and sizes[k] < 2:
            raise InputError("boundary: a periodic direction needs 2 sites; write 'open'", "shape")
        following = np.roll(sites, -1, axis=k)
        keep = [slice(None)] * len(sizes)
        if word == "open":
            keep[k] = slice(0, sizes[k] - 1)
        at = tuple(keep)
        pairs.append(list(zip(sites[at].ravel().tolist(), following[at].ravel().tolist())))
    return pairs


def lattice(
    shape: Any,
    J: Any = 1,
    D: Any = None,
    K: Any = 0,
    axis: Any = (0, 0, 1),
    B: Any = (0, 0, 0),
    boundary: Any = "periodic",
) -> Polynomial:
    """A rectangular lattice of spins with its nearest neighbours, on su2 of prod(shape) spins:

        -sum over bonds a -> b of (S_a . J S_b + D . (S_a x S_b))
        - sum_i (K (S_i . axis)^2 + B . S_i)

    shape     sites in each direction; numbered as NumPy numbers an array of this shape
    J         a number or a 3 x 3 tensor, or a list with one for each direction
    D         3 numbers, or a list with 3 for each direction; a bond runs from a site to the next
    K, axis   anisotropy, as in single_ion
    B         a field, as in `field`
    boundary  "periodic" or "open", or one for each direction

        lattice((8, 8), J=1, D=[(1, 0, 0), (0, 1, 0)], K=0.1)    # a film with skyrmions
        lattice(6, J=[np.diag([1, 0, 0])], boundary="open")      # an Ising chain along x
    """
    directions = neighbours(shape, boundary)
    spins = int(np.prod(np.atleast_1d(shape)))
    tensors = _per_direction("J", J, len(directions), lambda v: np.ndim(v) in (0, 2))
    vectors = _per_direction("D", D, len(directions), lambda v: np.ndim(v) == 1)
    total: Terms = {}
    parts = [bonds(p, j, d) for p, j, d in zip(directions, tensors, vectors)]
    for part in (*parts, single_ion(spins, K, axis), field(spins, B)):
        for m, c in part.terms.items():
            total[m] = total.get(m, Fraction(0)) + c
    return Polynomial(total)


def dipoles(positions: Any, strength: float = 1, moments: Any = 1, cutoff: float = 0) -> Polynomial:
    """Dipoles at fixed places, on su2, with r = r_b - r_a:

        strength sum_{a<b} m_a m_b (S_a . S_b / |r|^3 - 3 (S_a . r)(S_b . r) / |r|^5)

    positions  (spins, 3), no two the same
    moments    m, a number, or one for each spin
    cutoff     pairs farther apart than this are left out; 0: none are

    Coefficients are rounded: |r| takes a root.
    """
    r = numbers("positions", positions)
    if r.ndim != 2 or r.shape[1] != 3 or not np.all(np.isfinite(r)):
        raise InputError(f"positions: needs (spins, 3) finite numbers, has {r.shape}", "positions")
    m = np.broadcast_to(numbers("moments", moments), (len(r),))
    terms: Terms = {}
    for a, b in itertools.combinations(range(len(r)), 2):
        between = r[b] - r[a]
        length = float(np.sqrt(between @ between))
        if length == 0:
            raise InputError(f"positions: spins {a} and {b} are at one place", "positions")
        if cutoff and length > cutoff:
            continue
        along = between / length
        tensor = strength * m[a] * m[b] * (np.eye(3) - 3 * np.outer(along, along)) / length**3
        for i, k in itertools.product(range(3), repeat=2):
            _add(terms, Fraction(float(tensor[i, k])), 3 * a + i, 3 * b + k)
    return Polynomial(terms)


def _inverse(tensor: Sequence[Sequence[Fraction]]) -> List[List[Fraction]]:
    """Of a 3 x 3 matrix, by cofactors, exactly."""
    a = tensor

    def cofactor(i: int, k: int) -> Fraction:
        p, q, r, s = (i + 1) % 3, (i + 2) % 3, (k + 1) % 3, (k + 2) % 3
        return a[p][r] * a[q][s] - a[p][s] * a[q][r]

    determinant = sum((a[0][k] * cofactor(0, k) for k in range(3)), Fraction(0))
    if determinant == 0:
        raise InputError("tensor: has no inverse", "tensor")
    return [[cofactor(k, i) / determinant for k in range(3)] for i in range(3)]


def inertia(tensor: Any) -> Polynomial:
    """x . I^-1 x / 2 for a tensor of inertia I in any axes, on so3, and for Pi on se3; exact.

    tensor  3 x 3, symmetric, or its 3 principal moments
    """
    given = numbers("tensor", tensor)
    if given.shape == (3,):
        given = np.diag(given)
    rows = _tensor("tensor", given)
    if given.ndim == 0 or not np.array_equal(given, given.T):
        raise InputError("tensor: needs 3 moments, or a symmetric 3 x 3 matrix", "tensor")
    terms: Terms = {}
    for i, row in enumerate(_inverse(rows)):
        for k, c in enumerate(row):
            _add(terms, c / 2, i, k)
    return Polynomial(terms)


def top(tensor: Any, chi: Any) -> Polynomial:
    """A heavy top, on se3: Pi . I^-1 Pi / 2 + chi . Gamma; exact.

    tensor  as in `inertia`      chi  the centre of mass times the weight, 3 numbers
    """
    terms = dict(inertia(tensor).terms)
    for k, c in enumerate(_vector("chi", chi)):
        _add(terms, c, 3 + k)
    return Polynomial(terms)


def _quadratic(of: Callable[[Array], Any], d: int) -> Array:
    """The matrix A of x.Ax/2 from its values, by polarisation."""
    unit = np.eye(d)
    single = np.asarray(of(unit))
    A = np.diag(2 * single)
    rows, columns = np.triu_indices(d, 1)
    both = np.asarray(of(unit[rows] + unit[columns])) - single[rows] - single[columns]
    A[rows, columns] = A[columns, rows] = both
    return A


def sphere(n: int, topography: Any = None) -> Polynomial:
    """Euler flow on the sphere in Zeitlin's matrices, over topography, on su of size n:

        E(x - t),  E the energy of the system zeitlin-sphere

    with x the potential vorticity and t the topography, both in the coordinates of su(n).
    Constants are left out.  Coefficients are rounded: E has them in binary64.

    topography  n^2 coordinates of trace 0; none if left out.  n is at most 16.
    """
    size = whole("n", n, 2, MOST_FLOW)
    d = size * size
    t = np.zeros(d) if topography is None else numbers("topography", topography)
    if t.shape != (d,) or not np.all(np.isfinite(t)):
        raise InputError(f"topography: needs {d} finite numbers, has {t.shape}", "topography")
    A = _quadratic(lambda x: energy("zeitlin-sphere", x, n=size), d)
    A[abs(A) < 1e-13 * abs(A).max()] = 0  # what rounding leaves of zeros
    shift, terms = A @ t, {}  # type: ignore[var-annotated]
    for i, k in zip(*np.nonzero(A)):
        _add(terms, Fraction(float(A[i, k])) / 2, int(i), int(k))
    for i in np.flatnonzero(shift):
        _add(terms, -Fraction(float(shift[i])), int(i))
    return Polynomial(terms)
