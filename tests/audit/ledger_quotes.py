# SPDX-License-Identifier: LGPL-3.0-or-later
"""The quotes of the ledger.  Each ends where a sentence of its paper ends, or shows by [...] that
it does not.  tests/audit/quotes.tsv has, of each quote, a checksum and the text that it was
compared with: a quote that was changed since, or that stands there no more, is a fault.
usage: ledger_quotes.py LEDGER TSV [PAPERS [--save]]: with PAPERS, a directory with the papers'
texts, each quote is looked for, word for word, in its text, which is found by its SHA-256; --save
writes TSV, of the quotes that were found.  A line a fault; exit 1 if there is any."""

import glob
import hashlib
import os
import re
import sys

# The texts that were read, by the claims' `source` and `from`: SHA-256, first 16 digits.
TEXTS = "#text"
# A sentence ends here, or the quote shows that it goes on.  An abbreviation's point ends nothing.
END = r"(\[\.\.\.\]|[.!?]\$?\)?)$"
ABBREVIATION = r"\b(Figs?|Eqs?|eqs?|Secs?|cf|e\.g|i\.e|et al|resp|vs)\.$"
QUOTE = re.compile(r"^quote:\n  text: >-\n((?:    .*\n)+)(?:  \w+: .*\n)*?  from: (\w+)$", re.M)


def squeeze(text):
    """Without white space, line ends of a scan that divide a word, and kinds of dashes."""
    for sign, plain in (("-\n", ""), ("ﬁ", "fi"), ("\\displaystyle", ""), ("\\amsmathbb{R}", "R")):
        text = text.replace(sign, plain)
    return re.sub(r"\s+", "", re.sub("[–—]", "-", text))


def pattern(part, scan):
    """What finds a part of a quote.  Texts made from LaTeX have each formula three times, the last
    time as LaTeX.  A scan's formulas are not legible, so those of its quotes are not compared."""
    found = ""
    for i, piece in enumerate(part.split("$")):
        piece = squeeze(piece)
        if i % 2 == 0:
            found += re.escape(piece)
        elif scan:
            found += ".{1,60}?"
        else:
            found += ".{0,%d}?" % (8 * len(piece) + 60) + re.escape(piece)
    return re.sub(r"^\.\{\d,\d+\}\?", "", found)


def stands(quote, text, scan):
    """The first part of the quote that the text does not have; "" if it has all, in any order: a
    quote may begin with what stands later."""
    for part in quote.split("[...]"):
        part = part.strip()
        if part and not re.search(pattern(part, scan), text, re.S):
            return part
    return ""


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


ledger, stored = sys.argv[1:3]
papers = sys.argv[3] if len(sys.argv) > 3 else None
faults, seen, texts = [], {}, {}
rows = [line.rstrip("\n").split("\t") for line in open(stored, encoding="utf-8")]
known = {row[0]: row[1:] for row in rows if row[0] != TEXTS}
named = {(row[1], row[2]): row[3] for row in rows if row[0] == TEXTS}
for name in glob.glob(os.path.join(papers, "*")) if papers else []:
    read = open(name, encoding="utf-8", errors="replace").read()
    texts[hashlib.sha256(open(name, "rb").read()).hexdigest()[:16]] = squeeze(read)
for name in sorted(glob.glob(os.path.join(ledger, "*", "*.yaml"))):
    claim = open(name, encoding="utf-8").read()
    quote = QUOTE.search(claim)
    if not quote:
        continue
    id_ = re.search(r"^id: (\S+)", claim, re.M).group(1)
    which = re.search(r"^source: (\S+)", claim, re.M).group(1), quote.group(2)
    said = " ".join(quote.group(1).split())
    if not re.search(END, said) or re.search(ABBREVIATION, said):
        faults.append(f"{id_}: neither a sentence's end nor [...]: {said[-40:]}")
    if which not in named:
        faults.append(f"{id_}: no text of {which[0]} from {which[1]} is known")
        continue
    seen[id_] = [digest(said), named[which]]
    if papers and named[which] not in texts:
        faults.append(f"{id_}: its text {named[which]} is not in {papers}")
    elif papers:
        missing = stands(said, texts[named[which]], which[1] == "ocr")
        if missing:
            faults.append(f"{id_}: not in its text: {missing}")
            del seen[id_]
if "--save" in sys.argv:
    with open(stored, "w", encoding="utf-8") as to:
        for (source, kind), sum_ in sorted(named.items()):
            print(TEXTS, source, kind, sum_, sep="\t", file=to)
        for claim, row in sorted(seen.items()):
            print(claim, *row, sep="\t", file=to)
else:
    for claim in sorted(set(seen) | set(known)):
        if seen.get(claim) != known.get(claim):
            faults.append(f"{claim}: the quote is not the one that was compared with its text")
print("\n".join(faults) or f"{len(seen)} quotes")
sys.exit(bool(faults))
