# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws polynomials that split, on every algebra, and integrates the equation of each factor,
    x' = ad*_{Xi(x)} x,   Xi_i = sum_k f_k d_i H_k / w_i,   over time 1,
with the Xi of the moment: nothing here knows that Xi stays the same, what an exponential is, or
which coordinates commute.  The brackets come from the matrices and cross products of the manual's
page Systems; the integrator is the explicit midpoint rule, extrapolated, in 40 decimal digits.
Prints how far `slp run` on either path is from it, and fails above 1e-20 and 1e-14.

usage: factor_flows.py SLP [CASES of each pair, 3] [FAULT]
  FAULT   order | time | weights: an error of that kind here, for a test that this sees it"""

import random
import re
import subprocess
import sys
from decimal import Decimal, getcontext

getcontext().prec = 40
COLUMNS = 12  # of the extrapolation: 2, 4, ... steps


def cross(x, v):
    return [x[(i + 1) % 3] * v[(i + 2) % 3] - x[(i + 2) % 3] * v[(i + 1) % 3] for i in range(3)]


def product(A, B):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def commutator(A, B):  # A B - B A
    return [[p - q for p, q in zip(r, s)] for r, s in zip(product(A, B), product(B, A))]


def zeros(n):
    return [[0] * n for _ in range(n)]


class Algebra:
    """ad(x, xi) = ad*_xi x in coordinates; weights of the pairing."""

    def __init__(self, name, size, d, weights, ad):
        self.name, self.size, self.d, self.weights = name, size, d, weights
        unit = [[int(i == j) for i in range(d)] for j in range(d)]
        # parts[c]: (a, b, t) with component c of the field = sum t x_a Xi_b; a is None on the plane
        self.parts = [[] for _ in range(d)]
        for b in range(d):
            for a in range(d) if name != "plane" else (None,):
                for c, t in enumerate(ad(unit[a or 0], unit[b])):
                    if t:
                        assert t == int(t)
                        self.parts[c].append((a, b, int(t)))

    def commute(self, a, b):  # {x_a, x_b} is the derivative of x_a along the field of x_b
        return not any(at == b for _, at, _ in self.parts[a])


def vectors(n):
    def ad(x, xi):
        return sum((cross(x[i : i + 3], xi[i : i + 3]) for i in range(0, 3 * n, 3)), [])

    return ad


def se3(x, xi):
    turn = [p + q for p, q in zip(cross(x[:3], xi[:3]), cross(x[3:], xi[3:]))]
    return turn + cross(x[3:], xi[:3])


def so(n):
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]

    def matrix(x):
        X = zeros(n)
        for (i, j), value in zip(pairs, x):
            X[i][j], X[j][i] = value, -value
        return X

    return lambda x, xi: [commutator(matrix(x), matrix(xi))[i][j] for i, j in pairs]


def su(n):
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]

    def matrix(x):
        X = zeros(n)
        for i in range(n):
            X[i][i] = 1j * x[i]
        for k, (i, j) in enumerate(pairs):
            X[i][j] = x[n + 2 * k] + 1j * x[n + 2 * k + 1]
            X[j][i] = -x[n + 2 * k] + 1j * x[n + 2 * k + 1]
        return X

    def ad(x, xi):
        Y = commutator(matrix(x), matrix(xi))
        entries = [Y[i][j] + 0j for i, j in pairs]
        return [(Y[i][i] + 0j).imag for i in range(n)] + [
            part for z in entries for part in (z.real, z.imag)
        ]

    return ad


def sp(n):
    m = n // 2
    square = [(i, j) for i in range(m) for j in range(m)]
    triangle = [(i, j) for i in range(m) for j in range(i, m)]
    places = square + [(i, m + j) for i, j in triangle] + [(m + i, j) for i, j in triangle]

    def matrix(x):
        X = zeros(n)
        for (i, j), value in zip(places, x):
            X[i][j] = value
            if j >= m > i:
                X[j - m][i + m] = value
            elif i >= m > j:
                X[j + m][i - m] = value
            else:
                X[j + m][i + m] = -value
        return X

    def ad(x, xi):
        transposed = [list(row) for row in zip(*matrix(xi))]
        Y = commutator(transposed, matrix(x))
        return [Y[i][j] for i, j in places]

    weights = [2] * (m * m) + 2 * [1 if i == j else 2 for i, j in triangle]
    return weights, ad


def algebras():
    yield Algebra("so3", None, 3, [1] * 3, vectors(1))
    yield Algebra("se3", None, 6, [1] * 6, se3)
    yield Algebra("plane", None, 2, [1] * 2, lambda x, xi: [xi[1], -xi[0]])
    yield Algebra("su2", 3, 9, [1] * 3 + [-2] * 3 + [4] * 3, vectors(3))
    for n in (2, 3, 4, 5):
        yield Algebra("so", n, n * (n - 1) // 2, [1] * (n * (n - 1) // 2), so(n))
    for n in (2, 3, 4):
        yield Algebra("su", n, n * n, [1] * n + [2] * (n * n - n), su(n))
    for n in (2, 4, 6):
        weights, ad = sp(n)
        yield Algebra("sp", n, len(weights), weights, ad)


def draw_terms(of, draw):
    """Terms (k, c, indices from 0): coordinates of each commute, and terms of one noise do."""

    def fit(at, others):
        return all(of.commute(a, b) for a in at for b in others)

    terms = []
    for _ in range(draw.randint(3, 7)):
        at, degree = [draw.randrange(of.d)], draw.randint(1, 4)
        while len(at) < degree:
            at.append(draw.choice([a for a in range(of.d) if fit([a], at)]))
        k = draw.randint(0, 2)
        both = [t[2] for t in terms if t[0] == k]
        if k == 0 or all(fit(at, other) or len(at) == len(other) == 1 for other in both):
            terms.append((k, draw.choice((-1, 1)) * draw.randint(1, 16) / 16, at))
    return terms


def factors(of, terms):
    """The rule of the manual: lists of terms."""
    found = []
    for t in (t for t in terms if len(t[2]) > 1):
        for one in found:
            if all(of.commute(a, b) for other in one for a in other[2] for b in t[2]):
                one.append(t)
                break
        else:
            found.append([t])
    linear = [t for t in terms if len(t[2]) == 1]
    return found + [linear] * bool(linear)


def field(of, terms, f, x):
    xi = [Decimal(0)] * of.d
    for k, c, at in terms:
        for j, i in enumerate(at):
            part = f[k] * Decimal(c)
            for a in at[:j] + at[j + 1 :]:
                part *= x[a]
            xi[i] += part
    xi = [v / w for v, w in zip(xi, of.weights)]
    one = Decimal(1)
    return [
        sum((t * (one if a is None else x[a]) * xi[b] for a, b, t in parts), Decimal(0))
        for parts in of.parts
    ]


def midpoint(of, terms, f, x, steps):
    h = Decimal(1) / steps
    before, now = x, [a + h * v for a, v in zip(x, field(of, terms, f, x))]
    for _ in range(steps - 1):
        before, now = now, [a + 2 * h * v for a, v in zip(before, field(of, terms, f, now))]
    return now


def flow(of, terms, f, x):
    """The solution at time 1: Aitken's and Neville's table in the squares of the steps."""
    table = []
    for column in range(COLUMNS):
        row = [midpoint(of, terms, f, x, 2 * column + 2)]
        for k, above in enumerate(table):
            ratio = Decimal((column + 1) ** 2) / (column - k) ** 2 - 1
            row.append([a + (a - b) / ratio for a, b in zip(row[-1], above)])
        table = row
    off = max(abs(a - b) for a, b in zip(table[-1], table[-2]))
    assert off < Decimal("1e-20"), "the integration is off by %.1e" % off
    return table[-1]


def step(of, terms, f, x, halves, fault):
    parts = factors(of, terms)
    if fault == "order":
        parts = parts[::-1]
    if halves:
        f, parts = [v / 2 for v in f], parts + parts[::-1]
    for one in parts:
        x = flow(of, one, [v * (1 + Decimal("1e-12") * (fault == "time")) for v in f], x)
    return x


def case_line(of, terms, scheme, name, h, dW, x, noises=2):
    words = ["case id=%s system=polynomial scheme=%s algebra=%s" % (name, scheme, of.name)]
    if of.size:
        words.append("size=%d" % of.size)
    if of.name == "su2":
        words.append("weights=" + ",".join(str(w) for w in of.weights[::3]))
    items = ["%d:%r:%s" % (k, c, ".".join(str(a + 1) for a in at)) for k, c, at in terms]
    words.append("terms=%s noises=%d h=%r steps=1" % (",".join(items), noises, h))
    words.append("x=" + ",".join(map(repr, x)) + " dw=" + ",".join(map(repr, dW)))
    return " ".join(words)


def answers(slp, options, cases):
    said = subprocess.run(
        [slp, "run"] + options, input=cases, capture_output=True, text=True, check=False
    )
    if said.returncode:
        raise SystemExit("slp run %s: %s" % (" ".join(options), said.stderr))
    found = re.findall(r"^result id=(\S+) y=(\S+)", said.stdout, re.M)
    read = (lambda v: Decimal(float.fromhex(v))) if "fast" in options else Decimal
    return {name: [read(v) for v in y.split(",")] for name, y in found}


def main():
    slp, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    fault = sys.argv[3] if len(sys.argv) > 3 else ""
    draw, lines, expected, many = random.Random(5), [], {}, {}
    for of in algebras():
        for scheme in ("splitting-lie", "splitting-strang"):
            for number in range(count):
                terms = draw_terms(of, draw)
                h, dW = draw.randint(-16, 16) / 64, [draw.randint(-16, 16) / 64 for _ in (1, 2)]
                x = [draw.randint(-16, 16) / 16 for _ in range(of.d)]
                if of.name == "su":
                    x[of.size - 1] = -sum(x[: of.size - 1])
                name = "%s(%s)-%s-%d" % (of.name, of.size or "", scheme[10:], number)
                lines.append(case_line(of, terms, scheme, name, h, dW, x))
                if fault == "weights":
                    of.weights = [1] * of.d
                expected[name] = step(
                    of,
                    terms,
                    [Decimal(v) for v in [h] + dW],
                    [Decimal(v) for v in x],
                    scheme == "splitting-strang",
                    fault,
                )
                many[of.name] = max(many.get(of.name, 0), len(factors(of, terms)))
    bad = False
    cases = "\n".join(lines) + "\n"
    exactly = ["--path", "ref", "--digits", "25"]
    for path, options, most in (("ref", exactly, "1e-20"), ("fast", ["--path", "fast"], "1e-14")):
        given, worst = answers(slp, options, cases), {}
        for name, y in expected.items():
            if len(given.get(name, ())) != len(y):
                raise SystemExit("%s: no answer, or one of another length" % name)
            off = max(abs(a - b) for a, b in zip(given[name], y))
            worst[name.split("-")[0]] = max(worst.get(name.split("-")[0], Decimal(0)), off)
        for name, off in worst.items():
            print("%-5s %-5s off by %.1e" % (path, name, off))
            bad = bad or off > Decimal(most)
    print("%d cases, at most factors of" % len(lines), many)
    return bad


if __name__ == "__main__":
    sys.exit(main())
