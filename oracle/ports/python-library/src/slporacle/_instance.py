# SPDX-License-Identifier: LGPL-3.0-or-later
"""An instance of a system with its parameters: what every function of the package computes with."""

from __future__ import annotations

import ctypes
import math
import os
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._arrays import Array, address, numbers, real, whole
from ._calls import NO_CALL, Call, Progress
from ._errors import (
    DOMAIN,
    INPUT,
    MEMORY,
    NO_CONVERGENCE,
    OK,
    STOPPED,
    UNABLE,
    UNSUPPORTED,
    InputError,
    UnsupportedError,
    error_of,
)
from ._hamiltonian import Hamiltonian
from ._handles import Handle
from ._html import table
from ._library import (
    PATH_PERIOD,
    PREC_CAP,
    PREC_MOST,
    ErrorText,
    FastEnsemble,
    FastPath,
    FastReport,
    RefCertificate,
    check,
    contract,
    fast,
    free,
    given_noise,
    leave_ref,
    ref,
)
from ._noise import U64, cut_off, warn_of_cut
from ._user_system import System

_OWN_KEYS = ("h", "x", "dw", "area", "steps", "id")


@dataclass(frozen=True)
class _Given:
    """What a call gives besides the parameters, as the library's checks left it.

    d, areas   the numbers of a state; the Levy areas of a step, 0 if none are given
    noise      (steps, M + areas): the increments of each step with its areas behind them, as the
               library takes them; None where there is none
    """

    x: Array
    h: float
    noise: Optional[Array]
    steps: int
    d: int
    areas: int


class Instance(Handle):
    """A system with its parameters and a scheme, kept for several calls.

    with slp.Instance("rigid-body", "tmk", inertia=[2, 1, 2 / 3], quad=[.1, .1, .1]) as body:
        y = body.step(x, h=2**-8, dw=dw)

    Its methods are the package's functions of the same name, without system, scheme and
    parameters.  Without a scheme it has energies and Casimirs alone.  Threads may share one.  d, M:
    the numbers of a state and of a step's increments; for spins those of the spins that `bonds`
    names, and a call goes by its x.
    """

    def __init__(
        self,
        system: Union[str, System, Hamiltonian],
        scheme: Optional[str] = None,
        /,
        **parameters: Any,
    ) -> None:
        super().__init__()
        self._open = False  # until there is something to free
        if isinstance(system, Hamiltonian):
            parameters = {**system.parameters, **parameters}
            system = system.system
        self.system, self._scheme = system, scheme
        # the library's instances by path, d and areas
        self._made: Dict[Tuple[str, int, int], c_void_p] = {}
        if not isinstance(system, (str, System)):
            raise InputError(f"system: needs a name or a slp.System, not {system!r}", "system")
        for key in _OWN_KEYS:
            if key in parameters:
                raise InputError(f"{key}: is no parameter of a system; give it to the call", key)
        self._values = [(key, _value(key, v)) for key, v in parameters.items() if v is not None]
        # a case needs a scheme; quantities of states do not depend on it
        self._any_scheme = self._first_scheme() if scheme is None else str(scheme)
        self.d, self.M = self._sizes()
        self._open = True

    def __repr__(self) -> str:
        name = self.system if isinstance(self.system, str) else self.system.name
        return f"slp.Instance({name!r}, {self._scheme!r})"

    def _repr_html_(self) -> str:
        name = self.system if isinstance(self.system, str) else self.system.name
        rows: List[Tuple[str, Any]] = [("coordinates", self.d), ("noises", self.M)]
        return table(f"{name}, {self._scheme or 'no scheme'}", [*rows, *self._values])

    def __reduce__(self) -> Any:
        return _instance_again, (self.system, self._scheme, dict(self._values))

    def _free(self) -> None:
        for (path, _, _), instance in self._made.items():
            if path == "fast":
                fast().fast_system_free(instance)
            else:
                ref().ref_system_free(instance)
                leave_ref()

    def _first_scheme(self) -> str:
        from ._tables import schemes

        return schemes(self.system)[0]

    # ---- Cases and the library's instances ------------------------------------------------------
    @contextmanager
    def _case(self, **given: Optional[Array]) -> Iterator[c_void_p]:
        """A case with the parameters and with h, x, dw, steps as given; not checked."""
        slp, err, case = contract(), ErrorText(), c_void_p()
        scheme = self._any_scheme.encode()
        if isinstance(self.system, System):
            with self.system._used():
                check(slp.slp_case_new_on(byref(case), self.system._entry, scheme, byref(err)), err)
        else:
            made = slp.slp_case_new(byref(case), self.system.encode(), scheme, byref(err))
            check(made, err)
        try:
            for key, value in [*self._values, *given.items()]:
                if isinstance(value, str):
                    status = slp.slp_case_set_text(case, key.encode(), value.encode(), byref(err))
                elif value is None:
                    continue
                else:
                    status = slp.slp_case_set(
                        case, key.encode(), address(value), value.size, byref(err)
                    )
                check(status, err)
            yield case
        finally:
            slp.slp_case_free(case)

    def _sizes(self, x: Optional[Array] = None) -> Tuple[int, int]:
        """d and M of this state, or as the parameters alone give them."""
        d, M, err = c_size_t(), c_size_t(), ErrorText()
        with self._case(x=x) as case:
            check(contract().slp_case_sizes(byref(d), byref(M), case, byref(err)), err)
        return d.value, M.value

    @contextmanager
    def _checked(
        self, x: Array, h: float, dw: Optional[Array], area: Optional[Array], steps: int
    ) -> Iterator[c_void_p]:
        """A case that has passed every check of the library, with all that it can hold."""
        if x.ndim != 1:
            raise InputError(f"x: has the shape {x.shape}, expected ({self.d},)", "x")
        err, whole_number = ErrorText(), np.array([float(steps)])
        with self._case(h=np.array([h]), steps=whole_number, x=x, dw=dw, area=area) as case:
            check(contract().slp_case_check(case, byref(err)), err)
            yield case

    def _rows(self, name: str, given: Any, steps: Optional[int], each: int) -> Any:
        """`given` as an array, and its steps; steps = None: as many as it has rows, or 1."""
        if given is None:
            return None, steps
        a = numbers(name, given)
        rows = a.shape[0] if a.ndim == 2 else 1
        if steps is None:
            steps = rows
        if a.ndim > 2 or (a.ndim == 2 and a.shape != (steps, each)):
            raise InputError(
                f"{name}: has the shape {a.shape}, expected (steps, {each}) = ({steps}, {each})",
                name,
            )
        return (a if a.size else None), steps

    def _noise(
        self, x: Array, dw: Any, area: Any, steps: Optional[int]
    ) -> Tuple[Optional[Array], Optional[Array], int]:
        """dw and area as arrays, and how many steps they are of."""
        M = self.M if x.shape == (self.d,) or x.ndim != 1 else self._sizes(x)[1]
        dw, steps = self._rows("dw", dw, steps, M)
        area, steps = self._rows("area", area, steps, M * (M - 1) // 2)
        return dw, area, 1 if steps is None else steps

    def _one(self, path: str, x: Any, h: Any, dw: Any, area: Any) -> _Given:
        """The arguments of one step, checked; the library's instance for them is there."""
        x, h = numbers("x", x), real("h", h)
        dw, area, _ = self._noise(x, dw, area, 1)
        with self._checked(x, h, dw, area, 1) as case:
            dw, M, d, areas = given_noise(case)
            noise = np.array(dw[:M]) if M else None
            given = _Given(x, h, noise, 1, d, areas)
            self._make(path, given.d, given.areas, case)
        return given

    def _make(self, path: str, d: int, areas: int, case: c_void_p) -> None:
        """The library's instance of a checked case, kept.  A user's system makes its own at each
        call."""
        if isinstance(self.system, System):
            return
        with self._lock:
            if (path, d, areas) in self._made:
                return
            made, err = c_void_p(), ErrorText()
            new = fast().fast_system_new if path == "fast" else ref().ref_system_new
            check(new(byref(made), case, byref(err)), err)
            self._made[path, d, areas] = made

    @contextmanager
    def _fast_one(self, call: Call, d: int, areas: int) -> Iterator[c_void_p]:
        """The instance of the binary64 path, whose functions report to `call`."""
        if isinstance(self.system, System):
            with self.system._used(), self.system._instance(call) as instance:
                yield instance
        else:
            yield self._made["fast", d, areas]

    def _call(self) -> Call:
        """For what calls back only where the system is the caller's own."""
        return Call() if isinstance(self.system, System) else NO_CALL

    @contextmanager
    def _ref_one(self, given: _Given) -> Iterator[Tuple[c_void_p, c_void_p]]:
        """The instance of the reference, and the scheme."""
        try:
            scheme = ref().ref_scheme_find(self._named_scheme().encode())
            if not scheme:
                raise UnsupportedError(f"scheme: the reference has no {self._scheme}", "scheme")
            yield self._made["ref", given.d, given.areas], scheme
        finally:
            leave_ref()

    def _named_scheme(self) -> str:
        if self._scheme is None:
            raise InputError("scheme: is missing; name it when the Instance is made", "scheme")
        return str(self._scheme)

    def _no_user_system(self) -> None:
        if isinstance(self.system, System):
            raise UnsupportedError(
                f"{self.system!r} has no proved steps: its functions are of binary64; in C give "
                "ref_system_from_functions a gradient and a Hessian in ball arithmetic",
                "system",
            )

    def _fast_scheme(self) -> int:
        scheme: Optional[int] = fast().fast_scheme_find(self._named_scheme().encode())
        if not scheme:
            raise UnsupportedError(f"scheme: binary64 has no {self._scheme}", "scheme")
        return scheme

    # ---- One step -------------------------------------------------------------------------------
    def step(self, x: Any, *, h: float, dw: Any = None, area: Any = None) -> Array:
        """As slp.step."""
        with self._used():
            scheme, g = self._fast_scheme(), self._one("fast", x, h, dw, area)
            y, status = np.empty(g.d), INPUT
            with self._call() as call, self._fast_one(call, g.d, g.areas) as instance:
                room = np.empty(fast().fast_step_work_size(scheme, instance))
                status = fast().fast_step(
                    address(y), None, scheme, instance, address(g.x), g.h, address(g.noise),
                    address(room),
                )  # fmt: skip
        _step_status(status, g.h, call)
        return y

    @contextmanager
    def _proved(self, x: Any, h: Any, dw: Any, area: Any) -> Iterator[Tuple[_Given, Any, Any]]:
        self._no_user_system()
        with self._used():
            self._named_scheme()
            g = self._one("ref", x, h, dw, area)
            with self._ref_one(g) as (instance, scheme):
                yield g, instance, scheme

    def enclose(
        self, x: Any, *, h: float, dw: Any = None, area: Any = None, prec: Optional[int] = None
    ) -> Tuple[Array, Array]:
        """As slp.enclose."""
        bits = 128 if prec is None else whole("prec", prec, 2, PREC_MOST)
        with self._proved(x, h, dw, area) as (g, instance, scheme):
            lo, hi, certificate = np.empty(g.d), np.empty(g.d), RefCertificate()
            while True:
                status = ref().ref_step_enclose(
                    None, None, address(lo), address(hi), byref(certificate), scheme, instance,
                    address(g.x), g.h, address(g.noise), bits,
                )  # fmt: skip
                if status != UNABLE or prec is not None or certificate.final or bits >= PREC_CAP:
                    break
                bits *= 2
        _step_status(status, g.h)
        return lo, hi

    def rounded(self, x: Any, *, h: float, dw: Any = None, area: Any = None) -> Array:
        """As slp.rounded."""
        with self._proved(x, h, dw, area) as (g, instance, scheme):
            y = np.empty(g.d)
            status = ref().ref_step_round(
                address(y), None, scheme, instance, address(g.x), g.h, address(g.noise), PREC_CAP
            )
        _step_status(status, g.h)
        return y

    def decimals(
        self, x: Any, *, h: float, dw: Any = None, area: Any = None, digits: int = 40
    ) -> List[str]:
        """As slp.decimals."""
        digits = whole("digits", digits, 1, 10**6)
        cap = PREC_CAP + 4 * digits
        with self._proved(x, h, dw, area) as (g, instance, scheme):
            texts = (c_void_p * g.d)()
            status = ref().ref_step_decimals(
                texts, None, scheme, instance, address(g.x), g.h, address(g.noise), digits, cap
            )
        _step_status(status, g.h)
        made = [ctypes.string_at(text or 0).decode() for text in texts]
        for text in texts:
            free(text)
        return made

    # ---- Many steps -----------------------------------------------------------------------------
    def path(
        self,
        x: Any,
        *,
        h: float,
        steps: Optional[int] = None,
        dw: Any = None,
        area: Any = None,
        every: int = 1,
        seed: int = 1,
        path: int = 0,
        first_step: int = 0,
        ell: float = 2,
        progress: Optional[Progress] = None,
    ) -> Array:
        """As slp.path."""
        with self._used():
            run, g = self._path_run(x, h, steps, dw, area, every, seed, path, first_step, ell)
            rows = np.empty((1 + run.steps // run.every, g.d))
            with Call(progress) as call, self._fast_one(call, g.d, g.areas) as instance:
                call.states = rows
                status, report = self._walk(rows, call, instance, run, g.x)
        if status != OK:
            _path_status(status, run, report.done, rows, call)
        return rows

    def _path_run(
        self,
        x: Any,
        h: Any,
        steps: Any,
        dw: Any,
        area: Any,
        every: Any,
        seed: Any,
        path: Any,
        first_step: Any,
        ell: Any,
    ) -> Tuple[FastPath, _Given]:
        x, h, ell = numbers("x", x), real("h", h), cut_off(ell)
        self._fast_scheme()
        given = None if steps is None else whole("steps", steps, 0, 2**53)
        dw, area, count = self._noise(x, dw, area, given)
        if dw is None and area is None and given is None:
            raise InputError("steps: is missing; say how many steps to make", "steps")
        M = self.M if x.shape == (self.d,) else self._sizes(x.ravel())[1]
        drawn = bool(M) and dw is None
        if drawn and area is not None:
            raise InputError(
                "area: is given, but dw is not; increments that are drawn have areas of their own: "
                "slp.increments(areas=...) gives both",
                "area",
            )
        if drawn and not h > 0:
            raise InputError(f"h: is {h:g}; increments are drawn over steps above 0", "h")
        if drawn and count:
            warn_of_cut(h, ell, count * M)
        noise = self._rows_of(dw, "dw", count, M), self._rows_of(area, "area", count,
                                                                 M * (M - 1) // 2)  # fmt: skip
        # the library checks one row of each: the first that is not finite, if there is one
        first = [np.zeros(M) if drawn else None, None]
        for i, a in enumerate(noise):
            if a is not None and len(a):
                bad = np.flatnonzero(~np.isfinite(a).all(axis=1))
                first[i] = a[bad[0] if bad.size else 0]
        with self._checked(x, h, first[0], first[1], 1) as case:
            _, _, d, areas = given_noise(case)
            self._make("fast", d, areas, case)
        woven = noise[0]
        if areas:
            woven = np.ascontiguousarray(np.hstack([a for a in noise if a is not None]))
        run = FastPath(
            h=h, steps=count, every=whole("every", every, 1, U64), dW=address(woven),
            seed=whole("seed", seed, 0, U64), path=whole("path", path, 0, U64),
            first_step=whole("first_step", first_step, 0, U64), ell=ell,
        )  # fmt: skip
        return run, _Given(x, h, woven, count, d, areas)

    def _rows_of(self, a: Optional[Array], name: str, steps: int, each: int) -> Optional[Array]:
        if a is None:
            return None
        if a.size != steps * each:
            raise InputError(
                f"{name}: has {a.size} numbers, expected steps*{each} = {steps * each}", name
            )
        return a.reshape(steps, each)

    def _walk(
        self, rows: Array, call: Call, instance: c_void_p, run: FastPath, x: Array
    ) -> Tuple[int, FastReport]:
        run.progress, report = call.progress, FastReport()
        status = fast().fast_path_run(
            address(rows), byref(report), self._fast_scheme(), instance, address(x), byref(run)
        )
        return status, report

    def _path_with_end(
        self,
        x: Any,
        *,
        h: float,
        steps: int,
        every: int,
        seed: int,
        path: int,
        first_step: int,
        ell: float,
        progress: Optional[Progress],
    ) -> Array:
        """The rows of `slp simulate`: every `every` steps, and the last.  A path on matrices may be
        taken up from its state only at multiples of PATH_PERIOD.  So the steps after the last row
        that is such a multiple are made in pieces of that length."""
        with self._used():
            run, g = self._path_run(x, h, steps, None, None, every, seed, path, first_step, ell)
            return self._walk_with_end(run, g, progress)

    def _walk_with_end(self, run: FastPath, g: _Given, progress: Optional[Progress]) -> Array:
        x = g.x
        kept, total = run.steps // run.every, run.steps
        rows = np.full((1 + kept + (total % run.every != 0), g.d), np.nan)
        whole_part = total
        if total % run.every:
            whole_part -= total % (run.every * PATH_PERIOD // math.gcd(run.every, PATH_PERIOD))
        done = whole_part
        with Call(progress) as call, self._fast_one(call, g.d, 0) as instance:
            call.total, call.states, run.steps = total, rows, whole_part
            status, report = self._walk(rows, call, instance, run, x)
            last = rows[whole_part // run.every].copy() if status == OK else x
            while status == OK and done < total:
                count = min(PATH_PERIOD, total - done)
                piece = FastPath(h=run.h, steps=count, every=1, seed=run.seed, path=run.path,
                                 first_step=run.first_step + done, ell=run.ell)  # fmt: skip
                states = np.empty((1 + count, g.d))
                call.offset = done
                status, report = self._walk(states, call, instance, piece, last)
                for s in range(1, report.done + 1):
                    if (done + s) % run.every == 0:
                        rows[(done + s) // run.every] = states[s]
                done, last = done + count, states[count].copy()
            if status == OK and done:
                rows[-1] = last
        if status != OK:
            _path_status(status, run, call.offset + report.done, rows, call)
        return rows

    def ensemble(
        self,
        x: Any,
        *,
        h: float,
        steps: Optional[int] = None,
        dw: Any = None,
        every: Optional[int] = None,
        observe: Union[None, str, Sequence[str]] = None,
        seed: int = 1,
        first_path: int = 0,
        first_step: int = 0,
        ell: float = 2,
        threads: Optional[int] = None,
        progress: Optional[Progress] = None,
        area: Any = None,
    ) -> Any:
        """As slp.ensemble."""
        if area is not None:
            raise UnsupportedError(
                "area: an ensemble takes no Levy areas; take slp.path with dw and area for each "
                "path",
                "area",
            )
        x, h, ell = numbers("x", x), real("h", h), cut_off(ell)
        scheme = self._fast_scheme()
        if x.ndim != 2:
            raise InputError(f"x: has the shape {x.shape}, expected (paths, d = {self.d})", "x")
        asked = [observe] if isinstance(observe, str) else list(observe or [])
        for name in asked:
            if name not in ("energy", "casimirs"):
                raise InputError(f"observe: {name!r} is neither 'energy' nor 'casimirs'", "observe")
        given = None if dw is None else self._given_to_all(dw, x, steps)
        if given is None and steps is None:
            raise InputError("steps: is missing; say how many steps to make", "steps")
        total = len(given) if given is not None else whole("steps", steps, 0, 2**53)
        size = (total or 1) if every is None else whole("every", every, 1, 2**53)
        run = FastEnsemble(
            paths=x.shape[0], seed=whole("seed", seed, 0, U64),
            first_path=whole("first_path", first_path, 0, U64), h=h,
            ell=ell if given is None else 0,
            first_step=whole("first_step", first_step, 0, U64), threads=self._threads(threads),
            scheme=scheme,
        )  # fmt: skip
        states = np.array(x.T, order="C")  # coordinate i of path p at states[i, p]
        t = (run.first_step + np.arange(0, total + 1, size)) * h
        rows = _Rows(self, asked, every is not None)
        if x.shape[0] and total:
            self._advance(states, x, run, total, size, given, rows, progress)
        elif x.shape[0]:
            rows.add(states.T)
        return rows.result(states.T, t)

    def _given_to_all(self, dw: Any, x: Array, steps: Optional[int]) -> Array:
        """Increments (paths, steps, M) as a kernel reads them: (steps, M, paths)."""
        dw = numbers("dw", dw)
        M = self.M if x.shape[1] == self.d else self._sizes(x[0])[1]
        count = dw.shape[1] if dw.ndim == 3 and steps is None else steps
        if dw.shape != (x.shape[0], count, M):
            raise InputError(
                f"dw: has the shape {dw.shape}, expected (paths, steps, M) = ({x.shape[0]}, "
                f"{'steps' if count is None else count}, {M})",
                "dw",
            )
        if not np.isfinite(dw).all():
            raise InputError("dw: has a number that is not finite", "dw")
        return np.ascontiguousarray(dw.transpose(1, 2, 0))

    def _advance(
        self,
        states: Array,
        x: Array,
        run: FastEnsemble,
        total: int,
        size: int,
        given: Optional[Array],
        rows: "_Rows",
        progress: Optional[Progress],
    ) -> None:
        """Moves the states by `total` steps; a row after each `size` steps."""
        with self._used():
            d, M = self._check_each(x, run.h)
            if M and given is None and not run.h > 0:
                raise InputError(f"h: is {run.h:g}; increments are drawn over steps above 0", "h")
            if M and given is None:
                warn_of_cut(run.h, run.ell, total * run.paths * M)
            rows.add(x)
            report, first, status, done = FastReport(), run.first_step, OK, 0
            with Call(progress) as call, self._fast_one(call, d, 0) as instance:
                run.progress, call.total = call.progress, total
                while status == OK and done < total:
                    run.steps, run.first_step = min(size, total - done), first + done
                    call.offset = done
                    noise = None if given is None else address(given[done : done + run.steps])
                    status = fast().fast_ensemble_follow(
                        address(states), byref(report), instance, byref(run), noise, 0
                    )
                    done += run.steps
                    if status == OK and run.steps == size:
                        rows.add(states.T)
                report.done += call.offset
        if status != OK:
            _ensemble_status(status, run, report, states.T, call)

    def _threads(self, threads: Optional[int]) -> int:
        if threads is not None:
            return whole("threads", threads, 1, 4096)
        if isinstance(self.system, System):  # its functions hold Python's lock
            return 1
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:
            return os.cpu_count() or 1

    def _check_each(self, x: Array, h: float) -> Tuple[int, int]:
        """Checks the states of an ensemble: all where the system says which states are its own.
        d and M."""
        d, M = self._sizes(x[0]) if x.shape[1] != self.d else (self.d, self.M)
        dw, err = np.zeros(M) if M else None, ErrorText()
        bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
        path = int(bad[0]) if bad.size else 0
        try:
            with self._checked(x[path], h, dw, None, 1) as case:
                self._make("fast", d, 0, case)
                slp = contract()
                each = slp.slp_system_tests_states(slp.slp_case_system(case))
                for path, row in enumerate(x) if each else ():
                    set_x = contract().slp_case_set(case, b"x", address(row), d, byref(err))
                    check(set_x, err)
                    check(contract().slp_case_check(case, byref(err)), err)
        except InputError as why:
            if why.field != "x":
                raise
            raise InputError(f"{why} (path {path} of {len(x)}, from 0)", "x") from None
        return d, M

    # ---- Quantities -----------------------------------------------------------------------------
    def energy(self, x: Any) -> Any:
        """As slp.energy."""
        energies, _ = self._quantities(x, True, False)
        return energies if energies.ndim else float(energies)

    def casimirs(self, x: Any) -> Array:
        """As slp.casimirs."""
        return self._quantities(x, False, True)[1]

    def _quantities(self, given: Any, energy: bool, casimirs: bool) -> Tuple[Array, Array]:
        """Energies and Casimirs of states (..., d), as far as they are asked for."""
        with self._states(given) as (x, call, instance):
            each = x.shape[:-1]
            energies = np.empty(each)
            values = np.empty((*each, fast().fast_casimir_count(instance)))
            status = fast().fast_quantities(
                address(energies) if energy else None, address(values) if casimirs else None,
                instance, address(x), energies.size,
            )  # fmt: skip
            if status != OK:
                raise error_of(status, "the Casimirs were not computed")
        return energies, values

    @contextmanager
    def _states(self, given: Any) -> Iterator[Tuple[Array, Call, c_void_p]]:
        """States (..., d), and the instance whose functions report to the call."""
        x = numbers("x", given)
        d = x.shape[-1] if x.ndim else 0
        with self._used():
            if d == 0 or (d != self.d and self._sizes(np.zeros(d))[0] != d):
                raise InputError(f"x: has the shape {x.shape}, expected (..., d = {self.d})", "x")
            with self._case(x=None if d == self.d else np.zeros(d)) as case:
                self._make("fast", d, 0, case)
            with self._call() as call, self._fast_one(call, d, 0) as instance:
                yield x, call, instance


class _Rows:
    """What is kept of an ensemble at each row: its states, or quantities of them, or neither."""

    def __init__(self, instance: Instance, asked: List[str], states: bool) -> None:
        self._instance, self._asked = instance, asked
        self._states: Optional[List[Array]] = [] if states and not asked else None
        self._seen: Dict[str, List[Array]] = {name: [] for name in asked}

    def add(self, x: Array) -> None:
        if self._states is not None:
            self._states.append(np.array(x, order="C"))
        for name in self._asked:
            self._seen[name].append(getattr(self._instance, name)(np.ascontiguousarray(x)))

    def result(self, last: Array, t: Array) -> Any:
        if self._states is not None:
            return np.array(self._states).reshape((len(self._states),) + last.shape)
        if not self._asked:
            return last
        return {"t": t, "x": last, **{name: np.array(v) for name, v in self._seen.items()}}


def _instance_again(
    system: Union[str, System], scheme: Optional[str], parameters: Dict[str, Any]
) -> Instance:
    return Instance(system, scheme, **parameters)


def _value(key: str, value: Any) -> Union[str, Array]:
    return value if isinstance(value, str) else numbers(key, value).ravel()


def _word(status: int) -> str:
    return str(contract().slp_status_word(status).decode())


_DOMAIN = "a number is not finite, or the state is outside the system's domain"


def _why(status: int, call: Optional[Call]) -> str:
    """What a step that failed with this status says, with the remedy."""
    if status == DOMAIN:
        return call.outside if call and call.outside else _DOMAIN
    return f"{_word(status)}; try a smaller h"


def _step_status(status: int, h: float, call: Optional[Call] = None) -> None:
    if status == OK:
        return
    if status == UNABLE:
        raise error_of(status, f"no proof of the step with h = {h:g}; try a smaller h")
    if status == UNSUPPORTED:
        raise error_of(status, "this path does not have this system, scheme or pair")
    raise error_of(status, f"the step ended with {_why(status, call)}")


def _path_status(
    status: int, run: FastPath, done: int, rows: Optional[Array], call: Optional[Call] = None
) -> None:
    if status == STOPPED:
        raise error_of(status, f"stopped by `progress` after step {done}", None, rows)
    if status in (MEMORY, INPUT, UNSUPPORTED):
        raise error_of(status, f"the path ended with {_word(status)}", None, rows)
    raise error_of(
        status,
        f"step {done + 1}, to t = {(run.first_step + done + 1) * run.h:g}, ended with "
        f"{_why(status, call)}",
        None,
        rows,
    )


def _ensemble_status(
    status: int, run: FastEnsemble, report: FastReport, states: Array, call: Optional[Call] = None
) -> None:
    if status == STOPPED:
        raise error_of(status, f"stopped by `progress` after step {report.done}", None, states)
    if status == NO_CONVERGENCE:
        first = np.flatnonzero(np.isnan(states).any(axis=1))
        which = f", the first of them path {first[0]} (from 0)" if first.size else ""
        reason = f"{call.outside}; or " if call and call.outside else ""
        raise error_of(
            status,
            f"{report.failed} of {run.paths} paths did not converge{which}; their states are NaN "
            f"in `states` of this exception; {reason}try a smaller h",
            None,
            states,
        )
    if status == UNSUPPORTED and not fast().fast_kernel_name():
        raise error_of(
            status,
            f"SLP_KERNEL is {os.environ.get('SLP_KERNEL')}: this processor has no such "
            "kernel; unset it",
        )
    raise error_of(status, f"the ensemble ended with {_why(status, call)}", None, states)
