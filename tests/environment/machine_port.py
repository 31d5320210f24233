# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port that answers `environment` lines as a machine would that has one fault; it has no pair.
usage: machine_port.py MODE [BITS LEAST].  Written apart from oracle/environment: with fractions.

right                      rounds to nearest even, in order, keeps subnormal numbers
up down zero away          rounds otherwise
flush-results flush-operands
held53 held64              intermediate results of so many bits
contracted                 a*b + c in one rounding
two-step-fma               fma is a product and a sum
divide sqrt                every eighth quotient, root is one unit too large
backward halves lanes4 lanes8-neighbours lanes8-folded once   orders of sums
fused-dot                  inner products by fma
narrow                     numbers of 24 bits
words                      answers that are no numbers
silent                     answers no such line
"""
import sys
from fractions import Fraction
from math import isqrt

MODE = sys.argv[1]
BITS, LEAST = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 2 else (53, -1074)
if MODE == "narrow":
    BITS, LEAST = 24, -149
HELD = {"held53": 53, "held64": 64}.get(MODE)


def number(text):
    if "x" not in text:
        return Fraction(text)
    sign = -1 if text[0] == "-" else 1
    digits, power = text.split("x")[1].split("p")
    whole, _, part = digits.partition(".")
    return sign * Fraction(int(whole + part, 16)) * Fraction(2) ** (int(power) - 4 * len(part))


def rounded(x, bits=None, least=None):
    bits, least = bits or BITS, LEAST if least is None else least
    if x == 0:
        return x
    size, top = abs(x), 0
    top = size.numerator.bit_length() - size.denominator.bit_length()
    top += 1 if size >= Fraction(2) ** top else 0
    unit = Fraction(2) ** max(top - bits, least)
    whole, rest = divmod(size / unit, 1)
    up = {"up": x > 0 and rest > 0, "down": x < 0 and rest > 0, "zero": False,
          "away": rest >= Fraction(1, 2)}.get(
              MODE, rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1))
    return (1 if x > 0 else -1) * (whole + up) * unit


def held(x):
    return rounded(x, HELD, -100000) if HELD else rounded(x)


def small(x):
    return 0 < abs(x) < Fraction(2) ** (LEAST + BITS - 1)


def stored(x):
    x = rounded(x)
    return Fraction(0) if MODE == "flush-results" and small(x) else x


def multiply_add(a, b, c, fused):
    return held(a * b + c) if fused else held(held(a * b) + c)


def added(terms, step):
    """The sum in this machine's order; step(s, term) is the sum with one term more."""
    lanes = 8 if MODE.startswith("lanes8") else 4 if MODE.startswith("lanes4") else 1
    if MODE == "backward":
        terms = terms[::-1]
    if MODE == "halves":
        if len(terms) == 1:
            return step(Fraction(0), terms[0])
        half = len(terms) // 2
        return held(added(terms[:half], step) + added(terms[half:], step))
    sums = [Fraction(0)] * lanes
    for i, term in enumerate(terms):
        sums[i % lanes] = step(sums[i % lanes], term)
    while len(sums) > 1:
        if MODE.endswith("neighbours"):
            sums = [held(sums[i] + sums[i + 1]) for i in range(0, len(sums), 2)]
        elif MODE.endswith("folded"):
            half = len(sums) // 2
            sums = [held(sums[i] + sums[i + half]) for i in range(half)]
        else:
            sums = [held(sums[0] + sums[1])] + sums[2:]
    return sums[0]


def root(x):
    """A number nearer to the root of x than any middle of two numbers of the machine is."""
    scale = Fraction(4) ** (2 * BITS)
    return Fraction(2 * isqrt(int(x * scale)) + 1, 2 ** (2 * BITS + 1))


def result(op, x, which):
    if MODE == "flush-operands":
        x = [Fraction(0) if small(v) else v for v in x]
    if op == "add":
        return held(x[0] + x[1])
    if op == "add-add":
        return held(held(x[0] + x[1]) + x[2])
    if op == "multiply":
        return held(x[0] * x[1])
    if op in ("divide", "sqrt"):
        y = held(x[0] / x[1] if op == "divide" else root(x[0]))
        return y + Fraction(2) ** (1 - BITS) if MODE == op and which % 8 == 0 else y
    if op == "multiply-add":
        return multiply_add(*x, MODE == "contracted")
    if op == "fma":
        y = rounded(x[0] * x[1]) if MODE == "two-step-fma" else x[0] * x[1]
        return rounded(y + x[2])
    pairs = list(zip(x[::2], x[1::2]))
    if MODE == "once":
        return sum(x) if op == "sum" else sum(a * b for a, b in pairs)
    if op == "sum":
        return added(x, lambda s, term: held(s + term))
    return added(pairs, lambda s, t: multiply_add(t[0], t[1], s, MODE == "fused-dot"))


def text(y):
    power = 0
    while y and y.denominator > 1:
        y, power = y * 2, power - 1
    return f"{'-' if y < 0 else ''}0x{abs(int(y)):x}p{power:+d}"


for line in sys.stdin:
    given = dict(f.split("=", 1) for f in line.split()[1:])
    if line.startswith("case "):
        print(f"result id={given['id']} error=unsupported", flush=True)
    elif line.startswith("environment ") and MODE == "words":
        print(f"result id={given['id']} y=many", flush=True)
    elif line.startswith("environment ") and MODE != "silent":
        which = int(given["id"].rpartition("-")[2])
        y = stored(result(given["op"], [number(t) for t in given["x"].split(",")], which))
        print(f"result id={given['id']} y={text(y)}", flush=True)
