#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Draws what bench_growth has measured, by gnuplot: time and memory against size, both logarithmic,
a panel for spins, one for matrices and vortices, one for paths, cases and lists.  Dashed lines have
the slope of theory, through the last point.  usage: growth_pictures.py GROWTH.json TIME.svg
MEMORY.svg"""
import json
import re
import subprocess
import sys

COLOURS = ["#0b5394", "#b3261e", "#38761d", "#b26a00", "#6a3d9a", "#00796b"]
PANELS = [
    ("lattices", "spins", lambda name: name.startswith("spins")),
    ("matrices and vortices", "rows, or vortices",
     lambda name: "-" in name.split(",")[0] and not name.startswith("ensemble")),
    ("paths, cases, numbers", "how many", lambda name: "," not in name),
]  # fmt: skip
ABOUT = "%s against size, both logarithmic, with the slope of theory dashed through the last point."


def curves(found, chosen, column, scale):
    """gnuplot's data and commands of a panel."""
    data, plots = [], []
    for name, (_, theory, memory, points) in found.items():
        if not chosen(name):
            continue
        colour = COLOURS[len(plots) // 2 % len(COLOURS)]
        slope = theory if column == 1 else memory
        rows = [(p[0], p[column] * scale) for p in points]
        end, at_end = rows[-1]
        line = [(rows[0][0], at_end * (rows[0][0] / end) ** slope), (end, at_end)]
        for block, style in (
            (rows, f'with linespoints pt 7 ps 0.4 lw 2 lc rgb "{colour}" title "{name}"'),
            (line, f'with lines dt 2 lw 1 lc rgb "{colour}" notitle'),
        ):
            numbers = "".join("%g %g\n" % row for row in block)
            data.append(f"$d{len(data)} << END\n{numbers}END\n")
            plots.append(f"$d{len(data) - 1} {style}")
    return "".join(data) + "plot " + ", ".join(plots) + "\n"


def draw(found, what, unit, column, scale, path):
    script = (
        'set terminal svg size 960,460 font "sans-serif,12" background rgb "white"\n'
        'set logscale xy\nset format "10^{%L}"\nset grid lc rgb "#d0d7de"\n'
        "set key below maxcols 1 samplen 1 spacing 1\nset multiplot layout 1,3\n"
        f'set ylabel "{unit}"\n'
    )
    for title, sizes, chosen in PANELS:
        script += f'set title "{title}"\nset xlabel "{sizes}"\n'
        script += curves(found, chosen, column, scale)
    done = subprocess.run(["gnuplot"], input=script + "unset multiplot\n", text=True, check=True,
                          capture_output=True)  # fmt: skip
    title, about = f"{what} against size", ABOUT % what
    text = re.sub("<title>.*?</title>", f"<title>{title}</title>", done.stdout, count=1, flags=re.S)
    text = re.sub(r"<desc>.*?</desc>", f"<desc>{about}</desc>", text, count=1, flags=re.S)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("<svg ", f'<svg role="img" aria-label="{title}"', 1))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        found = {name: of for name, of in json.load(file).items() if isinstance(of, list)}
    draw(found, "Time", "milliseconds", 1, 1e3, sys.argv[2])
    draw(found, "Memory", "megabytes", 2, 1e-6, sys.argv[3])


if __name__ == "__main__":
    main()
