# SPDX-License-Identifier: LGPL-3.0-or-later
"""What `slp plot` draws and refuses.  gnuplot is a program of this test's own, which keeps
the script that it is given; the numbers in it are compared with those of the table.  The gnuplot
that is installed, if any, draws some of them.
Run once (compiler): it asks what is drawn and said, which no compiler changes."""

import math
import shutil

from simulate_trial import *

SCRIPT, FAKE, NONE = map(os.path.abspath, (at("script"), at("fake"), at("none")))
DRAWING = "<svg><title>a</title><desc>b</desc></svg>"
OLD = DRAWING.encode()  # what slp would have written before
os.mkdir(FAKE)
os.mkdir(NONE)


def gnuplot_is(commands):
    with open(os.path.join(FAKE, "gnuplot"), "w") as program:
        program.write("#!/bin/sh\n/bin/cat \"$1\" >'%s'\n%s\n" % (SCRIPT, commands))
    os.chmod(os.path.join(FAKE, "gnuplot"), 0o755)


gnuplot_is("echo '%s'" % DRAWING)


def slp(*words, path=FAKE):
    """(exit status, stdout, stderr)"""
    done = subprocess.run(
        [SLP, *map(str, words)], capture_output=True, text=True, env=dict(ENV, PATH=path)
    )
    return done.returncode, done.stdout, done.stderr


def table(name, preset, *options):
    assert run(preset, *options, "--table", at(name)) == (0, ""), name
    return at(name)


def csv(path):
    lines = open(path, encoding="utf-8").read().splitlines()
    return lines[0].split(","), [list(map(float, line.split(","))) for line in lines[1:]]


def drawn(*words, said=""):
    """The blocks of the script for these words of slp plot: name to rows."""
    if os.path.exists(SCRIPT):
        os.remove(SCRIPT)
    status, out, err = slp("plot", *words)
    assert status == 0 and out.startswith("figure: ") and said in err, (words, status, out, err)
    assert said or not err, err
    blocks, rows = {}, None
    for line in open(SCRIPT, encoding="utf-8"):
        if " << END_OF_CURVE" in line:
            rows = blocks.setdefault(line.split()[0], [])
        elif line == "END_OF_CURVE\n":
            rows = None
        elif rows is not None and line.strip():
            rows.append(list(map(float, line.split())))
    return blocks


def near(a, b, by=1e-4):
    return abs(a - b) <= by


def wrong(condition, what):
    return None if condition else what


def tried(name, trial):
    try:
        report(name, next(filter(None, trial()), None))
    except (AssertionError, OSError) as why:
        report(name, str(why))


BODY = table("body.csv", "gbw-rigid-body", "--until", 2)
TOP = table("top.csv", "lecg-heavy-top", "--until", 2)
RING = table("ring.csv", "kitaev-ring", "--steps", 100)
WELL = table("well.csv", "double-well", "--steps", 100)
VORTICES = table("vortices.csv", "ejll-point-vortices", "--steps", 100)


def orbits():
    """Each point of the view has |across|^2 + |up|^2 + |depth|^2 = |x|^2, and the scalar products
    with the first one are those of the table."""
    for file, first, count in ((BODY, [0], 201), (VORTICES, [0, 3, 6, 9], 101), (TOP, [3], 201),
                               (RING, list(range(0, 18, 3)), 101)):
        rows, blocks = csv(file)[1], drawn(file)
        paths = [name for name in blocks if name.startswith("$path")]
        yield wrong(len(paths) == len(first), "%s: %s" % (file, paths))
        for name, at_ in zip(paths, first):
            points, vectors = blocks[name], [row[1 + at_ : 4 + at_] for row in rows]
            yield wrong(len(points) == len(rows) == count, "%s: %d points" % (file, len(points)))
            size = sum(v * v for v in vectors[0])
            for p, v in zip(points, vectors):
                got = sum(a * b for a, b in zip(p, points[0]))
                want = sum(a * b for a, b in zip(v, vectors[0])) / size
                yield wrong(near(got, want, 3e-4), "%s: %s %s" % (file, p, v))


    rows, points = csv(WELL)[1], drawn(WELL)["$path0"]
    yield wrong(len(points) == len(rows) == 101, "%s: %d points" % (WELL, len(points)))
    for p, row in zip(points, rows):
        yield wrong(near(p[0], row[1]) and near(p[1], row[2]), "%s: %s %s" % (WELL, p, row))


tried("orbits are those of the table", orbits)


def drifts():
    head, rows = csv(VORTICES)
    energy, casimir = head.index("energy"), head.index("casimir1")
    blocks = drawn(VORTICES, "--kind", "energy")
    yield wrong(list(blocks) == ["$curve0"], "energy: %s" % list(blocks))
    for (t, v), row in zip(blocks["$curve0"], rows):
        want = (row[energy] - rows[0][energy]) / abs(rows[0][energy])
        good = near(t, row[0], 1e-7) and near(v, want, 1e-5 * abs(want))
        yield wrong(good, "energy at %s: %s %s" % (t, v, want))
    blocks = drawn(VORTICES, "--kind", "casimirs")
    yield wrong(len(blocks) == len(head) - casimir == 4, "casimirs: %s" % list(blocks))
    for k in range(4):
        curve = blocks["$curve%d" % k]
        yield wrong(len(curve) == len(rows), "casimir %d: %d points" % (k, len(curve)))
        for (t, v), row in zip(curve, rows):
            first = rows[0][casimir + k]
            want = max(1e-17, abs((row[casimir + k] - first) / first))
            yield wrong(near(v, want, 1e-5 * want), "casimir %d at %s: %s %s" % (k, t, v, want))
    blocks = drawn(VORTICES, "--kind", "coordinates")
    yield wrong(len(blocks) == 8, "coordinates: %s" % list(blocks))
    for k in range(8):
        for (t, v), row in zip(blocks["$curve%d" % k], rows):
            yield wrong(near(v, row[1 + k], 1e-5), "x%d at %s" % (k + 1, t))
    said = "the first 8 of 12 are drawn" in open(SCRIPT).read()
    yield wrong(said, "not said that 4 are left out")


tried("energy, Casimirs and coordinates are those of the table", drifts)


def vorticity():
    """By area the mean is 0 and the mean square |X|^2/(4 pi), as for the plate of the report."""
    file = table("fluid.npy", "ejll-zeitlin-sphere-12", "--steps", 60)
    blocks = drawn(file)
    yield wrong(len(blocks) == 4, "%s" % list(blocks))
    titles = [line for line in open(SCRIPT, encoding="utf-8") if line.startswith("set title 't = ")]
    fields, rows, _ = read_npy("fluid.npy")
    at_ = [0, 20, 40, 60]
    want = ["set title 't = %.4g time units' offset 0,-0.6\n" % rows[i][0] for i in at_]
    yield wrong(titles == want, "%s" % titles)
    for name, panel in blocks.items():
        weights = [math.cos(math.radians(p[1])) for p in panel]
        mean = sum(w * p[2] for w, p in zip(weights, panel)) / sum(weights)
        square = sum(w * p[2] ** 2 for w, p in zip(weights, panel)) / sum(weights)
        size = 12 / (4 * math.pi)
        yield wrong(near(mean, 0, 2e-3) and near(square, size, 0.02 * size), (mean, square, size))
    yield wrong(blocks["$field0"] != blocks["$field3"], "it does not move")


tried("vorticity is drawn at four times", vorticity)


def forms():
    """Text and .npy of one run are drawn alike; of many rows 4000 are, the ends among them."""
    for kind in ("orbit", "energy", "casimirs", "coordinates"):
        same = [
            drawn(table(name, "gbw-rigid-body", "--steps", 5000, "--noise"), "--kind", kind)
            for name in (kind + ".csv", kind + ".npy")
        ]
        yield wrong(same[0] == same[1], kind + ": text and .npy differ")
        for points in same[0].values():
            if len(points[0]) == 2:
                yield wrong(
                    len(points) == 4000 and points[0][0] == 0 and points[-1][0] == 50,
                    "%s: %d points to %s" % (kind, len(points), points[-1]),
                )
                steps = [b[0] - a[0] for a, b in zip(points, points[1:])]
                yield wrong(0.009 < min(steps) and max(steps) < 0.021, kind + ": uneven")


tried("text and .npy are drawn alike, and evenly thinned", forms)


def systems():
    """A checkpoint names the preset; without one --preset does; else coordinates."""
    shutil.copy(BODY, at("plain.csv"))
    blocks = drawn(at("plain.csv"), said="plain.csv does not say its system; coordinates are drawn")
    yield wrong(list(blocks) == ["$curve0", "$curve1", "$curve2"], "%s" % list(blocks))
    for case in ("gbw-rigid-body", "./oracle/simulate/presets/gbw-rigid-body.slp"):
        blocks = drawn(at("plain.csv"), "--preset", case)
        yield wrong("$path0" in blocks, "%s: %s" % (case, list(blocks)))
    mark = read("body.csv.checkpoint")
    for before, after in ((b"case=gbw-rigid-body", b"case=gbw-top-case1"), (b"start=", b"start=0")):
        write("plain.csv.checkpoint", mark.replace(before, after))
        blocks = drawn(at("plain.csv"), said="does not say its system")
    first, rest = mark.split(b"case=", 1)
    for strange in (
        first,  # no case
        first + b"case=gbw-rigid-body",  # and no end of its line
        b"slp-other\n" + mark.split(b"\n", 1)[1],
        first + b"case=gone" + rest[rest.index(b"\n") :],
        b"",
    ):
        write("plain.csv.checkpoint", strange)
        blocks = drawn(at("plain.csv"), said="does not say its system")
    os.remove(at("plain.csv.checkpoint"))
    brief = table("brief.csv", "gbw-rigid-body", "--steps", 9, "--brief")
    yield wrong(list(drawn(brief)) == ["$curve0"], "brief: not the Casimir")
    modes = table("modes.csv", "lecg-heavy-top", "--steps", 9)
    yield wrong("$path0" in drawn(modes), "heavy top")
    write("growing.csv", read("body.csv") + b"2.01,0.5,")
    blocks = drawn(at("growing.csv"), "--preset", "gbw-rigid-body")
    yield wrong(len(blocks["$path0"]) == 201, "a row that is being written counts")


tried("the system comes from the checkpoint or --preset", systems)


def case_file(name, **fields):
    """A case in a file, to be simulated and drawn."""
    words = dict(id="own", scheme="isospectral-midpoint", h="0.01", steps="9")
    words.update(fields)
    write(name, ("case " + " ".join("%s=%s" % w for w in words.items()) + "\n").encode())
    return at(name)


def rare():
    """What few tables have: no Casimirs, energy or vorticity 0 from the start, many vortices."""
    kubo = case_file(
        "kubo.slp", system="canonical", scheme="implicit-midpoint", model="kubo", x="0,0"
    )
    file = table("kubo.csv", kubo)
    status, _, err = slp("plot", file, "--preset", kubo, "--kind", "casimirs")
    yield wrong(status == 2 and "has no Casimirs; energy can be drawn" in err, (status, err))
    blocks = drawn(file, "--kind", "energy")
    yield wrong(all(v == 0 for _, v in blocks["$curve0"]), "energy that stays 0")
    yield wrong("'change'" in open(SCRIPT).read(), "no change relative to 0")
    body = case_file("rest.slp", system="rigid-body", inertia="1,2,3", x="0,0,0")
    file = table("rest.csv", body)
    status, _, err = slp("plot", file, "--preset", body)
    yield wrong(status == 2 and "a vector of length 0, which is on no sphere" in err, (status, err))
    still = case_file(
        "still.slp", system="zeitlin-sphere", n="3", x=",".join(["0"] * 9), steps="2"
    )
    blocks = drawn(table("still.npy", still), "--preset", still)
    yield wrong(all(p[2] == 0 for p in blocks["$field0"]), "vorticity 0")
    for count, named in ((8, True), (9, False), (30, False)):
        angles = [2.399963 * i for i in range(count)]
        heights = [(2 * i + 1) / count - 1 for i in range(count)]
        x = []
        for a, z in zip(angles, heights):
            r = math.sqrt(1 - z * z)
            x += [r * math.cos(a), r * math.sin(a), z]
        many = case_file(
            "many.slp",
            system="point-vortices",
            gamma=",".join(["1"] * count),
            x=",".join("%.17g" % v for v in x),
            h="0.001",
            steps="2",
        )
        blocks = drawn(table("many%d.npy" % count, many), "--preset", many)
        paths = [name for name in blocks if name.startswith("$path")]
        yield wrong(len(paths) == min(count, 24), "%d vortices: %d paths" % (count, len(paths)))
        keyed = "set key off" not in open(SCRIPT).read()
        yield wrong(keyed == named, "%d vortices: names %s" % (count, keyed))


tried("rare tables: no Casimirs, 0 from the start, many vortices", rare)


def names():
    """The figure's name, and that one that is there is replaced whole."""
    for words, figure in (
        ((BODY,), "body.svg"),
        ((at("energy.npy"),), "energy.svg"),
        ((BODY, "--figure", at("own.svg")), "own.svg"),
    ):
        write(figure, OLD)
        drawn(*words)
        yield wrong(
            read(figure).startswith(b'<svg role="img" aria-label="') and b"</svg>" in read(figure),
            "%s: %s" % (figure, read(figure)[:60]),
        )
    status, out, err = slp(
        "simulate", "gbw-rigid-body", "--steps", 9, "--table", at("a.csv"), "--figure", at("a.svg")
    )
    yield wrong((status, out, err) == (0, "figure: %s\n" % at("a.svg"), ""), (status, out, err))
    yield wrong(b"</svg>" in read("a.svg") and "$path0" in open(SCRIPT).read(), "--figure")
    body = b"case id=own system=rigid-body scheme=tmk inertia=1,2,3 h=0.01 steps=9 x=3,4,0\n"
    write("own.slp", body)
    status, out, err = slp(
        "simulate", at("own.slp"), "--table", at("b.csv"), "--figure", at("b.svg")
    )
    yield wrong(status == 0 and not err and "$path0" in open(SCRIPT).read(), (status, err))


tried("figures have the names asked for", names)


def refused(said, *words, path=FAKE):
    """Exit status 2 and one line; no file has come, gone or changed."""
    before = {name: read(name) for name in os.listdir(HERE) if os.path.isfile(at(name))}
    status, out, err = slp(*words, path=path)
    after = {name: read(name) for name in os.listdir(HERE) if os.path.isfile(at(name))}
    if status != 2 or out or said not in err or err.count("\n") != 1:
        return "%s: ended with %d: %s%s" % (words, status, out, err)
    changed = {n for n in {*before, *after} - {"script"} if before.get(n) != after.get(n)}
    return wrong(not changed, "%s: touched %s" % (words, changed))


def files():
    head, text = read("body.csv").split(b"\n", 1)
    npy = read("energy.npy")
    for name, content, said in (
        ("e.csv", b"", "e.csv:1: is not the head of a table that slp simulate writes"),
        ("e.csv", b"a,b\n1,2\n", "e.csv:1: is not the head"),
        ("e.csv", head.replace(b"x2", b"y2") + b"\n" + text, "e.csv:1: is not the head"),
        ("e.csv", head.replace(b"energy", b"Energy") + b"\n" + text, "e.csv:1: is not the head"),
        ("e.csv", head, "e.csv:1: is not the head"),
        ("e.csv", head + b"\n", "e.csv: holds no row yet"),
        ("e.csv", head + b"\n1,2,3,4,5\n", "e.csv:2: field casimir1: row 0"),
        ("e.csv", head + b"\n1,2,3,4,5,6,7\n", "e.csv:2: field casimir1: row 0"),
        ("e.csv", head + b"\n1,2,3,4,5,6\n1,2,nan,4,5,6\n", "e.csv:3: field x2: row 1"),
        ("e.csv", head + b"\n1,2,3,4,x,6\n", "e.csv:2: field energy: row 0"),
        ("e.npy", npy[:200], "e.npy: field head: is cut"),
        ("e.npy", npy[:-1], "field shape: the file is cut: it holds 5000 whole rows of 5001"),
        ("e.npy", npy.replace(b"'energy'", b"'Energy'"), "e.npy: field head: is not the head"),
        ("e.npy", npy.replace(b"<f8", b"<f4"), "e.npy: field head: is not the head"),
        ("e.npy", npy[:-8] + struct.pack("<d", math.inf), "e.npy: field dW3: row 5000"),
        ("e.csv", head.replace(b"x2", b"x2\0") + b"\n" + text, "e.csv:1: is not the head"),
        ("e.csv", head.replace(b"x2", b"x/") + b"\n" + text, "e.csv:1: is not the head"),
        ("e.csv", head.replace(b"t,", b"T,") + b"\n" + text, "e.csv:1: is not the head"),
        ("e.csv", head + b"\ninf,2,3,4,5,6\n", "e.csv:2: field t: row 0"),
        ("e.npy", npy.replace(b"'shape': (", b"'Shape': ("), "e.npy: field head: is not the head"),
        (
            "e.npy",
            npy.replace(b"shape': (5001,", b"shape': (5002,"),
            "field shape: the file is cut",
        ),
        ("e.npy", npy.replace(b"'dW'", b"'DW'"), "e.npy: field head: is not the head"),
        (
            "e.npy",
            npy.replace(b"('x', '<f8', (3,))", b"('x', '<f8', (999999999,))")[: len(npy)],
            "e.npy: field head: is not the head",
        ),
    ):
        write(name, content)
        yield refused(said, "plot", at(name))
        os.remove(at(name))
    yield refused("gone.csv: cannot be opened: No such file", "plot", at("gone.csv"))
    yield refused("Is a directory", "plot", HERE)


tried("files that are no tables are refused by file, line and field", files)


def words():
    for said, given in (
        ("which table?", ()),
        ("unknown kind 'orbits' (did you mean orbit?)", (BODY, "--kind", "orbits")),
        (
            "own.pdf: a figure's name ends in .svg, .png, .gif or .gp",
            (BODY, "--figure", at("own.pdf")),
        ),
        (".svg: a figure's name ends in .svg, .png, .gif or .gp", (BODY, "--figure", ".svg")),
        ("no file can be written", (BODY, "--figure", at("gone/own.svg"))),
        ("unknown preset 'gbw-rigid-bdy'", (BODY, "--preset", "gbw-rigid-bdy")),
        ("none.slp: cannot be opened", (BODY, "--preset", at("none.slp"))),
        ("has 3 coordinates, but", (BODY, "--preset", "ejll-point-vortices")),
        ("is of rigid-body, which has no vorticity", (BODY, "--kind", "vorticity")),
        ("which has no orbit on a sphere or in a plane", (at("fluid.npy"), "--kind", "orbit")),
        ("does not say its system, which orbit needs", (at("plain.csv"), "--kind", "orbit")),
        ("has no coordinates (--brief)", (at("brief.csv"), "--kind", "coordinates")),
    ):
        yield refused(said, "plot", *given)
    run_ = ("simulate", "gbw-rigid-body", "--steps", 9)
    yield refused("--figure needs --table FILE", *run_, "--figure", at("n.svg"))
    figure = ("--table", at("n.csv"), "--figure", at("n.pdf"))
    yield refused("ends in .svg, .png, .gif or .gp", *run_, *figure)


tried("words that cannot be used are refused", words)


def without():
    """No gnuplot, or one that falls: the remedy or the script is named, an old figure stands."""
    write("body.svg", OLD)
    yield refused("apt-get install gnuplot-nox", "plot", BODY, path=NONE)
    for commands, said in (
        ("echo '%s'" % DRAWING[:-6], "no whole SVG"),
        ("echo '</svg>'", "is no SVG"),
    ):
        gnuplot_is(commands)
        yield refused(said, "plot", BODY)
    gnuplot_is("printf '\\211PNG and so on, but not its end'")
    yield refused("is no whole PNG", "plot", BODY, "--figure", at("body.png"))
    gnuplot_is("exit 1")
    status, _, err = slp("plot", BODY)
    yield wrong(
        status == 2 and "gnuplot ended with an error; its script is %s.gp" % at("body.svg") in err,
        err,
    )
    yield wrong(read("body.svg.gp") == read("script") and read("body.svg") == OLD, "its script")
    gnuplot_is("echo '%s'" % DRAWING)


tried("without gnuplot the remedy is named, and an old figure stands", without)


def real():
    for file, kind in (
        (BODY, "orbit"),
        (BODY, "energy"),
        (VORTICES, "casimirs"),
        (VORTICES, "coordinates"),
        (at("fluid.npy"), "vorticity"),
        (table("still.csv", "gbw-rigid-body", "--steps", 0), "casimirs"),
    ):
        for ending, first in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
            figure = "real" + kind + ending
            said = slp(
                "plot", file, "--kind", kind, "--figure", at(figure), path=os.environ["PATH"]
            )
            yield wrong(said == (0, "figure: %s\n" % at(figure), ""), said)
            yield wrong(read(figure).startswith(first), figure)


if shutil.which("gnuplot"):
    tried("gnuplot draws them", real)
else:
    skipped("gnuplot draws them", "there is no gnuplot")
end()
