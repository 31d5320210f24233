# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws the picture of start.md and of README.md, momentum.svg, from runs of `slp simulate --path
ref`, whose numbers are correctly rounded and so the same on every machine.  Left: paths on the
sphere.  Right: how far the length departs, by the scheme of slp and by two common rules, which are
computed here with the same noise.  usage: momentum.py SLP > momentum.svg"""

import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

CASE = (
    "case id=run system=rigid-body scheme=variational-cayley inertia=1,2,3 {noise}"
    "h={h} steps={steps} x={x}\n"
)
INERTIA = (1.0, 2.0, 3.0)
STRENGTH = 0.05  # of the noise along each axis
H, STEPS, START = 0.0625, 480, (0.6, 0.0, 0.8)
GREY, BLUE, RED, ORANGE = "#8c959f", "#0b5394", "#b3261e", "#b26a00"
toward = (0.62, 0.46, 0.64)  # the eye
length = math.sqrt(sum(c * c for c in toward))
toward = tuple(c / length for c in toward)
flat = math.hypot(toward[0], toward[1])
right = (-toward[1] / flat, toward[0] / flat, 0.0)
up = tuple(
    toward[(i + 1) % 3] * right[(i + 2) % 3] - toward[(i + 2) % 3] * right[(i + 1) % 3]
    for i in range(3)
)


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def run(**fields):
    """The rows of a run, the first state included: the state, energy, Casimir, increments."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "run.slp")
        with open(name, "w", encoding="ascii") as case:
            case.write(CASE.format(**fields))
        rows = subprocess.run(
            [sys.argv[1], "simulate", name, "--path", "ref", "--noise"],
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        ).stdout
    return [[float(number) for number in row.split(",")[1:]] for row in rows.splitlines()[1:]]


# ---- Two common rules, with the same increments -------------------------------------------
def change(x, dw):
    """x cross (grad H h + sum of grad H_k dW_k)"""
    return cross(x, [H * p / i + STRENGTH * w for p, i, w in zip(x, INERTIA, dw)])


def euler(x, dw):
    return [p + q for p, q in zip(x, change(x, dw))]


def heun(x, dw):
    return [p + 0.5 * (q + r) for p, q, r in zip(x, change(x, dw), change(euler(x, dw), dw))]


def follow(rule, increments):
    states = [list(START)]
    for dw in increments:
        states.append(rule(states[-1], dw))
    return states


# ---- Left: the sphere -----------------------------------------------------------------------
def place(x):
    return 170 + 128 * dot(x, right), 178 - 128 * dot(x, up)


def line(points, colour, width, opacity=1):
    places = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    print(
        f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linejoin="round" opacity="{opacity}"/>'
    )


def in_front(x):
    return dot(x, toward) > 0 or dot(x, x) - dot(x, toward) ** 2 > 1


def draw(states, colour, width):
    """Lines, pale where they are on the far side of the sphere."""
    parts, side = [], None
    for before, x in zip(states, states[1:]):
        front = in_front(x)
        if front != side:
            parts.append((front, [place(before)]))
            side = front
        parts[-1][1].append(place(x))
    for front, points in sorted(parts):
        line(points, colour, width if front else width / 2, 1 if front else 0.35)


def text(x, y, words, colour="#24292f", anchor="start"):
    print(f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{words}</text>')


print(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 350" role="img"'
    ' font-family="sans-serif" font-size="13"'
    ' aria-label="Paths on the sphere of angular momentum, and how far the length departs">'
)
print("<title>Angular momentum of a rigid body</title>")
print(
    "<desc>Left, on a sphere. Grey closed lines: paths without noise, each on a level of the "
    "energy. Blue: a path with noise, which goes from level to level and stays on the sphere. "
    "Red: the same noise by Euler's rule, which leaves the sphere. Right, the change of the "
    "length over time, on a logarithmic scale: Euler's rule changes it by a tenth, Heun's by "
    "less than a thousandth, the scheme of slp by roundings, near 1e-16.</desc>"
)
print('<rect width="720" height="350" fill="#ffffff"/>')
text(170, 22, "Angular momentum x, on its sphere", anchor="middle")
print('<circle cx="170" cy="178" r="128" fill="#f6f8fa" stroke="#57606a"/>')
for degrees in (15, 30, 45, 58, 68, 80):
    for sign in (1, -1):
        angle = math.radians(degrees)
        states = run(
            noise="", h="0.25", steps=200, x=f"{sign * math.cos(angle)},0,{sign * math.sin(angle)}"
        )
        again = next(
            i
            for i in range(9, 200)
            if states[i - 1][1] * states[8][1] < 0 < states[i][1] * states[8][1]
        )
        draw([state[:3] for state in states[:again] + states[:1]], GREY, 1)
rows = run(noise="lin=0.05,0,0,0,0.05,0,0,0,0.05 ", h=H, steps=STEPS, x=",".join(map(str, START)))
kept = [row[:3] for row in rows]
increments = [row[5:8] for row in rows[1:]]
left, better = follow(euler, increments), follow(heun, increments)
draw(kept, BLUE, 1.4)
draw(left, RED, 1.2)

# ---- Right: the length ----------------------------------------------------------------------
X, WIDTH, Y, DECADE, LOWEST = 440, 205, 45, 15.2, -17


def departure(x):
    """log10 of the relative change of the length"""
    squared = [sum(Fraction(c) ** 2 for c in state) for state in (START, x)]
    change_of_length = abs(squared[1] / squared[0] - 1) / 2
    return max(math.log10(change_of_length), LOWEST) if change_of_length else LOWEST


def height(exponent):
    return Y - DECADE * exponent


text(X + WIDTH / 2, 22, "Change of its length |x|, relative", anchor="middle")
for exponent in (0, -4, -8, -12, -16):
    print(f'<path d="M{X} {height(exponent):.1f}h{WIDTH}" stroke="#d0d7de"/>')
    text(
        X - 8,
        round(height(exponent) + 4, 1),
        "1" if exponent == 0 else f"1e{exponent}",
        anchor="end",
    )
print(f'<path d="M{X} {Y}V{height(LOWEST):.1f}h{WIDTH}" fill="none" stroke="#57606a"/>')
text(X, round(height(LOWEST) + 18, 1), "0", anchor="middle")
text(X + WIDTH, round(height(LOWEST) + 18, 1), f"{H * STEPS:g}", anchor="middle")
text(X + WIDTH / 2, round(height(LOWEST) + 18, 1), "time", anchor="middle")
for states, colour, name in ((left, RED, "Euler"), (better, ORANGE, "Heun"), (kept, BLUE, "slp")):
    exponents = [departure(x) for x in states]
    line(
        [(X + WIDTH * i / STEPS, height(exponents[i])) for i in range(3, STEPS + 1, 3)], colour, 1.4
    )
    text(X + WIDTH + 8, round(height(exponents[-1]) + 4, 1), name, colour)
print("</svg>")
