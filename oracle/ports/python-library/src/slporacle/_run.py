# SPDX-License-Identifier: LGPL-3.0-or-later
"""What slp.simulate returns: times, states, and what is asked of them."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, Optional, Union

import numpy as np

from ._arrays import Array
from ._calls import Progress
from ._errors import LibraryError
from ._hamiltonian import Hamiltonian
from ._html import table
from ._instance import Instance
from ._user_system import System


@dataclass(frozen=True)
class Run:
    """A trajectory.  `t, x = run` gives its times [time] (rows,) and its states (rows, d).

    system, scheme, parameters, h   what was run
    steps           how many steps were made, from `first_step` on
    every           a row stands every so many of them, and one for the last step
    seed, path, ell the noise, as slp.increments
    energy          (rows,), casimirs (rows, count): computed when first asked for
    """

    t: Array
    x: Array
    system: Union[str, System, Hamiltonian]
    scheme: str
    parameters: Dict[str, Any]
    h: float
    steps: int
    every: int
    seed: int
    path: int
    first_step: int
    ell: float
    _kept: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __iter__(self) -> Iterator[Array]:
        return iter((self.t, self.x))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> Array:
        return (self.t, self.x)[i]

    def _once(self, name: str) -> Array:
        if name not in self._kept:
            with Instance(self.system, **self.parameters) as instance:
                self._kept[name] = getattr(instance, name)(self.x)
        kept: Array = self._kept[name]
        return kept

    @property
    def energy(self) -> Array:
        """H_0 of each row."""
        return self._once("energy")

    @property
    def casimirs(self) -> Array:
        """The Casimirs of each row."""
        return self._once("casimirs")

    def resume(
        self,
        *,
        steps: Optional[int] = None,
        until: Optional[float] = None,
        progress: Optional[Progress] = None,
    ) -> "Run":
        """The run that goes on from the last row, with the noise that follows; its first row is
        that one.  Without `steps` and `until` as many steps again.  The bits are those of one long
        run; on matrices only from a multiple of 128 steps on (elsewhere up to rounding)."""
        from ._functions import simulate

        if steps is None and until is None:
            steps = self.steps
        return simulate(
            self.system, self.scheme, self.x[-1], h=self.h, steps=steps, until=until,
            every=self.every, seed=self.seed, ell=self.ell, path=self.path,
            first_step=self.first_step + self.steps, progress=progress, **self.parameters,
        )  # fmt: skip

    def _repr_html_(self) -> str:
        name = self.system if isinstance(self.system, str) else repr(self.system)
        energy = self.energy
        rows = [
            ("h", self.h),
            ("rows", len(self.t)),
            ("t", f"{self.t[0]:g} to {self.t[-1]:g}"),
            ("last state", self.x[-1]),
            ("energy, first and last", f"{energy[0]:.10g}, {energy[-1]:.10g}"),
        ]
        if self.casimirs.size:
            off = np.abs(self.casimirs - self.casimirs[0]).max()
            rows.append(("Casimirs change by, at most", f"{off:.3g}"))
        return table(f"{name}, {self.scheme}", [*rows, *self.parameters.items()])

    def _columns(self) -> Dict[str, Array]:
        columns = {"t": self.t, "energy": self.energy}
        columns.update((f"casimir{i + 1}", c) for i, c in enumerate(self.casimirs.T))
        columns.update((f"x{i + 1}", c) for i, c in enumerate(self.x.T))
        return columns

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the columns t, energy, casimir1, ..., x1, ...  LibraryError
        without pandas."""
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise LibraryError("pandas is not installed: pip install pandas") from None
        return pandas.DataFrame(self._columns())

    def to_xarray(self) -> Any:
        """An xarray.Dataset with x(t, coordinate), energy(t), casimirs(t, casimir), and what was
        run as its attributes.  LibraryError without xarray."""
        try:
            xarray = importlib.import_module("xarray")
        except ImportError:
            raise LibraryError("xarray is not installed: pip install xarray") from None
        about = {"system": str(self.system), "scheme": self.scheme, "h": self.h, "seed": self.seed}
        return xarray.Dataset(
            {
                "x": (("t", "coordinate"), self.x),
                "energy": ("t", self.energy),
                "casimirs": (("t", "casimir"), self.casimirs),
            },
            coords={"t": self.t, "coordinate": np.arange(1, self.x.shape[1] + 1)},
            attrs=about,
        )


def row_times(h: float, first_step: int, steps: int, every: int) -> Array:
    """The times of rows every `every` steps and of the last step."""
    at = np.arange(0, steps + 1, every)
    if steps % every:
        at = np.append(at, steps)
    return np.asarray((first_step + at) * h)
