# SPDX-License-Identifier: LGPL-3.0-or-later
"""What Python objects own in the library: freed once, and never while a call uses it."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Any, Iterator, TypeVar

from ._errors import ClosedError

_Own = TypeVar("_Own", bound="Handle")


class Handle:
    """Base of objects that own memory of the library.  Threads may share one: its calls do not
    change it.  close() frees it; it raises ClosedError while a call uses the object."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uses = 0
        self._open = True

    def _free(self) -> None:
        raise NotImplementedError

    @contextmanager
    def _used(self) -> Iterator[None]:
        with self._lock:
            if not self._open:
                raise ClosedError(f"{self!r} is closed; make another one")
            self._uses += 1
        try:
            yield
        finally:
            with self._lock:
                self._uses -= 1

    def close(self) -> None:
        """Frees what the object holds.  A second call does nothing."""
        with self._lock:
            if self._uses:
                raise ClosedError(f"{self!r} is in use; close it when its calls have returned")
            if not self._open:
                return
            self._open = False
        self._free()

    @property
    def closed(self) -> bool:
        return not self._open

    def __enter__(self: _Own) -> _Own:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_open", False):
            self._open = False
            self._free()
