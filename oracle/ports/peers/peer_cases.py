# SPDX-License-Identifier: 0BSD
"""The port protocol, once, for the adapters of this folder (oracle/manual/ports.md).

    import peer_cases
    torch = peer_cases.needs("torch", "pip install torch")   # or exit status 3, with one line
    peer_cases.serve(PAIRS, answer, ABOUT)

`answer(case)` gets a dictionary: `id`, `system`, `scheme`, `model` and `arithmetic` are words,
`steps` is a whole number, every other key has a list of numbers.  It gives the states after every
step as one list, or raises Declined(WORD), WORD as in `result id=... error=WORD`.

A case with `draws` has no increments.  It goes to `own_noise(case)`, if the peer draws noise
itself, which gives the states of `draws` paths, one path after the other.

Exit status 0: the input ended.  2: the command line or a line of the input cannot be read; one line
on standard error says which, what is wrong and what to do.  3: the peer is not installed.
"""
import importlib
import importlib.metadata
import math
import os
import sys

WORDS = ("id", "system", "scheme", "model", "arithmetic", "modes", "bonds", "algebra", "terms")
NEEDED = ("id", "system", "scheme", "h", "steps", "x")


class Declined(Exception):
    """No states: the word says why (unsupported, no-convergence, domain)."""


def end(status, text):
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(status)


def needs(module, remedy):
    """The module, or exit status 3 with one line."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        end(3, f"{module} cannot be imported ({error}): {remedy}")


def version(package):
    """What the package installer says of it."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def number(text):
    """A C hex float or a decimal; ValueError where it is none or not finite."""
    value = float.fromhex(text) if "x" in text.lower() else float(text)
    if not math.isfinite(value):
        raise ValueError("not finite")
    return value


def read(line, at):
    """The case of a line; `at` is the number of the line.  Exit status 2 if it cannot be read."""
    case = {}
    for field in line.split()[1:]:
        key, equals, value = field.partition("=")
        if not equals or key in case:
            end(2, f"line {at}: '{field[:40]}' {'is there twice' if equals else 'has no ='}; "
                   "write each field once, as key=value")  # fmt: skip
        try:
            case[key] = value if key in WORDS else [number(text) for text in value.split(",")]
            if key == "steps":
                case[key] = int(value)
                if case[key] < 1:
                    raise ValueError("below 1")
        except (ValueError, OverflowError):
            end(2, f"line {at}: {key}={value[:40]} is no list of finite numbers; write decimals "
                   "or C hex floats, and steps as a whole number from 1")  # fmt: skip
    lacking = [key for key in NEEDED if key not in case]
    if lacking:
        end(2, f"line {at}: a case without {lacking[0]}=; see oracle/manual/ports.md, A case")
    if len(case["h"]) != 1 or len(case.get("dw", [])) % case["steps"]:
        end(2, f"line {at}: h= is one number, dw= as many for each of {case['steps']} steps; "
               "see oracle/manual/ports.md, A case")  # fmt: skip
    return case


def increments(case):
    """The increments of each step: a list of lists."""
    every = len(case.get("dw", [])) // case["steps"]
    return [case["dw"][every * s : every * (s + 1)] if every else [] for s in range(case["steps"])]


def answered(case, pairs, answer, own_noise=None):
    try:
        # no peer takes Levy areas; an answer without them would be that of another case
        if (case["system"], case["scheme"]) not in pairs or "area" in case:
            raise Declined("unsupported")
        if "draws" in case and not own_noise:
            raise Declined("unsupported")
        y = [float(p) for p in (own_noise if "draws" in case else answer)(case)]
        if not all(map(math.isfinite, y)):
            raise Declined("domain")
        return "y=" + ",".join(p.hex() for p in y)
    except Declined as why:
        return f"error={why}"


def operation(line, operations):
    """The answer to a line of `slp environment`, in the peer's own numbers."""
    given = dict(field.split("=", 1) for field in line.split()[1:])
    compute = operations.get(given["op"])
    if not compute:
        return f"result id={given['id']} error=unsupported"
    return f"result id={given['id']} y={float(compute(*map(number, given['x'].split(',')))).hex()}"


def serve(pairs, answer, about, operations=None, own_noise=None):
    """Reads lines and answers them to the end of the input.  operations: as in
    oracle/ports/environment/slp_operations.py, or None: `environment` is not answered."""
    for at, line in enumerate(sys.stdin, 1):
        line = line.rstrip("\n")
        if line == "list":
            print(*(f"pair system={s} scheme={t}" for s, t in pairs), "end", sep="\n")
        elif line == "about":
            print(*(f"about {text}" for text in about), sep="\n")
        elif line.startswith("environment ") and operations:
            print(operation(line, operations))
        elif line.startswith("case "):
            case = read(line, at)
            print(f"{line}\nresult id={case['id']} {answered(case, pairs, answer, own_noise)}")
        sys.stdout.flush()
