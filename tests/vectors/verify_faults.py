# SPDX-License-Identifier: LGPL-3.0-or-later
"""Verdicts of both verifiers and of the judge on the same answers, for
tests/vectors/test_vectors.sh: right ones, those of every fault that the judge's tests plant, and
answers that are none.
usage: verify_faults.py SLP VERIFIER SUITE      VERIFIER: slp_verify, compiled; prints TAP"""

import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "judge"))
import gen_faults as faults  # noqa: E402  it takes SLP from the first argument too
import judge_faults as bent_faults  # noqa: E402
import verifier_inside  # noqa: E402
from verifier_inside import ok  # noqa: E402

SLP, VERIFIER, SUITE = sys.argv[1:4]
PYTHON = "oracle/ports/vectors/slp_verify.py"
verifier_inside.read_once()
MOST = 25  # of the vectors that a fault changes, about so many are answered


def verdicts_of(command, lines):
    """id: the words of its verdict, without the ratio"""
    done = verifier_inside.run(command, "".join(lines))
    if done.returncode not in (0, 1):
        sys.exit(f"not ok - {command[0]} takes the answers\n# {done.stderr}")
    said = {}
    for line in done.stdout.splitlines():
        if line.startswith("verdict "):
            words = line.split(' hint="')[0].split()
            said[words[1][3:]] = [w for w in words[2:] if "=" not in w or w[:7] == "reason="]
    return said


with open(os.path.join(SUITE, "vectors.txt")) as text:
    lines = text.read().splitlines()
cases = [faults.fields(line) for line in lines if line.startswith("case ")]
expected = [faults.fields(line) for line in lines if line.startswith("expected ")]
by_id = {c["id"]: c for c in cases}
asked = []  # (fault, {id: result line without its newline})


def ask(name, said):
    """said: id -> fields of a result"""
    asked.append((name, {i: faults.line("result", {**f, "id": i}) for i, f in said.items()}))


right = faults.answers(cases)
ask("right answers", right)
for name, bend in faults.ASKED.items():
    bent = []
    for c in cases:
        other = dict(c)
        bend(other)
        vortices_at_rest = c["system"] == "point-vortices" and not any(faults.numbers(other["x"]))
        if other != c and not vortices_at_rest:
            bent.append(other)
    if bent:
        ask(name, faults.answers(bent[:: max(1, len(bent) // MOST)]))
bodies = [c for c in cases if c["system"] == "rigid-body"]
text = "".join(faults.line("case", c) + "\n" for c in bodies)
planted = dict(faults.SOURCE)
planted.update({name: changes for name, (_, changes) in bent_faults.FORGED.items()})
for name, changes in planted.items():
    ask(name, {i: f for i, f in faults.model(text, changes).items() if "y" in f or "error" in f})
for name, bend in bent_faults.BENT.items():
    bent = {}
    for c in bodies:
        y = bend(faults.numbers(right[c["id"]]["y"])) if "y" in right[c["id"]] else []
        if y:
            bent[c["id"]] = {"id": c["id"], "y": faults.text(y)}
    ask(name, bent)
# Just inside and just outside of the radius, along the smallest coordinate, whose grid is finest.
for times in (0.97, 1.03):
    border = {}
    for e in expected[::2]:
        y, reach = faults.numbers(e["y"]), times * float.fromhex(e["radius"])
        if e["unit"] == "0" and reach:
            at = min(range(len(y)), key=lambda i: abs(y[i]))
            y[at] += math.copysign(reach, y[at])
            border[e["id"]] = {"y": faults.text(y)}
    ask(f"{times} of the radius away", border)
body = next(c for c in bodies if right[c["id"]]["y"].count(",") == 2)
y = right[body["id"]]["y"].split(",")
LISTS = [
    [y[0], "nan", y[2]], ["inf", *y[1:]], ["-Infinity", *y[1:]], [*y[:2], "1.#IND"],
    ["nan(1)", *y[1:]], y[:2], [*y, y[0]], [y[0], "1.5x", y[2]], [y[0], "", y[2]],
    [y[0], "1e999", y[2]], ["0x1p+1024", *y[1:]], ["1e", *y[1:]], ["0x", *y[1:]],
    ["+" + y[0].lstrip("-"), *y[1:]], ["1e-999", *y[1:]], ["nan", "1.5x", y[2]], ["-0", "0", "0"],
    [".5", "5.", y[2]], ["0x1p-1080", *y[1:]], [y[0], "nan"], [*y, "1e999"],
]  # fmt: skip
for numbers in LISTS:
    ask("y=" + ",".join(numbers), {body["id"]: {"y": ",".join(numbers)}})
for word in ("unable", "no-convergence", "domain", "unsupported", "input"):
    ask("error=" + word, {c["id"]: {"error": word} for c in cases[::6]})
FIELDS = [{"error": "oops"}, {}]
FIELDS += [{"y": ",".join(y), "error": "domain"}, {"y": ",".join(y), "z": "1"}]
for f in FIELDS:
    ask(str(f), {body["id"]: f})

# One stream for the judge: a case may stand in it once, so each question gets an id of its own.
stream, names = [], {}
for k, (name, said) in enumerate(asked):
    for n, (i, line) in enumerate(said.items()):
        new = f"f{k}.{n}"
        names[new] = (k, i)
        stream.append(faults.line("case", {**by_id[i], "id": new}) + "\n")
        stream.append(line.replace("id=" + i, "id=" + new, 1) + "\n")
judged = {}
for new, words in verdicts_of([SLP, "judge", "--errors", "0", "--hints", "0"], stream).items():
    k, i = names[new]
    judged.setdefault(k, {})[i] = words

fails = tried = 0
unlike = []
for k, (name, said) in enumerate(asked):
    in_order = [said[c["id"]] + "\n" for c in cases if c["id"] in said]
    for command in ([VERIFIER, SUITE + "/vectors.bin"], [PYTHON, SUITE]):
        found = verdicts_of(command, in_order)
        for i, words in judged[k].items():
            tried += 1
            fails += words[0] == "fail"
            if found[i] != words:
                unlike.append((command[-1], name, i, words, found[i]))
        if any(w != ["unreceived"] for i, w in found.items() if i not in said):
            unlike.append((command[-1], name, "what has no answer is unreceived"))
ok("both verifiers have the judge's verdict on every answer", not unlike, str(unlike[:3]))
ok("right answers pass", all(w == ["pass"] for w in judged[0].values()))
ok(f"thousands of answers of {len(asked)} kinds are asked, and many fail",
   tried > 2000 and fails > 400, f"{tried} verdicts, {fails} fails")
sys.exit(verifier_inside.failed)
