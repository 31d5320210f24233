#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""A model port: the rigid body and polynomials on so(3) with six schemes, in the standard library
alone.

It echoes every case it reads and answers it on the next line; asked to `list`, it says what it
can do, and asked for single operations (`slp environment`), how it rounds.  Vectors of three stand
for so(3)* and the equation is dx = x cross Xi(x).  Put your own code in `step` and keep the
rest."""
import math
import os
import sys

SYSTEMS = ("rigid-body", "polynomial-so3")
SCHEMES = ("isospectral-midpoint", "implicit-midpoint", "trapezoidal", "tmk",
           "variational-cayley", "variational-cayley-printed")

OPERATIONS = {
    "add": lambda a, b: a + b, "add-add": lambda a, b, c: a + b + c, "sqrt": math.sqrt,
    "multiply": lambda a, b: a * b, "divide": lambda a, b: a / b,
    "multiply-add": lambda a, b, c: a * b + c, "sum": lambda *x: in_turn(x),
    "dot": lambda *x: in_turn(a * b for a, b in zip(x[::2], x[1::2]))}

def in_turn(terms):  # `sum` itself adds with compensation from Python 3.12 on
    total = 0.0
    for term in terms: total += term
    return total

def number(text):  # C hex floats or decimals; fromhex alone would read 0.1 as 1/16
    return float.fromhex(text) if "x" in text.lower() else float(text)

def add(a, b, s=1.0):
    return [p + s * q for p, q in zip(a, b)]

def dot(a, b):
    return sum(p * q for p, q in zip(a, b))

def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

def generator(x, c, dw):  # Xi(x; h, dW): drift, then quadratic, then linear Hamiltonians
    xi = [c["h"][0] * p / i for p, i in zip(x, c["inertia"])]
    quad, lin = c.get("quad", []), c.get("lin", [])
    for k in range(len(quad)):
        xi[k] += dw[k] * quad[k] * x[k]
    for k in range(len(lin) // 3):
        xi = add(xi, lin[3 * k:3 * k + 3], dw[len(quad) + k])
    return xi

def terms(text):  # k:c:i.j... is the term c x_i x_j ... of H_k, coordinates counted from 1
    items = (item.split(":") for item in text.split(","))
    return [(int(k), number(c), [int(i) - 1 for i in at.split(".")]) for k, c, at in items]

def polynomial(x, c, dw):  # each factor of a term gives one part: c f_k times the other factors
    xi, f = [0.0] * 3, c["h"] + dw
    for k, coefficient, at in c["terms"]:
        for j, i in enumerate(at):
            xi[i] += math.prod((x[l] for l in at[:j] + at[j + 1:]), start=f[k] * coefficient)
    return xi

def fixed_point(T, z):  # iterates until a value comes back: no further digit can be had
    seen = set()
    while tuple(z) not in seen and len(seen) < 5000:
        seen.add(tuple(z))
        last, z = z, T(z)
        if len(seen) > 60: z = add([0.5 * p for p in z], last, 0.5)  # slow: half steps turn less
    if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:
        raise ArithmeticError("no convergence")
    return z

def cay(xi, m, sign=1.0):  # m + xi x m / 2 + sign (xi.m) xi / 4
    return add(add(m, cross(xi, m), 0.5), xi, sign * 0.25 * dot(xi, m))

def uncay(xi, x, sign=1.0):  # its inverse: along xi, cay multiplies by 1 + sign |xi|^2/4
    q = 0.25 * dot(xi, xi)
    m = [p / (1 + q) for p in add(x, cross(xi, x), -0.5)]
    return m if sign > 0 else add(m, xi, 0.5 * dot(xi, x) / (1 - q * q))

def rotate(x, s):  # the flow of dx/dt = x cross s over unit time
    half = 0.5 * math.hypot(*s)
    sinc = math.sin(half) / half if half else 1.0
    turn = cross(x, s)
    return add(add(x, turn, sinc * math.cos(half)), cross(turn, s), 0.5 * sinc * sinc)

last = {}  # the state at which the generator was taken last, and the generator there

def step(scheme, x, c, dw):
    def xi(m):
        last.update(at=m, xi=(polynomial if "terms" in c else generator)(m, c, dw))
        return last["xi"]
    def middle(a, b): return [0.5 * (p + q) for p, q in zip(a, b)]
    def field(m): return cross(m, xi(m))
    if scheme == "isospectral-midpoint":
        m = fixed_point(lambda m: add(x, add(cay(xi(m), m), m, -1.0), -1.0), x)
        return cay([-p for p in xi(m)], m)
    if scheme == "implicit-midpoint":
        return fixed_point(lambda y: add(x, field(middle(x, y))), x)
    if scheme == "trapezoidal":
        return fixed_point(lambda y: add(x, add(field(x), field(y)), 0.5), x)
    if scheme == "tmk":
        return fixed_point(lambda y: rotate(x, xi(middle(x, y))), x)
    sign = -1.0 if scheme.endswith("-printed") else 1.0

    def stages(m):  # the middle of both half steps, and the result, for the generator at m
        half, back = [0.5 * p for p in xi(m)], [-0.5 * p for p in xi(m)]
        first = uncay(half, x, sign)
        second = uncay(half, cay(back, first, sign), sign)
        return middle(first, second), cay(back, second, sign)
    return stages(fixed_point(lambda m: stages(m)[0], x))[1]

def print_stages(scheme, s):  # what `slp judge --stages` compares, if SLP_STAGES is set
    at, xi = {"tmk": ("s1", "xi1"), "trapezoidal": ("z", "xi2")}.get(scheme, ("z", "xi1"))
    text = [",".join(p.hex() for p in last[key]) for key in ("at", "xi")]
    print(f"# stage step={s + 1} {at}={text[0]} {xi}={text[1]}")

def answer(case):
    known = case["system"] == "rigid-body" or case.get("algebra") == "so3"
    if not known or case["scheme"] not in SCHEMES or "area" in case:
        return "error=unsupported"
    try:
        c = {k: [number(t) for t in case[k].split(",")]
             for k in ("inertia", "quad", "lin", "h", "x", "dw") if k in case}
        if "terms" in case: c["terms"] = terms(case["terms"])
        x, y, dw, steps = c["x"], [], c.get("dw", []), int(case["steps"])
        for s in range(steps):
            x = step(case["scheme"], x, c, dw[s * len(dw) // steps:(s + 1) * len(dw) // steps])
            y += x
            if "SLP_STAGES" in os.environ: print_stages(case["scheme"], s)
        return "y=" + ",".join(p.hex() for p in y) if all(map(math.isfinite, y)) else "error=domain"
    except (ArithmeticError, ValueError):
        return "error=no-convergence"

def operation(asked):
    if asked["op"] not in OPERATIONS: return "error=unsupported"
    return f"y={OPERATIONS[asked['op']](*map(number, asked['x'].split(','))).hex()}"

for line in sys.stdin:
    if line.strip() == "list":
        print(*(f"pair system={system} scheme={scheme}" for system in SYSTEMS
                for scheme in SCHEMES), "end", sep="\n", flush=True)
    elif line.startswith("environment "):
        given = dict(f.split("=", 1) for f in line.split()[1:])
        print(f"result id={given['id']} {operation(given)}", flush=True)
    elif line.startswith("case "):
        given = dict(f.split("=", 1) for f in line.split()[1:])
        print(line.strip())
        print(f"result id={given['id']} {answer(given)}", flush=True)
