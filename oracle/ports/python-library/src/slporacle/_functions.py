# SPDX-License-Identifier: LGPL-3.0-or-later
"""The functions of the package: each makes an instance, computes, and frees it."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Sequence, Tuple, Union

from ._arrays import Array, real, whole
from ._calls import Progress
from ._errors import InputError
from ._hamiltonian import Hamiltonian
from ._instance import Instance
from ._run import Run, row_times
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
    steps: Optional[int] = None,
    dw: Any = None,
    every: Optional[int] = None,
    observe: Union[None, str, Sequence[str]] = None,
    seed: int = 1,
    first_path: int = 0,
    first_step: int = 0,
    ell: float = 2,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    area: Any = None,
    **parameters: Any,
) -> Any:
    """Many paths at once, `steps` steps each, from the rows of x: (paths, d) numbers.

    dw        increments (paths, steps, M), as slp.increments returns them, not cut off; left out:
              they are drawn
    every     a row every `every` steps, the first one x: an array (1 + steps // every, paths, d)
    observe   "energy", "casimirs", or both: a dict of these, (rows, paths) and (rows, paths,
              count), with "t" (rows,) and the last states "x"; of the states no more is kept

    Path p draws the increments of slp.increments(seed=seed, first_path=first_path + p,
    first_step=first_step, ell=ell), which warns where cutting off shows.  Levy areas are refused:
    UnsupportedError.  The bits do not depend on `threads` (left out: as many as
    processors), nor on how steps are divided into calls: go on with first_step.
    Returns the last states, (paths, d), as a view of an array (d, paths), unless `every` or
    `observe` asks for more.  Other arguments as those
    of slp.step and slp.path.  NoConvergenceError: some paths failed; they are NaN in its `states`.
    """
    with Instance(system, scheme, **parameters) as instance:
        return instance.ensemble(x, h=h, steps=steps, dw=dw, every=every, observe=observe,
                                 seed=seed, first_path=first_path, first_step=first_step,
                                 ell=ell, threads=threads, progress=progress,
                                 area=area)  # fmt: skip


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
    system: AnySystem,
    scheme: Optional[str] = None,
    x: Any = None,
    /,
    *,
    h: Optional[float] = None,
    until: Optional[float] = None,
    steps: Optional[int] = None,
    every: int = 1,
    seed: int = 1,
    ell: float = 2,
    path: int = 0,
    first_step: int = 0,
    progress: Optional[Progress] = None,
    **parameters: Any,
) -> Run:
    """A trajectory, of a preset or of a case of one's own.  `t, x = slp.simulate(...)`.

        run = slp.simulate("ejll-rigid-body", until=10)    # bit for bit as `slp simulate` writes it
        run = slp.simulate("rigid-body", "tmk", [.6, 0, .8], h=2**-6, until=10, inertia=[1, 2, 3])
        run.energy, run.casimirs, run.resume(until=20), run.to_pandas()

    system        a preset, with nothing behind it; or a system, and then scheme and x as slp.step
    until, steps  the last step not after this time, or how many steps; left out: the preset's own
    every         a row every `every` steps, and one for the last step
    seed, ell, path, first_step   which noise, and where it is cut off, as slp.increments
    progress      as slp.path
    Returns a slp.Run.  Ctrl-C stops it; `states` of that exception has the rows until then.  On
    matrices beyond n = 64 the same bits need as many threads of the BLAS (OPENBLAS_NUM_THREADS).
    InputError; DomainError, NoConvergenceError, StoppedError say at which step.
    """
    if until is not None and steps is not None:
        raise InputError("steps: give until or steps, not both", "steps")
    if scheme is None and x is None:
        if h is not None or parameters:
            key = "h" if h is not None else next(iter(parameters))
            raise InputError(f"{key}: a preset has its own; give system, scheme and x", key)
        p = find_preset(str(system))
        system, scheme, x, h, parameters = p.system, p.scheme, p.x, p.h, p.parameters
        steps = p.steps if steps is None and until is None else steps
    if scheme is None or x is None or h is None:
        key = "scheme" if scheme is None else "x" if x is None else "h"
        raise InputError(f"{key}: is missing; a case of one's own has scheme, x and h", key)
    if until is None and steps is None:
        raise InputError("steps: is missing; say how many, or until", "steps")
    h, first_step = real("h", h), whole("first_step", first_step, 0, 2**53)
    count = whole("steps", steps, 0, 2**53) if until is None else _steps_until(until, h, first_step)
    every = whole("every", every, 1, 2**64 - 1)
    with Instance(system, scheme, **parameters) as instance:
        rows = instance._path_with_end(x, h=h, steps=count, every=every, seed=seed, path=path,
                                       first_step=first_step, ell=ell,
                                       progress=progress)  # fmt: skip
    return Run(row_times(h, first_step, count, every), rows, system, scheme, parameters, h, count,
               every, seed, path, first_step, ell)  # fmt: skip


def _steps_until(until: Any, h: float, first_step: int) -> int:
    """How many steps from `first_step` the last one not after this time is."""
    if not h > 0:
        raise InputError(f"until: needs h above 0, not {h:g}; give steps", "until")
    last = real("until", until) / h
    if not first_step <= last + 1e-6 or not last <= 2**53:
        raise InputError(
            f"until: needs a time from {first_step * h:g} to {2**53 * h:g} (2^53 steps of h = "
            f"{h:g}), not {until!r}",
            "until",
        )
    return math.floor(last + 1e-6) - first_step  # a decimal may be short by a millionth of a step
