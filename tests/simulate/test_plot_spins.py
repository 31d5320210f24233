# SPDX-License-Identifier: LGPL-3.0-or-later
"""What `slp plot` draws of spins: each at its site, the colour its third component, the arrow the
other two; chains, rectangles, rings and rows by number; a film; and what it refuses.  gnuplot is a
program of this test's own, as in test_plot.py, and the one that is installed, if any.
Run once (compiler): it asks what is drawn and said, which no compiler changes."""

import math
import shutil

from simulate_trial import *

SCRIPT, FAKE = os.path.abspath(at("script")), os.path.abspath(at("fake"))
DRAWING = "<svg><title>a</title><desc>b</desc></svg>"
FILM = "GIF89a, and what follows, to its end;"
PARTS = 5  # corners of an arrow, the first one twice
os.mkdir(FAKE)


def gnuplot_draws(drawing):
    with open(os.path.join(FAKE, "gnuplot"), "w") as program:
        program.write(
            "#!/bin/sh\n/bin/cat \"$1\" >'%s'\nprintf '%%s' '%s'\n" % (SCRIPT, drawing)
        )
    os.chmod(os.path.join(FAKE, "gnuplot"), 0o755)


def slp(*words, path=FAKE):
    """(exit status, stdout, stderr)"""
    done = subprocess.run(
        [SLP, *map(str, words)], capture_output=True, text=True, env=dict(ENV, PATH=path)
    )
    return done.returncode, done.stdout, done.stderr


def drawn(*words):
    """The script for these words of slp plot, and its blocks: name to rows; blank lines are []."""
    status, out, err = slp("plot", *words)
    assert status == 0 and out.startswith("figure: ") and not err, (words, status, out, err)
    text = open(SCRIPT, encoding="utf-8").read()
    blocks, rows = {}, None
    for line in text.splitlines():
        if " << END_OF_CURVE" in line:
            rows = blocks.setdefault(line.split()[0], [])
        elif line == "END_OF_CURVE":
            rows = None
        elif rows is not None:
            rows.append(list(map(float, line.split())))
    return text, blocks


def arrows(block):
    """Each arrow of a block: its middle, the way it points, its length."""
    rows = [row for row in block if row]
    assert len(rows) % PARTS == 0 and block.count([]) == len(rows) // PARTS, block[:12]
    found = []
    for k in range(0, len(rows), PARTS):
        tip, one, notch, other, again = rows[k : k + PARTS]
        assert tip == again, rows[k : k + PARTS]
        back = [(a + b) / 2 for a, b in zip(one, other)]
        way = [a - b for a, b in zip(tip, back)]
        size = math.hypot(*way)
        middle = [a - way[i] / 1.85 for i, a in enumerate(tip)]
        found.append((middle, [w / size for w in way], size / 1.85))
    return found


def wrong(condition, what):
    return None if condition else what


def near(a, b, by=2e-3):
    return all(abs(u - v) <= by for u, v in zip(a, b))


def tried(name, trial):
    try:
        report(name, next(filter(None, trial()), None))
    except (AssertionError, OSError, ValueError, KeyError) as why:
        report(name, repr(why))


def lattice_bonds(rows, columns, periodic=True, without=()):
    pairs = []
    for k in range(rows * columns):
        i, j = divmod(k, columns)
        if j + 1 < columns or (periodic and columns > 2):
            pairs.append((k, i * columns + (j + 1) % columns))
        if i + 1 < rows or (periodic and rows > 2):
            pairs.append((k, (i + 1) % rows * columns + j))
    return [pair for pair in pairs if pair not in without]


def run_of(name, spins, pairs, steps=1, *options):
    """A table of these spins, and its case."""
    words = ["case id=%s system=spins scheme=isospectral-midpoint h=0.01 steps=%d" % (name, steps)]
    if pairs:
        words.append("bonds=" + ",".join("%d:%d" % (a + 1, b + 1) for a, b in pairs))
        words.append("exchange=" + ",".join(["1"] * len(pairs)))
    words.append("field=0.3,0.2,1")
    words.append("x=" + ",".join("%.17g" % v for spin in spins for v in spin))
    write(name + ".slp", (" ".join(words) + "\n").encode())
    case = at(name + ".slp")
    assert run(case, "--table", at(name + ".csv"), *options) == (0, ""), name
    return at(name + ".csv"), "--preset", case


def scattered(count):
    """Spins of different lengths, in all directions, none of them short across."""
    found = []
    for k in range(count):
        z, a, size = 0.9 * math.sin(1 + 2.4 * k), 0.7 * k * k + 0.2, 1 + 0.5 * math.cos(k)
        r = math.sqrt(1 - z * z)
        found.append([size * r * math.cos(a), size * r * math.sin(a), size * z])
    return found


def unit(spin):
    size = math.sqrt(sum(v * v for v in spin))
    return [v / size for v in spin]


def as_wanted(text, blocks, spins, places, size, frame=0):
    """Colours and arrows of a frame are those of the spins at these places."""
    cells, marks = blocks["$spins%d" % frame], arrows(blocks["$arrows%d" % frame])
    yield wrong(len(cells) == len(spins), "%d cells of %d" % (len(cells), len(spins)))
    yield wrong(len(marks) == len(spins), "%d arrows of %d" % (len(marks), len(spins)))
    for cell, mark, spin, place in zip(cells, marks, spins, places):
        u = unit(spin)
        across = math.hypot(u[0], u[1])
        yield wrong(near(cell, [*place, u[2]]), "cell %s, wanted %s" % (cell, [*place, u[2]]))
        yield wrong(near(mark[0], place), "arrow at %s, wanted %s" % (mark[0], place))
        yield wrong(near(mark[1], [u[0] / across, u[1] / across], 6e-3), "way at %s" % (place,))
        yield wrong(abs(mark[2] - size * across) < 2e-3, "length at %s: %g" % (place, mark[2]))


def rectangles():
    """3 x 4 sites: numbers run along x2 first, or along x1; closed, open, or as --lattice says."""
    spins = scattered(12)
    for periodic in (True, False):
        table = run_of("flat%d" % periodic, spins, lattice_bonds(3, 4, periodic))
        text, blocks = drawn(*table)
        yield wrong(", 3 x 4 lattice'" in text, "no 3 x 4 lattice")
        places = [(k // 4 + 1, k % 4 + 1) for k in range(12)]
        yield from as_wanted(text, blocks, spins, places, 0.46)
        text, blocks = drawn(*table, "--first", "x1")
        yield wrong(", 4 x 3 lattice'" in text, "no 4 x 3 lattice")
        places = [(k % 4 + 1, k // 4 + 1) for k in range(12)]
        yield from as_wanted(text, blocks, spins, places, 0.46)
    text, blocks = drawn(*table, "--lattice", "6x2")
    places = [(k // 2 + 1, k % 2 + 1) for k in range(12)]
    yield from as_wanted(text, blocks, spins, places, 0.46)
    text, blocks = drawn(*table, "--lattice", "6x2", "--first", "x1")
    places = [(k % 6 + 1, k // 6 + 1) for k in range(12)]
    yield from as_wanted(text, blocks, spins, places, 0.46)
    yield wrong("set cbrange [-1:1]" in text, "colours have another range")
    yield wrong("0 '#f7f7f7', 1 '#d6604d'" in text, "colours have no middle")


def chains():
    """Open, closed, and of more than 32 spins; each spin stands beside the next."""
    for count, ends, closed in ((7, "open", ()), (7, "closed", ((6, 0),)), (2, "open", ())):
        spins = scattered(count)
        pairs = [(k, k + 1) for k in range(count - 1)] + list(closed)
        text, blocks = drawn(*run_of("chain", spins, pairs))
        os.remove(at("chain.csv"))
        os.remove(at("chain.csv.checkpoint"))
        yield wrong(", %s chain of %d'" % (ends, count) in text, "no %s chain" % ends)
        places = [(k + 1, 1) for k in range(count)]
        yield from as_wanted(text, blocks, spins, places, 0.46)
    spins = scattered(70)
    text, blocks = drawn(*run_of("long", spins, [(k + 1, k) for k in range(69)]))
    yield wrong("open chain of 70, in rows of 32" in text, "rows are not said")
    places = [(k % 32 + 1, -(k // 32)) for k in range(70)]
    yield from as_wanted(text, blocks, spins, places, 0.46)


def others():
    """Bonds that are no lattice: a ring with them, or rows by number."""
    spins = scattered(10)
    pairs = [(0, 3), (4, 3), (9, 1), (2, 7)]
    text, blocks = drawn(*run_of("graph", spins, pairs))
    yield wrong(", 10 with their bonds, in a ring'" in text, "no ring")
    radius = 0.8 / math.sin(math.pi / 10)
    places = [
        (radius * math.sin(math.pi * k / 5), radius * math.cos(math.pi * k / 5)) for k in range(10)
    ]
    yield from as_wanted(text, blocks, spins, places, 0.7)
    lines = [row for row in blocks["$bonds"] if row]
    got = [tuple(lines[k] + lines[k + 1]) for k in range(0, len(lines), 2)]
    want = [(*places[a], *places[b]) for a, b in sorted(tuple(sorted(p)) for p in pairs)]
    good = len(got) == 4 and all(near(a, b, 1e-4) for a, b in zip(got, want))
    yield wrong(good, "bonds %s" % got)
    names = [row[2] for row in blocks["$names"] if row]
    yield wrong(names == list(range(1, 11)), "names %s" % names)
    spins = scattered(80)
    text, blocks = drawn(*run_of("heap", spins, lattice_bonds(8, 10, True, [(11, 12)])))
    yield wrong(", 80 by number, in rows of 9'" in text, "no rows")
    yield from as_wanted(text, blocks, spins, [(k % 9 + 1, -(k // 9)) for k in range(80)], 0.46)


def polynomials():
    """Bonds are what terms of the energy couple: the ring of Kitaev's model is a closed chain."""
    file = at("kitaev.csv")
    assert run("kitaev-ring", "--steps", 3, "--table", file) == (0, "")
    text, blocks = drawn(file, "--kind", "spins")
    yield wrong(", closed chain of 6'" in text, "no closed chain")
    text, blocks = drawn(file)
    yield wrong("$path0" in blocks, "few spins of a polynomial are no longer drawn as paths")


def large():
    """64 x 64: all colours, one arrow in 2 x 2, four times.  Spins along x3 have no arrow."""
    n = 64
    spins = scattered(n * n)
    for k in range(n):
        spins[n + k] = [0.01, 0, 1 if k % 2 else -1]  # the spins at x1 = 2
    spins[0] = [0, 0, 0]
    table = run_of("large", spins, lattice_bonds(n, n), 6)
    text, blocks = drawn(*table)
    yield wrong(", 64 x 64 lattice'" in text and "of one spin in 2 x 2'" in text, "words")
    times = [line for line in text.splitlines() if line.startswith("set title 't = ")]
    want = ["set title 't = 0%s time units' offset 0,-0.6" % t for t in ("", ".02", ".04", ".06")]
    yield wrong(times == want, "times %s" % times)
    cells = blocks["$spins0"]
    yield wrong(len(cells) == n * n and len(blocks["$spins3"]) == n * n, "cells")
    yield wrong(cells[0] == [1, 1, 0], "a spin of length 0: %s" % cells[0])
    heights = {row[2] for row in cells if row[0] == 2}
    yield wrong(all(abs(abs(z) - 1) < 1e-4 for z in heights) and len(heights) == 2, "colours")
    marks = arrows(blocks["$arrows0"])
    want = [(i, j) for i in range(2, n + 1, 2) for j in range(2, n + 1, 2) if i != 2]
    good = len(marks) == len(want) and all(near(m[0], p) for m, p in zip(marks, want))
    yield wrong(good, "%d arrows of %d" % (len(marks), len(want)))
    u = unit(spins[3 * n + 1])
    yield wrong(abs(marks[0][2] - 0.92 * math.hypot(u[0], u[1])) < 4e-3, "arrows are not as long")
    last = open(table[0]).read().splitlines()[-1].split(",")
    at_ = 3 * (5 * n + 3)
    height = unit(list(map(float, last[1 + at_ : 4 + at_])))[2]
    yield wrong(near(blocks["$spins3"][5 * n + 3], [6, 4, height]), "the last time is another")


def film():
    """A .gif has up to 60 frames, one after the other, evenly spaced."""
    gnuplot_draws(FILM)
    spins = scattered(12)
    table = run_of("film", spins, lattice_bonds(3, 4), 200)
    text, blocks = drawn(*table, "--figure", at("film.gif"))
    yield wrong(read("film.gif") == FILM.encode(), "the film")
    gnuplot_draws(FILM[:-1])
    status, _, err = slp("plot", *table, "--figure", at("film.gif"))
    yield wrong(status == 2 and "is no whole GIF" in err, (status, err))
    gnuplot_draws(DRAWING)
    frames = [name for name in blocks if name.startswith("$spins")]
    yield wrong(len(frames) == 60 and text.count("\nplot ") == 60, "%d frames" % len(frames))
    yield wrong("multiplot" not in text and "gif animate" in text, "no film")
    rows = open(table[0]).read().splitlines()
    last = [float(v) for v in rows[-1].split(",")[1:37]]
    states = [last[k : k + 3] for k in range(0, 36, 3)]
    places = [(k // 4 + 1, k % 4 + 1) for k in range(12)]
    yield from as_wanted(text, blocks, states, places, 0.46, 59)
    status, _, err = slp("plot", *table, "--figure", at("film.gif"))
    yield wrong(status == 2 and "is no whole GIF" in err, (status, err))
    yield wrong(read("film.gif") == FILM.encode(), "an old film is gone")


def refused(said, *words):
    status, out, err = slp("plot", *words)
    good = status == 2 and not out and said in err and err.count("\n") == 1
    return wrong(good, "%s: ended with %d: %s%s" % (words, status, out, err))


def bad():
    spins = run_of("few", scattered(6), lattice_bonds(2, 3))
    body = at("body.csv")
    assert run("gbw-rigid-body", "--steps", 4, "--table", body) == (0, "")
    for text in ("5x2", "6", "2x3x1", "0x6", "2x", "x3", "-2x3", "2X3", "99999999x1", "3x3"):
        said = "has 6 spins, and --lattice" if text in ("5x2", "3x3") else "is not N1xN2"
        yield refused(said, *spins, "--lattice", text)
    yield refused("is of rigid-body, which has no spins", body, "--kind", "spins")
    yield refused("is of rigid-body, which has no spins", body, "--lattice", "1x1")
    yield refused("a .gif is of spins alone", body, "--figure", at("b.gif"))
    yield refused("--lattice is of spins alone", *spins, "--lattice", "2x3", "--kind", "energy")
    yield refused("unknown first 'x3'; x2 or x1", *spins, "--first", "x3")
    shutil.copy(spins[0], at("plain.csv"))
    yield refused("does not say its system, which spins needs", at("plain.csv"), "--kind", "spins")


def real():
    for ending, first in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".gif", b"GIF89a")):
        for name in ("few", "graph", "long"):
            figure = at(name + ending)
            said = slp(
                "plot", at(name + ".csv"), "--preset", at(name + ".slp"), "--figure", figure,
                path=os.environ["PATH"],
            )
            yield wrong(said == (0, "figure: %s\n" % figure, ""), said)
            yield wrong(read(name + ending).startswith(first), figure)
    text = read("few.svg").decode()
    cells = text.count("<polygon") - 6  # without what the scale of colours has, an arrow each
    yield wrong(cells >= 6 and "Arrow: x1 to the right" in text, "%d polygons" % cells)


gnuplot_draws(DRAWING)
tried("rectangles: each spin at its site, colour and arrow its own", rectangles)
tried("chains", chains)
tried("bonds that are no lattice make a ring, many of them rows", others)
tried("terms of a polynomial are bonds", polynomials)
tried("64 x 64 spins at four times", large)
tried("a film", film)
tried("what cannot be drawn is refused", bad)
if shutil.which("gnuplot"):
    tried("gnuplot draws them", real)
else:
    skipped("gnuplot draws them", "there is no gnuplot")
end()
