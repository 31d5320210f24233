# SPDX-License-Identifier: LGPL-3.0-or-later
"""Answers of a port with a planted fault: reads cases, each followed by its right result, and makes
those wrong that the fault is of.  usage: shared_faults.py FAULT < ECHOED > ECHOED

A wrong result has 1 % of its size added to its first numbers, from the first wrong step on."""

import math
import random
import sys


def numbers(text):
    return [float.fromhex(word) for word in text.split(",")] if text else []


def norm(x):
    return math.hypot(*x)


def bonds(case):
    pairs = [pair.split(":") for pair in case["bonds"].split(",")]
    return [(int(a), int(b)) for a, b in pairs]


def differ(dw, steps):
    """Whether a step has other increments than the one before it."""
    return any(a != b for a, b in zip(dw, dw[len(dw) // steps :]))


FAULTS = {
    "lin-and-quad": lambda c: "lin" in c and "quad" in c,
    "lin": lambda c: "lin" in c,
    "lin-or-area": lambda c: "lin" in c or "area" in c,
    "small-state": lambda c: norm(numbers(c["x"])) < 1e-5,
    "small-state-or-lin": lambda c: norm(numbers(c["x"])) < 1e-5 or "lin" in c,
    "falling-bonds": lambda c: any(
        a > b and j for (a, b), j in zip(bonds(c), numbers(c["exchange"]))
    ),
    "damping-and-noise": lambda c: "damping" in c and "noise" in c,
    "negative-step": lambda c: float.fromhex(c["h"]) < 0,
    "odd-half": lambda c: int(float.fromhex(c["n"])) // 2 % 2 == 1,
    "odd-n": lambda c: int(float.fromhex(c["n"])) % 2 == 1,
    "often-large": lambda c: len(numbers(c["x"])) > 3 and random.random() < 0.9,
    "often-bonds": lambda c: len(numbers(c["exchange"])) > 1 and random.random() < 0.75,
    "long-line": lambda c: len(c["line"]) > 500,
    "scheme": lambda c: c["scheme"] == "tmk",
    "second-step": lambda c: int(c["steps"]) > 1,
    "step-before": lambda c: differ(numbers(c.get("dw", "")), int(c["steps"])),
    "lin-that-moves": lambda c: any(numbers(c.get("lin", "")))
    and max(map(abs, numbers(c["dw"]))) > 1e-13,
    "coin": lambda c: random.random() < 0.1,
    "rare-coin": lambda c: random.random() < 0.02,
    "even-coin": lambda c: random.random() < 0.5,
    "all": lambda c: True,
}


def main():
    fault = sys.argv[1]
    case = {}
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for line in sys.stdin:
        words = line.split()
        if words and words[0] == "case":
            case = dict(word.split("=", 1) for word in words[1:])
            case["line"] = line
        if words and words[0] == "result" and FAULTS[fault](case):
            d = len(numbers(case["x"]))
            for i, word in enumerate(words):
                if not word.startswith("y="):
                    continue
                y = numbers(word[2:])
                steps = range(1 if fault in ("second-step", "step-before") else 0, len(y) // d)
                for s in steps:
                    y[s * d] += (-1) ** s * max(1e-2 * norm(y[s * d : (s + 1) * d]), 1e-300)
                words[i] = "y=" + ",".join(v.hex() for v in y)
            line = " ".join(words) + "\n"
        sys.stdout.write(line)
        sys.stdout.flush()


main()
