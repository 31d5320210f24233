#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""GLIFS's iso_amp on Zeitlin's sphere, as a port (github.com/cifanip/GLIFS).

usage: glifs_port.py [--program P] [--tol T] [--maxit N]
  --program P  GLIFS's solver Euler, as its makefile_gnu calls it (default: Euler_glifs_gnu)
  --tol T      stop at an absolute T (default 1e-12, as in GLIFS's own example)
  --maxit N    iterations of a step, after which GLIFS ends the run (default 100, as there)

A case is a folder and a run of the program by one process, which writes every state.  There
dW/dt = s [P, W] with minus the Laplacian P = W and s = N^1.5/sqrt(16 pi): a step of dt takes the
transposed matrix by a step of h = s dt here, and the matrix by one of -s dt.  GLIFS has no noise
and no binary32, and this solver no planet that turns: such cases are declined, and h = 0.
Exit status: peer_cases.py.
"""
import argparse
import math
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import peer_cases

parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--program", default="Euler_glifs_gnu")
parser.add_argument("--tol", type=float, default=1e-12)
parser.add_argument("--maxit", type=int, default=100)
given = parser.parse_args(sys.argv[1:])
program = shutil.which(given.program)
if not program:
    peer_cases.end(3, f"{given.program} is no program here: install solvers/Euler of GLIFS")
SPECS = """integrator 0\nN {0}\nnprow 1\nnpcol 1\ninitial_conditions 2\nl_min 1\nl_max 1
input_folder 0\nwrite_interval 1\ndtout {1:.16e}\nTf {1:.16e}\ndt {2:.16e}\ntol {3:.16e}
max_iter {4}\n"""


def columns(x, n, turned):
    """The numbers of the matrix, column by column; of the transposed one if turned."""
    at, W = n, [[1j * x[i] if i == j else 0j for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            W[i][j], W[j][i] = complex(*x[at : at + 2]), complex(-x[at], x[at + 1])
            at += 2
    return [p for c in (W if turned else zip(*W)) for z in c for p in (z.real, z.imag)]


def coordinates(p, n, turned):
    first = lambda i, j: 2 * (n * i + j if turned else n * j + i)
    above = [first(i, j) for i in range(n) for j in range(i + 1, n)]
    return [p[first(i, i) + 1] for i in range(n)] + [q for k in above for q in p[k : k + 2]]


def answer(case):
    n, h, steps = int(case["n"][0]), case["h"][0], case["steps"]
    other = case.get("arithmetic", "binary64") != "binary64"
    if other or "amp" in case or "coriolis" in case or h == 0:
        raise peer_cases.Declined("unsupported")
    if len(case["x"]) != n * n:
        peer_cases.end(2, f"case {case['id']}: x= needs {n * n} numbers, n squared")
    dt, form = abs(h) * math.sqrt(16 * math.pi) / n**1.5, struct.Struct(f"4i{2 * n * n}d")
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name, str(step), "fields", "w") for step in range(steps + 1)]
        files[0].parent.mkdir(parents=True)
        files[0].write_bytes(form.pack(n, 1, 1, n, *columns(case["x"], n, h > 0)))
        Path(name, "specs").mkdir()
        text = SPECS.format(n, steps * dt, dt, given.tol, given.maxit)
        Path(name, "specs", "input_parameters").write_text(text, encoding="utf-8")
        ended = subprocess.run([program], cwd=name, stdout=-3, stderr=-3, stdin=-3)
        if ended.returncode or not all(file.exists() for file in files):
            raise peer_cases.Declined("no-convergence")
        read = [form.unpack(file.read_bytes())[4:] for file in files[1:]]
    return [q for p in read for q in coordinates(p, n, h > 0)]


said = f"GLIFS, solver Euler: iso_amp, tol={given.tol:g} max_iter={given.maxit}"
peer_cases.serve([("zeitlin-sphere", "isospectral-midpoint")], answer, [said])
