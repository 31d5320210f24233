# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws the picture of equation.md, polynomials.svg: paths of five presets whose Hamiltonians are
given by their terms, from runs of `slp simulate`.  usage: polynomials.py SLP > polynomials.svg"""

import csv
import math
import os
import subprocess
import sys
import tempfile

SIZE, GAP, TOP = 190, 14, 20  # pixels
PANELS = (  # preset, what is drawn, first coordinates of its vectors
    ("kitaev-ring", "two of six spins", (0, 9)),
    ("dipole-chain", "the first and the last dipole", (0, 21)),
    ("tilted-body", "the angular momentum", (0,)),
    ("cubic-anisotropy", "two of four spins", (0, 9)),
    ("double-well", "place and momentum", None),
)
COLUMNS, T, EVERY = 3, {"double-well": 100, "tilted-body": 100}, {"tilted-body": 8}
COLORS = ("#1f6fb5", "#b45f06")
LABEL = "Paths of five presets: four on spheres, one in a plane"
WORDS = (
    "Five panels. Spins of a ring with axis-dependent bonds wander over the whole sphere. The ends "
    "of a chain of dipoles stay near one side of it. The angular momentum of a tilted body circles "
    "an axis. Spins with a cubic anisotropy wander. A particle leaves one well and visits both."
)
AZIMUTH, ELEVATION = math.radians(50), math.radians(25)
ACROSS = (-math.sin(AZIMUTH), math.cos(AZIMUTH), 0)
UP = (
    -math.sin(ELEVATION) * math.cos(AZIMUTH),
    -math.sin(ELEVATION) * math.sin(AZIMUTH),
    math.cos(ELEVATION),
)
TOWARD = (
    math.cos(ELEVATION) * math.cos(AZIMUTH),
    math.cos(ELEVATION) * math.sin(AZIMUTH),
    math.sin(ELEVATION),
)


def states(preset):
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "run.csv")
        subprocess.run(
            [sys.argv[1], "simulate", preset, "--until", str(T.get(preset, 25)), "--every",
             str(EVERY.get(preset, 4)), "--table", name],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with open(name, newline="", encoding="ascii") as table:
            rows = list(csv.reader(table))
    width = sum(column.startswith("x") for column in rows[0])
    return [[float(number) for number in row[1 : 1 + width]] for row in rows[1:]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def path(points, colour, opacity=1):
    text, last = "", None
    for p in points:
        if p is None:
            last = None
            continue
        text += "%s%.1f %.1f" % ("L" if last else "M", *p)
        last = p
    return '<path d="%s" stroke="%s" stroke-width="0.8" fill="none" stroke-opacity="%g"/>' % (
        text, colour, opacity)


def sphere(rows, firsts, left, top):
    middle, radius = SIZE / 2, SIZE / 2 - 4
    yield '<circle cx="%g" cy="%g" r="%g" fill="#f3f3f3" stroke="#999"/>' % (
        left + middle, top + middle, radius)
    for first, colour in zip(firsts, COLORS):
        length = math.sqrt(dot(rows[0][first : first + 3], rows[0][first : first + 3]))
        front, back = [], []
        for row in rows:
            v = [x / length for x in row[first : first + 3]]
            p = (left + middle + radius * dot(v, ACROSS), top + middle - radius * dot(v, UP))
            near = dot(v, TOWARD) >= 0
            front.append(p if near else None)
            back.append(None if near else p)
        yield path(back, colour, 0.25)
        yield path(front, colour)


def plane(rows, left, top):
    scale, middle = (SIZE / 2 - 4) / 2, SIZE / 2  # q and p from -2 to 2
    yield path([(left, top + middle), (left + SIZE, top + middle)], "#999")
    yield path([(left + middle, top), (left + middle, top + SIZE)], "#999")
    yield '<text x="%g" y="%g">q</text>' % (left + SIZE - 8, top + middle - 4)
    yield '<text x="%g" y="%g">p</text>' % (left + middle + 4, top + 10)
    yield path([(left + middle + scale * q, top + middle - scale * p) for q, p in rows], COLORS[0])


def main():
    lines = math.ceil(len(PANELS) / COLUMNS)
    width, height = COLUMNS * (SIZE + GAP) - GAP + 2, lines * (SIZE + GAP + 2 * TOP)
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" '
          'font-family="sans-serif" font-size="12" aria-label="%s">' % (width, height, LABEL))
    print("<title>Five Hamiltonians by their terms</title>\n<desc>%s</desc>" % WORDS)
    print('<rect width="%d" height="%d" fill="#ffffff"/>' % (width, height))
    for k, (preset, what, firsts) in enumerate(PANELS):
        left = 1 + k % COLUMNS * (SIZE + GAP)
        top = k // COLUMNS * (SIZE + GAP + 2 * TOP) + 2 * TOP
        print('<text x="%d" y="%d" font-weight="bold">%s</text>' % (left, top - 22, preset))
        print('<text x="%d" y="%d">%s</text>' % (left, top - 7, what))
        rows = states(preset)
        for line in sphere(rows, firsts, left, top) if firsts else plane(rows, left, top):
            print(line)
    print("</svg>")


main()
