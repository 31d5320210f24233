#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""A step of a lattice of spins costs what its keys cost: with several optional keys it takes at
most twice the instructions that a step without them and the additions of each key alone make
together, and a key whose numbers are all 0 adds half at most.  So no combination falls back to
sums that take many times as long (fast/system/spins.md).  Instructions are counted by valgrind in
`slp run --path fast`, so the machine's load does not matter.  SLP_CHECK_MULTIPLIER=1 tries all
combinations of keys, below it those of two, four and five.
Run once (compiler, libraries, sanitizer): it counts what the program executes."""

import itertools
import math
import os
import shutil
import subprocess
import sys
import tempfile

SIDE, SPINS = 16, 256
slp = os.environ["SLP"]
KEYS = {
    "dmi": ["0.1,0.2,0.3", 2 * SPINS],
    "field": ["0.1,0.2,0.3", 1],
    "anisotropy": ["0.2,0,0.6,0.8", 1],
    "noise": ["0.1", 1],
    "damping": ["0.1", 1],
}
# Explicit and implicit schemes; h = 0.5 turns a spin by up to 4 with all keys.
STEPS = {
    "sib": [0.0156, 0.5],
    "heun": [0.5],
    "depondt": [0.25],
    "isospectral-midpoint": [0.1],
    "spherical-midpoint": [0.1],
    "tmk": [0.25],
}
made = []


def ok(name, passed, why=""):
    made.append(passed)
    print(f"{'ok' if passed else 'not ok'} - {name}")
    if not passed and why:
        print("# " + why)


def short(number):
    """With few digits: valgrind takes longer to read them than to make a step."""
    return f"{number:.3f}"


def lattice(h):
    bonds, x = [], []
    for i in range(SPINS):
        row, column = divmod(i, SIDE)
        bonds.append(f"{i + 1}:{row * SIDE + (column + 1) % SIDE + 1}")
        bonds.append(f"{i + 1}:{(row + 1) % SIDE * SIDE + column + 1}")
        z = math.cos(1.3 * i)
        x += [math.sqrt(1 - z * z) * math.cos(0.4 * i), math.sqrt(1 - z * z) * math.sin(0.4 * i), z]
    return (
        f"system=spins h={h} steps=1 bonds={','.join(bonds)} "
        f"exchange={','.join(['1'] * len(bonds))} x={','.join(map(short, x))}"
    )


def case(scheme, h, keys, zeros=()):
    line = f"case scheme={scheme} {lattice(h)}"
    for key in keys:
        value, times = KEYS[key]
        if key in zeros:
            value = ",".join("0" for _ in value.split(","))
        line += f" {key}={','.join([value] * times)}"
    if "noise" in keys:
        dw = (short(0.6 * math.sqrt(h) * math.sin(i)) for i in range(3 * SPINS))
        line += " dw=" + ",".join(dw)
    return line


def counts(cases, folder):
    """Instructions of each case's step.  The program is counted without its debug information,
    since some versions of valgrind cannot read what clang writes."""
    out = os.path.join(folder, "counts")
    bare = os.path.join(folder, "slp")
    subprocess.run(["strip", "-g", "-o", bare, slp], check=True)
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=fast_step"]
    command += ["--dump-after=fast_step", "--callgrind-out-file=" + out]
    command += [bare, "run", "--path", "fast"]
    lines = "".join(f"{c} id={k}\n" for k, c in enumerate(cases))
    ran = subprocess.run(command, input=lines, text=True, capture_output=True)
    answers = ran.stdout.count(" y=")
    if ran.returncode or answers != len(cases):
        raise RuntimeError(f"{answers} of {len(cases)} cases are answered: {ran.stderr[-500:]}")
    found = []
    for k in range(len(cases)):
        with open(f"{out}.{k + 1}", encoding="utf-8") as lines:
            found += [int(line.split()[1]) for line in lines if line.startswith("totals:")]
    return found


def main():
    if not shutil.which("valgrind"):
        print("ok - costs of keys # SKIP valgrind is not here")
        return
    whole = float(os.environ.get("SLP_CHECK_MULTIPLIER", 1)) >= 1
    sizes_of = (2, 3, 4, 5) if whole else (2, 4, 5)
    several = [c for n in sizes_of for c in itertools.combinations(KEYS, n)]
    asked = [()] + [(key,) for key in KEYS] + several
    steps = [(scheme, h) for scheme, sizes in STEPS.items() for h in sizes]
    cases = []
    for scheme, h in steps:
        cases += [case(scheme, h, keys) for keys in asked]
        cases += [case(scheme, h, [key], [key]) for key in KEYS]
    with tempfile.TemporaryDirectory() as folder:
        every = counts(cases, folder)
    each = len(asked) + len(KEYS)
    for k, (scheme, h) in enumerate(steps):
        taken = every[k * each : (k + 1) * each]
        of = dict(zip(asked, taken))
        base = of[()]
        parts = {c: base + sum(max(0, of[(key,)] - base) for key in c) for c in several}
        worst = max(several, key=lambda c: of[c] / parts[c])
        ok(
            f"{scheme}, h = {h}: with several keys at most twice what each adds",
            of[worst] <= 2 * parts[worst],
            f"{', '.join(worst)}: {of[worst]} instructions, without keys {base}, each alone "
            + ", ".join(f"{key} {of[(key,)]}" for key in worst),
        )
        alone = max(of[(key,)] for key in KEYS)
        ok(
            f"{scheme}, h = {h}: one key at most three times a step without",
            alone <= 3 * base,
            f"{alone} instructions, without {base}",
        )
        zeros = max(taken[len(asked) :])
        ok(
            f"{scheme}, h = {h}: a key of zeros adds half at most",
            2 * zeros <= 3 * base,
            f"{zeros} instructions, without {base}",
        )


main()
print(f"1..{len(made)}")
sys.exit(not all(made))
