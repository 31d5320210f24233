#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""A model port: the midpoint rule and Heun's on the rigid body, on arrays of three numbers.

usage: slp_port.py --library jax|numba|numpy|torch

The four libraries share the functions of a step; `compiled` is what differs.  Put your own step in
place of `rules` and keep the rest.  JAX takes subnormal numbers as 0 on a processor: cases with
such numbers fail there.  What is read and printed is in oracle/ports/README.md."""
import argparse
import importlib
import math
import sys

parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--library", choices=["jax", "numba", "numpy", "torch"], default="numpy")
name = parser.parse_args().library
try:
    library = importlib.import_module(name)
    import numpy
except ImportError as error:
    sys.exit(print(f"slp_port.py: {error}: pip install {name} numpy", file=sys.stderr) or 3)
array, compiled, lib = lambda v: numpy.array(v, dtype=float), lambda f: f, numpy
if name == "jax":
    library.config.update("jax_enable_x64", True)
    compiled, lib = library.jit, library.numpy
elif name == "numba":
    compiled = library.njit
elif name == "torch":
    array, lib = lambda v: library.tensor(v, dtype=library.float64), library
cross = lib.linalg.cross if name == "torch" else lib.cross


@compiled
def field(x, rate, turn):  # x cross Xi(x), with Xi(x) = rate x + turn
    return cross(x, rate * x + turn)


@compiled
def midpoint(z, x, rate, turn):  # the map whose fixed point is the middle
    return x + 0.5 * field(z, rate, turn)


@compiled
def heun(x, rate, turn):
    first = field(x, rate, turn)
    return x + 0.5 * (first + field(x + first, rate, turn))


def step(scheme, x, rate, turn):
    if scheme == "heun":
        return heun(x, rate, turn)
    z, seen = x, set()
    while (key := tuple(map(float, z))) not in seen:
        seen.add(key)
        if len(seen) > 5000: raise ArithmeticError
        last, z = z, midpoint(z, x, rate, turn)
        if len(seen) > 60: z = 0.5 * z + 0.5 * last
    return x + field(z, rate, turn)


def number(text):
    return float.fromhex(text) if "x" in text.lower() else float(text)


def answer(case):
    if case["system"] != "rigid-body" or "area" in case:
        return "error=unsupported"
    if case["scheme"] not in ("implicit-midpoint", "heun"):
        return "error=unsupported"
    keys = ("inertia", "quad", "lin", "h", "x", "dw")
    c = {key: [number(t) for t in case[key].split(",")] for key in keys if key in case}
    h, steps, quad, lin = c["h"][0], int(case["steps"]), c.get("quad", []), c.get("lin", [])
    M, x, y = len(quad) + len(lin) // 3, array(c["x"]), []
    for s in range(steps):
        dw = c.get("dw", [])[M * s:M * s + M]
        rate = [h / I + (quad[i] * dw[i] if quad else 0) for i, I in enumerate(c["inertia"])]
        turn = [math.fsum(lin[3 * k + i] * w for k, w in enumerate(dw[len(quad):]))
                for i in range(3)]
        try:
            x = step(case["scheme"], x, array(rate), array(turn))
        except ArithmeticError:
            return "error=no-convergence"
        y += map(float, x)
    return "y=" + ",".join(p.hex() for p in y) if all(map(math.isfinite, y)) else "error=domain"


for line in sys.stdin:
    if line.strip() == "list":
        print("pair system=rigid-body scheme=implicit-midpoint",
              "pair system=rigid-body scheme=heun", "end", sep="\n", flush=True)
    elif line.strip() == "about":
        print(f"about {name} {library.__version__}: the rigid body on its arrays", flush=True)
    elif line.startswith("case "):
        given = dict(f.split("=", 1) for f in line.split()[1:])
        print(line.strip(), f"result id={given['id']} {answer(given)}", sep="\n", flush=True)
