# SPDX-License-Identifier: LGPL-3.0-or-later
"""Numbers of the caller as arrays of binary64 that the library can read."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._errors import InputError

Array = npt.NDArray[np.float64]  # of the library's numbers


def numbers(name: str, value: Any) -> Array:
    """`value` as a C-contiguous array of float64; itself, without a copy, if it is one.  InputError
    where numbers are none, are masked, or would be rounded."""
    if np.ma.is_masked(value):
        raise InputError(f"{name}: some numbers are masked; give them values by filled", name)
    try:
        given = np.asarray(value)
    except ValueError as why:
        raise InputError(f"{name}: is no array of numbers: {why}", name) from None
    if given.dtype == np.float64:
        return np.ascontiguousarray(given).reshape(given.shape)
    if given.size == 0 and given.dtype.kind in "fiu":
        return np.zeros(given.shape)
    if given.dtype.kind not in "fiu":
        raise InputError(f"{name}: needs real numbers, not {given.dtype}", name)
    made = np.ascontiguousarray(given, dtype=np.float64).reshape(given.shape)
    exact = made.astype(given.dtype) == given if given.dtype.kind != "f" else made == given
    if not np.all(exact | (given != given)):
        raise InputError(
            f"{name}: {given.dtype} would be rounded to binary64; round it first", name
        )
    return made


def address(a: Optional[Array]) -> Optional[int]:
    """Where its numbers are; None for no array and for an empty one."""
    return a.ctypes.data if a is not None and a.size else None


def whole(name: str, value: Any, least: int, most: int) -> int:
    """`value` as a whole number.  InputError unless least <= value <= most."""
    try:
        number = int(value)
        same = number == value and not isinstance(value, (bool, str))
    except (TypeError, ValueError, OverflowError):
        same = False
    if not same or not least <= number <= most:
        raise InputError(
            f"{name}: needs a whole number from {least} to {most}, not {value!r}", name
        )
    return number


def real(name: str, value: Any) -> float:
    """`value` as one number of binary64."""
    a = numbers(name, value)
    if a.size != 1:
        raise InputError(f"{name}: has {a.size} numbers, expected 1", name)
    return float(a.reshape(()))
