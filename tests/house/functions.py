# SPDX-License-Identifier: LGPL-3.0-or-later
"""The functions that C headers declare, read from the headers themselves, so that no test keeps a
list of them by hand.

functions(HEADERS, CC) gives Function(name, returns, parameters, header) for each declaration of a
name that begins with slp_, fast_ or ref_; parameters are (type, name) pairs.

usage: functions.py [--cc CC] names HEADER...      the names, a line each
       functions.py [--cc CC] addresses HEADER...  a program, C and C++, that takes each address
The addresses' program includes <slp/NAME> for each HEADER and ends with status 0; it prints how
many functions there are."""

import os
import re
import subprocess
import sys
from collections import namedtuple

Function = namedtuple("Function", "name returns parameters header")
_OWN = r"(?:slp|fast|ref)_[A-Za-z0-9_]+"


def _text(header, cc):
    """The header alone, without comments, directives and what it includes, its macros expanded."""
    with open(header, encoding="utf-8") as file:
        own = "".join(line for line in file if not line.startswith("#"))
    done = subprocess.run([*cc.split(), "-E", "-P", "-x", "c", "-"], input=own, text=True,
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    return done.stdout


def _declarations(text):
    """What ends with a semicolon outside of the braces of types."""
    text = re.sub(r'extern\s+"C"\s*\{', "", text)
    depth, start, found = 0, 0, []
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth = max(0, depth - 1)
        elif char == ";" and depth == 0:
            found.append(" ".join(text[start:at].split()).lstrip("} "))
            start = at + 1
    return found


def _parameter(text):
    text = text.strip()
    name = re.search(r"([A-Za-z_]\w*)\s*(\[[^]]*\])?$", text)
    array = name.group(2) is not None
    kind = text[: name.start(1)].strip() + (" *" if array else "")
    return re.sub(r"\s+", " ", kind), name.group(1)


def functions(headers, cc="cc"):
    found = []
    for header in headers:
        for declaration in _declarations(_text(header, cc)):
            declaration = re.sub(r"__attribute__\s*\(\(.*\)\)", "", declaration)
            match = re.match(rf"^([^({{=]*?[\s*])({_OWN})\s*\((.*)\)\s*$", declaration)
            if not match or re.match(r"(typedef|static)\b", declaration):
                continue
            inside = match.group(3).strip()
            parts = [] if inside == "void" else inside.split(",")
            parameters = [_parameter(p) for p in parts if p.strip() != "..."]
            returns = re.sub(r"\s+", " ", match.group(1).replace("extern ", "")).strip()
            found.append(Function(match.group(2), returns, parameters, os.path.basename(header)))
    return found


def _addresses(headers, cc):
    every = functions(headers, cc)
    lines = ["#include <stdio.h>"]
    lines += [f"#include <slp/{os.path.basename(h)}>" for h in headers]
    lines += ["typedef void (*any)(void);", "int main(void)", "{", "    any of[] = {"]
    lines += [f"        (any){f.name}," for f in every]
    lines += ["    };", "    int there = 0;", "    const int all = sizeof of / sizeof *of;",
              "    for (int i = 0; i < all; i++) {",
              "        any volatile one = of[i];", "        there += one != 0;", "    }",
              '    printf("%d\\n", there);', "    return there != all;", "}"]  # fmt: skip
    return "\n".join(lines)


def main():
    arguments = sys.argv[1:]
    cc = "cc"
    if arguments[:1] == ["--cc"]:
        cc, arguments = arguments[1], arguments[2:]
    if len(arguments) < 2 or arguments[0] not in ("names", "addresses"):
        sys.exit(__doc__)
    if arguments[0] == "names":
        for name in sorted({f.name for f in functions(arguments[1:], cc)}):
            print(name)
    else:
        print(_addresses(arguments[1:], cc))


if __name__ == "__main__":
    main()
