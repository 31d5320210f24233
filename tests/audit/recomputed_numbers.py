# SPDX-License-Identifier: LGPL-3.0-or-later
"""The numbers of records, computed anew by another program, in Python's numbers:
formula      of a step: at the sample that the record names (its witness), with the state one step
             later from `slp run`; along a run: from the rows of the same run by `slp simulate`
drifts       of one run on so(3) or se(3): Casimirs and energy of the rows, in 80 digits
orders       slopes and expansions by least squares through the stored series, whose intervals
             give the weights; of a slope the middle of its interval
other series of one run: the largest number is that of the series
The equations and the energies are stated here a second time.  The stored number must agree, and
the page must show it.
usage: recomputed_numbers.py SLP RECORD...
Records stand in OUT/results, series in OUT/data, pages in OUT/claims.  A line a fault; exit 1 if
there is any or if a kind has no number."""

import collections
import decimal
import json
import math
import os
import re
import subprocess
import sys
import tempfile

decimal.getcontext().prec = 80
Number = decimal.Decimal
PI = Number("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
DRIFTS = ("casimir-drift", "energy-drift")
KINDS = ("formulas", "runs", "orders", "weak orders", "series")
LONGEST = 20000  # steps of a run that is made again


# ---- Formulas -------------------------------------------------------------------------------
def arguments(text):
    """The parts of `A, B, ...)` up to its closing parenthesis, and what stands behind it."""
    depth, parts = 0, [""]
    for n, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth < 0:
            return parts, text[n + 1 :]
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c


def python(text):
    """The formula's expression as one of Python's."""
    found = re.search(r"\b(sum|max)\(", text)
    if found:
        (index, low, high, body), rest = arguments(text[found.end() :])
        span = f"range(int({python(low)}), int({python(high)}) + 1)"
        inner = f"{found[1].upper()}({python(body)} for {index.strip()} in {span})"
        return python(text[: found.start()]) + inner + python(rest)
    return re.sub(r"([A-Za-z]+)(\d*)|[\d.]+", word, text.replace("^", "**"))


def word(found):
    """A name, a coordinate or a number of a formula."""
    name, index = found.groups()
    if name is None:
        return f"Number('{found[0]}')"
    return f"{name}[{index}]" if index else name


class Vector(list):
    """Coordinates, counted from 1."""

    def __getitem__(self, i):
        return super().__getitem__(int(i) - 1)


def vector(text):
    return Vector(Number(float.fromhex(t)) if "x" in t else Number(t) for t in text.split(","))


def of_float(f):
    return lambda x: Number(f(x))


def cross(a, b):
    return [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def gradient(x, terms):
    """Of the energy that the terms K:C:I.J... with K = 0 add up to."""
    g = [Number(0)] * len(x)
    for term in terms.split(","):
        k, c, factors = term.split(":")
        factors = [int(i) - 1 for i in factors.split(".")]
        for n, i in enumerate(factors):
            others = [x[j] for j in factors[:n] + factors[n + 1 :]]
            g[i] += math.prod(others, start=Number(float.fromhex(c))) if k == "0" else 0
    return g


def field(names, fields):
    """The right-hand side without noise.  Vectors turn by the gradient of a polynomial.  Two
    vortices turn about each other by the strength of the other over 4 pi (|x1||x2| - x1.x2).  A
    body, or a top: x and its axis turn by x/I, and the axis times chi is the torque."""
    x, system = list(names["x"]), fields["system"]
    if system == "polynomial":
        g = gradient(x, fields["terms"])
        return Vector(v for i in range(0, len(x), 3) for v in cross(x[i : i + 3], g[i : i + 3]))
    if system == "point-vortices":
        a, b = x[:3], x[3:]
        apart = 4 * PI * ((dot(a, a) * dot(b, b)).sqrt() - dot(a, b))
        f = [names["gamma"][2] * v / apart for v in cross(a, b)]
        return Vector(f + [names["gamma"][1] * v / apart for v in cross(b, a)])
    turn = [p / i for p, i in zip(x[:3], names["inertia"])]
    f = cross(x[:3], turn)
    if system == "heavy-top":
        f = [a + b for a, b in zip(f, cross(x[3:], list(names["chi"])))] + cross(x[3:], turn)
    return Vector(f)


def value(formula, names):
    names = names | {"pi": PI, "SUM": sum, "MAX": max, "abs": abs, "Number": Number}
    names |= {"sqrt": Number.sqrt, "exp": Number.exp, "log": Number.ln}
    names |= {key: of_float(getattr(math, key)) for key in ("sin", "cos", "erfc")}
    *definitions, last = formula.split(";")
    for definition in definitions:
        name, text = definition.split("=", 1)
        names[name.strip()] = eval(python(text).strip(), names)
    return eval(python(last).strip(), names)


def of_step(slp, formula, witness):
    fields = dict(word.split("=", 1) for word in witness.split()[1:])
    names = {key: vector(v) for key, v in fields.items() if re.fullmatch(r"[-+\da-fpx.,]+", v)}
    names["h"] = names["h"][1]
    if re.search(r"\bf(\d|\[)", formula):
        names["f"] = field(names, fields)
    if re.search(r"\by(\d|\[)", formula):
        command = [slp, "run", "--path", "ref", "--digits", "70"]
        said = subprocess.run(command, input=witness + "\n", capture_output=True, text=True)
        names["y"] = vector(re.search(r" y=(\S+)", said.stdout)[1])
    return value(formula, names)


def of_run(slp, formula, experiment):
    numbers = experiment["parameters"] | {"x": experiment["state"]}
    names = {key: Vector(map(Number, v)) for key, v in numbers.items()}
    names["h"] = Number(experiment["h"][0])
    return max(abs(value(formula, names | {"y": y})) for y in rows(slp, experiment))


# ---- Runs -----------------------------------------------------------------------------------
made = {}


def rows(slp, e):
    """The states of the experiment's run, made by `slp simulate`."""
    numbers = e["parameters"] | {"h": e["h"], "x": e["state"]}
    words = [f"{key}={','.join(x.hex() for x in map(float, v))}" for key, v in numbers.items()]
    case = f"case id=run system={e['system']} scheme={e['scheme']} steps=1 " + " ".join(words)
    options = ["--steps", str(e["steps"]), "--seed", e["seed"]]
    options += ["--ell", str(e.get("truncation", 0))] if e["noise"] == "wiener" else []
    if (case, *options) not in made:
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "run.slp")
            with open(name, "w", encoding="utf-8") as file:
                file.write(case + "\n")
            command = [slp, "simulate", name, *options]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        head, *lines = (line.split(",") for line in said.splitlines() if line[0] != "#")
        columns = [i for i, word in enumerate(head) if re.fullmatch(r"x\d+", word)]
        made[case, *options] = [
            Vector(Number(float(line[i])) for i in columns) for line in lines
        ]
    return made[case, *options]


def casimirs(x):
    return [dot(x, x)] if len(x) == 3 else [dot(x[:3], x[3:]), dot(x[3:], x[3:])]


def energy(x, e):
    inertia, chi = (list(map(Number, e["parameters"].get(key, []))) for key in ("inertia", "chi"))
    return sum(p * p / i for p, i in zip(x, inertia)) / 2 + dot(x[3:], chi)


def of_casimir(states, m):
    """The values of casimir-drift, in units of u|C0| where it is so."""
    of = [casimirs(x)[int(m["options"]["index"] or 0)] for x in states]
    if m["options"]["of"] == "root":
        of = [c.sqrt() for c in of]
    steps, unit = len(of) - 1, abs(of[0]) / 2**53
    changes = [b - a for a, b in zip(of, of[1:])]
    largest, root = max(abs(c - of[0]) for c in of), dot(changes, changes).sqrt()
    first = [n for n, c in enumerate(changes, 1) if abs(c) > Number("1e-70")]
    return {
        "largest": largest,
        "final": abs(of[-1] - of[0]),
        "per-root-n": largest / unit / Number(steps).sqrt(),
        "per-n": largest / unit / steps,
        "local": max(map(abs, changes)) / unit,
        "rms": root / Number(steps).sqrt() / unit,
        "walk": largest / root if root else 0,
    } | ({"first": first[0]} if first else {})


def of_energy(states, e):
    of = [energy(x, e) for x in states]
    changes = [(now - of[0]) / of[0] for now in of]
    low, high = min(changes), max(changes)
    return {"largest": max(-low, high), "low": low, "high": high, "range": high - low}


def runs_again(m, e):
    """One run, on so(3) or se(3), whose numbers are in the record."""
    return (
        e["samples"] == 1
        and e["steps"] <= LONGEST
        and e["system"] in ("rigid-body", "heavy-top")
        and isinstance(e["scheme"], str)
        and m["options"].get("stride") in (None, 1.0)
        and all(isinstance(v, list) for v in [e["state"], e["h"], *e["parameters"].values()])
    )


def of_drift(slp, m, e):
    states = list(map(list, rows(slp, e)))
    return of_casimir(states, m) if m["quantity"] == "casimir-drift" else of_energy(states, e)


# ---- Series ---------------------------------------------------------------------------------
def solve(columns, y, weights):
    """Coefficients of the weighted least squares fit of y by the columns."""
    size = len(columns)
    A = [[dot(weights, [p * q for p, q in zip(a, b)]) for b in columns] for a in columns]
    A = [row + [dot(weights, [p * q for p, q in zip(a, y)])] for row, a in zip(A, columns)]
    for k in range(size):
        for i in range(size):
            if i != k:
                A[i] = [p - A[i][k] / A[k][k] * q for p, q in zip(A[i], A[k])]
    return [A[k][size] / A[k][k] for k in range(size)]


def slope(points):
    x, y, weights = zip(*points)
    return solve([[1] * len(x), x], y, weights)[1]


def weight(low, high):
    """1 over the squared width of the logarithm's interval; nine digits are stored."""
    return max(math.log2(high / low), 1e-9) ** -2


def of_strong(series):
    """Of levels from the finest on; of a slope, the middle of its interval."""
    points = [(x, math.log2(y), weight(low, high)) for x, y, low, high in series]
    half, least = len(points) // 2, {"coarse": series[-1][1], "fine": series[0][1]}
    tail, head = slope(points[:half]), slope(points[-half:])
    return least | {"slope": slope(points), "tail": tail, "change": tail - head}


def of_weak(series, m):
    """The expansion a h + b h^2 + c h^3 of the error: a step less half of it.  The intervals of the
    logarithms, which weigh the slope, are those of the means to leading order."""
    series = series[::-1]
    half = [(high - low) / 2 for _, _, low, high in series]
    y = [point[1] for point in series]
    if [v for v in m["values"] if v["name"] == "coarse"][0]["high"] < 0:
        y = [-v for v in y]
    found = {"coarse": y[0], "fine": y[-1]}
    resolved = [low > 0 for _, _, low, _ in series] + [False]
    found["resolved"] = resolved.index(False)
    if not all(resolved[:-1]):
        return {"resolved": found["resolved"]}  # the sign of a mean is not in the series
    found["slope"] = slope([(x, math.log2(v), (v / d) ** 2) for (x, v, *_), d in zip(series, half)])
    terms = 3 if len(series) > 3 else 2
    columns = [[(1 - 2.0**-k) * 2 ** (k * p[0]) for p in series] for k in range(1, terms + 1)]
    scale = [max(map(abs, column)) for column in columns]
    columns = [[v / s for v in column] for column, s in zip(columns, scale)]
    c = solve(columns, y, [h**-2 for h in half])
    off = [v - dot(c, [column[n] for column in columns]) for n, v in enumerate(y)]
    found["misfit"] = max(abs(v) / d for v, d in zip(off, half))
    found |= {"first": c[0] / scale[0], "second": c[1] / scale[1]}
    return found | {"equal": math.log2(abs(found["first"] / found["second"]))}


def read_series(name):
    lines = open(name, encoding="utf-8").read().splitlines()
    return [list(map(float, line.split("\t"))) for line in lines[1:]]


# ---- Records --------------------------------------------------------------------------------
def numbers(slp, root, m, e):
    """The kind of the measure, and {value: the number computed anew}; None: not by this program."""
    options = m["options"]
    if m["quantity"] == "formula":
        formula = options["formula"]
        if options["over"] == "run":
            return "formulas", {"largest": of_run(slp, formula, e)}
        found = of_step(slp, formula, m["witness"])
        return "formulas", {"largest": found if options["largest"] == "signed" else abs(found)}
    if m["quantity"] in DRIFTS and runs_again(m, e):
        return "runs", of_drift(slp, m, e)
    if m["series"] is None:
        return None, None
    series = read_series(os.path.join(root, m["series"]["file"]))
    if m["quantity"] == "strong-order" and all(low > 0 for _, _, low, _ in series):
        return "orders", of_strong(series)
    if m["quantity"] == "weak-order":
        return "weak orders", of_weak(series, m)
    if m["values"][0]["name"] == "largest" and m["samples"] == 1 and len(series) > 0:
        return "series", {"largest": max(abs(point[1]) for point in series)}
    return None, None


def differs(stored, found, kind, formula):
    """False if the interval, or the middle of one of a confidence, is the number found: to a
    millionth, since series have nine digits; to a twentieth of the half width where weights are
    known to leading order; to 1e-11 where sines and such are Python's, of 53 bits."""
    if stored.get("low") is None:
        return kind != "orders"  # of an order that is not measured the series stands there
    low, high = (float.fromhex(stored[key]) for key in ("low_hex", "high_hex"))
    width = high - low
    if stored["level"] < 1:
        low = high = (low + high) / 2
    found = float(found)
    off = max(low - found, found - high, 0)
    least = 1e-6 if kind == "orders" else 1e-60
    if kind == "weak orders" and stored["name"] == "slope":
        least = width / 40
    if re.search("sin|cos|erfc", formula):
        least = 1e-11
    return not off <= 1e-6 * abs(found) + least


def main(slp, names):
    faults, left = [], []
    seen = collections.Counter()
    for name in names:
        record = json.load(open(name, encoding="utf-8"))
        root = os.path.dirname(os.path.dirname(name))
        page = os.path.join(root, "claims", record["id"] + ".md")
        text = open(page, encoding="utf-8").read()
        experiments = {e["name"]: e for e in record["experiments"]}
        for m in record["measures"]:
            kind, found = numbers(slp, root, m, experiments[m["experiment"]])
            seen[kind] += 1
            if kind is None:
                left.append(f"{record['id']}.{m['name']}")
                continue
            stored = {v["name"]: v for v in m["values"]}
            for key, number in found.items():
                seen["numbers"] += 1
                where = f"{record['id']}, {m['name']}.{key}"
                if differs(stored[key], number, kind, m["options"].get("formula", "")):
                    words = f"{stored[key]['text']}; computed anew it is {float(number)}"
                    faults.append(f"{where}: {words}")
                shown = re.sub(r"([][|])", r"\\\1", stored[key]["text"])
                if f"| `{m['name']}.{key}` | {shown} |" not in text:
                    faults.append(f"{where}: the page does not show {shown}")
    words = ", ".join(f"{seen[kind]} {kind}" for kind in KINDS)
    print("\n".join(faults) or f"{seen['numbers']} numbers: {words}; {len(left)} measures are left")
    return bool(faults) or not all(seen[kind] for kind in KINDS)


sys.exit(main(sys.argv[1], sys.argv[2:]))
