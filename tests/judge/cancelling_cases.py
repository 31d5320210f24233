# SPDX-License-Identifier: LGPL-3.0-or-later
"""Cases of polynomials whose terms cancel, one step each, on every algebra.
usage: cancelling_cases.py COUNT SEED

Each monomial stands many times.  Its coefficients are of size 64, and the last one is minus the sum
of the others, so that the sum is a rounding only; one monomial of size 2^-16 is left.  The parts
are shuffled, and so are the factors of each term."""

import random
import sys

ALGEBRAS = [  # word, size, d, schemes that evaluate the generator in other ways
    ("so3", 1, 3, ("implicit-midpoint", "tmk", "variational-cayley", "heun-projected")),
    ("se3", 1, 6, ("isospectral-midpoint", "rkmk-rk4-exp", "trapezoidal")),
    ("plane", 1, 2, ("midpoint", "rkmk-gauss4-exp", "heun")),
    ("su2", 3, 9, ("isospectral-midpoint", "depondt", "spherical-midpoint")),
    ("so", 4, 6, ("isospectral-midpoint", "variational-exp", "rkmk-heun-cay")),
    ("su", 3, 9, ("isospectral-midpoint", "tmk", "canonical-midpoint")),
    ("sp", 4, 10, ("implicit-midpoint", "rkmk-rk4-cay", "isospectral-gauss4")),
]


def cancelling(draw, d, degree, noises):
    """Terms of one monomial, each of a Hamiltonian k, that cancel within each k."""
    monomial = [draw.randint(1, d) for _ in range(degree)]
    k = draw.randint(0, noises)
    sizes = [draw.uniform(-64, 64) for _ in range(draw.choice((1, 2, 7, 20)))]
    sizes.append(-sum(sizes))
    return [(k, c, draw.sample(monomial, degree)) for c in sizes]


def case(draw, number):
    word, size, d, schemes = ALGEBRAS[number % len(ALGEBRAS)]
    noises = draw.randint(0, 2)
    terms = [(0, 2.0**-16, [draw.randint(1, d), draw.randint(1, d)])]
    for _ in range(draw.randint(1, 4)):
        terms += cancelling(draw, d, draw.choice((1, 2, 2, 3, 5, 8)), noises)
    draw.shuffle(terms)
    x = [round(draw.uniform(-1, 1), 3) for _ in range(d)]
    if word == "su":
        x = [round(1024 * v) / 1024 for v in x]
        x[size - 1] = -sum(x[: size - 1])
    fields = [
        "case",
        "id=%s-%d" % (word, number),
        "system=polynomial",
        "scheme=" + schemes[number // len(ALGEBRAS) % len(schemes)],
        "algebra=" + word,
        "size=%d" % size,
        "terms=" + ",".join("%d:%s:%s" % (k, c.hex(), ".".join(map(str, i))) for k, c, i in terms),
        "noises=%d" % noises,
        "h=%s" % draw.choice((0.25, 0.125, -0.125)),
        "steps=1",
        "x=" + ",".join(map(str, x)),
    ]
    if noises:
        fields.append("dw=" + ",".join("%.3f" % draw.uniform(-0.25, 0.25) for _ in range(noises)))
    return " ".join(fields)


def main():
    draw = random.Random(int(sys.argv[2]))
    for number in range(int(sys.argv[1])):
        print(case(draw, number))


main()
