# SPDX-License-Identifier: LGPL-3.0-or-later
"""A rule of one's own, measured by the program: slp check --scheme own, whose port is this process.

The program speaks to the port by two pipes that it inherits."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any, Callable, Dict, List, Optional

import numpy as np

from ._arrays import numbers
from ._errors import Error, InputError
from ._program import program as find_program

_FIXED = ("id", "system", "scheme", "h", "steps", "x", "dw", "area", "sum")


def check(
    step: Callable[..., Any],
    *,
    system: str,
    law: Optional[str] = None,
    seed: int = 1,
    page: Optional[str] = None,
    program: Optional[str] = None,
) -> Dict[str, Any]:
    """Measures a step function of one's own, whose rule is in no list: which laws it keeps, to
    which power of h, its orders, and which rule of the list it is or comes near.

    step      y = step(x, h, dw, **parameters): d numbers; x and dw are arrays, dw of M numbers
              (empty without noise), parameters those of the system (`slp list systems`), as arrays.
              An Error of slp that it raises is no answer; what else it raises, this raises
    law       this law alone
    page      file to which a page of it is written
    program   the program slp; left out: that of the wheel, or as the shell finds it
    Returns what the program writes as JSON (props/own/own.schema.json), of the one system:
    {"system", "laws": [{"law", "verdict", "power", ...}], "known", "schemes": [...], ...}.
    """
    if not callable(step):
        raise InputError(f"step: needs a function, not {step!r}", "step")
    found = find_program(program)
    cases, into = os.pipe()
    out, answers = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "own.json")
        port = f"exec 3<&0; cat <&3 >/dev/fd/{into} & exec cat </dev/fd/{out}"
        words = [found, "check", "--scheme", "own", "--system", system, "--seed", str(seed)]
        words += ["--port", port, "--json", name]
        words += ["--law", law] if law else []
        words += ["--page", page] if page else []
        ran = subprocess.Popen(
            words,
            pass_fds=(into, out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(into)
        os.close(out)
        try:
            with open(cases, encoding="ascii") as asked, open(answers, "w", buffering=1) as to:
                for line in asked:
                    if line.startswith("case "):
                        to.write(_answer(step, system, line) + "\n")
        except BrokenPipeError:
            pass  # the program ended; it says why
        except BaseException:
            ran.kill()
            ran.communicate()
            raise
        said = ran.communicate()[1]
        if ran.returncode == 2:
            raise InputError(said.strip())
        with open(name, encoding="utf-8") as f:
            systems: List[Dict[str, Any]] = json.load(f)["systems"]
    if not systems:
        raise InputError("step: answered no case of this system", "step")
    return systems[0]


def _answer(step: Callable[..., Any], system: str, line: str) -> str:
    fields = dict(word.split("=", 1) for word in line.split()[1:])
    # a law may ask the same motion of another system, whose parameters the step does not have
    of = fields["system"], f"{fields['system']}-{fields.get('algebra')}"
    if system not in of or fields["scheme"] != "own" or "area" in fields:
        return f"result id={fields['id']} error=unsupported"
    x, dw, steps = _list(fields["x"]), _list(fields.get("dw", "")), int(fields["steps"])
    parameters = {k: _list(v) for k, v in fields.items() if k not in _FIXED}
    size, y = len(dw) // steps, []
    for s in range(steps):
        noise = dw[s * size : s * size + size]
        try:
            x = numbers("step", step(x, float.fromhex(fields["h"]), noise, **parameters))
        except Error as why:
            return f"result id={fields['id']} error={why.status}"
        y += [float(v).hex() for v in x]
    return f"result id={fields['id']} y=" + ",".join(y)


def _list(text: str) -> Any:
    """Numbers as an array; other words, such as bonds, as they stand."""
    words = text.split(",") if text else []
    try:
        return np.array([float.fromhex(w) if "x" in w else float(w) for w in words])
    except ValueError:
        return text
