#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The isospectral midpoint step of the rigid body and of Zeitlin's su(8), EJLL (26), as one would
write it in mpmath, and
in python-flint's ball matrices where that is installed: seconds a step at 128 bits beside those of
the certified steps, which prove their answer as well.

usage: bench_peer.py build/bench/bench_ref_systems.json
"""

import json
import sys
import time

import mpmath

BITS, SECONDS, H = 128, 1.0, 2.0**-8


class Sequence:
    """The numbers of bench_ref_systems.c: the same states and increments."""

    def __init__(self):
        self.state = 1

    def draw(self, count, size):
        out = []
        for _ in range(count):
            self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
            top = self.state >> 32
            out.append(size * ((top - 2**32 if top >= 2**31 else top) * 2.0**-31))
        return out


class Mpmath:
    """Matrices of mpmath."""

    def __init__(self):
        mpmath.mp.prec = BITS
        self.number = mpmath.mpc

    def matrix(self, rows):
        return mpmath.matrix(rows)

    def size(self, a):
        return max(abs(z) for z in a)

    def settle(self, a):
        return a


class Flint:
    """Ball matrices of python-flint, radii dropped after every iteration: fixed-point iteration in
    them would only widen."""

    def __init__(self):
        flint.ctx.prec = BITS
        self.number = flint.acb

    def matrix(self, rows):
        return flint.acb_mat(rows)

    def size(self, a):
        return max(float(abs(z.mid())) for z in a.entries())

    def settle(self, a):
        return flint.acb_mat(a.nrows(), a.ncols(), [z.mid() for z in a.entries()])


def body(tool):
    """hat(x) of EJLL's rigid body and its generator"""
    source = Sequence()
    x, dw = source.draw(3, 1.0), source.draw(3, 2 * 2.0**-4)
    inertia, quad = (2.0, 1.0, 0.66), (0.1, 0.1, 0.1)
    factor = [tool.number(H) / i + tool.number(w) * c for i, w, c in zip(inertia, dw, quad)]

    def hat(a):
        return tool.matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

    def generator(z):
        return hat([f * z[i, j] for f, (i, j) in zip(factor, ((2, 1), (0, 2), (1, 0)))])

    return hat([tool.number(a) for a in x]), generator


def laplacian(N):
    """Zeitlin's Laplacian on superdiagonal m: entries on and above its diagonal, as rationals and
    roots."""
    s = mpmath.mpf(N - 1) / 2
    up = [mpmath.sqrt((k + 1) * (N - 1 - k)) for k in range(N - 1)]
    for m in range(N):
        on = [-2 * (s * (s + 1) - (s - i) * (s - i - m)) for i in range(N - m)]
        yield on, [up[i] * up[i + m] for i in range(N - m - 1)]


def sphere(tool, N=8):
    """X of su(N) and W = -h Delta^-1 X, by tridiagonal elimination along the diagonals"""
    x = Sequence().draw(N * N, 1.0 / N)
    diagonal = [round(a * 2.0**20) * 2.0**-20 for a in x[: N - 1]]
    diagonal.append(-sum(diagonal))
    rows = [[tool.number(0)] * N for _ in range(N)]
    k = N
    for i in range(N):
        rows[i][i] = tool.number(0, diagonal[i])
        for j in range(i + 1, N):
            rows[i][j], rows[j][i] = tool.number(x[k], x[k + 1]), tool.number(-x[k], x[k + 1])
            k += 2
    plan = []
    for m, (on, off) in enumerate(laplacian(N)):
        last = (
            len(on) if m else len(on) - 1
        )  # constants are the kernel on the main diagonal: the last entry is set to 0
        pivots, factors = [], []
        for i in range(last):
            factors.append(off[i - 1] / pivots[i - 1] if i else mpmath.mpf(0))
            pivots.append(on[i] - (factors[i] * off[i - 1] if i else 0))
        plan.append(
            [
                [tool.number(str(a)) if tool.number is not mpmath.mpc else a for a in v]
                for v in (pivots, factors, off)
            ]
        )

    def generator(z):
        w = [[tool.number(0)] * N for _ in range(N)]
        for m, (pivots, factors, off) in enumerate(plan):
            line = [z[i, i + m] * -H for i in range(N - m)]
            if m == 0:
                mean = sum(line, tool.number(0)) / N
                line = [a - mean for a in line]
            last = len(pivots)
            for i in range(1, last):
                line[i] -= factors[i] * line[i - 1]
            if m == 0:
                line[last] = tool.number(0)
            for i in range(last - 1, -1, -1):
                above = off[i] * line[i + 1] if i + 1 < len(line) else 0
                line[i] = (line[i] - above) / pivots[i]
            if m == 0:
                mean = sum(line, tool.number(0)) / N
                line = [a - mean for a in line]
            for i, a in enumerate(line):
                w[i][i + m] = a
                if m:
                    w[i + m][i] = -a.conjugate()
        return tool.matrix(w)

    return tool.matrix(rows), generator


def step(tool, X, generator):
    """X = (I - P/2) Z (I + P/2), X' = (I + P/2) Z (I - P/2), P = Xi(Z)* = -Xi(Z), by fixed-point
    iteration"""
    Z, half = X, tool.number(0.5)
    tiny = 2.0 ** -(BITS - 8) * float(tool.size(X))
    for _ in range(1000):
        P = generator(Z) * half  # -P/2
        ZP = Z * P
        PZ = P * Z
        image = tool.settle(X - PZ + ZP + PZ * P)
        change = tool.size(image - Z)
        Z = image
        if change < tiny:
            break
    else:
        raise ArithmeticError("no convergence")
    P = generator(Z) * half
    PZ = P * Z
    return Z - PZ + Z * P - PZ * P


def enstrophy(X):
    """Tr X^2, which the step keeps"""
    product = X * X
    n = product.nrows() if hasattr(product, "nrows") else product.rows
    return sum((product[i, i] for i in range(n)), product[0, 0] * 0)


def measure(tool, system):
    X, generator = system(tool)
    after = step(tool, X, generator)
    error = enstrophy(after) - enstrophy(X)
    error = abs(error.mid()) if hasattr(error, "mid") else abs(error)
    if not float(error) < 2.0**-100:
        raise ArithmeticError("the step does not keep Tr X^2: " + str(error))
    steps, start = 0, time.process_time()
    while time.process_time() - start < SECONDS or steps < 3:
        step(tool, X, generator)
        steps += 1
    return (time.process_time() - start) / steps


def main():
    with open(sys.argv[1]) as file:
        ours = json.load(file)
    certified = {
        "so(3)": 1
        / next(
            (
                v
                for k, v in ours.items()
                if k.startswith("rigid-body ") and k.endswith("/isospectral-midpoint")
            ),
            float("nan"),
        ),
        "su(8)": ours.get("su(8)/seconds", float("nan")),
    }
    tools = [("mpmath " + mpmath.__version__ + ", " + mpmath.libmp.BACKEND, Mpmath())]
    if flint:
        tools.append(("python-flint " + flint.__version__, Flint()))
    print("isospectral step at %d bits: a certified one, and one of peers without proof" % BITS)
    for name, system in (("so(3)", body), ("su(8)", sphere)):
        if not certified[name] < float("inf"):
            print("  %-40s the reference does not have it" % name)
            continue
        print("  %-40s %-28s %.3e s" % (name, "certified", certified[name]))
        for about, tool in tools:
            seconds = measure(tool, system)
            print(
                "  %-40s %-28s %.3e s, %.1f times the certified one"
                % ("", about, seconds, seconds / certified[name])
            )


try:
    import flint
except ImportError:
    flint = None

if __name__ == "__main__":
    main()
