# SPDX-License-Identifier: LGPL-3.0-or-later
"""Hamiltonians that are polynomials in the coordinates: from text, from SymPy, or built by
arithmetic.  They are cases of the system `polynomial`, with proofs and verdicts."""

from __future__ import annotations

import sys
from ctypes import byref, c_size_t
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._arrays import numbers, whole
from ._errors import InputError
from ._html import table
from ._library import ErrorText, Numbers, check, contract, free, leave_ref, ref

Monomial = Tuple[int, ...]  # coordinates from 0, in ascending order

MOST_SIZE = 1 << 20


def _exact(value: Any) -> Optional[Fraction]:
    """The number as a fraction; None if it is no finite real number."""
    if isinstance(value, (Rational, Real)):
        try:
            exact: Fraction = Fraction(value)  # type: ignore[arg-type,call-overload,unused-ignore]
            return exact
        except (ValueError, OverflowError):
            return None
    return None


class Polynomial:
    """A polynomial with exact fractions as coefficients.  + - * ** with polynomials and numbers, /
    with numbers.  A float is taken as the fraction that it is: 0.1 is not 1/10, Fraction(1, 10) is.

    terms: {coordinates from 0, in ascending order: coefficient}; (0, 0, 2) is x0^2 x2.
    """

    __slots__ = ("terms",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terms: Optional[Dict[Monomial, Fraction]] = None) -> None:
        self.terms = {m: c for m, c in (terms or {}).items() if c}

    @staticmethod
    def of(value: Any) -> Optional[Polynomial]:
        """`value`, a polynomial or a finite number, as a polynomial; None if it is neither."""
        if isinstance(value, Polynomial):
            return value
        c = _exact(value)
        return None if c is None else Polynomial({(): c})

    def __repr__(self) -> str:
        parts = []
        for m, c in sorted(self.terms.items(), key=lambda item: (len(item[0]), item[0])):
            parts.append("*".join([str(c), *(f"x{i}" for i in m)]))
        return "Polynomial(" + (" + ".join(parts) or "0") + ")"

    # What is neither a polynomial nor a number may know how to add: an array does, element by
    # element.
    def __eq__(self, other: Any) -> Any:
        known = Polynomial.of(other)
        return NotImplemented if known is None else self.terms == known.terms

    def __add__(self, other: Any) -> Any:
        known = Polynomial.of(other)
        if known is None:
            return NotImplemented
        terms = dict(self.terms)
        for m, c in known.terms.items():
            terms[m] = terms.get(m, Fraction(0)) + c
        return Polynomial(terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Any) -> Any:
        known = Polynomial.of(other)
        return NotImplemented if known is None else self + -known

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        known = Polynomial.of(other)
        if known is None:
            return NotImplemented
        terms: Dict[Monomial, Fraction] = {}
        for n, e in known.terms.items():
            for m, c in self.terms.items():
                product = tuple(sorted(m + n))
                terms[product] = terms.get(product, Fraction(0)) + c * e
        return Polynomial(terms)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Polynomial:
        c = _exact(other)
        if not c:
            raise InputError(f"Polynomial: only numbers other than 0 divide, not {other!r}")
        return Polynomial({m: v / c for m, v in self.terms.items()})

    def __pow__(self, power: int) -> Polynomial:
        if not isinstance(power, int) or power < 0:
            raise InputError(f"Polynomial: the power is {power!r}; give a whole number from 0")
        result = Polynomial({(): Fraction(1)})
        for _ in range(power):
            result = result * self
        return result


def coordinates(algebra: str, size: int = 1) -> Any:
    """The coordinates of an algebra as polynomials, from 0, as NumPy arrays of objects:

    so3 (3,); se3 (2, 3), the rows Pi and Gamma; plane (2,), q and p; su2 (size, 3), a row a vector;
    so (size, size), the skew matrix; su and sp (d,), in the order of the manual's page on systems.

        S = slp.coordinates("su2", 2)
        H0 = -S[0] @ S[1]
    """
    d = _count(algebra, size)
    flat = [Polynomial({(i,): Fraction(1)}) for i in range(d)]
    if algebra in ("se3", "su2"):
        table = np.empty((d // 3, 3), dtype=object)
        for i, x in enumerate(flat):
            table[i // 3, i % 3] = x
        return table
    if algebra == "so":
        matrix = np.full((size, size), Polynomial(), dtype=object)
        for (i, j), x in zip(zip(*np.triu_indices(size, 1)), flat):
            matrix[i, j], matrix[j, i] = x, -x
        return matrix
    vector = np.empty(d, dtype=object)
    vector[:] = flat
    return vector


def _algebra(algebra: Any) -> int:
    """The number of slp_algebra."""
    found = contract().slp_system_find(f"polynomial-{algebra}".encode())
    if not found:
        from ._tables import systems

        words = [name[11:] for name in systems() if name.startswith("polynomial-")]
        raise InputError(f"algebra: {algebra!r} is none of {', '.join(words)}", "algebra")
    number: int = contract().slp_system_algebra(found)
    return number


def _count(algebra: str, size: int) -> int:
    """d"""
    n = whole("size", size, 1, MOST_SIZE)
    _algebra(algebra)
    return {
        "so3": 3,
        "se3": 6,
        "plane": 2,
        "su2": 3 * n,
        "so": n * (n - 1) // 2,
        "su": n * n,
        "sp": n * (n + 1) // 2,
    }[algebra]


class Hamiltonian:
    """An energy and the Hamiltonians of noises, polynomials in the coordinates of an algebra.

        H = slp.Hamiltonian("so3", "x1**2/2 + x2**2/4 + 0.1*x1*x2*x3", "x3/10")
        y = slp.step(H, "isospectral-midpoint", [.6, 0, .8], h=2**-6, dw=[.125])
        lo, hi = slp.enclose(H, "isospectral-midpoint", [.6, 0, .8], h=2**-6, dw=[.125])

    algebra  so3, se3, plane (T*R), su2 (vectors), so, su or sp (matrices)
    energy   H_0, and `noises` H_1, H_2, ...: each a text (`slp case --help` has the grammar and the
             names; coordinates are counted from 1 there), a SymPy expression whose symbols have
             these names, or a Polynomial (slp.coordinates, counted from 0)
    size     how many vectors (su2), or the rows of the matrices (so, su, sp)
    weights  of the pairing on su2, one for each vector; 1 unless given

    Coefficients are exact fractions, rounded once to the nearest float64.  Constants are left out:
    they move nothing, and energies are without them.  system, parameters: what the functions of the
    package make of it.  InputError says which Hamiltonian is wrong, and at which character.
    """

    def __init__(
        self,
        algebra: str,
        energy: Any,
        *noises: Any,
        size: int = 1,
        weights: Any = None,
    ) -> None:
        self.algebra, self.size = algebra, whole("size", size, 1, MOST_SIZE)
        self.d = _count(algebra, self.size)
        terms: List[float] = []
        for k, given in enumerate((energy, *noises)):
            terms += self._terms(k, given)
        if not terms:
            raise InputError("energy: all Hamiltonians are 0 or constant", "energy")
        self.system = f"polynomial-{algebra}"
        self.parameters: Dict[str, Any] = {"algebra": algebra, "terms": np.array(terms)}
        if algebra in ("su2", "so", "su", "sp"):
            self.parameters["size"] = self.size
        if weights is not None:
            self.parameters["weights"] = numbers("weights", weights)
        if noises:
            self.parameters["noises"] = len(noises)
        self.M = len(noises)

    def _repr_html_(self) -> str:
        return table(f"Hamiltonian on {self.algebra}", self._rows())

    def _rows(self) -> List[Tuple[str, Any]]:
        terms, rows, at = self.parameters["terms"], {}, 0  # type: Any, Dict[int, List[str]], int
        while at < len(terms):
            k, c, degree = int(terms[at]), float(terms[at + 1]), int(terms[at + 2])
            x = "".join(f" x{int(i)}" for i in terms[at + 3 : at + 3 + degree])
            rows.setdefault(k, []).append(f"{c:+.6g}{x}")
            at += 3 + degree
        shown = [(f"H{k}", " ".join(t[:12] + ["…"] * (len(t) > 12))) for k, t in rows.items()]
        return [("coordinates", self.d), ("noises", self.M), *shown]

    def __repr__(self) -> str:
        return f"slp.Hamiltonian({self.algebra!r}, size={self.size}, noises={self.M})"

    def _terms(self, k: int, given: Any) -> List[float]:
        """k, c, degree and coordinates from 1 of each term."""
        if isinstance(given, str):
            return self._parsed(k, given)
        if "sympy" in sys.modules and isinstance(given, sys.modules["sympy"].Expr):
            given = self._of_sympy(k, given)
        polynomial = Polynomial.of(given)
        if polynomial is None:
            raise InputError(
                f"H{k}: needs a text, a slp.Polynomial, a SymPy expression or a number, not "
                f"{given!r}",
                f"H{k}",
            )
        terms: List[float] = []
        for m, c in sorted(polynomial.terms.items(), key=lambda t: (len(t[0]), t[0])):
            if not m:
                continue
            try:
                value = c.numerator / c.denominator  # correctly rounded
            except OverflowError:
                value = float("inf")
            if not 0 < abs(value) < float("inf"):
                raise InputError(f"H{k}: the coefficient {value} of {m} in float64", f"H{k}")
            terms += [k, value, len(m), *(i + 1 for i in m)]
        return terms

    def _parsed(self, k: int, text: str) -> List[float]:
        list_, at, err = Numbers(), c_size_t(), ErrorText()
        if "\0" in text:
            raise InputError(f"H{k}: the text holds a zero byte", f"H{k}")
        try:
            check(
                ref().ref_expression_terms(
                    byref(list_),
                    byref(at),
                    k,
                    text.encode(),
                    _algebra(self.algebra),
                    self.size,
                    byref(err),
                ),
                err,
            )
            return list_.at[: list_.count] if list_.count else []
        finally:
            if list_.at:
                free(list_.at)
            leave_ref()

    def _of_sympy(self, k: int, expression: Any) -> Polynomial:
        """Each symbol is read as text, so that its names are those of texts."""
        sympy = sys.modules["sympy"]
        symbols = sorted(expression.free_symbols, key=str)
        if not symbols:
            return Polynomial()  # a constant moves nothing
        try:
            parts = sympy.Poly(expression, *symbols).terms()
        except sympy.PolynomialError as why:
            raise InputError(f"H{k}: is no polynomial: {why}", f"H{k}") from None
        coordinate = []
        for symbol in symbols:
            term = self._parsed(k, str(symbol))
            if len(term) not in (0, 4) or (term and term[2] != 1):
                raise InputError(f"H{k}: the symbol {symbol} is no coordinate", f"H{k}")
            place = Polynomial({(int(term[3]) - 1,): Fraction(term[1])}) if term else Polynomial()
            coordinate.append(place)
        total = Polynomial()
        for powers, c in parts:
            exact = Fraction(int(c.p), int(c.q)) if c.is_Rational else Fraction(float(c))
            product = Polynomial({(): exact})
            for x, power in zip(coordinate, powers):
                product = product * x**power
            total = total + product
        return total
