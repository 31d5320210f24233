# SPDX-License-Identifier: LGPL-3.0-or-later
"""Sends a case, waits for its answer, sends the next: a port may be used like this.
usage: converse.py SLP CASES"""

import select
import subprocess
import sys

for path in "fast", "ref":
    port = subprocess.Popen(
        [sys.argv[1], "run", "--path", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    for case in open(sys.argv[2], "rb"):
        port.stdin.write(case)
        if not select.select([port.stdout], [], [], 20)[0]:
            port.kill()
            sys.exit(f"# {path}: no answer within 20 s while the next case was held back")
        if case.split()[1] != port.stdout.readline().split()[1]:
            sys.exit(f"# {path}: the answer is to another case")
    port.stdin.close()
    if port.wait() != 0:
        sys.exit(f"# {path}: ended with {port.returncode}")
