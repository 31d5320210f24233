# SPDX-License-Identifier: LGPL-3.0-or-later
"""How the radius of an enclosed trajectory grows, and the picture of it in proofs.md.

    chains.py grow SLP [STEPS]      the table chains.tsv, by `slp run --path ref --carry
                                    --certificate`: minutes; of the first STEPS steps, seconds
    chains.py draw chains.tsv       the picture chains.svg
    chains.py page chains.tsv       the rows of the page's table

A row has a chain, a time, the radius (the largest `reach`) and what the theory says of it, both as
powers of 2.  Theory.  Rigid body: each step adds an error u, and motions of different energy part
linearly in time, so the radius is u n^2/2 after n steps; u is the radius after the first.  The
others: the distance of two neighbouring trajectories of the same rule, from 2^-30 on, brought back
to 2^-30 after every 10 units of time; from t = 10 on, where it begins at the radius."""

import math
import os
import subprocess
import sys
import tempfile

H = 0.0625
CHAINS = {  # colour, the case, its start, steps
    "rigid body": (
        "#0b5394",
        "system=rigid-body scheme=isospectral-midpoint inertia=2,1,0x1.5555555555555p-1",
        [0.89, 0.015625, 0.45],
        16000,
    ),
    "heavy top": (
        "#b3261e",
        "system=heavy-top scheme=tmk inertia=4,2,1 chi=0,0,1",
        [-0.7, 0.7, 0.125, -0.7, 0.7, 0.0625],
        3200,
    ),
    "four vortices": (
        "#b26a00",
        "system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1",
        [1, 0, 0, 0, 1, 0, 0, 0, 1, -0.6, -0.64, 0.48],
        3200,
    ),
}
APART, SEGMENT = 2.0**-30, 160  # the distance of neighbours; so many steps, 10 units of time


def run(case, steps, x, *options):
    """The states, the last one last; options: of slp run."""
    start = ",".join(float(a).hex() for a in x)
    answer = subprocess.run(
        [sys.argv[2], "run", "--path", "ref", *options],
        input=f"case id=chain {case} h={H.hex()} steps={steps} x={start}\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    fields = dict(part.split("=", 1) for part in answer.split("\n")[-2].split(" ")[1:])
    numbers = [float.fromhex(t) for t in fields["y"].split(",")]
    return [numbers[i : i + len(x)] for i in range(0, len(numbers), len(x))]


def exponent(text):
    """log2 of a hex float, of any size."""
    digits, _, power = text.partition("p")
    size = float.fromhex(digits + "p0")
    return math.log2(size) + int(power) if size else -math.inf


def radii(case, steps, x):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "chain")
        states = run(case, steps, x, "--carry", "--certificate", path)
        with open(path, encoding="ascii") as lines:
            reaches = [
                next(part for part in line.split() if part.startswith("reach="))[6:].split(",")
                for line in lines
                if line.startswith("certificate ")
            ]
    return states, [max(map(exponent, reach)) for reach in reaches]


def parting(case, states):
    """By how many powers of 2 neighbours part over each segment after the first one."""
    away = [APART / math.sqrt(len(states[0]))] * len(states[0])
    for at in range(SEGMENT - 1, len(states) - SEGMENT, SEGMENT):
        pair = [run(case, SEGMENT, x)[-1] for x in
                (states[at], [a + b for a, b in zip(states[at], away)])]
        away = [b - a for a, b in zip(*pair)]
        distance = math.sqrt(sum(a * a for a in away))
        away = [a * APART / distance for a in away]
        yield math.log2(distance / APART)


def grow(most):
    for name, (_, case, x, steps) in CHAINS.items():
        states, radius = radii(case, min(steps, most), x)
        rows = [1, 16] + list(range(SEGMENT, len(radius) + 1, SEGMENT))
        if name == "rigid body":
            theory = {n: radius[0] + max(0, 2 * math.log2(n) - 1) for n in rows}
        else:
            theory, n = {SEGMENT: radius[SEGMENT - 1]}, SEGMENT
            for change in parting(case, states):
                theory[n + SEGMENT] = theory[n] + change
                n += SEGMENT
        for n in rows:
            print(f"{name}\t{n * H:g}\t{radius[n - 1]:.1f}\t"
                  f"{format(theory[n], '.1f') if n in theory else '-'}")


def rows_of(path):
    chains = {name: [] for name in CHAINS}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            name, t, radius, theory = line.rstrip("\n").split("\t")
            chains[name].append((float(t), float(radius), theory))
    return chains


def page(path):
    for name, rows in rows_of(path).items():
        at = {t: radius for t, radius, _ in rows}
        print(" | ".join([name] + [f"{at[t]:.1f}".replace("-", "−") if t in at else "" for t in
                                   (0.0625, 1, 10, 100, 200, 1000)]).rstrip())


def text(x, y, words, colour="#24292f", anchor="start"):
    print(f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{words}</text>')


def curve(points, colour, dashed):
    places = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    print(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.6"'
          + (' stroke-dasharray="2 4"' if dashed else "") + "/>")


def panel(left, chains, names, end, most, step):
    """Bits lost since the first step over time, up to `end` and `most`."""
    width, bottom, height = 250, 300, 250

    def place(t, bits):
        return left + width * t / end, bottom - height * bits / most
    print(f'<rect x="{left}" y="{bottom - height}" width="{width}" height="{height}"'
          ' fill="#f6f8fa" stroke="#57606a"/>')
    for bits in range(0, most + 1, step):
        text(left - 6, round(place(0, bits)[1] + 4, 1), bits, anchor="end")
    for t in range(0, end + 1, end // 4):
        text(round(place(t, 0)[0], 1), bottom + 18, t, anchor="middle")
    text(left + width / 2, bottom + 38, "time", anchor="middle")
    for name in names:
        colour, rows = CHAINS[name][0], chains[name]
        first = rows[0][1]
        curve([place(t, radius - first) for t, radius, _ in rows], colour, False)
        curve([place(t, float(theory) - first) for t, _, theory in rows if theory != "-"],
              colour, True)
        x, y = place(rows[-1][0], rows[-1][1] - first)
        text(round(x, 1) - 6, round(y - 8, 1), name, colour, "end")


def draw(path):
    chains = rows_of(path)
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 350" role="img"'
          ' font-family="sans-serif" font-size="13"'
          ' aria-label="Bits that enclosed trajectories lose over time">')
    print("<title>Growth of the radius of enclosed trajectories</title>")
    print("<desc>Bits lost since the first step, over time. Solid: the radius. Dotted: the theory. "
          "Left, the rigid body over 1000 units of time: the logarithm of the square of the time. "
          "Right, over 200 units of time: the heavy top and four vortices.</desc>")
    print('<rect width="720" height="350" fill="#ffffff"/>')
    text(60, 26, "bits lost since the first step; dotted: theory")
    panel(60, chains, ["rigid body"], 1000, 40, 10)
    panel(420, chains, ["heavy top", "four vortices"], 200, 100, 20)
    print("</svg>")


if __name__ == "__main__":
    if sys.argv[1:2] == ["grow"] and len(sys.argv) in (3, 4):
        grow(int(sys.argv[3]) if sys.argv[3:] else 1 << 30)
    elif sys.argv[1:2] in (["draw"], ["page"]) and len(sys.argv) == 3:
        draw(sys.argv[2]) if sys.argv[1] == "draw" else page(sys.argv[2])
    else:
        sys.exit(__doc__)
