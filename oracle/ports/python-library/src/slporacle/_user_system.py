# SPDX-License-Identifier: LGPL-3.0-or-later
"""A Hamiltonian of one's own, as functions of Python."""

from __future__ import annotations

import ctypes
import itertools
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_void_p
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Union

import numpy as np

from ._arrays import Array, address, numbers, whole
from ._calls import Call
from ._errors import InputError
from ._handles import Handle
from ._library import (
    CasimirsCallback,
    EnergyCallback,
    ErrorText,
    FastFunctions,
    GradientCallback,
    check,
    contract,
    fast,
)

ALGEBRAS = {"so3": 1, "son": 2, "su2n": 4, "sun": 8, "se3": 16, "vector": 32, "sp": 64}

Gradient = Callable[[int, Array], Any]
OfState = Callable[[Array], Any]


class System(Handle):
    """A system with Hamiltonians H_0, ..., H_M of one's own, in binary64.

    It moves by  dx = ad*_{grad H_0(x)} x dt + sum_k ad*_{grad H_k(x)} x o dW_k  on the dual of a
    Lie algebra, whose coordinates are those of `slp_user_system_new` in case.h.

    name       of the system, in messages; none of slp.systems()
    algebra    "so3", "se3", "vector" (q, p), "son", "su2n", "sun" or "sp"
    n          rows of the matrices on "son", "sun", "sp"; copies on "su2n"
    gamma      on "su2n": n weights of the pairing, not 0; left out: all 1
    noises     M, the Hamiltonians that noise multiplies
    gradient   gradient(k, x) -> d plain partial derivatives of H_k at x (d numbers, read-only);
               k = 0 for H_0, 1 to M for the noises'
    energy     energy(x) -> H_0(x); without it slp.energy gives NaN
    casimirs   a function of x, or several: each gives one number

    Use it wherever a system's name stands, but not where a proof is asked for (enclose, judge):
    those need Hamiltonians in ball arithmetic, which C gives (ref_system_from_functions).  What a
    function raises, the call raises.  Functions run under Python's lock, so more threads make an
    ensemble of it no faster.  close() frees it; so does the end of the object.
    """

    def __init__(
        self,
        name: str,
        algebra: str,
        *,
        n: int = 0,
        gamma: Any = None,
        noises: int = 0,
        gradient: Gradient,
        energy: Optional[OfState] = None,
        casimirs: Union[None, OfState, Sequence[OfState]] = None,
    ) -> None:
        super().__init__()
        self._open = False  # until there is something to free
        self.name = str(name)
        if algebra not in ALGEBRAS:
            raise InputError(
                f"algebra: unknown algebra {algebra!r}; it is one of {', '.join(ALGEBRAS)}",
                "algebra",
            )
        listed = [casimirs] if callable(casimirs) else list(casimirs or [])
        for about, function in [("gradient", gradient), *(("casimirs", c) for c in listed)]:
            if not callable(function):
                raise InputError(f"{about}: needs a function, not {function!r}", about)
        if energy is not None and not callable(energy):
            raise InputError(f"energy: needs a function, not {energy!r}", "energy")
        self._gradient, self._energy, self._casimirs = gradient, energy, listed
        weights = None if gamma is None else numbers("gamma", gamma).ravel()
        self._made_of = (self.name, algebra, n, weights, noises, gradient, energy, casimirs)
        n = whole("n", n, 0, 2**31 - 1)
        if weights is not None and weights.size != n:
            raise InputError(f"gamma: has {weights.size} numbers, expected n = {n}", "gamma")
        slp, err = contract(), ErrorText()
        self._slp, self._entry = slp, c_void_p()
        check(
            slp.slp_user_system_new(
                byref(self._entry),
                self.name.encode(),
                ALGEBRAS[algebra],
                n,
                address(weights),
                whole("noises", noises, 0, 2**31 - 1),
                byref(err),
            ),
            err,
        )
        self._open = True
        self.d, self.M = self._sizes()
        self._calls: Dict[int, Call] = {}
        self._tokens = itertools.count(1)
        # kept here: the library holds no reference to them
        self._callbacks = (
            GradientCallback(self._give_gradient),
            EnergyCallback(self._give_energy) if energy else EnergyCallback(),
            CasimirsCallback(self._give_casimirs) if listed else CasimirsCallback(),
        )

    def __repr__(self) -> str:
        return f"slp.System({self.name!r})"

    def __reduce__(self) -> Any:
        return _system_again, self._made_of

    def check_gradient(self, x: Any, *, tolerance: float = 1e-6) -> Array:
        """Compares gradient(0, x) with differences of `energy` at a state x, d numbers.

        Each derivative is that of the parabola through energies at x, in steps of 1e-4 max |x_i|,
        extrapolated once (error of fourth order).  Returns gradient - differences, d numbers.
        InputError, with the coordinate and both numbers, where one is off by more than `tolerance`
        of the largest derivative; also without `energy`, and where either is not finite.
        """
        if self._energy is None:
            raise InputError("energy: is missing; without it there is nothing to compare", "energy")
        at = np.array(numbers("x", x))
        if at.shape != (self.d,):
            raise InputError(f"x: has the shape {at.shape}, expected ({self.d},)", "x")
        given = numbers("gradient", self._gradient(0, at.copy()))
        if given.shape != (self.d,):
            raise InputError(
                f"gradient: gave an array of shape {given.shape}, expected ({self.d},)", "gradient"
            )
        unit = 1e-4 * (float(np.abs(at).max()) or 1.0)
        found = np.empty(self.d)
        for i in range(self.d):
            slopes = [self._slope(at, i, step) for step in (unit, unit / 2)]
            found[i] = (4 * slopes[1] - slopes[0]) / 3
        off = given - found
        allowed = tolerance * max(float(np.abs(found).max()), float(np.abs(given).max()))
        wrong = np.flatnonzero(~(np.abs(off) <= allowed))
        if wrong.size:
            i = int(wrong[np.argmax(np.nan_to_num(np.abs(off[wrong]), nan=np.inf))])
            raise InputError(
                f"gradient: of H_0 in coordinate {i + 1} is {given[i]:.10g}, but the energy "
                f"changes by {found[i]:.10g} per unit; {wrong.size} of {self.d} are off",
                "gradient",
            )
        return np.asarray(off)

    def _slope(self, x: Array, i: int, step: float) -> float:
        up, down = x.copy(), x.copy()
        up[i] += step
        down[i] -= step
        assert self._energy is not None
        values = [numbers("energy", self._energy(state)) for state in (up, down)]
        if any(v.size != 1 for v in values):
            raise InputError(f"energy: gave {values[0].size} numbers, expected 1", "energy")
        return float((values[0] - values[1]).reshape(())) / float(up[i] - down[i])

    def _free(self) -> None:
        self._slp.slp_user_system_free(self._entry)

    def _sizes(self) -> List[int]:
        """d and M."""
        for i in itertools.count():
            scheme = self._slp.slp_scheme_at(i)
            if not scheme:
                raise InputError(f"{self.name}: no scheme applies to it", "algebra")
            if self._slp.slp_pair_makes_sense(self._entry, scheme, None):
                break
        err, case, d, M = ErrorText(), c_void_p(), c_size_t(), c_size_t()
        name = self._slp.slp_scheme_name(scheme)
        check(self._slp.slp_case_new_on(byref(case), self._entry, name, byref(err)), err)
        try:
            check(self._slp.slp_case_sizes(byref(d), byref(M), case, byref(err)), err)
        finally:
            self._slp.slp_case_free(case)
        return [d.value, M.value]

    @contextmanager
    def _instance(self, call: Call) -> Iterator[c_void_p]:
        """The library's instance for one call, whose functions report to `call`."""
        token, err, instance = next(self._tokens), ErrorText(), c_void_p()
        functions = FastFunctions(
            self._callbacks[0], self._callbacks[1], len(self._casimirs), self._callbacks[2], token
        )
        check(
            fast().fast_system_from_functions(
                byref(instance), self._entry, byref(functions), byref(err)
            ),
            err,
        )
        self._calls[token] = call
        try:
            yield instance
        finally:
            fast().fast_system_free(instance)
            del self._calls[token]

    # ---- What the library calls, in any thread --------------------------------------------------
    def _state(self, x: int) -> Array:
        """A copy, which the caller's function may keep; read-only."""
        return np.frombuffer(ctypes.string_at(x, 8 * self.d))

    def _give(
        self, at: int, count: int, token: int, function: Callable[..., Array], *arguments: Any
    ) -> None:
        call = self._calls[token]
        values = None if call.failed else call.run(function, *arguments)
        if values is None:  # the call then ends soon, and raises
            values = np.full(count, np.nan)
        ctypes.memmove(at, values.tobytes(), 8 * count)

    def _give_gradient(self, g: int, k: int, x: int, token: int) -> None:
        self._give(g, self.d, token, self._checked_gradient, k, x, token)

    def _give_energy(self, x: int, token: int) -> float:
        value = self._calls[token].run(self._checked_number, "energy", self._energy, x)
        return float("nan") if value is None else value

    def _give_casimirs(self, values: int, x: int, token: int) -> None:
        self._give(values, len(self._casimirs), token, self._checked_casimirs, x)

    def _checked_gradient(self, k: int, x: int, token: int) -> Array:
        state = self._state(x)
        g = numbers("gradient", self._gradient(k, state))
        if g.shape != (self.d,):
            raise InputError(
                f"gradient: gave an array of shape {g.shape}, expected ({self.d},)", "gradient"
            )
        bad = np.flatnonzero(~np.isfinite(g))
        if bad.size and np.isfinite(state).all():
            self._calls[token].outside = (
                f"gradient({k}, x) gave {g[bad[0]]} in coordinate {bad[0] + 1} at x = "
                f"{np.array2string(state, separator=', ', threshold=12)}"
            )
        return g

    def _checked_number(self, about: str, function: OfState, x: int) -> float:
        value = numbers(about, function(self._state(x)))
        if value.size != 1:
            raise InputError(f"{about}: gave {value.size} numbers, expected 1", about)
        return float(value.reshape(()))

    def _checked_casimirs(self, x: int) -> Array:
        return np.array([self._checked_number("casimirs", c, x) for c in self._casimirs])


def _system_again(
    name: str,
    algebra: str,
    n: int,
    gamma: Optional[Array],
    noises: int,
    gradient: Gradient,
    energy: Optional[OfState],
    casimirs: Union[None, OfState, Sequence[OfState]],
) -> System:
    return System(
        name, algebra, n=n, gamma=gamma, noises=noises, gradient=gradient, energy=energy,
        casimirs=casimirs,
    )  # fmt: skip
