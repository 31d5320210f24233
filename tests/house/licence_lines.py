# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every source begins with the line that names its licence, behind `#!` if it has that.

usage: licence_lines.py ROOT < LIST-OF-FILES     prints FILE: what is wrong; exit status 1 if
anything is.  Files to be copied into other programs (TO_COPY) are under a licence that asks for
nothing; all others under the library's."""

import os
import re
import sys

SOURCE = re.compile(
    r"\.(c|h|cpp|cu|cl|rs|f90|js|css|map|sh|py|awk|pl)$|GNUmakefile$|\.ci/run$"
    r"|Containerfile$|/ci/.*\.yml$"
)
TO_COPY = re.compile(
    r"(oracle/ports/(skeletons|arrays|vectors|python|perl|environment|own_noise|ci|peers|"
    r"python-library/notebooks)|tests/examples)/"
)
NAMED = re.compile(r"(/\*|//|#|!) SPDX-License-Identifier: (\S+)( \*/)?$")


def wrong(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as text:
        lines = [text.readline().rstrip("\n") for _ in range(2)]
    named = NAMED.match(lines[lines[0].startswith("#!")])
    licence = "0BSD" if TO_COPY.match(name) else "LGPL-3.0-or-later"
    if not named:
        return f"{name}: its first line is not SPDX-License-Identifier: {licence}"
    if named[2] != licence:
        return f"{name}: {named[2]}, and its folder has {licence}"
    return None


if __name__ == "__main__":
    files = [line.strip() for line in sys.stdin]
    files = [f for f in files if SOURCE.search(f)]
    found = [w for w in (wrong(sys.argv[1], f) for f in files) if w]
    if not files:
        found = ["no source in the list"]
    print("\n".join(found))
    sys.exit(bool(found))
