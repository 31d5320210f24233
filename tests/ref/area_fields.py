# SPDX-License-Identifier: LGPL-3.0-or-later
"""Levy areas of polynomials on every algebra.  With h = 0 and increments 0, Euler's rule gives
    y = x + sum_ij A_ij ad*_{grad B_ij} x,   B_ij the derivative of H_j along the field of H_i,
here in fractions, from the brackets of factor_flows.py and from nothing else.  On su(2)^n weights
differ.  Fails where a digit of the first 20 of `slp run --path ref` differs.

usage: area_fields.py SLP [CASES of each algebra, 3] [FAULT]
  FAULT   weights | sign: an error of that kind here, for a test that this sees it"""

import random
import sys
from fractions import Fraction

from factor_flows import algebras, answers, case_line

NOISES = 3


def gradient(H, i):
    """H: {indices in ascending order: coefficient}"""
    out = {}
    for at, c in H.items():
        if i in at:
            j = at.index(i)
            out[at[:j] + at[j + 1 :]] = c * at.count(i)
    return out


def times(*factors):
    out = {(): Fraction(1)}
    for f in factors:
        more = {}
        for a, c in out.items():
            for b, e in f.items():
                at = tuple(sorted(a + b))
                more[at] = more.get(at, 0) + c * e
        out = more
    return out


def add(to, of):
    for at, c in of.items():
        to[at] = to.get(at, 0) + c


def bracket(of, H, K):
    """The derivative of K along the field of H."""
    out = {}
    for b in range(of.d):
        for a, i, t in of.parts[b]:
            x = {() if a is None else (a,): Fraction(t) / of.weights[i]}
            add(out, times(gradient(K, b), x, gradient(H, i)))
    return out


def value(P, x):
    total = Fraction(0)
    for at, c in P.items():
        for i in at:
            c *= x[i]
        total += c
    return total


def step(of, H, area, x, fault):
    B, pair = {}, 0
    for i in range(NOISES):
        for j in range(i + 1, NOISES):
            add(B, times({(): area[pair]}, bracket(of, H[i], H[j])))
            pair += 1
    sign = -1 if fault == "sign" else 1
    xi = [sign * value(gradient(B, i), x) / of.weights[i] for i in range(of.d)]
    return [
        v + sum(t * (1 if a is None else x[a]) * xi[b] for a, b, t in parts)
        for v, parts in zip(x, of.parts)
    ]


def main():
    slp, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    fault = sys.argv[3] if len(sys.argv) > 3 else ""
    draw, lines, expected, moved = random.Random(7), [], {}, 0
    for of in algebras():
        for number in range(count):
            terms = []
            for k in range(1, NOISES + 1):
                for _ in range(draw.randint(1, 3)):
                    at = [draw.randrange(of.d) for _ in range(draw.randint(1, 4))]
                    terms.append((k, draw.choice((-1, 1)) * draw.randint(1, 16) / 16, at))
            area = [draw.randint(-16, 16) / 64 for _ in range(NOISES * (NOISES - 1) // 2)]
            x = [draw.randint(-16, 16) / 16 for _ in range(of.d)]
            if of.name == "su":
                x[of.size - 1] = -sum(x[: of.size - 1])
            name = "%s(%s)-%d" % (of.name, of.size or "", number)
            line = case_line(of, terms, "euler", name, 0.0, [0.0] * NOISES, x, NOISES)
            lines.append(line + " area=" + ",".join(map(repr, area)))
            if fault == "weights":
                of.weights = of.weights[:1] * of.d
            H = [{} for _ in range(NOISES)]
            for k, c, at in terms:
                add(H[k - 1], {tuple(sorted(at)): Fraction(c)})
            y = step(of, H, [Fraction(a) for a in area], [Fraction(v) for v in x], fault)
            expected[name] = y
            moved += y != x
    given = answers(slp, ["--path", "ref", "--digits", "25"], "\n".join(lines) + "\n")
    bad = []
    for name, y in expected.items():
        off = max(abs(Fraction(a) - b) for a, b in zip(given[name], y))
        if off > Fraction(1, 10**20) * max(1, max(map(abs, y))):
            bad.append("%s is off by %.1e" % (name, off))
    print("\n".join(bad), "%d cases, of which areas move %d" % (len(lines), moved))
    return bool(bad) or moved < 0.75 * len(lines)


if __name__ == "__main__":
    sys.exit(main())
