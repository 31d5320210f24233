# SPDX-License-Identifier: LGPL-3.0-or-later
"""Verdicts on steps of somebody else's program."""

from __future__ import annotations

import ctypes
import re
import subprocess
from ctypes import byref, c_void_p
from dataclasses import dataclass, field
from typing import Any, Callable, List, Mapping, Optional, Tuple, Union

import numpy as np

from ._arrays import Array, address, numbers, real, whole
from ._calls import Call
from ._errors import (
    DOMAIN,
    INPUT,
    NO_CONVERGENCE,
    OK,
    UNABLE,
    UNSUPPORTED,
    Error,
    InputError,
    LibraryError,
)
from ._hamiltonian import Hamiltonian
from ._html import table
from ._instance import Instance
from ._library import (
    ErrorText,
    StepCallback,
    VerdictEntry,
    case_line,
    check,
    contract,
    given_noise,
    leave_ref,
    ref,
)
from ._program import program
from ._user_system import System

OwnStep = Callable[..., Any]  # (x, h, dw), with areas (x, h, dw, area)


@dataclass(frozen=True)
class Verdict:
    """What the judge says of an answer (oracle/judge/judge.md).

    outcome        "pass", "fail", "undecided", "unable", "error", "unsupported"
    ratio          |y - y*| / (u |x| kappa), at most; u = 2^-53, kappa the condition factor of the
                   step.  NaN if there is none
    bound          the ratio was compared with it
    stretch        on T*R ratios are relative to stretch u |x| kappa; 1 elsewhere
    kappa          0 if there is none
    step           the worst step, from 1; 0: none
    coordinate     the coordinate of its largest error, from 1
    expected, observed   of that coordinate
    reason         of "error", "unable", "unsupported": the status's word; else None
    answer         of "fail" if the answer is not valid: "not-finite", "count"; else None
    proves         of "pass": each step x -> y is off by at most proves max(|x|, |y*|), y* the exact
                   step; else NaN
    proves_absolute   of "pass", if not 0: steps near to underflow, of which `proves` says nothing,
                   are off by at most this
    record         of a verdict that is not "pass": the case and its answer, as lines of text that
                   the program `slp judge` reads
    """

    outcome: str
    ratio: float
    bound: float
    stretch: float
    kappa: float
    step: int
    coordinate: int
    expected: float
    observed: float
    reason: Optional[str]
    answer: Optional[str]
    proves: float
    proves_absolute: float
    record: str = field(default="", repr=False, compare=False)

    @property
    def passed(self) -> bool:
        """The outcome is "pass"."""
        return self.outcome == "pass"

    @property
    def hint(self) -> Optional[str]:
        """What the answer looks like, such as "coordinate 1 of y with the wrong sign": a known
        fault that predicts it.  None where none does, and of other outcomes than "fail".  It runs
        the program slp; LibraryError where that is not there."""
        found = re.search(r'hint="([^"]*)"', self._judged("--hints", "1"))
        return found.group(1) if found else None

    def stage(self, stages: Mapping[str, Any]) -> Optional[str]:
        """Which of one's own stages is the first wrong one, such as "xi2 is wrong (...)".

        stages   {"xi1": numbers, ...}: values that the step computed on the way, by the names of
                 the manual's page on stages; of a path, those of its first step
        The sentence of `slp judge --stages`; None where it has nothing to say.
        """
        words = [f"{name}={_hex(numbers(name, value))}" for name, value in stages.items()]
        said = self._judged("--stages", stages="# stage " + " ".join(words) + "\n")
        found = re.search(r"^# id=\S+ stages: (.*)$", said, re.M)
        return found.group(1).strip() if found else None

    def _judged(self, *options: str, stages: str = "") -> str:
        """What the program says of the record; "" of a pass."""
        if self.outcome != "fail" or not self.record:
            return ""
        case, answer = self.record.split("\n", 1)
        asked = f"{case}\n{stages}{answer}"
        ran = subprocess.run(
            [program(), "judge", *options], input=asked, capture_output=True, text=True
        )
        if ran.returncode == 2:
            raise InputError(ran.stderr.strip())
        return ran.stdout

    def _repr_html_(self) -> str:
        rows: List[Tuple[str, Any]] = [("ratio", self.ratio), ("allowed", self.bound)]
        if self.passed:
            rows.append(("off by at most, relative", self.proves))
        elif self.outcome == "fail":
            rows += [("step", self.step), ("coordinate", self.coordinate)]
            rows += [("expected", repr(self.expected)), ("observed", repr(self.observed))]
        rows += [("reason", why) for why in (self.reason, self.answer) if why]
        try:
            rows += [("looks like", self.hint)] if self.hint else []
        except LibraryError:  # the program is not there; the verdict stands without it
            pass
        return table(self.outcome, rows)


_WITH_REASON = ("error", "unable", "unsupported")


def _hex(values: Array) -> str:
    return ",".join(float(v).hex() for v in values.ravel())


def _record(v: VerdictEntry, case: c_void_p, y: Array) -> str:
    """The case and its answer as text; "" of a pass.  A number that is not finite is written as the
    format writes it."""
    if ref().slp_verdict_word(v.kind) == b"pass":
        return ""
    return f"{case_line(case)}result id=case y={_hex(y)}\n"


def _verdict(v: VerdictEntry, record: str) -> Verdict:
    outcome = ref().slp_verdict_word(v.kind).decode()
    reason = contract().slp_status_word(v.reason).decode() if outcome in _WITH_REASON else None
    return Verdict(
        outcome=outcome, ratio=v.ratio, bound=v.bound, stretch=v.stretch, kappa=v.kappa,
        step=v.step, coordinate=v.coordinate, expected=v.expected, observed=v.observed,
        reason=reason, answer=v.answer.decode() if v.answer else None,
        proves=v.proves, proves_absolute=v.proves_absolute, record=record,
    )  # fmt: skip


def judge(
    system: Union[str, System, Hamiltonian],
    scheme: str,
    x: Any,
    y: Any,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    steps: Optional[int] = None,
    **parameters: Any,
) -> Verdict:
    """Judges the answer y of a program: is each of its steps right, up to roundings?

    x        the state before the first step, d numbers
    y        the state after each step: (d,) for one, or (steps, d); every step is judged from the
             answer's own state before it
    h, dw    the step [time]; its increments [time^1/2]: (M,), or (steps, M)
    area     Levy areas [time], as slp.step: (M(M-1)/2,), or a row for each step
    steps    how many; left out: the rows of dw, or of y
    An answer with too few numbers or with NaN is judged "fail".  A case that the library refuses is
    an InputError; a slp.System an UnsupportedError, as it has no proofs.
    """
    y = numbers("y", y)
    if steps is None and np.ndim(dw) != 2 and y.ndim == 2:
        steps = y.shape[0]
    with Instance(system, scheme, **parameters) as instance:
        v, err = VerdictEntry(), ErrorText()
        with _case_of(instance, x, h, dw, area, steps) as case:
            room = y if y.size else np.empty(1)
            check(
                ref().slp_judge_answer(byref(v), case, address(room), y.size, None, byref(err)),
                err,
            )
            leave_ref()
            record = _record(v, case, y)
        return _verdict(v, record)


def judge_function(
    system: Union[str, System, Hamiltonian],
    scheme: str,
    x: Any,
    step: OwnStep,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    steps: Optional[int] = None,
    **parameters: Any,
) -> Verdict:
    """Judges a step function of one's own: y = step(x, h, dw), d numbers, dw an array of M; if
    `area` is given, y = step(x, h, dw, area), area the M(M-1)/2 of that step.

    It is called `steps` times (left out: the rows of dw, or once), each time with its own last
    answer.  The arrays that it is given are read-only copies.  UnableError, NoConvergenceError,
    DomainError and UnsupportedError that it raises are answers, judged as such; what else it
    raises, this function raises.  Arguments as those of slp.judge.
    """
    if not callable(step):
        raise InputError(f"step: needs a function, not {step!r}", "step")
    with Instance(system, scheme, **parameters) as instance, Call() as call:
        d = M = areas = 0  # of the case, set below
        answers: List[Array] = []

        def checked(x_at: int, h: float, dw_at: Optional[int]) -> Any:
            state = np.frombuffer(ctypes.string_at(x_at, 8 * d))
            noise = np.frombuffer(ctypes.string_at(dw_at or 0, 8 * M)) if M else np.empty(0)
            # areas stand behind the increments
            parts = [noise[: M - areas], noise[M - areas :]] if areas else [noise]
            try:
                y = numbers("step", step(state, h, *parts))
            except Error as why:
                if why.code in (UNABLE, NO_CONVERGENCE, DOMAIN, UNSUPPORTED):
                    return why.code
                raise
            if y.shape != (d,):
                raise InputError(f"step: gave an array of shape {y.shape}, expected ({d},)", "step")
            return y

        def called(next_at: int, x_at: int, h: float, dw_at: Optional[int], _user: Any) -> int:
            y = INPUT if call.failed else call.run(checked, x_at, h, dw_at)
            if y is None or isinstance(y, int):
                return INPUT if y is None else y
            ctypes.memmove(next_at, y.tobytes(), 8 * d)
            answers.append(np.array(y))
            return OK

        v, err, callback, record = VerdictEntry(), ErrorText(), StepCallback(called), ""
        with _case_of(instance, x, h, dw, area, steps) as case:
            _, M, d, areas = given_noise(case)
            status = ref().slp_judge_function(byref(v), case, callback, None, None, byref(err))
            leave_ref()
            if not call.failed:
                check(status, err)
                record = _record(v, case, np.concatenate(answers)) if answers else ""
        return _verdict(v, record)


def _case_of(instance: Instance, x: Any, h: Any, dw: Any, area: Any, steps: Optional[int]) -> Any:
    instance._no_user_system()
    count = None if steps is None else whole("steps", steps, 1, 2**21)
    state = numbers("x", x)
    with instance._used():
        increments, areas, made = instance._noise(state, dw, area, count)
    return instance._checked(state, real("h", h), increments, areas, made)
