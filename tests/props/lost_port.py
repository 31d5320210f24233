# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port that answers by `slp run`, but not lines longer than MOST characters.
usage: lost_port.py SLP MOST silent|reads|exits LOG

Of a line that is longer it says nothing: `silent` for ever, `reads` till the end of its input, at
which it exits with status 0; `exits` at once with status 0.  Each line that comes is written to
LOG."""

import subprocess
import sys
import time

SLP, MOST, HOW, LOG = sys.argv[1:]


def main():
    path = subprocess.Popen(
        [SLP, "run", "--path", "fast", "--echo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    for line in sys.stdin:
        with open(LOG, "a") as log:
            log.write(line)
        if line == "list\n":
            print("pair system=rigid-body scheme=tmk\nend", flush=True)
        if not line.startswith("case "):
            continue
        if len(line) - 1 > int(MOST):
            if HOW == "silent":
                time.sleep(600)
            if HOW == "reads":
                sys.stdin.read()
            sys.exit(0)
        path.stdin.write(line)
        path.stdin.flush()
        print(path.stdout.readline() + path.stdout.readline(), end="", flush=True)


main()
