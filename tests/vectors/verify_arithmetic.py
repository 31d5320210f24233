# SPDX-License-Identifier: LGPL-3.0-or-later
"""Suites in other arithmetics than binary64, and with a declared tolerance: the judge and both
verifiers agree on right answers, on answers just inside and outside of the radius, and on numbers
that the arithmetic has not.  For tests/vectors/test_vectors.sh.
usage: verify_arithmetic.py SLP VERIFIER SUITE [judge's options]; prints TAP"""

import math
import os
import sys
from fractions import Fraction

import verifier_inside
from verifier_inside import ok, slp_verify

SLP, VERIFIER, SUITE, *OPTIONS = sys.argv[1:]


def verdicts_of(command, lines):
    done = verifier_inside.run(command, "".join(lines))
    if done.returncode not in (0, 1):
        sys.exit(f"not ok - {command[0]} takes the answers\n# {done.stderr}")
    said = {}
    for line in done.stdout.splitlines():
        words = line.split(' hint="')[0].split()
        if words[:1] == ["verdict"] and "id=noise" not in words[1]:
            said[words[1]] = [w for w in words[2:] if "=" not in w or w[:7] == "reason="]
    return said


def fields(line):
    return dict(f.split("=", 1) for f in line.split()[1:])


with open(SUITE + "/vectors.txt") as text:
    lines = text.read().splitlines()
head = next(fields(line) for line in lines if line.startswith("suite "))
cases = [line for line in lines if line.startswith("case ")]
expected = [fields(line) for line in lines if line.startswith("expected ")]
significand, least, most = (int(head[k]) for k in ("significand", "least", "most"))
numbers = slp_verify.Numbers(significand, least, most)


def rounded(exact):
    """The number of the arithmetic nearest to a fraction."""
    if exact == 0:
        return 0.0
    top = math.frexp(float(exact))[1]
    grid = Fraction(2) ** max(top - significand, least)
    return float(round(exact / grid) * grid)


values = {e["id"]: [float.fromhex(t) for t in e["y"].split(",")] for e in expected}
inputs = [float.fromhex(t) for c in cases for k in ("x", "dw", "h") if k in fields(c)
          for t in fields(c)[k].split(",")]
ok("every input and every answer is a number of the arithmetic",
   all(numbers.has(v) for y in [inputs, *values.values()] for v in y))
exact = [(Fraction(y) + Fraction(float.fromhex(low)) * Fraction(2) ** int(e["unit"]), y)
         for e in expected for y, low in zip(values[e["id"]], e["low"].split(","))]
ok("answers are correctly rounded to it", all(rounded(m) == y for m, y in exact),
   str([(float(m).hex(), y.hex()) for m, y in exact if rounded(m) != y][:2]))


def asked(times):
    """Each answer moved by so many radii, along its smallest and its largest coordinate."""
    said = {}
    for k, e in enumerate(expected):
        y = list(values[e["id"]])
        order = sorted(range(len(y)), key=lambda i: abs(y[i]))
        at = order[0] if k % 2 else order[-1]
        by = Fraction(float.fromhex(e["radius"])) * Fraction(2) ** int(e["unit"]) * Fraction(times)
        y[at] = rounded(Fraction(y[at]) + (by if y[at] >= 0 else -by))
        if math.isfinite(y[at]) and numbers.has(y[at]):
            said[e["id"]] = ",".join(v.hex() for v in y)
    return said


answers = [{i: ",".join(v.hex() for v in y) for i, y in values.items()}]
answers += [asked(t) for t in (0.95, 1.05)]
fine = {}
for i, y in values.items():  # half a unit beside a number of the arithmetic: none of it
    size = max(abs(y[0]), 2.0**least)
    fine[i] = ",".join([(y[0] + size * 2.0 ** -(significand + 1)).hex()] + [v.hex() for v in y[1:]])
unlike, kinds = [], set()
for said in answers:
    stream = [line + "\nresult id=%s y=%s\n" % (fields(c)["id"], said[fields(c)["id"]])
              for c in cases if fields(c)["id"] in said for line in [c]]
    judged = verdicts_of([SLP, "judge", "--errors", "0", "--hints", "0", *OPTIONS], stream)
    for command in ([VERIFIER, SUITE + "/vectors.bin"],
                    ["oracle/ports/vectors/slp_verify.py", SUITE]):
        found = verdicts_of(command, [line.split("\n")[1] + "\n" for line in stream])
        unlike += [(command[0], i, words, found[i]) for i, words in judged.items()
                   if found[i] != words]
    kinds |= {" ".join(words) for words in judged.values()}
    if said is answers[0]:
        ok("right answers pass", set(map(tuple, judged.values())) == {("pass",)}, str(kinds))
ok("judge and verifiers agree", not unlike, str(unlike[:3]))
ok("some pass, and some fail", kinds == {"pass", "fail"}, str(kinds))
if significand < 53:
    name = fields(cases[0])["id"]
    answer = "result id=%s y=%s\n" % (name, fine[name])
    for command, given in (([SLP, "judge"], cases[0] + "\n" + answer),
                           ([VERIFIER, SUITE + "/vectors.bin"], answer),
                           (["oracle/ports/vectors/slp_verify.py", SUITE], answer)):
        done = verifier_inside.run(command, given)
        ok(f"{os.path.basename(command[0])}: a number that the arithmetic has not is refused",
           done.returncode == 2 and " no number" in done.stderr and name in done.stderr,
           f"{done.returncode} {done.stderr}")
sys.exit(verifier_inside.failed)
