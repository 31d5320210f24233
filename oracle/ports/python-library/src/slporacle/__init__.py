# SPDX-License-Identifier: LGPL-3.0-or-later
"""slporacle: steps of stochastic Lie-Poisson integrators, proved and in binary64, and their judge.

    import slporacle as slp
    y = slp.step("rigid-body", "isospectral-midpoint", [.6, 0, .8], h=2**-6, dw=[.125],
                 inertia=[1, 2, 3], lin=[.1, 0, 0])

One step: step, enclose, rounded, decimals.  Verdicts: judge, judge_function.  A rule of one's own:
check.  Many steps: path, simulate, ensemble; their noise: increments.  Quantities: energy,
casimirs.  What there is: systems, schemes, presets, preset.  One's own Hamiltonians: Hamiltonian
(slp.builders has common ones), System.  Several calls: Instance.

Numbers are NumPy arrays of float64; what is C-contiguous float64 is read where it lies.  Errors are
slp.Error, with the library's text; MemoryError where memory is refused.  Threads may call any
function at once, also of one Instance or System: calls do not change these, run without Python's
lock, and an object that a call uses cannot be closed.  The shared libraries are those of `make
install`; the environment variable SLP_LIBDIR names their folder where the system does not.
"""

from ._checking import check
from ._errors import (
    ClosedError,
    DomainError,
    Error,
    InputError,
    LibraryError,
    NoConvergenceError,
    StoppedError,
    UnableError,
    UnsupportedError,
)
from ._functions import (
    casimirs,
    decimals,
    enclose,
    energy,
    ensemble,
    path,
    rounded,
    simulate,
    step,
)
from ._hamiltonian import Hamiltonian, Polynomial, coordinates
from ._instance import Instance
from ._judging import Verdict, judge, judge_function
from ._library import VERSION as __version__
from ._noise import increments
from ._tables import Preset, preset, presets, schemes, systems
from ._user_system import System

__all__ = [
    "ClosedError",
    "DomainError",
    "Error",
    "Hamiltonian",
    "InputError",
    "Instance",
    "LibraryError",
    "NoConvergenceError",
    "Polynomial",
    "Preset",
    "StoppedError",
    "System",
    "UnableError",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "casimirs",
    "check",
    "coordinates",
    "decimals",
    "enclose",
    "energy",
    "ensemble",
    "increments",
    "judge",
    "judge_function",
    "path",
    "preset",
    "presets",
    "rounded",
    "schemes",
    "simulate",
    "step",
    "systems",
]
