#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""A port that asks a closed program for its own noise: spins.c beside this file.

usage: spins_port.py PROGRAM

    cc -O2 -o spins oracle/ports/own_noise/spins.c -lm
    slp noise cases --system spins --scheme heun |
        python3 oracle/ports/own_noise/spins_port.py ./spins | slp noise judge

The program has unit vectors s_i with moments mu_i, damping alpha_i and a temperature T.  With
x_i = mu_i s_i the motion is that of slp where alpha_i = damping mu_i, the J of a bond is exchange
mu_a mu_b, and T = noise^2/(2 damping).  Exit status: as oracle/ports/peers/peer_cases.py.
"""
import math
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
import peer_cases  # noqa: E402


def lattice(case, mu):
    """The program's input."""
    x, damping = case["x"], case["damping"][0]
    rows = [len(mu)]
    rows += [(p, damping * p, *(c / p for c in x[3 * i : 3 * i + 3])) for i, p in enumerate(mu)]
    bonds = [[int(end) - 1 for end in bond.split(":")] for bond in case["bonds"].split(",")]
    rows += [len(bonds)]
    rows += [(a, b, J * mu[a] * mu[b]) for (a, b), J in zip(bonds, case["exchange"])]
    rows += [case.get("field", [0.0] * 3)]
    return "\n".join(" ".join(map(repr, row if row.__class__ in (tuple, list) else [row]))
                     for row in rows)  # fmt: skip


def paths(case):
    """The states of draws paths of steps steps, by the program's noise."""
    mu = [math.hypot(*case["x"][i : i + 3]) for i in range(0, len(case["x"]), 3)]
    damping = case.get("damping", [0.0])[0]
    if damping <= 0 or "dmi" in case or "anisotropy" in case or min(mu) == 0:
        raise peer_cases.Declined("unsupported")
    T = case["noise"][0] ** 2 / (2 * damping)
    words = [case["steps"], int(case["draws"][0]), case["h"][0], T, int(case["seed"][0])]
    said = subprocess.run([sys.argv[1], *map(repr, words)], input=lattice(case, mu), text=True,
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    s = [float.fromhex(word) for word in said.stdout.split()]
    return [mu[i // 3 % len(mu)] * p for i, p in enumerate(s)]


def no_increments(case):
    """The program takes none."""
    raise peer_cases.Declined("unsupported")


if len(sys.argv) != 2:
    peer_cases.end(2, "usage: spins_port.py PROGRAM")
peer_cases.serve([("spins", "heun")], no_increments, ["spins.c, own noise"], own_noise=paths)
