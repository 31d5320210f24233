# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws expressions, computes their terms by fractions of its own, and compares them with those
that `slp case` prints.  usage: random_expressions.py SLP COUNT SEED

An expression is drawn as a tree; the tree is evaluated here as a dictionary from monomials to
fractions and is printed as text, with needless parentheses and spaces in places.  Coefficients of
the case must be the nearest doubles of the fractions, term by term.
"""
import random
import subprocess
import sys
from fractions import Fraction

SIZES = {"so3": 1, "se3": 1, "plane": 1, "su2": 3, "so": 4, "su": 2, "sp": 4}


def coordinates(algebra, n):
    """Names of the coordinates in their order, each with its sign: {name: (place, sign)}."""
    named = {}
    if algebra == "se3":
        for v, word in enumerate("PG"):
            for a, axis in enumerate("xyz"):
                named[f"{word}.{axis}"] = (3 * v + a + 1, 1)
    elif algebra == "plane":
        named = {"q": (1, 1), "p": (2, 1)}
    elif algebra == "su2":
        for i in range(n):
            for a, axis in enumerate("xyz"):
                named[f"S{i + 1}.{axis}"] = named[f"S[{i}+1].{axis}"] = (3 * i + a + 1, 1)
    elif algebra == "so":
        place = 0
        for i in range(1, n + 1):
            named[f"X{i}{i}"] = (0, 0)
            for j in range(i + 1, n + 1):
                place += 1
                named[f"X{i}{j}"] = named[f"X[{i}, {j}]"] = (place, 1)
                named[f"X{j}{i}"] = (place, -1)
    elif algebra == "su":
        place = n
        for i in range(1, n + 1):
            named[f"Im{i}{i}"] = (i, 1)
            named[f"Re{i}{i}"] = (0, 0)
            for j in range(i + 1, n + 1):
                named[f"Re{i}{j}"] = (place + 1, 1)
                named[f"Re{j}{i}"] = (place + 1, -1)
                named[f"Im{i}{j}"] = named[f"Im{j}{i}"] = (place + 2, 1)
                place += 2
    elif algebra == "sp":
        m = n // 2
        for i in range(1, m + 1):
            for j in range(1, m + 1):
                named[f"A{i}{j}"] = ((i - 1) * m + j, 1)
        place = m * m
        for word in "BC":
            for i in range(1, m + 1):
                for j in range(i, m + 1):
                    place += 1
                    named[f"{word}{i}{j}"] = named[f"{word}[{j},{i}]"] = (place, 1)
    d = {"so3": 3, "se3": 6, "plane": 2, "su2": 3 * n, "so": n * (n - 1) // 2, "su": n * n,
         "sp": n * (n + 1) // 2}[algebra]
    for i in range(1, d + 1):
        named[f"x{i}"] = named[f"x[{d}-{d - i}]"] = (i, 1)
    return named


def add(p, q, sign=1):
    total = dict(p)
    for monomial, c in q.items():
        total[monomial] = total.get(monomial, 0) + sign * c
    return {monomial: c for monomial, c in total.items() if c}


def times(p, q):
    total = {}
    for a, c in p.items():
        for b, e in q.items():
            monomial = tuple(sorted(a + b))
            total[monomial] = total.get(monomial, 0) + c * e
    return {monomial: c for monomial, c in total.items() if c}


def degree(p):
    return max((len(monomial) for monomial in p), default=0)


def number(draw):
    kind = draw.randrange(4)
    if kind == 0:
        text = str(draw.randrange(20))
    elif kind == 1:
        text = f"{draw.randrange(10)}.{draw.randrange(1000):03d}"
    elif kind == 2:
        text = f"{draw.randrange(1, 100)}e{draw.randrange(-9, 9)}"
    else:
        text = f".{draw.randrange(1, 10**15)}"
    return text, Fraction(text)


def draw_tree(draw, named, depth, most):
    """(text, polynomial) of degree at most `most`; text binds at least as a signed part does."""
    kind = draw.randrange(9 if depth else 3)
    if kind <= 1 and most >= 1:
        name = draw.choice(sorted(named))
        place, sign = named[name]
        return name, ({(place,): Fraction(sign)} if sign else {})
    if kind <= 2:
        text, c = number(draw)
        return text, ({(): c} if c else {})
    if kind <= 4:
        left = draw_tree(draw, named, depth - 1, most)
        right = draw_tree(draw, named, depth - 1, most)
        sign, operator = draw.choice([(1, " + "), (-1, "-"), (-1, " - "), (1, "+")])
        return f"({left[0]}{operator}{right[0]})", add(left[1], right[1], sign)
    if kind == 5:
        part = draw_tree(draw, named, depth - 1, most)
        return f"(-{part[0]})", add({}, part[1], -1)
    if kind == 6:
        part = draw_tree(draw, named, depth - 1, most // 2)
        power = draw.randrange(3)
        value = {(): Fraction(1)}
        for _ in range(power):
            value = times(value, part[1])
        return f"(({part[0]}){draw.choice(['^', '**'])}{power})", value
    if kind == 7:
        text, c = number(draw)
        part = draw_tree(draw, named, depth - 1, most)
        if c == 0:
            return part
        return f"({part[0]} / {text})", {m: v / c for m, v in part[1].items()}
    left = draw_tree(draw, named, depth - 1, most - most // 2)
    right = draw_tree(draw, named, depth - 1, most // 2)
    return f"{left[0]} * {right[0]}", times(left[1], right[1])


def nearest(c):
    """Python's division of whole numbers is correctly rounded."""
    return c.numerator / c.denominator


def main():
    slp, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    draw = random.Random(seed)
    wrong = asked = 0
    for _ in range(count):
        algebra = draw.choice(sorted(SIZES))
        n = SIZES[algebra]
        named = coordinates(algebra, n)
        text, value = draw_tree(draw, named, 5, 8)
        terms = {m: nearest(c) for m, c in value.items() if m}
        if not terms or degree(value) > 8 or not all(0 < abs(c) < 1e300 for c in terms.values()):
            continue
        asked += 1
        d = max(place for place, _ in named.values())
        ran = subprocess.run([slp, "case", "--algebra", algebra, "--h0", text, "--x",
                              ",".join(["0"] * d), "--scheme",
                              "midpoint" if algebra == "plane" else "implicit-midpoint"]
                             + ([] if n == 1 else ["--size", str(n)]),
                             capture_output=True, text=True)
        found = {}
        for field in ran.stdout.split():
            if field.startswith("terms="):
                for item in field[6:].split(","):
                    k, c, at = item.split(":")
                    found[tuple(map(int, at.split(".")))] = float.fromhex(c)
        if ran.returncode or found != terms:
            wrong += 1
            print(f"{algebra}: {text}\n  expected {terms}\n  found {found}\n{ran.stderr}")
    print(f"{asked} expressions, {wrong} wrong")
    sys.exit(wrong > 0 or asked < count // 4)


main()
