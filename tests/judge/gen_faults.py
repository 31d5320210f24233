# SPDX-License-Identifier: LGPL-3.0-or-later
"""Faults that `slp gen`'s default mixture must find, for tests/judge/test_gen_severe.sh: each is
planted in a right port and the port's answers to one default run of cases are judged.  usage:
gen_faults.py SLP

Faults in how a port reads the question or keeps what it knew are planted round the binary64 path,
which does every pair: a function of the case's fields.  Faults in arithmetic are planted in the
source of the model port, which does the rigid body by six schemes."""

import contextlib
import io
import math
import os
import re
import subprocess
import sys

SLP = sys.argv[1]
PORT = "oracle/ports/python/slp_port.py"
LEAST_NORMAL = 2.0**-1022


def run(command, text):
    return subprocess.run(
        [SLP, *command], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def fields(line):
    return dict(f.split("=", 1) for f in line.split()[1:])


def line(kind, given):
    return " ".join([kind] + [f"{k}={v}" for k, v in given.items()])


def numbers(text):
    return [float.fromhex(t) for t in text.split(",")] if text else []


def text(values):
    return ",".join(v.hex() for v in values)


# ---- Faults round a right path: each changes the fields of a case -------------------------


def increments(change):
    """change(dw, step, noise, h) of each increment, both from 0"""

    def bend(c):
        dw, steps, h = numbers(c.get("dw", "")), int(c["steps"]), numbers(c["h"])[0]
        many = len(dw) // steps
        if dw:
            c["dw"] = text([change(dw, k // many, k % many, h) for k in range(len(dw))])

    return bend


def step(change):
    def bend(c):
        c["h"] = change(numbers(c["h"])[0]).hex()

    return bend


def state(change):
    def bend(c):
        c["x"] = text([change(v) for v in numbers(c["x"])])

    return bend


def lists(key, system, change):
    def bend(c):
        if c["system"] == system and key in c:
            c[key] = text(change(numbers(c[key])))

    return bend


def turned_at_minus_zero(c):
    if math.copysign(1, numbers(c["h"])[0]) < 0 and numbers(c["h"])[0] == 0:
        increments(lambda dw, s, k, h: -dw[at(dw, c, s, k)])(c)


def at(dw, c, s, k):
    return s * (len(dw) // int(c["steps"])) + k


def of_step(wrong):
    """increments of step s are those of step wrong(s)"""

    def bend(c):
        increments(lambda dw, s, k, h: dw[at(dw, c, wrong(s), k)])(c)

    return bend


def own(rule):
    """rule(increment, step, noise, h)"""

    def bend(c):
        increments(lambda dw, s, k, h: rule(dw[at(dw, c, s, k)], s, k, h))(c)

    return bend


ASKED = {
    "h = 0 moves nothing": own(lambda w, s, k, h: w if h != 0 else 0.0),
    "h = -0 is taken for a step back": turned_at_minus_zero,
    "the sign of h is lost": step(abs),
    "noise is turned round where h < 0": own(lambda w, s, k, h: -w if h < 0 else w),
    "|h| > 1 is cut to 1": step(lambda h: max(-1.0, min(1.0, h))),
    "|h| > 1/2 is cut to 1/2": step(lambda h: max(-0.5, min(0.5, h))),
    "h below 1e-10 is taken for 0": step(lambda h: h if abs(h) >= 1e-10 else 0.0),
    "increments from step 33 on are those of step 1 on": of_step(lambda s: s % 32),
    "increments from step 17 on are those of step 1 on": of_step(lambda s: s % 16),
    "noises beyond the sixth are left out": own(lambda w, s, k, h: w if k < 6 else 0.0),
    "increments are cut at 4 sqrt h": own(
        lambda w, s, k, h: math.copysign(min(abs(w), 4 * math.sqrt(abs(h))), w)
    ),
    "vortices beyond the fifth drive nothing": lists(
        "gamma", "point-vortices", lambda g: g[:5] + [v * 2.0**-200 for v in g[5:]]
    ),
    "the last moment of large bodies is the one before": lists(
        "inertia", "rigid-body-n", lambda i: i if len(i) < 21 else i[:-1] + i[-2:-1]
    ),
    "subnormal states are flushed": state(lambda v: v if abs(v) >= LEAST_NORMAL else 0.0),
    "coordinates below 1e-200 are flushed": state(lambda v: v if abs(v) >= 1e-200 else 0.0),
    "states are cut at 1e150": state(lambda v: max(-1e150, min(1e150, v))),
}


def noises_of_0_left_out(c):
    """A noise whose amplitudes are 0 takes no increment, so others get their neighbours'."""
    kinds = [numbers(c.get("quad", "")), numbers(c.get("lin", ""))]
    if c["system"] != "rigid-body" or "area" in c:
        return
    given = [v != 0 for v in kinds[0]]
    given += [any(kinds[1][k : k + 3]) for k in range(0, len(kinds[1]), 3)]
    many = len(given)
    dw, made = numbers(c.get("dw", "")), []
    for s in range(int(c["steps"]) if many else 0):
        left = dw[s * many : (s + 1) * many]
        made += [left.pop(0) if real else 0.0 for real in given]
    if made:
        c["dw"] = text(made)


def spins_left_out(c):
    """Bonds of spins beyond the sixteenth are passed over."""
    if c["system"] == "spins":
        ends = [[int(e) for e in b.split(":")] for b in c["bonds"].split(",")]
        given = numbers(c["exchange"])
        c["exchange"] = text([0.0 if max(e) > 16 else v for e, v in zip(ends, given)])


def areas_ignored(c):
    c.pop("area", None)


ASKED |= {
    "noises of amplitude 0 take no increment": noises_of_0_left_out,
    "spins beyond the sixteenth have no bonds": spins_left_out,
    "areas are ignored": areas_ignored,
}


def terms(change):
    """change(terms) of a list of [k, "c:i.j..."]; the count of noises stays."""

    def bend(c):
        if "terms" not in c:
            return
        given = [t.split(":", 1) for t in c["terms"].split(",")]
        given = [[int(k), rest] for k, rest in given]
        many = max([k for k, _ in given] + [int(v) for v in numbers(c.get("noises", ""))])
        made = change(given)
        if made and made != given:
            c["terms"] = ",".join(f"{k}:{rest}" for k, rest in made)
            c["noises"] = float(many).hex()

    return bend


def by_appearance(given):
    order = [0]
    for k, _ in given:
        order += [] if k in order else [k]
    return [[order.index(k), rest] for k, rest in given]


def first_is_energy(given):
    least = min(k for k, _ in given)
    return [[0 if k == least else k, rest] for k, rest in given]


def near_is_equal(i):
    return i[:1] * 2 + i[2:] if abs(i[1] - i[0]) <= 1e-3 * i[0] else i


def near_unit_is_unit(c):
    """Spins and vortices whose length is 1 to three digits are taken for unit vectors."""
    if c["system"] in ("spins", "point-vortices"):
        x = numbers(c["x"])
        for s in range(0, len(x), 3):
            length = math.hypot(*x[s : s + 3])
            if abs(length - 1) <= 1e-3:
                x[s : s + 3] = [v / length for v in x[s : s + 3]]
        c["x"] = text(x)


ASKED |= {
    "moments that nearly agree are taken for equal": lists("inertia", "rigid-body", near_is_equal),
    "spins and vortices of nearly unit length are normalized": near_unit_is_unit,
    "noises are numbered as terms name them": terms(by_appearance),
    "the first Hamiltonian named is the energy": terms(first_is_energy),
    "factors of a term beyond the fourth are left out": terms(
        lambda given: [[k, ".".join(rest.split(".")[:5])] for k, rest in given]
    ),
}


def at_rest(cases, right):
    """Spins behind those that bonds name stay where they are."""
    said = dict(right)
    for c in cases:
        x, y = numbers(c["x"]), numbers(right[c["id"]].get("y", ""))
        ends = [int(e) for e in re.findall(r"\d+", c.get("bonds", ""))]
        bound = 3 * max(ends, default=len(x))
        for i in range(len(y)):
            y[i] = x[i % len(x)] if i % len(x) >= bound else y[i]
        if y:
            said[c["id"]] = {**right[c["id"]], "y": text(y)}
    return said


# ---- Faults of memory: what a port keeps from an earlier case, found by part of the question ----


def kept(without):
    """Answers are kept under all fields but these."""

    def port(cases, right):
        known, said = {}, {}
        for c in cases:
            key = tuple(sorted((k, v) for k, v in c.items() if k != "id" and not without(k)))
            said[c["id"]] = known.setdefault(key, right[c["id"]])
        return said

    return port


PARAMETERS = (
    "inertia",
    "quad",
    "lin",
    "gamma",
    "exchange",
    "dmi",
    "field",
    "anisotropy",
    "amp",
    "shell",
    "chi",
    "noise",
    "quadratic",
    "beta",
)
KEPT = {
    "answers are kept without the increments": kept(lambda k: k == "dw"),
    "answers are kept without the step": kept(lambda k: k == "h"),
    "answers are kept without the increments and the step": kept(lambda k: k in ("dw", "h")),
    "answers are kept without the scheme": kept(lambda k: k == "scheme"),
    "answers are kept without the parameters": kept(lambda k: k in PARAMETERS),
    "answers are kept without the state": kept(lambda k: k == "x"),
    "spins without bonds rest": at_rest,
}


def goes_on(cases, right):
    """The same case asked again starts from where it ended."""
    ends, bent = {}, []
    for c in cases:
        key = tuple(sorted((k, v) for k, v in c.items() if k != "id"))
        if key in ends and ends[key]:
            bent.append({**c, "x": text(ends[key])})
        y = numbers(right[c["id"]].get("y", ""))
        ends[key] = y[-len(numbers(c["x"])) :]
    return bent


# ---- Faults of arithmetic, in the model port's source -------------------------------------

LOOP = "while tuple(z) not in seen and len(seen) < 5000:"
REST = "if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:"


def stopped(condition):
    """Iterates while the condition holds, or until a value comes back."""
    whole = f"while tuple(z) not in seen and len(seen) < 5000 and ({condition}):"
    return [(LOOP, whole), (REST, "if False:")]


def series(terms):
    total = " + ".join(
        f"({'-' if k % 2 else ''}half ** {2 * k} / {math.factorial(2 * k + 1)})"
        for k in range(terms)
    )
    return [("sinc = math.sin(half) / half if half else 1.0", f"sinc = {total}")]


FLUSH = "(lambda v: v if abs(v) >= 2.0 ** -1022 else 0.0)"
SOURCE = {
    "stops at 1e-13": stopped("len(seen) < 1 or math.dist(z, last) > 1e-13 * math.hypot(*z)"),
    "stops at 1e-12": stopped("len(seen) < 1 or math.dist(z, last) > 1e-12 * math.hypot(*z)"),
    "stops at 1e-15, whatever the state's size": stopped(
        "len(seen) < 1 or math.dist(z, last) > 1e-15"
    ),
    "20 iterations at most": stopped("len(seen) < 20"),
    "10 iterations at most": stopped("len(seen) < 10"),
    "the turn by 4 terms": series(4),
    "results of sums are flushed to zero": [
        (
            "return [p + s * q for p, q in zip(a, b)]",
            f"return [{FLUSH}(p + s * q) for p, q in zip(a, b)]",
        )
    ],
    "lengths by squares": [
        (
            "half = 0.5 * math.hypot(*s)",
            "half = 0.5 * math.sqrt(sum(v * v for v in x)) * "
            "(math.hypot(*s) / math.hypot(*x) if any(x) else 0)",
        )
    ],
    "sin and cos to 1e-12": [("sinc * math.cos(half)", "sinc * math.cos(half) * (1 - 1e-12)")],
    "increments divided by h and multiplied again": [
        (
            "xi[k] += dw[k] * quad[k] * x[k]",
            "xi[k] += dw[k] / c['h'][0] * quad[k] * x[k] * c['h'][0]",
        )
    ],
}


def model(cases, planted=()):
    with open(PORT) as file:
        source = file.read()
    for old, new in planted:
        if source.count(old) != 1:
            sys.exit(f"{PORT} has changed: {old!r} stands there {source.count(old)} times")
        source = source.replace(old, new)
    stdin, said = sys.stdin, io.StringIO()
    try:
        sys.stdin = io.StringIO(cases)
        with contextlib.redirect_stdout(said):
            exec(compile(source, PORT, "exec"), {})
    finally:
        sys.stdin = stdin
    return {
        fields(l)["id"]: fields(l) for l in said.getvalue().splitlines() if l.startswith("result ")
    }


# ---- Judging ------------------------------------------------------------------------------


def answers(cases):
    """Of the cases that the format admits: a bent state may have a trace, which is refused."""
    cases = list(cases)
    while True:
        asked = run(["run", "--path", "fast"], "".join(line("case", c) + "\n" for c in cases))
        refused = re.search(r": case (\S+), field ", asked.stderr)
        if asked.returncode != 2 or not refused:
            break
        cases = [c for c in cases if c["id"] != refused.group(1)]
    if asked.returncode not in (0, 1):
        sys.exit(f"not ok - the cases are answered\n# {asked.stderr}")
    said = asked.stdout.splitlines()
    return {fields(l)["id"]: fields(l) for l in said if l.startswith("result ")}


def verdicts(cases, said):
    stream = "".join(line("case", c) + "\n" + line("result", said[c["id"]]) + "\n" for c in cases)
    judged = run(["judge", "--errors", "0", "--hints", "0"], stream)
    if judged.returncode not in (0, 1):
        sys.exit(f"not ok - the stream is judged to its end\n# {judged.stderr}")
    return [l.split()[2] for l in judged.stdout.splitlines() if l.startswith("verdict ")]


def distance(c, a, b):
    """how far the answers are apart, of the state's size"""
    a, b = numbers(a.get("y", "")), numbers(b.get("y", ""))
    if len(a) != len(b):
        return math.inf
    size = max(map(abs, b), default=0)
    off = max((abs(p - q) for p, q in zip(a, b)), default=0)
    return off / size if size > 0 else (math.inf if off else 0)


FIRST = 3
MOST = 100  # of the cases that are asked otherwise, about so many are answered


def found(cases, right, said):
    """Whether some answer that differs from the right one fails; those that differ most are judged
    first."""
    other = [c for c in cases if c["id"] in said and said[c["id"]] != right[c["id"]]]
    other.sort(key=lambda c: -distance(c, said[c["id"]], right[c["id"]]))
    for part in (other[:FIRST], other[FIRST:]):
        if part and any(v in ("fail", "error") for v in verdicts(part, said)):
            return True, len(other)
    return False, len(other)


failed = False


def ok(name, holds, note=""):
    global failed
    failed = failed or not holds
    print(f"{'ok' if holds else 'not ok'} - {name}")
    if note and not holds:
        print(f"# {note}")


def drawn(*arguments):
    """without check words: faults change the cases"""
    said = run(["gen", *arguments], "").stdout.splitlines()
    return [fields(l.split(" sum=")[0]) for l in said if l.startswith("case ")]


def top(c, least):
    """The heavy top by rkmk-euler-exp: the flow of the generator at the start, by its series.
    Below the angle `least` the term of second order is left out."""
    x, h, y = numbers(c["x"]), numbers(c["h"])[0], []
    inertia, chi = numbers(c["inertia"]), numbers(c["chi"])
    noise, dw, steps = numbers(c.get("noise", "")), numbers(c.get("dw", "")), int(c["steps"])
    many = len(noise) // 7
    for s in range(steps):
        turn = [h * x[k] / inertia[k] for k in range(3)]
        shift = [h * v for v in chi]
        for k in range(many):
            n, w = noise[7 * k : 7 * k + 7], dw[s * many + k]
            turn = [t + w * (n[i] + 2 * n[6] * x[i]) for i, t in enumerate(turn)]
            shift = [t + w * n[3 + i] for i, t in enumerate(shift)]
        term, start = x, x
        for order in range(1, 60):
            p, g = term[:3], term[3:]
            term = [a + b for a, b in zip(cross(p, turn), cross(g, shift))] + cross(g, turn)
            term = [v / order for v in term]
            if order > 1 and math.hypot(*turn) < least:
                break
            x = [a + b for a, b in zip(x, term)]
            if max(map(abs, term)) <= 1e-19 * max(map(abs, start)):
                break
        y += x
    return text(y)


def cross(a, b):
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def main():
    cases = drawn("--count", "1000", "--seed", "7")
    right = answers(cases)
    # every third, unless SLP_CHECK_MULTIPLIER=1 asks for all: the README's command judges as many
    part = cases[:: 3 if float(os.environ.get("SLP_CHECK_MULTIPLIER", 1)) < 1 else 1]
    judged = verdicts(part, right)
    ok(
        "a right path passes a thousand cases",
        len(cases) == 1000 and judged.count("pass") + judged.count("unable") == len(part),
        f"{[(w, judged.count(w)) for w in sorted(set(judged))]}",
    )
    ok(
        "at most one case in twenty is unable",
        judged.count("unable") <= len(part) / 20,
        f"{judged.count('unable')}",
    )
    for name, bend in ASKED.items():
        bent = []
        for c in cases:
            other = dict(c)
            bend(other)
            if other != c and not (
                other.get("x") and not any(numbers(other["x"])) and c["system"] == "point-vortices"
            ):
                bent.append(other)
        bent = bent[:: max(1, len(bent) // MOST)]
        hit, count = found(cases, right, answers(bent)) if bent else (False, 0)
        ok(f"found: {name}", hit, f"{len(bent)} cases are asked otherwise, {count} answers differ")
    for name, port in KEPT.items():
        said = {k: {**v, "id": k} for k, v in port(cases, right).items()}
        hit, count = found(cases, right, said)
        ok(f"found: {name}", hit, f"{count} answers differ")
    hit, count = found(cases, right, answers(goes_on(cases, right)))
    ok("found: the same case again goes on from its end", hit, f"{count} answers differ")

    cases = drawn("--count", "1200", "--seed", "7", "--system", "rigid-body")
    asked = "".join(line("case", c) + "\n" for c in cases)
    right = model(asked)
    judged = verdicts(cases, right)
    ok(
        "the model port passes",
        set(judged) <= {"pass", "unable", "unsupported"} and judged.count("pass") >= 100,
        f"{[(w, judged.count(w)) for w in sorted(set(judged))]}",
    )
    for name, planted in SOURCE.items():
        hit, count = found(cases, right, model(asked, planted))
        ok(f"found: {name}", hit, f"{count} answers differ")

    # A port of one rule.  Its series serves no turns of hundreds of radians: those are left out.
    asked = drawn("--count", "256", "--system", "heavy-top", "--scheme", "rkmk-euler-exp")
    small = [c for c in asked if c["id"].split("-")[-2] not in ("turn", "twin", "near")]
    small = [c for c in small if abs(numbers(c["h"])[0]) < 0.5]
    cases = [c for c in small if "area" not in c and max(map(abs, numbers(c["x"]))) < 1e100]
    said = {c["id"]: {"id": c["id"], "y": top(c, 0)} for c in cases}
    judged = verdicts(cases, said)
    ok(
        "the port of the top passes",
        judged.count("pass") >= 24 and set(judged) <= {"pass", "unable"},
        f"{[(w, judged.count(w)) for w in sorted(set(judged))]}",
    )
    for least in ("1e-10", "1e-8", "1e-6", "1e-4", "1e-2"):
        said = {c["id"]: {"id": c["id"], "y": top(c, float(least))} for c in cases}
        judged = verdicts(cases, said)
        ok(
            f"found: the series of the top is cut below {least}",
            judged.count("fail") > 0,
            f"{[(w, judged.count(w)) for w in sorted(set(judged))]}",
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
