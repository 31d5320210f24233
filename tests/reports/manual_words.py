# SPDX-License-Identifier: LGPL-3.0-or-later
"""The words that `slp judge` and `slp check` print, keys of the exchange format and words of claims
are headings of the glossary, whose order is alphabetical.  usage: manual_words.py SLP [GLOSSARY]; a
line a fault; exit 1 if any."""

import re
import subprocess
import sys
import tempfile

slp = sys.argv[1]
terms = re.findall(
    r"^### (.*)$",
    open(
        sys.argv[2] if len(sys.argv) > 2 else "oracle/manual/glossary.md", encoding="utf-8"
    ).read(),
    re.M,
)
faults, seen = [], {}


def run(command, text=None):
    return subprocess.run(
        ["bash", "-c", command, "slp", slp],
        input=text,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ).stdout


def words(where, found):
    found = list(found)
    if not found:
        faults.append(f"no words of {where} were looked at")
    for word in found:
        seen.setdefault(word, where)


# ---- The judge: answers of every kind -----------------------------------------------------
cases = run('"$1" gen --system rigid-body --scheme tmk --count 14 --level 1 --seed 5').splitlines()
cases = [line.split(" sum=")[0] for line in cases if line.startswith("case ")]
answers = run('"$1" run --path fast', "\n".join(cases) + "\n").splitlines()
told = dict(enumerate(answers))
told[1] = (
    answers[1].replace("y=-", "y=") if "y=-" in answers[1] else answers[1].replace("y=", "y=-")
)
told[2] = re.sub(r"y=[^,]*", "y=nan", answers[2])
told[3] = re.sub(r",[^,]*$", "", answers[3])
told[4] = re.sub(r"y=[^,]*", "y=x", answers[4])
told[5] = re.sub(r" y=.*", " error=domain", answers[5])
told[6] = re.sub(r" y=.*", " error=unsupported", answers[6])
cases[7] = re.sub(r" h=\S+", " h=0x1p+6", cases[7])
del told[8]
with tempfile.NamedTemporaryFile("w", suffix=".slp") as file:
    file.write("\n".join(cases) + "\n")
    file.flush()
    judged = run(f'"$1" judge --cases {file.name}', "\n".join(told.values()) + "\n")
verdicts = set()
for line in judged.splitlines():
    match = re.match(r"verdict id=\S+ ([a-z]+)(.*)", line)
    if match:
        verdicts.add(match.group(1))
        words("verdict", [match.group(1)])
        words("verdict", re.findall(r" ([^ =]+)=", line))
        words("reason", re.findall(r"reason=(not-finite|count|malformed)", line) or ["reason"])
    elif line.startswith("# id="):
        words(
            "comment of the judge",
            [key for key in re.findall(r"[# ]([^ =]+)=", line) if key != "#"],
        )
    elif line.startswith("slp judge:"):
        words("tally", ["ratio", "median", "worst"])
for word in {"pass", "fail", "error", "unable", "unsupported", "unreceived"} - verdicts:
    faults.append(f"the trial shows no verdict {word}:\n{judged}")
words("verdicts", ["undecided"])  # no answer is known that gives it

# ---- The laws -----------------------------------------------------------------------------
table = run(
    '"$1" check --law poisson --system canonical --multiplier 0.1; '
    '"$1" check --law drift --system canonical --scheme midpoint --path fast '
    "--multiplier 0.1; "
    '''"$1" check --port "python3 oracle/ports/python/slp_port.py | sed -u '/^result/s/y=-/y=/'" '''
    "--system rigid-body --scheme tmk --law agreement --multiplier 0.1"
)
for line in table.splitlines():
    row = re.match(r"(\S+) +\S+/\S+ +\S+ +\d+ +\d+ +\d+ +\S+ +[<>]= +\d+  ([A-Za-z ]+)", line)
    if line.startswith("law  "):
        words("table of laws", line.split())
    elif row:
        words("word of a row", [row.group(2).strip().lower()])
    elif re.match(r"  (law|replay|case|counterexample) ", line):
        words("counterexample", [line.split()[0]])
    elif line.startswith("counterexample"):
        words("counterexample", ["counterexample", "margin"])
words("row that samples", [word for word in ("level", "power", "p-value") if word in table])
words("first line", re.findall(r"(seed|multiplier) ", table))
for word in ("held", "seen broken", "failed", "level", "power"):
    if word not in seen:
        faults.append(f"the trial shows no {word}:\n{table}")
words(
    "words of rows that few runs show",
    ["undecided", "not offered", "nothing checked", "not seen broken"],
)

# ---- Cases, results, claims ---------------------------------------------------------------
words(
    "keys of a case", set(re.findall(r" ([a-z]+)=", " ".join(cases))) - {"inertia", "quad", "lin"}
)
words("keys of a result", ["y", "iterations", "g", "error"])
words("verdicts of claims", ["confirmed", "refuted", "qualified", "underspecified"])
words("fields of a claim", ["experiment", "measure", "quantity"])

for word, where in sorted(seen.items()):
    if word not in terms:
        faults.append(f"no definition of {word} ({where})")
key = [term.lower().replace("–", "-").replace("/", "~") for term in terms]
faults += [f"{b} stands after {a}" for a, b in zip(key, key[1:]) if a >= b]
print("\n".join(faults + [f"{len(seen)} words looked for, {len(terms)} defined"]))
sys.exit(bool(faults))
