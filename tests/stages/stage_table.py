#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The table of oracle/manual/stages.md: the values of each scheme, as slp run --stages prints them.
usage: stage_table.py SLP"""

import re
import subprocess
import sys

CASES = [
    "system=rigid-body inertia=1,2,4 x=1,0.25,-2",
    "system=canonical model=kubo x=1,0.25",
    "system=heavy-top inertia=1,2,4 chi=0.5,-1,2 x=1,0.25,-2,0.5,-1,0.25",
]
SPLITS = "`xi1 = Xi_1(x)`, `E1 = E(xi1)x`, `xi2 = Xi_2(E1)`, `E2 = E(xi2)E1`, and so on"


def said(slp, *options, given=""):
    return subprocess.run(
        [slp, *options], input=given, capture_output=True, text=True, check=False
    ).stdout


def values(slp, case, scheme):
    line = "case id=a h=0.125 steps=1 scheme=%s %s\n" % (scheme, case)
    out = said(slp, "run", "--path", "ref", "--stages", given=line)
    found = re.findall(r"^# stage step=1 (\w+)=\S+ rule=(\S+)", out, re.M)
    return ", ".join("`%s = %s`" % pair for pair in found)


def main(slp):
    listed = re.findall(r"^([a-z][a-z0-9-]*)\t", said(slp, "list", "schemes"), re.M)
    for scheme in listed:
        if scheme.startswith("splitting-"):
            continue
        body, plane, top = (values(slp, case, scheme) for case in CASES)
        print("| %s | %s |" % (scheme, body or plane))
        if top and top != body:
            print("| the same on heavy-top | %s |" % top)
    print("| splitting-lie, splitting-strang | %s |" % SPLITS)


main(sys.argv[1])
