"""Draws the picture of start.md, momentum.svg, from runs of `slp simulate --path ref`, whose numbers are correctly rounded and
so the same on every machine.  usage: momentum.py SLP > momentum.svg"""
import math
import os
import subprocess
import sys
import tempfile

CASE = "case id=run system=rigid-body scheme=variational-cayley inertia=1,2,3 {noise}h={h} steps={steps} x={x}\n"
toward = (0.62, 0.46, 0.64)  # the eye
length = math.sqrt(sum(c * c for c in toward))
toward = tuple(c / length for c in toward)
flat = math.hypot(toward[0], toward[1])
right = (-toward[1] / flat, toward[0] / flat, 0.0)
up = tuple(toward[(i + 1) % 3] * right[(i + 2) % 3] - toward[(i + 2) % 3] * right[(i + 1) % 3] for i in range(3))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def run(**fields):
    """The states of a run, the first included."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "run.slp")
        with open(name, "w", encoding="ascii") as case:
            case.write(CASE.format(**fields))
        rows = subprocess.run([sys.argv[1], "simulate", name, "--path", "ref"], check=True, text=True, stdout=subprocess.PIPE).stdout
    return [[float(number) for number in row.split(",")[1:4]] for row in rows.splitlines()[1:]]


def place(x):
    return f"{160 + 140 * dot(x, right):.1f},{160 - 140 * dot(x, up):.1f}"


def draw(states, colour, width):
    """Lines, pale where they are on the far side of the sphere."""
    parts, side = [], None
    for before, x in zip(states, states[1:]):
        front = dot(x, toward) > 0
        if front != side:
            parts.append((front, [place(before)]))
            side = front
        parts[-1][1].append(place(x))
    for front, points in sorted(parts):
        print(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="{width if front else width / 2}"'
              f' stroke-linejoin="round" opacity="{1 if front else 0.35}"/>')


print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" role="img" aria-label="Paths on the sphere of angular momentum">')
print("<title>Angular momentum of a rigid body</title>")
print("<desc>On a sphere, grey closed lines: paths without noise, each on a level of the energy. One blue line: a path with noise, "
      "which goes from level to level and stays on the sphere.</desc>")
print('<circle cx="160" cy="160" r="140" fill="#f6f8fa" stroke="#57606a"/>')
for degrees in (15, 30, 45, 58, 68, 80):
    for sign in (1, -1):
        angle = math.radians(degrees)
        states = run(noise="", h="0.25", steps=200, x=f"{sign * math.cos(angle)},0,{sign * math.sin(angle)}")
        again = next(i for i in range(9, 200) if states[i - 1][1] * states[8][1] < 0 < states[i][1] * states[8][1])
        draw(states[:again] + states[:1], "#8c959f", 1)
draw(run(noise="lin=0.05,0,0,0,0.05,0,0,0,0.05 ", h="0.0625", steps=480, x="0.6,0,0.8"), "#0b5394", 1.4)
print("</svg>")
