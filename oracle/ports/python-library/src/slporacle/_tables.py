# SPDX-License-Identifier: LGPL-3.0-or-later
"""What there is: systems, schemes and presets."""

from __future__ import annotations

import ctypes
import itertools
from ctypes import byref, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Dict, List, Union

import numpy as np

from ._arrays import Array
from ._html import table
from ._library import ErrorText, check, contract
from ._user_system import System

_NUMBERS, _WORD, _PAIRS = range(3)  # slp_param_kind


class Systems(List[str]):
    """A list of names, which a notebook shows with what each system is."""

    def _repr_html_(self) -> str:
        slp = contract()
        rows = [(name, _about(slp, name)) for name in self]
        return table("systems", rows)


def _about(slp: Any, name: str) -> str:
    about = slp.slp_system_about(slp.slp_system_find(name.encode()))
    return about.decode() if about else ""


def systems() -> List[str]:
    """The names of the systems, as `slp list systems` shows them."""
    names = [contract().slp_system_name(entry).decode() for entry in _entries("slp_system_at")]
    return Systems(names)


def schemes(system: Union[None, str, System] = None) -> List[str]:
    """The names of the schemes; only those that apply to `system` if one is given.  InputError for
    an unknown system."""
    slp, every = contract(), _entries("slp_scheme_at")

    def named(entry: Any) -> List[str]:
        return [
            slp.slp_scheme_name(e).decode()
            for e in every
            if entry is None or slp.slp_pair_makes_sense(entry, e, None)
        ]

    if system is None:
        return named(None)
    if isinstance(system, System):
        with system._used():
            return named(system._entry)
    found = slp.slp_system_find(str(system).encode())
    if not found:
        err, case, scheme = ErrorText(), c_void_p(), slp.slp_scheme_name(every[0])
        check(slp.slp_case_new(byref(case), str(system).encode(), scheme, byref(err)), err)
    return named(found)


def _entries(at: str) -> List[Any]:
    found: List[Any] = []
    while True:
        entry = getattr(contract(), at)(len(found))
        if not entry:
            return found
        found.append(entry)


def presets() -> List[str]:
    """The names of the presets, as `slp list presets` shows them."""
    names: List[str] = []
    room = ctypes.create_string_buffer(64)
    while contract().slp_preset_at(room, len(names)) is not None:
        names.append(room.value.decode())
    return names


@dataclass(frozen=True)
class Preset:
    """A simulation of a paper.

    system, scheme   their names
    parameters       of the system, to be passed on as keywords
    h, x             the step [time], and the state, d numbers
    steps            how many steps the paper makes
    M                increments of a step
    text             the preset as `slp list presets` has it, with its source
    """

    name: str
    system: str
    scheme: str
    parameters: Dict[str, Any]
    h: float
    x: Array
    steps: int
    M: int
    text: str

    def _repr_html_(self) -> str:
        rows = [("scheme", self.scheme), ("h", self.h), ("steps", self.steps), ("x", self.x)]
        return table(f"{self.name}: {self.system}", [*rows, *self.parameters.items()])


def preset(name: str) -> Preset:
    """The preset of this name.  InputError with the nearest names for an unknown one."""
    slp, err, made, steps = contract(), ErrorText(), c_void_p(), c_uint64()
    check(slp.slp_case_new_preset(byref(made), byref(steps), str(name).encode(), byref(err)), err)
    try:
        d, M = c_size_t(), c_size_t()
        check(slp.slp_case_sizes(byref(d), byref(M), made, byref(err)), err)
        x = np.array(slp.slp_case_x(made, None)[: d.value])
        x.flags.writeable = False
        return Preset(
            name=str(name),
            system=slp.slp_system_name(slp.slp_case_system(made)).decode(),
            scheme=slp.slp_scheme_name(slp.slp_case_scheme(made)).decode(),
            parameters=_parameters(made),
            h=slp.slp_case_h(made),
            x=x,
            steps=steps.value,
            M=M.value,
            text=slp.slp_preset_text(str(name).encode()).decode(),
        )
    finally:
        slp.slp_case_free(made)


def _parameters(case: c_void_p) -> Dict[str, Any]:
    slp, found = contract(), {}  # type: Any, Dict[str, Any]
    system, count = slp.slp_case_system(case), c_size_t()
    for i in itertools.count():
        key = slp.slp_parameter_key(system, i)
        if not key:
            return found
        given = slp.slp_case_param(case, key, byref(count))
        if count.value == 0:
            continue
        values, kind = np.array(given[: count.value]), slp.slp_parameter_kind(system, i)
        if kind == _WORD:
            words = slp.slp_parameter_words(system, i).decode().split(" ")
            found[key.decode()] = words[int(values[0])]
        elif kind == _PAIRS:
            found[key.decode()] = values.reshape(-1, 2)
        else:
            found[key.decode()] = values if values.size > 1 else float(values[0])
    return found
