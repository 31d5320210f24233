# SPDX-License-Identifier: LGPL-3.0-or-later
"""Lines wider than 100 columns in sources, scripts, claims and pages.
usage: wide_lines.py ROOT < LIST-OF-FILES     prints FILE:LINE: N columns; exit status 1 if any is,
or if no file was looked at

Tables and blocks of code in Markdown are as wide as what they show."""

import os
import re
import sys

MOST = 100
LOOKED_AT = re.compile(r"\.(c|h|sh|py|yaml|md|mk)$|(^|/)GNUmakefile$|^\.ci/run$")


def shown(lines):
    """The numbers of the lines of a page that are tables or blocks of code."""
    found, fence = set(), False
    for number, line in enumerate(lines, 1):
        fenced = line.lstrip().startswith("```")
        fence = fence != fenced
        if fence or fenced or line.lstrip().startswith("|") or line.startswith("    "):
            found.add(number)
    return found


def main():
    root, looked, wrong = sys.argv[1], 0, 0
    for path in sys.stdin.read().split("\n"):
        if not LOOKED_AT.search(path):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            lines = file.read().split("\n")
        looked += 1
        left_out = shown(lines) if path.endswith(".md") else ()
        for number, line in enumerate(lines, 1):
            if len(line) > MOST and number not in left_out:
                print("%s:%d: %d columns" % (path, number, len(line)))
                wrong += 1
    if not looked:
        print("no file to look at")
    return 1 if wrong or not looked else 0


sys.exit(main())
