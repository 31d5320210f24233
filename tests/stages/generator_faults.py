#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Ports with one fault in a generator: does slp judge --stages say which term is wrong?

A port here is slp itself on the case with another number in it: without `lin`, with the other
sign of `dmi`.  Its values are judged as those of the case.  Faults of the last group are no
change of one term, so that none may be named.
usage: generator_faults.py SLP [COUNT] [WORD...]    only faults with a word in their name,
or of this number; exit 1: one named wrongly
"""

import re
import subprocess
import sys


def numbers(text):
    return text.split(",") if text else []


def times(factor, first=0, every=1):
    """Every number from `first` on times the factor."""

    def change(list_of):
        for i in range(first, len(list_of), every):
            list_of[i] = (factor * float.fromhex(list_of[i])).hex()
        return list_of

    return change


def one(which, factor):
    return lambda list_of: times(factor, which, 10**6)(list_of)


def rotated(by):
    return lambda list_of: list_of[by:] + list_of[:by]


def first_block(size):
    return lambda list_of: [list_of[i % size] for i in range(len(list_of))]


def squared(list_of):
    return [(float.fromhex(v) ** 2).hex() for v in list_of]


def monomial(which, factor):
    """The coefficient of a term k:c:i.j"""

    def change(list_of):
        k, c, index = list_of[which].split(":")
        list_of[which] = ":".join([k, (factor * float.fromhex(c)).hex(), index])
        return list_of

    return change


def next_index(list_of):
    k, c, index = list_of[0].split(":")
    first, *rest = index.split(".")
    list_of[0] = ":".join([k, c, ".".join([str(int(first) % 3 + 1)] + rest)])
    return list_of


# system, key, change, what must be said (a regular expression; None: nothing)
FAULTS = [
    ("rigid-body", "lin", times(0.0), r"the term of `lin` is left out"),
    ("rigid-body", "lin", times(-1), r"the term of `lin` has the wrong sign"),
    ("rigid-body", "quad", times(2), r"the term of `quad` is doubled"),
    ("rigid-body", "quad", one(1, -1), r"(noise 2|number 2 of `quad`) has the wrong sign"),
    ("rigid-body", "h", times(2), r"the drift is doubled"),
    ("rigid-body", "inertia", one(2, 2), r"number 3 of `inertia` is halved"),
    ("rigid-body", "dw", times(-1), r"the noise has the wrong sign"),
    ("heavy-top", "chi", times(-1), r"the term of `chi` has the wrong sign"),
    ("heavy-top", "chi", one(1, 0.0), r"number 2 of `chi` is left out"),
    ("heavy-top", "noise", times(2, 6, 7), r"number 7 in each 7 of `noise` is doubled"),
    ("heavy-top", "inertia", times(0.5), r"the term of `inertia` is doubled"),
    ("spins", "exchange", times(2), r"the term of `exchange` is doubled"),
    ("spins", "exchange", one(0, 0.0), r"`exchange` of bond number 1 is left out"),
    ("spins", "dmi", times(-1), r"the term of `dmi` has the wrong sign"),
    ("spins", "dmi", times(0.0), r"the term of `dmi` is left out"),
    ("spins", "field", times(-1), r"the term of `field` has the wrong sign"),
    ("spins", "anisotropy", one(0, 0.5), r"the term of .*`anisotropy` is halved"),
    ("spins", "damping", times(2), r"the term of `damping` is doubled"),
    ("spins", "noise", times(0.0), r"(the term of `noise`|the noise) is left out"),
    ("point-vortices", "quad", times(-1), r"the term of `quad` has the wrong sign"),
    ("point-vortices", "quad", one(2, 0.0), r"(noise 3|number 3 of `quad`) is left out"),
    ("point-vortices", "h", times(4 * 3.141592653589793), r"the drift has the factor 12.5664"),
    ("rigid-body-n", "quad", times(0.5), r"(`quad`|the noise) is halved"),
    ("rigid-body-n", "inertia", one(0, 2), r"number 1 of `inertia` is halved"),
    ("symplectic", "noise", times(0.0), r"(`noise`|noise) is left out"),
    ("symplectic", "quadratic", one(0, -1), r"number 1 of `quadratic` has the wrong sign"),
    ("zeitlin-sphere", "amp", times(2), r"(`amp`|the noise) is doubled"),
    ("zeitlin-sphere", "coriolis", times(0.0), r"`coriolis` is left out"),
    ("mhd-sphere", "amp", times(-1), r"(`amp`|the noise) has the wrong sign"),
    ("sine-euler", "amp", times(1.5), r"(`amp`|the noise) has the factor 1.5"),
    ("canonical", "beta", times(-1), r"(`beta`|noise 1) has the wrong sign"),
    ("canonical", "gamma", times(2), r"(`gamma`|noise 2) is doubled"),
    ("polynomial algebra=so3", "terms", monomial(0, 0.0), r"term 1 of `terms` is left out"),
    ("polynomial algebra=su2", "terms", monomial(-1, -1), r"the last term .* has the wrong sign"),
    ("polynomial algebra=plane", "terms", monomial(0, 2), r"term 1 of `terms` is doubled"),
    # faults that are no change of one term
    ("rigid-body", "lin", first_block(3), None),
    ("rigid-body", "quad", rotated(1), None),
    ("rigid-body", "quad", squared, None),
    ("rigid-body", "inertia", rotated(1), None),
    ("heavy-top", "noise", rotated(3), None),
    ("heavy-top", "inertia", squared, None),
    ("spins", "dmi", rotated(1), None),
    ("spins", "exchange", rotated(1), None),
    ("point-vortices", "gamma", rotated(1), None),
    ("symplectic", "quadratic", rotated(1), None),
    ("polynomial algebra=so3", "terms", next_index, None),
]


def changed(line, key, change):
    """The case with another number; None where it has none."""
    tokens = line.split()
    for i, token in enumerate(tokens):
        name, _, value = token.partition("=")
        if name == key and value:
            try:
                new = change(numbers(value))
            except (IndexError, OverflowError):
                return None
            tokens[i] = name + "=" + ",".join(new)
    return " ".join(tokens) if " ".join(tokens) != line.strip() else None


def is_small(line):
    """A case of at most 40 coordinates."""
    return line.startswith("case ") and line.split(" x=")[1].split()[0].count(",") < 40


def run(slp, *options, given=""):
    return subprocess.run([slp, *options], input=given, capture_output=True, text=True, check=False)


def judged(slp, system, key, change, count):
    """The judge's words on a port with this fault: verdicts, and what stands on standard error."""
    name, _, algebra = system.partition(" algebra=")
    options = ["--system", name + ("-" + algebra if algebra else "")]
    drawn = run(slp, "gen", *options, "--count", str(count), "--seed", "11").stdout.splitlines()
    cases = [line.split(" sum=")[0] for line in drawn if is_small(line)]
    wrong = [changed(line, key, change) for line in cases]
    out = run(
        slp, "run", "--path", "ref", "--stages", given="".join(w + "\n" for w in wrong if w)
    ).stdout.splitlines()
    answers, stages = {}, []
    for line in out:
        if line.startswith("# stage"):
            stages.append(line)
        elif line.startswith("result "):
            answers[line.split()[1]] = stages + [re.sub(r" (sum|bits|iterations)=\S+", "", line)]
            stages = []
    text = []
    for line, other in zip(cases, wrong):
        answer = answers.get(line.split()[1]) if other else None
        if answer:
            text += [line] + answer
    return run(slp, "judge", "--stages", "--hints", "0", given="\n".join(text) + "\n")


def main(slp, count=60, *words):
    wrongly = 0
    print("| system | fault | failures | generator named | said |\n|---|---|---|---|---|")
    for number, (system, key, change, right) in enumerate(FAULTS):
        name = "%s %s" % (system, key)
        if words and str(number) not in words and not any(word in name for word in words):
            continue
        done = judged(slp, system, key, change, int(count))
        failures = len(re.findall(r"^verdict id=\S+ fail", done.stdout, re.M))
        named = len(re.findall(r"first wrong value is xi", done.stdout))
        said = re.findall(r"^slp judge: generator of \S+: (.*): fits all (\d+)", done.stderr, re.M)
        text = "; ".join("%s (%s)" % one_of for one_of in said)
        is_right = not said if right is None else any(re.search(right, s[0]) for s in said)
        mark = "" if is_right else "nothing" if not said else "WRONG"
        wrongly += mark == "WRONG"
        meant = right or "no single term"
        row = (system, number, meant, failures, named, mark, text)
        print("| %s | %d: %s | %d | %d | %s %s |" % row)
        sys.stdout.flush()
    return wrongly > 0


sys.exit(main(*sys.argv[1:]))
