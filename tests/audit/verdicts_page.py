# SPDX-License-Identifier: LGPL-3.0-or-later
"""The page of verdicts against what `slp audit` printed.  A row of both is a claim with a verdict
on what is printed and one on what is meant, what they rest on, the size, the name of the number
that decided it, and that number.  Numbers are the same but for two kinds.  One in u sqrt(n) is
where a random walk of n roundings ended.  The BLAS chooses the walk, so on another processor it
ends elsewhere, and this number is not compared: its verdict and name are.  "at most" is the radius
of a ball, which depends on FLINT's version: it may differ by a tenth.
usage: verdicts_page.py PAGE TABLE [--all]: each row of TABLE is one of PAGE's; with --all, each of
PAGE's is one of TABLE's too.  A line a fault; exit 1 if any or if nothing was looked at."""

import re
import sys

ROW = re.compile(
    r"(\S+) +(\S+) +(\S+) +(\S.*?)  +(\d.*?)  +(\S+: .*?) +\S*slp audit --claim (\S+)$"
)
NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.-])")


def rows(path):
    """{claim: (verdict, verdict on what is meant, what it rests on, size, what decided it)}"""
    found = {}
    for line in open(path, encoding="utf-8"):
        match = ROW.match(line)
        if match and match.group(1) == match.group(7):
            row = match.group(2, 3, 4, 5, 6)
            if found.setdefault(match.group(1), row) != row:
                print(f"{path}: {match.group(1)} stands there twice, with different words")
                sys.exit(1)
    return found


def alike(a, b):
    if NUMBER.sub("#", a) != NUMBER.sub("#", b):
        return False
    if a.endswith(" u sqrt(n)"):
        return True
    part = 0.1 if "at most" in a else 0
    pairs = [(float(p), float(q)) for p, q in zip(NUMBER.findall(a), NUMBER.findall(b))]
    return all(abs(p - q) <= part * max(abs(p), abs(q)) for p, q in pairs)


page, table = rows(sys.argv[1]), rows(sys.argv[2])
faults = []
for claim, row in table.items():
    if claim not in page:
        faults.append(f"{claim}: not on the page")
    elif page[claim][:4] != row[:4] or not alike(page[claim][4], row[4]):
        faults.append(
            f"{claim}: the page says {' '.join(page[claim])}; the audit says {' '.join(row)}"
        )
if "--all" in sys.argv[3:]:
    faults += [f"{claim}: on the page, not audited" for claim in page if claim not in table]
print("\n".join(faults) or f"{len(table)} rows")
sys.exit(bool(faults) or not table)
