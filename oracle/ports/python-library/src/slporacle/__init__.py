# SPDX-License-Identifier: LGPL-3.0-or-later
"""slporacle: steps of stochastic Lie-Poisson integrators, proved and in binary64, and their judge.

    import slporacle as slp
    y = slp.step("rigid-body", "isospectral-midpoint", [.6, 0, .8], h=2**-6, dw=[.125],
                 inertia=[1, 2, 3], lin=[.1, 0, 0])

One step      step, enclose, rounded, decimals
Verdicts      judge, judge_function: a Verdict; check: a rule of one's own; statement: of a port
Many steps    path, simulate, ensemble; increments: their noise
Quantities    energy, casimirs; to_matrix, from_matrix
On the sphere harmonics, from_harmonics, vorticity: of zeitlin-sphere
What there is systems, schemes, presets, preset
One's own     Hamiltonian, coordinates, slporacle.builders: polynomials; System: functions
Several calls Instance
Pictures      slporacle.pictures: spins, curves

help(slp.step) and so on say what the arguments are.  Numbers are NumPy arrays of float64.  Errors
are slp.Error, with the library's text.  Threads may call any function at once.  The libraries are
those of the wheel or of `make install`; SLP_LIBDIR names their folder where neither is found.
"""

# "as" says to type checkers that a name is meant for users.
from ._checking import check as check
from ._errors import (
    ClosedError as ClosedError,
    DomainError as DomainError,
    Error as Error,
    InputError as InputError,
    LibraryError as LibraryError,
    NoConvergenceError as NoConvergenceError,
    StoppedError as StoppedError,
    UnableError as UnableError,
    UnsupportedError as UnsupportedError,
)
from ._functions import (
    casimirs as casimirs,
    decimals as decimals,
    enclose as enclose,
    energy as energy,
    ensemble as ensemble,
    path as path,
    rounded as rounded,
    simulate as simulate,
    step as step,
)
from ._hamiltonian import (
    Hamiltonian as Hamiltonian,
    Polynomial as Polynomial,
    coordinates as coordinates,
)
from ._instance import Instance as Instance
from ._judging import Verdict as Verdict, judge as judge, judge_function as judge_function
from ._library import VERSION as __version__
from ._matrices import (
    from_harmonics as from_harmonics,
    from_matrix as from_matrix,
    harmonics as harmonics,
    to_matrix as to_matrix,
    vorticity as vorticity,
)
from ._noise import increments as increments
from ._run import Run as Run
from ._statement import Statement as Statement, statement as statement
from ._tables import (
    Preset as Preset,
    preset as preset,
    presets as presets,
    schemes as schemes,
    systems as systems,
)
from ._user_system import System as System
