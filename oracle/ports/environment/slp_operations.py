# SPDX-License-Identifier: 0BSD
"""Answers the questions of `slp environment` in Python's numbers.

    slp environment | python3 slp_operations.py | slp environment --answers -

In a port: give it the lines that begin with `environment `.  Replace the sums and inner products by
those of your code.
"""
import math
import sys


def sum_of(x):
    total = 0.0
    for term in x:
        total += term
    return total


OPERATIONS = {
    "add": lambda a, b: a + b,
    "add-add": lambda a, b, c: (a + b) + c,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "sqrt": math.sqrt,
    "multiply-add": lambda a, b, c: a * b + c,
    "sum": lambda *x: sum_of(x),
    "dot": lambda *x: sum_of(a * b for a, b in zip(x[::2], x[1::2])),
}
if hasattr(math, "fma"):  # from Python 3.13 on
    OPERATIONS["fma"] = math.fma


def number(text):
    return float.fromhex(text) if "x" in text else float(text)


def answer(line):
    given = dict(field.split("=", 1) for field in line.split()[1:])
    operation = OPERATIONS.get(given["op"])
    if not operation:
        return f"result id={given['id']} error=unsupported"
    y = operation(*(number(text) for text in given["x"].split(",")))
    return f"result id={given['id']} y={y.hex()}"


if __name__ == "__main__":
    for asked in sys.stdin:
        if asked.startswith("environment "):
            print(answer(asked), flush=True)
