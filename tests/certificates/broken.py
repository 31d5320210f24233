# SPDX-License-Identifier: LGPL-3.0-or-later
"""Breaks certificates, and sees that the checker refuses each.
usage: broken.py CHECKER FILE LEAST [terms]

Each kind of fault is put into each certificate of FILE that can have it, and files are cut; with
`terms` also into one term of its case, which must be one that moves the state.
Prints a line for each kind, and fails if one is proved all the same, or if fewer than LEAST were
made."""
import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile

spec = importlib.util.spec_from_file_location("checker", sys.argv[1])
checker = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(checker)


def text(m, e):
    return hexfloat(m, e) if m else "0x0p+0"


def hexfloat(m, e):
    digits = "%x" % (abs(m) << (1 - abs(m).bit_length()) % 4)
    e -= (1 - abs(m).bit_length()) % 4
    e += 4 * (len(digits) - 1)
    return "%s0x%s%sp%d" % ("-" if m < 0 else "", digits[0], "." + digits[1:] if digits[1:] else "",
                            e)


def lists(fields, key):
    return [checker.number(t, key) for t in fields[key].split(",")]


def put(fields, key, values):
    return dict(fields, **{key: ",".join(text(*v) for v in values)})


def stage_bit(fields, others, i):
    if "stage" not in fields:
        return None
    values = lists(fields, "stage")
    at = max(range(len(values)), key=lambda j: abs(values[j][0]) * 2.0 ** max(values[j][1], -900))
    m, e = values[at]
    if not m:
        return None
    bit = m.bit_length() - 2 - i % 60  # one of the first 60 after the leading one
    if bit < 0:
        return None
    values[at] = (abs(m) ^ 1 << bit) * (-1 if m < 0 else 1), e
    return put(fields, "stage", values)


def halved(key, floor):
    """The writer never goes below a floor, relative to the state's size, at which half of the
    number is true as well: steps of length 0 and states at rest.  Such are left out."""
    def change(fields, others, i):
        if key not in fields:
            return None
        m, e = lists(fields, key)[0]
        size = max(n.bit_length() + f if n else 0 for n, f in lists(fields, "stage"))
        low = floor + (max(size, 0) if key == "radius" else 0)
        return None if m.bit_length() + e < low else put(fields, key, [(m, e - 1)])
    return change


def fewer_iterations(fields, others, i):
    entered = int(fields.get("entered", 0))
    return dict(fields, entered=str(entered - 1)) if entered else None


def shift(fields, others, i):
    low, high = lists(fields, "low"), lists(fields, "high")
    at = i % len(low)
    (m, e), (n, f) = low[at], high[at]
    g = min(e, f)
    width = (n << f - g) - (m << e - g)
    low[at], high[at] = ((m << e - g) + width, g), ((n << f - g) + width, g)
    return put(put(fields, "low", low), "high", high)


def another(fields, others, i):
    own = {k: v for k, v in fields.items() if k not in ("id", "step", "from")}
    for other in others:
        body = {k: v for k, v in other.items() if k not in ("id", "step", "from")}
        if set(body) == set(own) and body["low"] != own["low"]:
            return dict(fields, **body)
    return None


KINDS = {"a bit of the stage flipped": stage_bit, "the radius halved": halved("radius", -80),
         "the contraction halved": halved("contraction", -36),
         "one iteration less": fewer_iterations,
         "the result shifted by its width": shift, "another case's certificate": another}

TERMS = {  # of k, c and the coordinates: those of a wrong term, or None
    "a term left out": lambda k, c, at, d: (),
    "a term of the other sign": lambda k, c, at, d: (k, c[1:] if c[0] == "-" else "-" + c, at),
    "a coordinate of a term exchanged":
        lambda k, c, at, d: (k, c, [str(int(at[0]) % d + 1)] + at[1:]),
    "a coordinate of a term more": lambda k, c, at, d: len(at) < 8 and (k, c, at + at[-1:]),
    "a term twice": lambda k, c, at, d: (k, c, at, k, c, at),
    "a term of the next Hamiltonian": lambda k, c, at, d: (str(int(k) + 1), c, at)}


def of_term(case, change, i):
    """The case with its term number i, counted in a circle, wrong; None if it cannot be so."""
    items = case.fields["terms"].split(",") if "terms" in case.fields else []
    if len(items) < 2:
        return None
    k, c, at = items[i % len(items)].split(":")
    wrong = change(k, c, at.split("."), case.d)
    if wrong is False:
        return None
    items[i % len(items)] = ",".join("%s:%s:%s" % (*wrong[j:j + 2], ".".join(wrong[j + 2]))
                                     for j in range(0, len(wrong), 3))
    return checker.Case(dict(case.fields, terms=",".join(t for t in items if t)))


def line(word, fields):
    return " ".join([word] + ["%s=%s" % pair for pair in fields.items()])


def refuses(text, suffix):
    """Whether the checker's main program calls a file of this text malformed."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix, encoding="ascii", delete=False) as file:
        file.write(text)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = checker.main([file.name])
    os.unlink(file.name)
    return status == 2


def truncated(whole):
    """A file of each certificate, cut at a place that moves along it: lines, and every third time
    JSON.  Yields whether it is refused, and what it is."""
    for i, (case, fields) in enumerate(whole):
        if i % 3:
            text, suffix = line("case", case.fields) + "\n" + line("certificate", fields) + "\n", ""
        else:
            certificate = {key: int(value) if key in ("step", "entered") else value.split(",")
                           for key, value in fields.items() if key != "id"}
            certificate["case"] = line("case", case.fields)
            text, suffix = json.dumps({"form": 1, "slp": "0", "certificates": [certificate]}), \
                ".json"
        yield refuses(text[:1 + i * 7919 % (len(text) - 1)], suffix), case.fields["id"]


def main(path, least, terms):
    whole = [(case, c.fields) for _, case, c, _ in
             checker.certificates_of(checker.lines_of(open(path))) if c.error is None]
    made, bad = 0, 0
    for name, change in KINDS.items():
        refused = kept = 0
        for i, (case, fields) in enumerate(whole):
            pair = case.fields["system"], case.fields["scheme"]
            others = [f for d, f in whole if (d.fields["system"], d.fields["scheme"]) == pair and
                      f is not fields and len(f["low"].split(",")) == len(fields["low"].split(","))]
            broken = change(fields, others, i)
            if broken is None:
                continue
            word, why = checker.verdict(case, checker.Certificate(broken))
            if word == "not proved":
                refused += 1
            else:
                kept += 1
                print("# %s, step %s of %s: %s" % (name, fields["step"], case.fields["id"], word))
        print("%s: %d refused, %d not" % (name, refused, kept))
        made, bad = made + refused, bad + kept
    for name, change in TERMS.items() if terms else ():
        refused = kept = 0
        for i, (case, fields) in enumerate(whole):
            wrong, word = of_term(case, change, i), "malformed"
            if wrong is None:
                continue
            with contextlib.suppress(checker.Malformed):  # a noise without an increment
                word, why = checker.verdict(wrong, checker.Certificate(fields))
            good = word in ("not proved", "malformed")
            refused, kept = refused + good, kept + (not good)
            if not good:
                print("# %s, of %s: %s" % (name, case.fields["id"], word))
        if refused or kept:
            print("%s: %d refused, %d not" % (name, refused, kept))
        made, bad = made + refused, bad + kept
    cut = list(truncated(whole))
    for good, name in cut:
        if not good:
            print("# a truncated file, %s" % name)
    refused = sum(good for good, _ in cut)
    print("a truncated file: %d refused, %d not" % (refused, len(cut) - refused))
    made, bad = made + refused, bad + len(cut) - refused
    print("%d broken certificates refused, %d not" % (made, bad))
    return 1 if bad or made < least else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2], int(sys.argv[3]), sys.argv[4:] == ["terms"]))
