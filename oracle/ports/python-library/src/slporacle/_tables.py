# SPDX-License-Identifier: LGPL-3.0-or-later
"""What there is: systems, schemes and presets."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Dict, List, Union

import numpy as np

from ._arrays import Array
from ._library import CaseEntry, ErrorText, check, contract
from ._user_system import System

_NUMBERS, _WORD, _PAIRS = range(3)  # slp_param_kind


def systems() -> List[str]:
    """The names of the systems, as `slp list systems` shows them."""
    return [entry.name.decode() for entry in _entries("slp_system_at")]


def schemes(system: Union[None, str, System] = None) -> List[str]:
    """The names of the schemes; only those that apply to `system` if one is given.  InputError for
    an unknown system."""
    slp, every = contract(), _entries("slp_scheme_at")
    if system is None:
        return [entry.name.decode() for entry in every]
    if isinstance(system, System):
        with system._used():
            return [
                e.name.decode()
                for e in every
                if slp.slp_pair_makes_sense(system._entry, byref(e), None)
            ]
    found = slp.slp_system_find(str(system).encode())
    if not found:
        err, case = ErrorText(), c_void_p()
        check(slp.slp_case_new(byref(case), str(system).encode(), every[0].name, byref(err)), err)
    return [e.name.decode() for e in every if slp.slp_pair_makes_sense(found, byref(e), None)]


def _entries(at: str) -> List[Any]:
    found: List[Any] = []
    while True:
        entry = getattr(contract(), at)(len(found))
        if not entry:
            return found
        found.append(entry.contents)


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


def preset(name: str) -> Preset:
    """The preset of this name.  InputError with the nearest names for an unknown one."""
    slp, err, made, steps = contract(), ErrorText(), c_void_p(), c_uint64()
    check(slp.slp_case_new_preset(byref(made), byref(steps), str(name).encode(), byref(err)), err)
    try:
        case = ctypes.cast(made, ctypes.POINTER(CaseEntry)).contents
        x = np.array(case.x[: case.x_count])
        x.flags.writeable = False
        return Preset(
            name=str(name),
            system=case.system.contents.name.decode(),
            scheme=case.scheme.contents.name.decode(),
            parameters=_parameters(case),
            h=case.h,
            x=x,
            steps=steps.value,
            M=case.M,
            text=slp.slp_preset_text(str(name).encode()).decode(),
        )
    finally:
        slp.slp_case_free(made)


def _parameters(case: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    for schema, given in zip(case.system.contents.params, case.params):
        if not schema.key:
            break
        if given.count == 0:
            continue
        values = np.array(given.at[: given.count])
        if schema.kind == _WORD:
            found[schema.key.decode()] = schema.words.decode().split(" ")[int(values[0])]
        elif schema.kind == _PAIRS:
            found[schema.key.decode()] = values.reshape(-1, 2)
        else:
            found[schema.key.decode()] = values if values.size > 1 else float(values[0])
    return found
