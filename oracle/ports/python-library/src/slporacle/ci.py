# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port's verdict for continuous integration: one command, which needs no shell.

usage: python3 -m slporacle.ci --port COMMAND --system SYSTEM [OPTION OF slp conform ...]

Runs `slp conform`, whose options it takes, in the folder slp-statement unless --out names another.
Then it adds the badge's words and what does not hold to the summary of the job, where the service
has one (GITHUB_STEP_SUMMARY).  Exit status: that of slp conform.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List

from ._errors import Error
from ._program import program
from ._statement import statement


def _folder(words: List[str]) -> str:
    """What --out names; "" if it is not there."""
    for i, word in enumerate(words):
        if word == "--out" and i + 1 < len(words):
            return words[i + 1]
        if word.startswith("--out="):
            return word[len("--out=") :]
    return ""


def main(words: List[str]) -> int:
    """What the module's text says, with these options."""
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if words else 2
    folder = _folder(words)
    if not folder:
        folder, words = "slp-statement", [*words, "--out", "slp-statement"]
    try:
        status = subprocess.run([program(), "conform", *words]).returncode
        if status not in (0, 1):
            return 2
        said = statement(folder).markdown()
    except Error as why:
        print(f"slporacle.ci: {why}", file=sys.stderr)
        return 2
    to = os.environ.get("GITHUB_STEP_SUMMARY")
    if to:
        try:
            with open(to, "a", encoding="utf-8") as file:
                file.write(said)
        except OSError as why:
            print(f"slporacle.ci: the job's summary is not written: {why}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
