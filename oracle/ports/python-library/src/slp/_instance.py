"""An instance of a system with its parameters: what every function of the package computes with."""

from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_void_p
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np

from ._arrays import Array, address, numbers, real, whole
from ._calls import NO_CALL, Call, Progress
from ._errors import INPUT, OK, UNABLE, UNSUPPORTED, Error, InputError, UnsupportedError, error_of
from ._handles import Handle
from ._library import (
    PATH_PERIOD,
    PREC_CAP,
    CaseEntry,
    ErrorText,
    FastEnsemble,
    FastPath,
    FastReport,
    RefCertificate,
    check,
    contract,
    fast,
    free,
    leave_ref,
    ref,
)
from ._noise import U64
from ._user_system import System

_OWN_KEYS = ("h", "x", "dw", "steps", "id")


class Instance(Handle):
    """A system with its parameters and a scheme, kept for several calls.

    with slp.Instance("rigid-body", "tmk", inertia=[2, 1, 2 / 3], quad=[.1, .1, .1]) as body:
        y = body.step(x, h=2**-8, dw=dw)

    Its methods are the package's functions of the same name, without system, scheme and
    parameters.  Threads may share one.  d, M: the numbers of a state and of a step's increments.
    """

    def __init__(
        self, system: Union[str, System], scheme: Optional[str] = None, /, **parameters: Any
    ) -> None:
        super().__init__()
        self._open = False  # until there is something to free
        self.system, self._scheme = system, scheme
        self._fast, self._ref = c_void_p(), c_void_p()
        if not isinstance(system, (str, System)):
            raise InputError(f"system: needs a name or a slp.System, not {system!r}", "system")
        for key in _OWN_KEYS:
            if key in parameters:
                raise InputError(f"{key}: is no parameter of a system; give it to the call", key)
        self._values = [(key, _value(key, v)) for key, v in parameters.items() if v is not None]
        if scheme is None:
            self._scheme = self._first_scheme()
        with self._case() as case:
            d, M, err = c_size_t(), c_size_t(), ErrorText()
            check(contract().slp_case_sizes(byref(d), byref(M), case, byref(err)), err)
            self.d, self.M = d.value, M.value
        self._open = True

    def __repr__(self) -> str:
        name = self.system if isinstance(self.system, str) else self.system.name
        return f"slp.Instance({name!r}, {self._scheme!r})"

    def _free(self) -> None:
        if self._fast:
            fast().fast_system_free(self._fast)
        if self._ref:
            ref().ref_system_free(self._ref)
            leave_ref()

    def _first_scheme(self) -> str:
        from ._tables import schemes

        return schemes(self.system)[0]

    # ---- Cases and the library's instances ------------------------------------------------------
    @contextmanager
    def _case(self, **given: Optional[Array]) -> Iterator[c_void_p]:
        """A case with the parameters and with h, x, dw, steps as given; not checked."""
        slp, err, case = contract(), ErrorText(), c_void_p()
        scheme = str(self._scheme).encode()
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

    def _check(self, x: Array, h: float, dw: Optional[Array], steps: int = 1) -> None:
        """Every check that the library makes of a case.  InputError."""
        with self._checked(x, h, dw, steps):
            pass

    @contextmanager
    def _checked(
        self, x: Array, h: float, dw: Optional[Array], steps: int = 1
    ) -> Iterator[c_void_p]:
        if x.ndim != 1:
            raise InputError(f"x: has the shape {x.shape}, expected ({self.d},)", "x")
        err = ErrorText()
        whole_number = np.array([float(steps)])
        with self._case(h=np.array([h]), steps=whole_number, x=x, dw=dw) as case:
            check(contract().slp_case_check(case, byref(err)), err)
            yield case

    def _increments(self, dw: Any, steps: Optional[int]) -> Tuple[Optional[Array], int]:
        """dw as (steps, M) and its steps; steps = None: as many as dw has rows, or 1."""
        if dw is None:
            return None, 1 if steps is None else steps
        a = numbers("dw", dw)
        rows = a.shape[0] if a.ndim == 2 else 1
        if steps is None:
            steps = rows
        if a.ndim > 2 or (a.ndim == 2 and a.shape != (steps, self.M)):
            raise InputError(
                f"dw: has the shape {a.shape}, expected (steps, M) = ({steps}, {self.M})", "dw"
            )
        return (a if a.size else None), steps

    @contextmanager
    def _fast_one(self, call: Call) -> Iterator[c_void_p]:
        """The instance of the binary64 path, whose functions report to `call`."""
        with self._used():
            if isinstance(self.system, System):
                with self.system._used(), self.system._instance(call) as instance:
                    yield instance
                return
            with self._lock:
                if not self._fast:
                    err = ErrorText()
                    with self._case() as case:
                        check(fast().fast_system_new(byref(self._fast), case, byref(err)), err)
            yield self._fast

    def _call(self) -> Call:
        """For what calls back only where the system is the caller's own."""
        return Call() if isinstance(self.system, System) else NO_CALL

    @contextmanager
    def _ref_one(self) -> Iterator[Tuple[c_void_p, c_void_p]]:
        """The instance of the reference, and the scheme."""
        self._no_user_system()
        with self._used():
            try:
                with self._lock:
                    if not self._ref:
                        err = ErrorText()
                        with self._case() as case:
                            check(ref().ref_system_new(byref(self._ref), case, byref(err)), err)
                scheme = ref().ref_scheme_find(str(self._scheme).encode())
                if not scheme:
                    raise UnsupportedError(f"scheme: the reference has no {self._scheme}", "scheme")
                yield self._ref, scheme
            finally:
                leave_ref()

    def _no_user_system(self) -> None:
        if isinstance(self.system, System):
            raise UnsupportedError(
                f"{self.system!r} has no proved steps: its functions are of binary64; in C give "
                "ref_system_from_functions a gradient and a Hessian in ball arithmetic",
                "system",
            )

    def _fast_scheme(self) -> int:
        scheme: Optional[int] = fast().fast_scheme_find(str(self._scheme).encode())
        if not scheme:
            raise UnsupportedError(f"scheme: binary64 has no {self._scheme}", "scheme")
        return scheme

    # ---- One step -------------------------------------------------------------------------------
    def step(self, x: Any, *, h: float, dw: Any = None) -> Array:
        """As slp.step."""
        x, h = numbers("x", x), real("h", h)
        with self._used():
            dw, _ = self._increments(dw, 1)
            self._check(x, h, dw)
        scheme, y, status = self._fast_scheme(), np.empty(self.d), INPUT
        with self._call() as call, self._fast_one(call) as instance:
            room = np.empty(fast().fast_step_room(scheme, instance))
            status = fast().fast_step(
                address(y), None, scheme, instance, address(x), h, address(dw), address(room)
            )
        _step_status(status, h)
        return y

    def enclose(
        self, x: Any, *, h: float, dw: Any = None, prec: Optional[int] = None
    ) -> Tuple[Array, Array]:
        """As slp.enclose."""
        x, h = numbers("x", x), real("h", h)
        bits = 128 if prec is None else whole("prec", prec, 2, 2**31 - 1)
        with self._used():
            dw, _ = self._increments(dw, 1)
            self._check(x, h, dw)
        lo, hi, certificate = np.empty(self.d), np.empty(self.d), RefCertificate()
        with self._ref_one() as (instance, scheme):
            while True:
                status = ref().ref_step_enclose(
                    None, None, address(lo), address(hi), byref(certificate), scheme, instance,
                    address(x), h, address(dw), bits,
                )  # fmt: skip
                if status != UNABLE or prec is not None or certificate.final or bits >= PREC_CAP:
                    break
                bits *= 2
        _step_status(status, h)
        return lo, hi

    def rounded(self, x: Any, *, h: float, dw: Any = None) -> Array:
        """As slp.rounded."""
        x, h = numbers("x", x), real("h", h)
        with self._used():
            dw, _ = self._increments(dw, 1)
            self._check(x, h, dw)
        y = np.empty(self.d)
        with self._ref_one() as (instance, scheme):
            status = ref().ref_step_round(
                address(y), None, scheme, instance, address(x), h, address(dw), PREC_CAP
            )
        _step_status(status, h)
        return y

    def decimals(self, x: Any, *, h: float, dw: Any = None, digits: int = 40) -> List[str]:
        """As slp.decimals."""
        x, h = numbers("x", x), real("h", h)
        digits = whole("digits", digits, 1, 10**6)
        with self._used():
            dw, _ = self._increments(dw, 1)
            self._check(x, h, dw)
        cap = PREC_CAP + 4 * digits
        texts = (c_void_p * self.d)()
        with self._ref_one() as (instance, scheme):
            status = ref().ref_step_decimals(
                texts, None, scheme, instance, address(x), h, address(dw), digits, cap
            )
        _step_status(status, h)
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
        every: int = 1,
        seed: int = 1,
        path: int = 0,
        first_step: int = 0,
        ell: float = 2,
        progress: Optional[Progress] = None,
    ) -> Array:
        """As slp.path."""
        run, x, dw = self._path_run(x, h, steps, dw, every, seed, path, first_step, ell)
        rows = np.empty((1 + run.steps // run.every, self.d))
        with Call(progress) as call, self._fast_one(call) as instance:
            status, report = self._walk(rows, call, instance, run, x)
        if status != OK:
            _path_status(status, run, report.done, rows)
        return rows

    def _path_run(
        self,
        x: Any,
        h: Any,
        steps: Any,
        dw: Any,
        every: Any,
        seed: Any,
        path: Any,
        first_step: Any,
        ell: Any,
    ) -> Tuple[FastPath, Array, Optional[Array]]:
        x, h, ell = numbers("x", x), real("h", h), real("ell", ell)
        given = None if steps is None else whole("steps", steps, 0, 2**53)
        with self._used():
            dw, count = self._increments(dw, given)
            if dw is None and given is None:
                raise InputError("steps: is missing; say how many steps to make", "steps")
            if dw is not None and dw.size != count * self.M:
                raise InputError(
                    f"dw: has {dw.size} numbers, expected steps*M = {count * self.M}", "dw"
                )
            row = np.zeros(self.M) if self.M else None
            if dw is not None:  # a row that is not finite, for the library to refuse
                row = dw.reshape(-1, max(1, self.M))
                bad = np.flatnonzero(~np.isfinite(row).all(axis=1))
                row = row[bad[0] if bad.size else 0]
            self._check(x, h, row)
        run = FastPath(
            h=h, steps=count, every=whole("every", every, 1, U64), dW=address(dw),
            seed=whole("seed", seed, 0, U64), path=whole("path", path, 0, U64),
            first_step=whole("first_step", first_step, 0, U64), ell=ell,
        )  # fmt: skip
        return run, x, dw

    def _walk(
        self, rows: Array, call: Call, instance: c_void_p, run: FastPath, x: Array
    ) -> Tuple[int, FastReport]:
        run.progress, report = call.progress, FastReport()
        status = fast().fast_path_run(
            address(rows), byref(report), self._fast_scheme(), instance, address(x), byref(run)
        )
        return status, report

    def _path_with_end(
        self, x: Any, *, h: float, steps: int, every: int, seed: int, progress: Optional[Progress]
    ) -> Array:
        """The rows of `slp simulate`: every `every` steps, and the last.  A path on matrices may be
        taken up from its state only at multiples of PATH_PERIOD.  So the steps after the last row
        that is such a multiple are made in pieces of that length."""
        run, x, _ = self._path_run(x, h, steps, None, every, seed, 0, 0, 2)
        kept, total = run.steps // run.every, run.steps
        rows = np.empty((1 + kept + (total % run.every != 0), self.d))
        whole_part = (
            total
            if total % run.every == 0
            else (total - total % _least_common(run.every, PATH_PERIOD))
        )
        done = whole_part
        with Call(progress) as call, self._fast_one(call) as instance:
            call.total, run.steps = total, whole_part
            status, report = self._walk(rows, call, instance, run, x)
            last = rows[whole_part // run.every].copy() if status == OK else x
            while status == OK and done < total:
                count = min(PATH_PERIOD, total - done)
                piece = FastPath(h=run.h, steps=count, every=1, seed=run.seed, first_step=done,
                                 ell=run.ell)  # fmt: skip
                states = np.empty((1 + count, self.d))
                call.offset = done
                status, report = self._walk(states, call, instance, piece, last)
                for s in range(1, count + 1):
                    if (done + s) % run.every == 0:
                        rows[(done + s) // run.every] = states[s]
                done, last = done + count, states[count].copy()
            rows[-1] = last if done else rows[-1]
        if status != OK:
            _path_status(status, run, call.offset + report.done, None)
        return rows

    def ensemble(
        self,
        x: Any,
        *,
        h: float,
        steps: int,
        seed: int = 1,
        first_path: int = 0,
        first_step: int = 0,
        ell: float = 2,
        threads: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> Array:
        """As slp.ensemble."""
        x, h = numbers("x", x), real("h", h)
        if x.ndim != 2 or x.shape[1] != self.d:
            raise InputError(f"x: has the shape {x.shape}, expected (paths, d = {self.d})", "x")
        run = FastEnsemble(
            paths=x.shape[0], seed=whole("seed", seed, 0, U64),
            first_path=whole("first_path", first_path, 0, U64), h=h, ell=real("ell", ell),
            first_step=whole("first_step", first_step, 0, U64),
            steps=whole("steps", steps, 0, 2**53), threads=self._threads(threads),
        )  # fmt: skip
        states = np.array(x.T, order="C")  # coordinate i of path p at states[i, p]
        if x.shape[0] == 0 or run.steps == 0:
            return states.T
        with self._used():
            self._check_each(x, h)
        scheme, report = self._fast_scheme(), FastReport()
        with Call(progress) as call, self._fast_one(call) as instance:
            own = fast().fast_ensemble_scheme(instance)
            run.scheme = None if own == str(self._scheme).encode() else scheme
            run.progress = call.progress
            status = fast().fast_ensemble_advance(
                address(states), byref(report), instance, byref(run)
            )
        if status != OK:
            _ensemble_status(status, run, report, states.T)
        return states.T

    def _threads(self, threads: Optional[int]) -> int:
        if threads is not None:
            return whole("threads", threads, 1, 4096)
        if isinstance(self.system, System):  # its functions hold Python's lock
            return 1
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:
            return os.cpu_count() or 1

    def _check_each(self, x: Array, h: float) -> None:
        """Checks the states of an ensemble: all where the system says which states are its own."""
        dw, err = np.zeros(self.M) if self.M else None, ErrorText()
        bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
        first = int(bad[0]) if bad.size else 0
        with self._checked(x[first], h, dw) as case:
            entry = ctypes.cast(case, ctypes.POINTER(CaseEntry)).contents
            if not entry.system.contents.member:
                return
            for row in x:
                check(contract().slp_case_set(case, b"x", address(row), self.d, byref(err)), err)
                check(contract().slp_case_check(case, byref(err)), err)

    # ---- Quantities -----------------------------------------------------------------------------
    def energy(self, x: Any) -> Any:
        """As slp.energy."""
        with self._call() as call, self._fast_one(call) as instance:
            x = self._states(x)
            made = np.empty(x.shape[:-1])
            for i, row in enumerate(x.reshape(-1, self.d)):
                made.flat[i] = fast().fast_energy(instance, address(row))
                if call.failed:
                    break
        return made if x.ndim > 1 else float(made)

    def casimirs(self, x: Any) -> Array:
        """As slp.casimirs."""
        with self._call() as call, self._fast_one(call) as instance:
            x = self._states(x)
            count = fast().fast_casimir_count(instance)
            made, room = np.empty((x.size // self.d, count)), np.empty(max(1, count))
            for i, row in enumerate(x.reshape(-1, self.d)):
                status = fast().fast_casimirs(address(room), instance, address(row))
                if status != OK:
                    raise error_of(status, "the Casimirs were not computed")
                made[i] = room[:count]
                if call.failed:
                    break
        shaped: Array = made.reshape(x.shape[:-1] + (count,))
        return shaped

    def _states(self, given: Any) -> Array:
        x = numbers("x", given)
        if x.ndim == 0 or x.shape[-1] != self.d:
            raise InputError(f"x: has the shape {x.shape}, expected (..., d = {self.d})", "x")
        return x


def _value(key: str, value: Any) -> Union[str, Array]:
    return value if isinstance(value, str) else numbers(key, value).ravel()


def _least_common(a: int, b: int) -> int:
    import math

    return a // math.gcd(a, b) * b


def _word(status: int) -> str:
    return str(contract().slp_status_word(status).decode())


def _step_status(status: int, h: float) -> None:
    if status == OK:
        return
    if status == UNABLE:
        raise error_of(status, f"no proof of the step with h = {h:g}; try a smaller h")
    if status == UNSUPPORTED:
        raise error_of(status, "this path does not have this system, scheme or pair")
    raise error_of(status, f"the step ended with {_word(status)}; try a smaller h")


def _path_status(status: int, run: FastPath, done: int, rows: Optional[Array]) -> None:
    from ._errors import MEMORY, STOPPED

    if status == STOPPED:
        raise error_of(status, f"stopped by `progress` after step {done}", None, rows)
    if status in (MEMORY, INPUT, UNSUPPORTED):
        raise error_of(status, f"the path ended with {_word(status)}", None, rows)
    raise error_of(
        status,
        f"step {done + 1}, to t = {(run.first_step + done + 1) * run.h:g}, ended with "
        f"{_word(status)}; try a smaller h",
        None,
        rows,
    )


def _ensemble_status(status: int, run: FastEnsemble, report: FastReport, states: Array) -> None:
    from ._errors import NO_CONVERGENCE, STOPPED

    if status == STOPPED:
        raise error_of(status, f"stopped by `progress` after step {report.done}", None, states)
    if status == NO_CONVERGENCE:
        raise error_of(
            status,
            f"{report.failed} of {run.paths} paths did not converge; their states are NaN in "
            "`states` of this exception; try a smaller h",
            None,
            states,
        )
    if status == UNSUPPORTED and not fast().fast_kernel_name():
        raise error_of(
            status,
            f"SLP_KERNEL is {os.environ.get('SLP_KERNEL')}: this processor has no such "
            "kernel; unset it",
        )
    raise error_of(status, f"the ensemble ended with {_word(status)}", None, states)
