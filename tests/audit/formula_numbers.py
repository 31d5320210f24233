# SPDX-License-Identifier: LGPL-3.0-or-later
"""Each number of a formula on a claim's page is the one that its formula says.  The formula is
computed anew, in Python's numbers, at the sample that the record names for it (its witness), with
the state one step later from `slp run`; the stored number must agree to a millionth, or to 1e-11,
and the page must show it.
usage: formula_numbers.py SLP RECORD...   Formulas with the field f or along a run are left out.
A line a fault; exit 1 if there is any or if fewer than half of the formulas were computed."""

import json
import math
import re
import subprocess
import sys


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
    return re.sub(r"\b([A-Za-z]+)(\d+)\b", r"\1[\2]", text.replace("^", "**"))


def vector(text):
    return [math.nan] + [float.fromhex(t) if "x" in t else float(t) for t in text.split(",")]


def value(slp, formula, witness):
    fields = dict(word.split("=", 1) for word in witness.split()[1:])
    names = {key: vector(text) for key, text in fields.items() if re.match(r"-?[\d.]", text)}
    names |= {"h": names["h"][1], "pi": math.pi, "SUM": sum, "MAX": max, "abs": abs}
    names |= {key: getattr(math, key) for key in ("sqrt", "exp", "log", "sin", "cos", "erfc")}
    if re.search(r"\by(\d|\[)", formula):
        command = [slp, "run", "--path", "ref", "--digits", "30"]
        said = subprocess.run(command, input=witness + "\n", capture_output=True, text=True)
        names["y"] = vector(re.search(r" y=(\S+)", said.stdout)[1])
    *definitions, last = formula.split(";")
    for definition in definitions:
        name, text = definition.split("=", 1)
        names[name.strip()] = eval(python(text).strip(), names)
    return eval(python(last).strip(), names)


faults, done, seen = [], 0, 0
for name in sys.argv[2:]:
    record = json.load(open(name, encoding="utf-8"))
    for m in record["measures"]:
        if m["quantity"] != "formula":
            continue
        seen += 1
        formula, stored = m["options"]["formula"], m["values"][0]
        if re.search(r"\bf[\d\[]", formula) or m["options"]["over"] == "run" or not m["witness"]:
            continue
        found = value(sys.argv[1], formula, m["witness"])
        if m["options"]["largest"] != "signed":
            found = abs(found)
        low, high = float.fromhex(stored["low_hex"]), float.fromhex(stored["high_hex"])
        off = max(low - found, found - high, 0)
        done += 1
        if not off <= 1e-6 * abs(found) + 1e-11:
            words = f"{stored['text']}; its formula says {found}"
            faults.append(f"{record['id']}, {m['name']}: {words}")
        shown = re.sub(r"([][])", r"\\\1", stored["text"])
        page = name.replace("/results/", "/claims/").removesuffix(".json") + ".md"
        if f"| `{m['name']}.largest` | {shown} |" not in open(page, encoding="utf-8").read():
            faults.append(f"{record['id']}, {m['name']}: the page does not show {shown}")
print("\n".join(faults) or f"{done} of {seen} formulas")
sys.exit(bool(faults) or 2 * done < seen or not done)
