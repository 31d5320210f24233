# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws the picture of simulations.md, skyrmion.svg, from a run of `slp simulate damped-skyrmion`:
the spins at three times.  The colour says how far a spin points along the field or against it, a
line where it points across.  usage: skyrmion.py SLP > skyrmion.svg"""

import csv
import math
import os
import subprocess
import sys
import tempfile

SIDE, CELL, GAP, TOP = 32, 6, 16, 22  # spins of a row; pixels
TIMES = ("0", "2", "12")
H, EVERY, STEPS = 0.0625, 32, 192
LEVELS = 8
LABEL = "Spins at three times: first they point away from a middle, then they circle it"
WORDS = (
    "Three squares of 32 x 32 spins, at the times 0, 2 and 12. Pale: along the field. Red: against "
    "it. Lines: across. At first the spins around the red middle point away from it. At the second "
    "time the red part is larger, and the spins circle it. At the third time it is small."
)
ALONG, ACROSS, AGAINST = (222, 235, 247), (158, 154, 200), (165, 15, 21)


def states():
    """The spins of the wanted times, by time."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "run.csv")
        subprocess.run(
            [sys.argv[1], "simulate", "damped-skyrmion", "--steps", str(STEPS), "--every",
             str(EVERY), "--table", name],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with open(name, newline="", encoding="ascii") as table:
            rows = list(csv.reader(table))[1:]
    found = {}
    for row in rows:
        x = [float(number) for number in row[1:1 + 3 * SIDE * SIDE]]
        found["%g" % float(row[0])] = [x[i:i + 3] for i in range(0, len(x), 3)]
    return [found[time] for time in TIMES]


def level(spin):
    return min(LEVELS - 1, int((1 - spin[2]) / 2 * LEVELS))


def colour(step):
    """From ALONG over ACROSS to AGAINST."""
    way = 2 * step / (LEVELS - 1)
    one, other, part = (ALONG, ACROSS, way) if way <= 1 else (ACROSS, AGAINST, way - 1)
    return "#%02x%02x%02x" % tuple(round(a + part * (b - a)) for a, b in zip(one, other))


def panel(spins, left, time):
    yield '<text x="%d" y="15">t = %s</text>' % (left, time)
    size = SIDE * CELL
    yield '<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>' % (
        left, TOP, size, size, colour(0))
    for i in range(SIDE):  # row i of the lattice is drawn from left to right
        start = 0
        for j in range(1, SIDE + 1):
            now = level(spins[i * SIDE + start])
            if j < SIDE and level(spins[i * SIDE + j]) == now:
                continue
            if now:
                yield '<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>' % (
                    left + start * CELL, TOP + i * CELL, (j - start) * CELL, CELL, colour(now))
            start = j
    lines = []
    for k, spin in enumerate(spins):
        if math.hypot(spin[0], spin[1]) < 0.5:
            continue
        x, y = left + (k % SIDE + 0.5) * CELL, TOP + (k // SIDE + 0.5) * CELL
        dx, dy = 0.48 * CELL * spin[1], 0.48 * CELL * spin[0]  # x_1 goes down, x_2 to the right
        lines.append("M%.1f %.1fL%.1f %.1f" % (x - dx, y - dy, x + dx, y + dy))
    yield '<path d="%s" stroke="#222" stroke-width="0.9" fill="none"/>' % "".join(lines)


def main():
    width = len(TIMES) * (SIDE * CELL + GAP) - GAP + 2
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" '
          'font-family="sans-serif" font-size="13" aria-label="%s">'
          % (width, SIDE * CELL + TOP + 1, LABEL))
    print("<title>A skyrmion in a heat bath</title>\n<desc>%s</desc>" % WORDS)
    print('<rect width="%d" height="%d" fill="#ffffff"/>' % (width, SIDE * CELL + TOP + 1))
    for k, (spins, time) in enumerate(zip(states(), TIMES)):
        for line in panel(spins, 1 + k * (SIDE * CELL + GAP), time):
            print(line)
    print("</svg>")


main()
