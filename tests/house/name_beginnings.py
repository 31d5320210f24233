# SPDX-License-Identifier: LGPL-3.0-or-later
"""Code that compares the beginning, or a part, of a name of a scheme or system.
usage: name_beginnings.py NAMES FILE...     NAMES: all of them, apart by blanks.  Prints FILE:LINE:
what is wrong; exit status 1 if anything is, or if there is no name or no file

Seen are
1. strncmp, memcmp, strstr, strspn, strpbrk, sscanf, fnmatch on a table's name (x->name, where x is
   called scheme, system, table, rule or sys), and a letter of one;
2. a string that begins a name, up to a dash, and is no name itself.  The tables themselves, which
   put names together, are left out of this one."""

import re
import sys

TABLES = re.compile(r"(^|/)(oracle/contract|ref|fast)/(system|scheme)/")
OWNER = r"(?:scheme|system|table|rule|sys)(?:_at\([^()]*\))?\s*->\s*name\b"
CALL = re.compile(
    r"\b(?:strncmp|strncasecmp|memcmp|strstr|strspn|strpbrk|sscanf|fnmatch)\s*"
    r"\((?:[^()]|\([^()]*\))*"
    + OWNER
)
LETTER = re.compile(OWNER + r"\s*\[|\*\s*[\w>.-]*" + OWNER + r"|" + OWNER + r"\s*\+")


def begins_one(text, names):
    return text not in names and any(
        name.startswith(text) and (text.endswith("-") or name[len(text)] == "-") for name in names
    )


def check(names, files):
    wrong = [] if names and files else ["%d names, %d files" % (len(names), len(files))]
    for file in files:
        with open(file, encoding="utf-8") as source:
            text = source.read()
        # comments say what they like
        text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)

        def say(at, what):
            wrong.append("%s:%d: %s" % (file, text.count("\n", 0, at) + 1, what))

        for found in CALL.finditer(text):
            say(found.start(), "a part of a name is compared: " + " ".join(found.group().split()))
        for found in LETTER.finditer(text):
            say(found.start(), "a letter of a name: " + found.group())
        if TABLES.search(file):
            continue
        for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
            if len(found.group(1)) > 1 and begins_one(found.group(1), names):
                say(found.start(), "%s begins a name and is none" % found.group())
    return wrong


if __name__ == "__main__":
    faults = check(set(sys.argv[1].split()), sys.argv[2:])
    print("\n".join(faults))
    sys.exit(bool(faults))
