# SPDX-License-Identifier: LGPL-3.0-or-later
"""The errors that `slp simulate --advise` prints, against those of trajectories: the strong error
of PATHS paths against steps FINE times as short with the same noise, and the energy's change.

Prints TAP; SLP names the program.
"""

import math
import os
import random
import subprocess
import tempfile

SLP, PATHS, FINE = os.environ["SLP"], 100, 16
FILE = os.path.join(tempfile.mkdtemp(), "body.slp")
number = 0


def ok(what, holds, note):
    global number
    number += 1
    print("%s %d - %s # %s" % ("ok" if holds else "not ok", number, what, note))


def lists(values):
    return ",".join(float(v).hex() for v in values)


def run(lines):
    printed = subprocess.run(
        [SLP, "run", "--path", "fast"], input="\n".join(lines) + "\n", text=True, check=True,
        stdout=subprocess.PIPE,
    ).stdout  # fmt: skip
    ends = []
    for line in printed.splitlines():
        if line.startswith("result"):
            y = line.split(" y=")[1].split()[0].split(",")
            ends.append([float.fromhex(v) for v in y[-3:]])
    return ends


def body(scheme, h, steps, lin, x, dw):
    given = " dw=" + lists(dw[1]) if dw[1] else ""
    return "case id=p%d system=rigid-body scheme=%s inertia=1,2,4%s h=%s steps=%d x=%s%s" % (
        dw[0], scheme, lin and " " + lin, float(h).hex(), steps, lists(x), given,
    )  # fmt: skip


def advised(scheme, h, steps, lin, x, wanted="1e-3"):
    with open(FILE, "w") as file:
        file.write(body(scheme, h, steps, lin, x, (0, [])) + "\n")
    printed = subprocess.run(
        [SLP, "simulate", FILE, "--advise", wanted], text=True, check=True,
        stdout=subprocess.PIPE,
    ).stdout  # fmt: skip
    return {line.split()[0]: line.split()[1:] for line in printed.splitlines()[3:]}


def strong(scheme, h, steps, lin, x, noises, again):
    """Root of the mean square of the difference at the end, over |x|."""
    rng, coarse, fine = random.Random(again), [], []
    for path in range(PATHS):
        small = [
            [rng.gauss(0, math.sqrt(h / FINE)) for _ in range(noises)] for _ in range(steps * FINE)
        ]
        sums = [
            [sum(s[k] for s in small[n * FINE : (n + 1) * FINE]) for k in range(noises)]
            for n in range(steps)
        ]
        flat = lambda rows: [v for row in rows for v in row]
        coarse.append(body(scheme, h, steps, lin, x, (path, flat(sums))))
        fine.append(body(scheme, h / FINE, steps * FINE, lin, x, (path, flat(small))))
    square = sum(
        sum((a - b) ** 2 for a, b in zip(y, z)) for y, z in zip(run(coarse), run(fine))
    ) / sum(v * v for v in x)
    return math.sqrt(square / PATHS)


def energy_change(scheme, h, steps, lin, x):
    with open(FILE, "w") as file:
        file.write(body(scheme, h, steps, lin, x, (0, [])) + "\n")
    printed = subprocess.run(
        [SLP, "simulate", FILE, "--brief", "--every", str(steps)], text=True, check=True,
        stdout=subprocess.PIPE,
    ).stdout  # fmt: skip
    energies = [float(row.split(",")[1]) for row in printed.splitlines()[1:]]
    return energies[-1] - energies[0]


# What errors of single steps add up to leaves out what the flow makes of them: a factor near 1 in
# these runs.  Means of errors point into changing directions, and are added as if they did not.
X = [0.6, 0.5, 0.8]
for scheme, lin, noises, order in (
    ("heun", "lin=0.3,0.2,0.4", 1, "1"),
    ("heun", "quad=0.4,0.3,0.2", 3, "0.5"),
    ("rkmk-euler-exp", "lin=0.5,0,0", 1, "1"),
):
    h, steps = 1 / 32, 64
    row = advised(scheme, h, steps, lin, X)["strong"]
    seen = strong(scheme, h, steps, lin, X, noises, 1)
    told = float(row[1])
    ok(
        "%s, %s: the strong error of %d paths" % (scheme, lin, PATHS),
        0.65 * told < seen < 1.25 * told and row[0] == order,
        "told %g, seen %g" % (told, seen),
    )
    # the advice is taken
    again = advised(scheme, h, steps, lin, X, "%r" % (told / 4))["strong"]
    power = float(order)
    ok(
        "%s, %s: a quarter of the error" % (scheme, lin),
        abs(float(again[2]) / h * 4 ** (1 / power) - 1) < 0.3,
        "h = %s" % again[2],
    )
for scheme, order in (("heun", "3"), ("euler", "1")):
    row = advised(scheme, 1 / 64, 640, "", X)["energy"]
    seen, told = energy_change(scheme, 1 / 64, 640, "", X), float(row[1])
    ok(
        "%s: the energy's change" % scheme,
        row[0] == order and 0.9 < seen / told < 1.1,
        "told %g, seen %g" % (told, seen),
    )
row = advised("tmk", 1 / 64, 640, "", X)["energy"]
ok("tmk keeps the energy of this body", row == ["-", "0", "any"], row)


def refused(what, *words):
    said = subprocess.run([SLP, "simulate", *words], text=True, stderr=subprocess.PIPE)
    ok("refused: " + what, said.returncode == 2 and what in said.stderr, said.stderr.strip())


refused("above 0", FILE, "--advise", "0")
refused("--table", FILE, "--advise", "1e-3", "--table", FILE + ".csv")
refused("at most 64 coordinates", "ejll-zeitlin-sphere", "--advise", "1e-3")
refused("at least one step", FILE, "--advise", "1e-3", "--steps", "0")
print("1..%d" % number)
os.remove(FILE)
os.rmdir(os.path.dirname(FILE))
