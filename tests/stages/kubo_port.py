#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port of splittings for kubo's oscillator alone: it turns (q, p) once by the whole angle, and
prints what that gives: E1 of splitting-lie, E2 of splitting-strang."""

import math
import sys


def numbers(text):
    return [float.fromhex(number) for number in text.split(",") if number]


for line in sys.stdin:
    print(line, end="")
    if not line.startswith("case "):
        continue
    case = dict(token.split("=", 1) for token in line.split()[1:])
    if case["model"] != "kubo":
        print(f"result id={case['id']} error=unsupported")
        continue
    (q, p), (h,) = numbers(case["x"]), numbers(case["h"])
    amplitude, dw = numbers(case.get("beta", "")), numbers(case.get("dw", ""))
    y = []
    for step in range(int(case["steps"])):
        angle = h + (amplitude[0] * dw[step] if amplitude else 0)
        cos, sin = math.cos(angle), math.sin(angle)
        q, p = cos * q + sin * p, cos * p - sin * q
        y += [q.hex(), p.hex()]
        name = "E2" if case["scheme"] == "splitting-strang" else "E1"
        print(f"# stage step={step + 1} {name}={q.hex()},{p.hex()}")
    print(f"result id={case['id']} y={','.join(y)}")
