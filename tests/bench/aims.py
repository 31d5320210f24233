#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The table of aims, from what the benches have written to BUILD/bench.

usage: aims.py BUILD [--write]     aims.py --benches
Prints the rows of tests/bench/README.md, each with what was found in place of the page's own: the
figure, and whether it meets the aim.  A row whose bench has written nothing says so.  Then a line
on the machine.  --write puts the rows with figures, and that line, into the page.  The aims and
the reasons beside them are the page's; an aim that is not known here is an error.  Figures that
were cut off count as not measured, with a warning.
--benches prints the names of the programs that the rows need.  Exit status 0, or 2."""

import datetime
import json
import math
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")
MACHINE = "Found on "


def verdict(figures, is_met, form="%.2g"):
    """figures: (label, value) pairs.  'A 1.2, B 1.3: met', 'not met' or 'met by 1 of 2'."""
    text = ", ".join((label + " " if label else "") + form % value for label, value in figures)
    good = sum(1 for _, value in figures if is_met(value))
    if good == len(figures):
        return text + ": met"
    return text + (": met by %d of %d" % (good, len(figures)) if good else ": not met")


def at_most(most):
    return lambda value: value <= most


def at_least(least):
    return lambda value: value >= least


def certified_matrix(found):
    return verdict([("", found["su(128)/seconds"])], at_most(0.5)).replace(":", " s:")


def certified_body(found):
    return verdict([("", found["isospectral-midpoint/128"])], at_least(80000), "%.0f")


def quflow(found, system, least):
    """Names are 'su(64), 1 threads, S = 0.03/quflow over ours', of mhd-sphere with its name."""
    rows = []
    for name, ratio in found.items():
        match = re.match(r"(?:(.*), )?su\((\d+)\), 1 threads, S = (\S+)/", name)
        if match and (match[1] or "zeitlin-sphere") == system:
            rows.append(("N = " + match[2], ratio))
    return verdict(rows, at_least(least))


def matrix(found, **wanted):
    wanted = {"noise": False, "tolerance": 0, "threads": 1, **wanted}
    return {row["n"]: row for row in found
            if all(row[key] == value for key, value in wanted.items())}  # fmt: skip


SPHERE = {"name": "zeitlin-sphere", "h": 0.25}


def two_threads(found):
    """Beside it what two threads do for a product alone, in the same run."""
    one, two = matrix(found, **SPHERE), matrix(found, threads=2, **SPHERE)
    sizes = [n for n in two if n >= 256]
    product = ["%.2g" % (one[n]["zgemm_seconds"] / two[n]["zgemm_seconds"]) for n in sizes]
    return verdict([("N = %d" % n, one[n]["seconds"] / two[n]["seconds"]) for n in sizes],
                   at_least(1.7)) + "; a product alone " + ", ".join(product)  # fmt: skip


def with_noise(found):
    plain, noisy = matrix(found, **SPHERE), matrix(found, noise=True, **SPHERE)
    return verdict([("N = %d" % n, noisy[n]["seconds"] / plain[n]["seconds"]) for n in noisy],
                   at_most(2))  # fmt: skip


def torus(found):
    rows = matrix(found, name="sine-euler")
    return verdict([("N = %d" % n, row["of_sphere"]) for n, row in rows.items()], at_most(1.5))


def magnetic(found):
    slow = matrix(found, name="zeitlin-sphere", h=2.0**-6)
    rows = matrix(found, name="mhd-sphere")
    steps = [("N = %d" % n, row["seconds"] / slow[n]["seconds"]) for n, row in rows.items()]
    each = ", ".join("%.2g" % row["of_sphere"] for row in rows.values())
    return "an evaluation %s, a step %s" % (each, verdict(steps, at_most(2.2)))


def lattice(found):
    ratio = found["sib 64"] / found["plain sib 64"]
    noise = found["sib, with noise 64"] / found["plain sib 64"]
    return verdict([("", ratio)], at_most(1)) + "; with noise %.2g" % noise


def keys(found):
    worst = {}
    for name, row in found.items():
        if isinstance(row, list):
            scheme = name.split()[0]
            worst[scheme] = max(worst.get(scheme, 0), row[2])
    return verdict([("`%s`" % scheme, value) for scheme, value in worst.items()], at_most(2))


def slope(points):
    """Of memory, over the larger half of the sizes, as bench_growth fits the exponent of time."""
    both = [(math.log(p[0]), math.log(p[2])) for p in points[len(points) // 2 :]]
    x, y = (sum(column) / len(both) for column in zip(*both))
    return sum((a - x) * (b - y) for a, b in both) / sum((a - x) ** 2 for a, b in both)


def growth(found):
    rows = {name: row for name, row in found.items() if isinstance(row, list)}
    room = found["room"]
    above = [name for name, (time, theory, memory, points) in rows.items()
             if time > theory + room or slope(points) > memory + room]  # fmt: skip
    return "met by %d of %d%s" % (len(rows) - len(above), len(rows),
                                  ": not by " + "; ".join(above) if above else "")  # fmt: skip


def text_list(found):
    _, seconds, _, text = found["list in text"][3][-1]
    return verdict([("", 1e-6 * text / seconds)], at_least(200), "%.0f").replace(":", " MB/s:")


def lattice_terms(found):
    rows = [("`%s`" % name.split(",")[0] + (" with noise" if "noise" in name else ""),
             row[1] / row[0]) for name, row in found.items() if isinstance(row, list)]  # fmt: skip
    return verdict(rows, at_most(1.5), "%.3g")


def twins(found):
    return verdict([(name, row[0]) for name, row in found.items()], at_most(1.1), "%.3g")


def kernel(model):
    """The widest instruction set's row of a model, one thread."""
    rows = {row["name"]: row for row in model["runs"]}
    return next(rows[name] for name in ("avx512, 1 thread", "avx2, 1 thread") if name in rows)


def ensembles(found):
    return {row["model"]: kernel(row) for row in found if len(row["runs"]) > 1}


def splittings(found):
    rows = ensembles(found)
    midpoint = rows["rigid body (EJLL 6.1), isospectral-midpoint"]["steps_per_s"]
    return verdict([("`%s`" % name.split(", ")[1], row["steps_per_s"] / midpoint)
                    for name, row in rows.items() if "splitting" in name], at_least(3))  # fmt: skip


def of_peak(found, chosen):
    return verdict([(re.sub(r" \(.*?\)", "", name), 100 * row["of_peak"])
                    for name, row in ensembles(found).items() if chosen(name)],
                   at_least(45), "%.0f %%")  # fmt: skip


AIMS = {
    "a certified step on su(128)": ("bench_ref_systems", certified_matrix),
    "certified so(3) steps": ("bench_ref", certified_body),
    "fast_trajectory beside quflow:": (
        "bench_quflow", lambda found: quflow(found, "zeitlin-sphere", 5)),
    "fast_trajectory beside quflow on mhd-sphere": (
        "bench_quflow", lambda found: quflow(found, "mhd-sphere", 5)),
    "two threads": ("bench_matrix", two_threads),
    "a step with noise": ("bench_matrix", with_noise),
    "an evaluation on the torus": ("bench_matrix", torus),
    "a step of magnetohydrodynamics": ("bench_matrix", magnetic),
    "a step of a lattice": ("bench_lattice", lattice),
    "an evaluation of a step with several optional keys": ("bench_keys", keys),
    "time and memory grow": ("bench_growth", growth),
    "a list in text": ("bench_growth", text_list),
    "the same lattice with a tensor": ("bench_lattice_terms", lattice_terms),
    "a step given by terms": ("bench_twins", twins),
    "the splittings' ensembles": ("bench_ensemble", splittings),
    "ensembles of spins": ("bench_ensemble", lambda found: of_peak(
        found, lambda name: "spins" in name)),
    "ensembles of bodies": ("bench_ensemble", lambda found: of_peak(
        found, lambda name: "spins" not in name)),
}  # fmt: skip


def fail(why):
    print("aims.py:", why, file=sys.stderr)
    sys.exit(2)


def aim_of(cell):
    known = [begin for begin in AIMS if cell.startswith(begin)]
    if not known:
        fail("no figures are known for the aim: " + cell)
    return AIMS[known[0]]


def read(folder, bench):
    path = os.path.join(folder, bench + ".json")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None
    except json.JSONDecodeError:
        print("aims.py: %s is not whole: its bench was interrupted" % path, file=sys.stderr)
        return None


def machine(folder):
    """Processor, how many, the day of the newest figures, and how busy the machine is now."""
    name = "a processor"
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*: (.*)$", file.read(), re.M)
            name = found[1].strip() if found else name
    paths = [os.path.join(folder, file) for file in os.listdir(folder) if file.endswith(".json")]
    newest = max((os.path.getmtime(path) for path in paths), default=0)
    day = datetime.datetime.fromtimestamp(newest, datetime.timezone.utc).strftime("%Y-%m-%d")
    return "%s%s, %d processors, %s, mean load of 15 minutes %.1f." % (
        MACHINE, name, os.cpu_count(), day, os.getloadavg()[2])  # fmt: skip


def main():
    if sys.argv[1:] == ["--benches"]:
        print(*sorted({bench for bench, _ in AIMS.values()}))
        return
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        fail("usage: aims.py BUILD [--write], or aims.py --benches")
    folder = os.path.join(sys.argv[1], "bench")
    page = os.environ.get("SLP_BENCH_PAGE", PAGE)
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if not os.path.isdir(folder):
        fail("%s does not exist: run make aims first" % folder)
    table = False
    for at, line in enumerate(lines):
        cells = line.split(" | ")
        if line.startswith("| aim |"):
            print(line)
            table = True
        elif table and line.startswith("|---"):
            print(line)
        elif table and line.startswith("| ") and len(cells) == 4:
            bench, figures = aim_of(cells[0][2:])
            found = read(folder, bench)
            cells[2] = figures(found) if found else "not measured in this run"
            print(" | ".join(cells))
            if found:
                lines[at] = " | ".join(cells)
        elif line.startswith(MACHINE):
            lines[at] = machine(folder)
        else:
            table = False
    print("\n" + machine(folder))
    if sys.argv[2:]:
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))


if __name__ == "__main__":
    main()
