# SPDX-License-Identifier: LGPL-3.0-or-later
"""Calls that call back: progress, signals such as Ctrl-C, and exceptions of the caller's functions.

The library calls from C.  An exception cannot pass through C, so it is kept, the library is asked
to stop, and the exception is raised when the call has returned.  A handler of a signal runs between
two steps of Python, which may be before a callback has begun to look after exceptions; so during
the call signals are noted only, and handled at its end, a fraction of a second later."""

from __future__ import annotations

import contextlib
import signal
import threading
from types import TracebackType
from typing import Any, Callable, List, Optional, Tuple, Type

from ._library import ProgressCallback

Progress = Callable[[int, int], Any]
_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)
]


class Call:
    """with Call(progress) as call: status = ...(call.progress, ...) .  Its end raises what a
    function of the caller or a signal raised."""

    def __init__(self, progress: Optional[Progress] = None) -> None:
        self._told = progress
        self._kept: Optional[BaseException] = None
        self._pending: List[Tuple[int, Any]] = []
        self._before: List[Tuple[int, Any]] = []
        self._inside = 0  # the main thread runs a function of the caller
        self.progress = ProgressCallback(self._progress)
        self.done, self.total = 0, None  # type: int, Optional[int]
        self.offset = 0  # steps of earlier calls, where one computation is several
        self.states: Any = None  # what an exception takes along, as slp.Error does
        self.outside: Optional[str] = None  # which function of the caller gave no finite number

    # ---- What the library calls -------------------------------------------------------------
    def _progress(self, _user: Any, done: int, total: int) -> int:
        if self.failed:
            return 1
        self.done = self.offset + done
        if self._told is None:
            return 0
        return 1 if self.run(self._told, self.done, self.total or total) or self.failed else 0

    @property
    def failed(self) -> bool:
        """An exception or a signal waits for the end of the call."""
        return self._kept is not None or bool(self._pending)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The function's value; None if it raised, which is kept."""
        if threading.current_thread() is not threading.main_thread():
            try:
                return function(*arguments)
            except BaseException as why:
                self._keep(why)
                return None
        try:
            self._inside += 1
            try:
                return function(*arguments)
            finally:
                self._inside -= 1
        except BaseException as why:
            self._keep(why)
            return None

    def _keep(self, why: BaseException) -> None:
        if self._kept is None:
            self._kept = why

    # ---- Signals ----------------------------------------------------------------------------
    def _note(self, signum: int, frame: Any) -> None:
        if self._inside:  # the exception of the handler is kept by run
            self._handle(signum, frame)
        else:
            self._pending.append((signum, frame))

    def _handle(self, signum: int, frame: Any) -> None:
        for number, handler in self._before:
            if number == signum:
                handler(signum, frame)

    def _restore(self) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)

    def __enter__(self) -> "Call":
        if threading.current_thread() is not threading.main_thread():
            return self
        try:
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._before.append((number, handler))
                    signal.signal(number, self._note)
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        why: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._restore()
        try:
            for signum, frame in self._pending:
                self._handle(signum, frame)
            if self._kept is not None:
                kept, self._kept = self._kept, None
                raise kept
        except BaseException as why:
            if self.states is not None:
                with contextlib.suppress(AttributeError):
                    setattr(why, "states", self.states)
            raise


class _NoCall(Call):
    """A call of the library in which nothing calls back."""

    def __init__(self) -> None:
        self._kept, self._pending = None, []
        self.outside = None

    def __enter__(self) -> Call:
        return self

    def __exit__(self, *_: Any) -> None:
        pass


NO_CALL = _NoCall()
