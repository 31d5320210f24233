#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Four rules of one's own for the rigid body, as a port (props/PORTS.md) that answers scheme=own.
usage: own_port.py good|disguise|flaw|bent

good      three isospectral midpoint steps of g, 1 - 2g and g times (h, dW), g = 1/(2 - 2^(1/3)):
          it is not in the list
disguise  rkmk-heun-cay by rotations of vectors, written without its names
flaw      the midpoint rule by a rotation, whose noise is taken at the start of the step: every
          Casimir is kept, and without noise all is well
bent      the isospectral midpoint rule, the first number of whose result is off by the part h^2,
          with noise by h^3"""

import sys


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def plus(a, s, b):
    return [p + s * q for p, q in zip(a, b)]


def drift(case, h, x):
    return [h * p / i for p, i in zip(x, case["inertia"])]


def noise(case, dw, x):
    xi, quad, lin = [0.0] * 3, case.get("quad"), case.get("lin", [])
    if quad:
        xi = [c * w * p for c, w, p in zip(quad, dw, x)]
    for j in range(len(lin) // 3):
        xi = plus(xi, dw[j + (3 if quad else 0)], lin[3 * j : 3 * j + 3])
    return xi


def generator(case, h, dw, x):
    return plus(drift(case, h, x), 1, noise(case, dw, x))


def turn(xi, x):
    """y = x + (x + y)/2 x xi: a rotation about xi by 2 atan(|xi|/2)"""
    q = dot(xi, xi) / 4
    along = dot(xi, x) / 2
    c = cross(x, xi)
    return [
        ((1 - q) * p + r + along * w) / (1 + q) for p, r, w in zip(x, c, xi)
    ]


def fixed(step, z):
    """The limit of z := step(z), to the last bits."""
    last = float("inf")
    for _ in range(200):
        new = step(z)
        off = max(abs(a - b) for a, b in zip(new, z))
        z = new
        if off == 0 or (off >= last and off < 1e-14):
            break
        last = off
    return z


def isospectral(case, h, dw, x):
    def stage(z):
        xi = generator(case, h, dw, z)
        return plus(plus(x, 0.5, cross(z, xi)), -dot(xi, z) / 4, xi)

    z = fixed(stage, x)
    return plus(x, 1, cross(z, generator(case, h, dw, z)))


def good(case, h, dw, x):
    g = 1 / (2 - 2 ** (1 / 3))
    for part in (g, 1 - 2 * g, g):
        x = isospectral(case, part * h, [part * w for w in dw], x)
    return x


def disguise(case, h, dw, x):
    first = generator(case, h, dw, x)
    ahead = generator(case, h, dw, turn(first, x))
    back = plus(plus(ahead, SIGN * 0.5, cross(first, ahead)), dot(first, ahead) / 4, first)
    return turn([(a + b) / 2 for a, b in zip(first, back)], x)


SIGN = 1


def flaw(case, h, dw, x):
    at_start = noise(case, dw, x)

    def stage(y):
        middle = [(p + q) / 2 for p, q in zip(x, y)]
        return turn(plus(drift(case, h, middle), 1, at_start), x)

    return fixed(stage, x)


def bent(case, h, dw, x):
    y = isospectral(case, h, dw, x)
    return [y[0] + h ** (3 if any(dw) else 2) * x[0], y[1], y[2]]


def numbers(text):
    return [float.fromhex(w) if "x" in w else float(w) for w in text.split(",")]


RULES = {"good": good, "disguise": disguise, "flaw": flaw, "bent": bent}


def answer(line, rule):
    fields = dict(w.split("=", 1) for w in line.split()[1:])
    ident = fields["id"]
    if (fields["system"], fields["scheme"]) != ("rigid-body", "own") or "area" in fields:
        return f"result id={ident} error=unsupported"
    case = {k: numbers(fields[k]) for k in ("inertia", "quad", "lin") if k in fields}
    h, x = numbers(fields["h"])[0], numbers(fields["x"])
    dw = numbers(fields["dw"]) if fields.get("dw") else []
    steps = int(fields["steps"])
    size = len(dw) // steps
    y = []
    for s in range(steps):
        x = rule(case, h, dw[s * size : (s + 1) * size], x)
        y += x
    return f"result id={ident} y=" + ",".join(v.hex() for v in y)


def main():
    rule = RULES[sys.argv[1]]
    for line in sys.stdin:
        if line.startswith("case "):
            print(answer(line, rule), flush=True)


if __name__ == "__main__":
    main()
