# SPDX-License-Identifier: LGPL-3.0-or-later
"""Wiener increments with the bits that `slp simulate` and ensembles use."""

from __future__ import annotations

import math
import sys
import warnings
from typing import Any, Optional, Tuple, Union

import numpy as np

from ._arrays import Array, real, whole
from ._errors import InputError
from ._library import contract

U64 = 2**64 - 1


def increments(
    *,
    h: float,
    steps: int,
    paths: int = 1,
    channels: int = 1,
    seed: int = 1,
    first_path: int = 0,
    first_step: int = 0,
    level: int = 0,
    ell: float = 2,
    areas: Optional[int] = None,
) -> Union[Array, Tuple[Array, Array]]:
    """dW[p, s, k] = W(level, first_step + s) of process (seed, first_path + p, channel k).

    The increment [time^1/2] over a step of 2^-level h has variance 2^-level h.  That of a long step
    is exactly the sum of those over its halves, where nothing is cut off.  Every number depends on
    its key alone: the same bits on every machine and in any order.

    h        length of a step of level 0 [time], > 0
    ell      increments are cut off at sqrt(H) A_H, H = 2^-level h, A_H = sqrt(2 ell |ln H|), as
             implicit schemes need it (EJLL section 4.2); 0: they are not.  A warning is given
             where so many increments show it in their second or fourth moment
    areas    how often each step is halved for its Levy areas, 0 to 32 - level; left out: none.
             They are the areas of the polygon through the parts' ends (slp_increments_areas)
    Returns an array of shape (paths, steps, channels); with `areas` a pair, the second one the
    areas [time] of channels i < j, row by row, (paths, steps, channels (channels - 1)/2): the
    `area` of slp.step and slp.path.  Cutting off leaves areas as they are.  With ell = 2 and level
    0 these are the increments of `slp simulate` (path 0), slp.simulate, slp.path and slp.ensemble.
    InputError for arguments outside their range.
    """
    h, ell = real("h", h), cut_off(ell)
    paths, steps = whole("paths", paths, 0, U64), whole("steps", steps, 0, U64)
    channels, level = whole("channels", channels, 0, 2**32), whole("level", level, 0, 32)
    seed = whole("seed", seed, 0, U64)
    deeper = None if areas is None else whole("areas", areas, 0, 32 - level)
    first_path, first_step = whole("first_path", first_path, 0, U64), whole(
        "first_step", first_step, 0, U64
    )
    if not (h > 0 and math.isfinite(h)):
        raise InputError(f"h: needs a finite number above 0, not {h}", "h")
    if first_path + paths > U64 + 1 or first_step + steps > U64 + 1:
        raise InputError("first_path, first_step: paths and steps end beyond 2^64", "first_step")
    if deeper is not None and (first_step + steps) << deeper > U64 + 1:
        raise InputError("first_step, areas: the parts of steps end beyond 2^64", "first_step")
    slp, H = contract(), h * 2.0**-level
    dw = np.empty((paths, steps, channels))
    area = np.empty((paths, steps, channels * (channels - 1) // 2))
    if dw.size:
        warn_of_cut(H, ell, dw.size)
    if dw.size and deeper is None:
        row = np.empty(steps)
        at = row.ctypes.data
        for p in range(paths):
            for k in range(channels):
                slp.slp_increments(at, h, seed, first_path + p, k, level, first_step, steps)
                dw[p, :, k] = row
    elif dw.size:
        room = np.empty(channels << (deeper or 0))
        for p in range(paths):
            slp.slp_increments_areas(
                dw[p].ctypes.data, area[p].ctypes.data, h, seed, first_path + p, channels, level,
                first_step, steps, deeper, room.ctypes.data,
            )  # fmt: skip
    limit = truncation(H, ell)
    dw = dw if limit is None else np.clip(dw, -limit, limit, out=dw)
    return dw if deeper is None else (dw, area)


def truncation(h: float, ell: float) -> Optional[float]:
    """fl(sqrt(h) A_h), at which slp_truncate cuts off; None where it does not."""
    limit = contract().slp_truncate(math.inf, h, ell)
    return limit if math.isfinite(limit) else None


def cut_off(ell: Any) -> float:
    """ell as a number.  InputError unless it is 0 or above, and finite."""
    number = real("ell", ell)
    if not (number >= 0 and math.isfinite(number)):
        raise InputError(f"ell: needs a finite number, 0 or above, not {number}", "ell")
    return number


def warn_of_cut(h: float, ell: float, draws: int) -> None:
    """Warns the caller of the package where so many increments show that they are cut off."""
    slp = contract()
    if not (ell > 0 and draws >= slp.slp_truncation_shows(h, ell)):
        return
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(
        f"ell = {ell:g} cuts normals off at {slp.slp_truncation_bound(h, ell):.3g} standard "
        f"deviations at h = {h:g}, and {draws} increments show it in their moments; ell=0 leaves "
        "them whole",
        stacklevel=level,
    )
