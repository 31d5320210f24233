# SPDX-License-Identifier: LGPL-3.0-or-later
"""What goes wrong, as exceptions with the text of the library."""

from __future__ import annotations

from typing import Any, Optional

# The statuses of oracle/contract/case/case.h, in its order.
OK, UNABLE, NO_CONVERGENCE, DOMAIN, UNSUPPORTED, INPUT, END, MEMORY, STOPPED = range(9)


class Error(Exception):
    """What the library refused or could not compute.

    status    the library's word: "input", "domain", "unsupported", "unable", "no-convergence",
              "stopped"; "closed" for an object that was closed
    field     the argument or parameter that is wrong, or None
    states    paths and ensembles: what was computed until then, NaN where there is nothing
    """

    status = "error"
    code = INPUT

    def __init__(self, text: str, field: Optional[str] = None, states: Any = None) -> None:
        super().__init__(text)
        self.field = field
        self.states = states

    def __reduce__(self) -> Any:
        return type(self), (self.args[0], self.field, self.states)


class InputError(Error, ValueError):
    """An argument is malformed; the text names it and the remedy."""

    status, code = "input", INPUT


class DomainError(Error, ValueError):
    """An argument lies outside the system's domain, such as coincident vortices."""

    status, code = "domain", DOMAIN


class UnsupportedError(Error, ValueError):
    """The library has no such system, scheme or pair on this path."""

    status, code = "unsupported", UNSUPPORTED


class UnableError(Error, RuntimeError):
    """No proof at this step and precision.  It says nothing about the step itself."""

    status, code = "unable", UNABLE


class NoConvergenceError(Error, RuntimeError):
    """An iteration missed its tolerance; there is no result."""

    status, code = "no-convergence", NO_CONVERGENCE


class StoppedError(Error, RuntimeError):
    """The caller's `progress` returned True."""

    status, code = "stopped", STOPPED


class ClosedError(Error, RuntimeError):
    """The object was closed, or it cannot be closed now because a call uses it."""

    status = "closed"


class LibraryError(Error, OSError):
    """The shared libraries are not found, or are not those that this package was written for."""

    status = "library"

    def __str__(self) -> str:
        return str(self.args[0])


_KINDS = {
    kind.code: kind
    for kind in (
        InputError,
        DomainError,
        UnsupportedError,
        UnableError,
        NoConvergenceError,
        StoppedError,
    )
}


def error_of(status: int, text: str, field: Optional[str] = None, states: Any = None) -> Exception:
    """The exception for a status of the library that is not OK."""
    if status == MEMORY:
        return MemoryError(text)
    return _KINDS.get(status, InputError)(f"{field}: {text}" if field else text, field, states)
