# SPDX-License-Identifier: LGPL-3.0-or-later
"""The functions of the package: each makes an instance, computes, and frees it."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Tuple, Union

import numpy as np

from ._arrays import Array, real, whole
from ._calls import Progress
from ._errors import InputError
from ._hamiltonian import Hamiltonian
from ._instance import Instance
from ._tables import preset as find_preset
from ._user_system import System

AnySystem = Union[str, System, Hamiltonian]


def step(
    system: AnySystem,
    scheme: str,
    x: Any,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    **parameters: Any,
) -> Array:
    """y = Psi_{h,dW}(x): one step in binary64.

    system        a name out of slp.systems(), a slp.Hamiltonian, or a slp.System
    scheme        a name out of slp.schemes(system)
    x             the state, d numbers in the order of the manual's page on systems
    h             the step [time]
    dw            M increments [time^1/2]; left out where M = 0
    area          Levy areas [time] of noises i < j, row by row, M(M-1)/2 numbers, on systems that
                  take them (the manual's page on systems); left out: the step is one without
    parameters    of the system: numbers, pairs or words, as `slp list systems` shows
    InputError names the argument that is wrong and the remedy; DomainError, NoConvergenceError
    where there is no step.
    """
    with Instance(system, scheme, **parameters) as instance:
        return instance.step(x, h=h, dw=dw, area=area)


def enclose(
    system: AnySystem,
    scheme: str,
    x: Any,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    prec: Optional[int] = None,
    **parameters: Any,
) -> Tuple[Array, Array]:
    """lo, hi: the exact step from x lies between them, lo_i <= y_i <= hi_i, with proof.

    prec     working bits; left out: as many as the proof needs
    Other arguments as those of slp.step.  UnableError where there is no proof: then h is too large.
    """
    with Instance(system, scheme, **parameters) as instance:
        return instance.enclose(x, h=h, dw=dw, area=area, prec=prec)


def rounded(
    system: AnySystem,
    scheme: str,
    x: Any,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    **parameters: Any,
) -> Array:
    """The exact step from x, each coordinate correctly rounded to binary64.  As slp.enclose."""
    with Instance(system, scheme, **parameters) as instance:
        return instance.rounded(x, h=h, dw=dw, area=area)


def decimals(
    system: AnySystem,
    scheme: str,
    x: Any,
    *,
    h: float,
    dw: Any = None,
    area: Any = None,
    digits: int = 40,
    **parameters: Any,
) -> List[str]:
    """The exact step from x as d decimals, each rounded to nearest at `digits` significant digits.
    As slp.enclose."""
    with Instance(system, scheme, **parameters) as instance:
        return instance.decimals(x, h=h, dw=dw, area=area, digits=digits)


def path(
    system: AnySystem,
    scheme: str,
    x: Any,
    *,
    h: float,
    steps: Optional[int] = None,
    dw: Any = None,
    area: Any = None,
    every: int = 1,
    seed: int = 1,
    path: int = 0,
    first_step: int = 0,
    ell: float = 2,
    progress: Optional[Progress] = None,
    **parameters: Any,
) -> Array:
    """x_{n+1} = Psi_{h,dW_n}(x_n) from x, in binary64: one path.

    steps         how many; left out: the rows of dw
    dw            increments (steps, M); left out: they are drawn, as slp.increments(seed=seed,
                  first_path=path, first_step=first_step, ell=ell) has them
    area          Levy areas (steps, M(M-1)/2) beside dw; without dw an InputError
    every         the state is kept after every `every` steps
    progress      progress(done, total) is called now and then; if it returns True, the path stops
    Returns (1 + steps // every, d) numbers; the first row is x.  Other arguments as those of
    slp.step.  Ctrl-C stops it.  DomainError, NoConvergenceError, StoppedError have the rows until
    then in `states`; the others there are NaN.
    """
    with Instance(system, scheme, **parameters) as instance:
        return instance.path(x, h=h, steps=steps, dw=dw, area=area, every=every, seed=seed,
                             path=path, first_step=first_step, ell=ell,
                             progress=progress)  # fmt: skip


def ensemble(
    system: AnySystem,
    scheme: str,
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
    area: Any = None,
    **parameters: Any,
) -> Array:
    """Many paths at once, `steps` steps each, from the rows of x: (paths, d) numbers.

    Path p draws the increments of slp.increments(seed=seed, first_path=first_path + p,
    first_step=first_step, ell=ell), which warns where cutting off shows.  Levy areas are refused:
    UnsupportedError.  The bits do not depend on `threads` (left out: as many as
    processors), nor on how steps are divided into calls: go on with first_step.
    Returns the last states, (paths, d), as a view of an array (d, paths).  Other arguments as those
    of slp.step and slp.path.  NoConvergenceError: some paths failed; they are NaN in its `states`.
    """
    with Instance(system, scheme, **parameters) as instance:
        return instance.ensemble(x, h=h, steps=steps, seed=seed, first_path=first_path,
                                 first_step=first_step, ell=ell, threads=threads,
                                 progress=progress, area=area)  # fmt: skip


def energy(system: AnySystem, x: Any, **parameters: Any) -> Any:
    """H_0(x), without the noise's Hamiltonians, rounded: a number for a state (d,), an array (...)
    for states (..., d).  A state that is not finite gives NaN."""
    with Instance(system, **parameters) as instance:
        return instance.energy(x)


def casimirs(system: AnySystem, x: Any, **parameters: Any) -> Array:
    """The Casimirs of a state (d,) or of states (..., d), rounded: an array (..., count)."""
    with Instance(system, **parameters) as instance:
        return instance.casimirs(x)


def simulate(
    preset: str,
    *,
    until: Optional[float] = None,
    steps: Optional[int] = None,
    every: int = 1,
    seed: int = 1,
    ell: float = 2,
    progress: Optional[Progress] = None,
) -> Tuple[Array, Array]:
    """t, x: the trajectory of a preset, bit for bit as `slp simulate PRESET` writes it.

    until, steps  the last step not after this time, or how many steps; left out: the preset's own
    every         a row every `every` steps, and one for the last step
    seed, ell     which noise, and where it is cut off, as slp.increments
    progress      as slp.path
    Returns t (rows,) and x (rows, d).  Ctrl-C stops it.  On matrices beyond n = 64 the same bits
    need as many threads of the BLAS (OPENBLAS_NUM_THREADS).
    InputError; DomainError, NoConvergenceError, StoppedError say at which step.
    """
    p = find_preset(preset)
    if until is not None and steps is not None:
        raise InputError("steps: give until or steps, not both", "steps")
    count = p.steps if steps is None else whole("steps", steps, 0, 2**53)
    if until is not None:
        last = real("until", until) / p.h
        if not 0 <= last <= 2**53:
            raise InputError(
                f"until: needs a time from 0 to {2**53 * p.h:g} (2^53 steps of h = {p.h:g}), not "
                f"{until!r}",
                "until",
            )
        count = math.floor(last + 1e-6)  # a decimal may be short by a millionth of a step
    every = whole("every", every, 1, 2**64 - 1)
    with Instance(p.system, p.scheme, **p.parameters) as instance:
        rows = instance._path_with_end(p.x, h=p.h, steps=count, every=every, seed=seed,
                                       ell=ell, progress=progress)  # fmt: skip
    at = np.arange(0, count + 1, every)
    if count % every:
        at = np.append(at, count)
    return at * p.h, rows
