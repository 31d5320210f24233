# SPDX-License-Identifier: LGPL-3.0-or-later
"""What a wheel brings beside this package: the libraries in lib, the program in bin, and what both
need of the system in lib/needs, such as "x86_64 2.35".  Installed from the sources, the package has
none of them."""

from __future__ import annotations

import os
import sys
from typing import Optional, Tuple

_HERE = os.path.dirname(os.path.abspath(__file__))
_NEEDS = os.path.join(_HERE, "lib", "needs")


def libraries() -> Optional[str]:
    """The folder of the libraries; None: there are none here."""
    return os.path.dirname(_NEEDS) if os.path.exists(_NEEDS) else None


def program() -> Optional[str]:
    """The program slp; None: it is not here."""
    found = os.path.join(_HERE, "bin", "slp")
    return found if os.path.exists(found) else None


def _glibc() -> Optional[str]:
    """The version of this system's GNU C library; None: it has another C library."""
    try:
        said = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        return None
    return said.split()[1] if said.startswith("glibc ") else None


def _numbers(version: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def unfit() -> Optional[str]:
    """Why what the wheel brought cannot run here, in a sentence; None: it can."""
    with open(_NEEDS, encoding="ascii") as file:
        machine, needed = file.read().split()
    sources = "build slp from its sources instead: make deps all"
    here = os.uname().machine if hasattr(os, "uname") else "another machine"
    if not sys.platform.startswith("linux") or here != machine or sys.maxsize < 2**32:
        bits = "" if sys.maxsize > 2**32 else ", with a Python of 32 bits"
        return (
            f"this wheel holds programs for Linux on {machine}, and this is {sys.platform} on "
            f"{here}{bits}; {sources}"
        )
    found = _glibc()
    if found is None or _numbers(found) < _numbers(needed):
        has = f"glibc {found}" if found else "another C library, such as musl"
        return (
            f"this wheel needs glibc {needed} or later, and this system has {has}; take a newer "
            f"system, or {sources}"
        )
    return None
