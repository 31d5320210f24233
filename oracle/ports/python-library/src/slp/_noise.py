"""Wiener increments with the bits that `slp simulate` and ensembles use."""

from __future__ import annotations

import math
from typing import Optional

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
) -> Array:
    """dW[p, s, k] = W(level, first_step + s) of process (seed, first_path + p, channel k).

    The increment [time^1/2] over a step of 2^-level h has variance 2^-level h.  That of a long step
    is exactly the sum of those over its halves, where nothing is cut off.  Every number depends on
    its key alone: the same bits on every machine and in any order.

    h        length of a step of level 0 [time], > 0
    ell      increments are cut off at sqrt(H) A_H, H = 2^-level h, A_H = sqrt(2 ell |ln H|), as
             implicit schemes need it (EJLL section 4.2); 0: they are not
    Returns an array of shape (paths, steps, channels).  With ell = 2 and level 0 these are the
    increments of `slp simulate` (path 0), slp.simulate, slp.path and slp.ensemble.
    InputError for arguments outside their range.
    """
    h, ell = real("h", h), real("ell", ell)
    paths, steps = whole("paths", paths, 0, U64), whole("steps", steps, 0, U64)
    channels, level = whole("channels", channels, 0, 2**32), whole("level", level, 0, 32)
    seed = whole("seed", seed, 0, U64)
    first_path, first_step = whole("first_path", first_path, 0, U64), whole(
        "first_step", first_step, 0, U64
    )
    if not (h > 0 and math.isfinite(h)):
        raise InputError(f"h: needs a finite number above 0, not {h}", "h")
    if first_path + paths > U64 + 1 or first_step + steps > U64 + 1:
        raise InputError("first_path, first_step: paths and steps end beyond 2^64", "first_step")
    slp = contract()
    dw = np.empty((paths, steps, channels))
    row = np.empty(steps)
    if dw.size == 0:
        return dw
    at = row.ctypes.data
    for p in range(paths):
        for k in range(channels):
            slp.slp_increments(at, h, seed, first_path + p, k, level, first_step, steps)
            dw[p, :, k] = row
    limit = truncation(h * 2.0**-level, ell)
    return dw if limit is None else np.clip(dw, -limit, limit, out=dw)


def truncation(h: float, ell: float) -> Optional[float]:
    """fl(sqrt(h) A_h), at which slp_truncate cuts off; None where it does not."""
    limit = contract().slp_truncate(math.inf, h, ell)
    return limit if math.isfinite(limit) else None
