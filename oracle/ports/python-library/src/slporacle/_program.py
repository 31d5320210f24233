# SPDX-License-Identifier: LGPL-3.0-or-later
"""The program slp, for what the libraries do not have: hints, stages, laws, statements."""

from __future__ import annotations

import shutil
from typing import Optional

from . import _bundled
from ._errors import LibraryError


def program(given: Optional[str] = None) -> str:
    """Its path: `given`, else that of the wheel, else as the shell finds it.  LibraryError."""
    found = shutil.which(given or _bundled.program() or "slp")
    if not found:
        raise LibraryError(
            f"the program {given or 'slp'} is not there; `pip install slp-oracle` brings it, or "
            "`make install`"
        )
    return found
