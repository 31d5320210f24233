# SPDX-License-Identifier: LGPL-3.0-or-later
"""Several steps in one case must give what single steps give, each from the state before it.
usage: split_steps.py SLP CASES"""

import subprocess
import sys


def run(path, lines):
    done = subprocess.run(
        [sys.argv[1], "run", "--path", path],
        input="\n".join(lines) + "\n",
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [line.split()[2][2:].split(",") for line in done.stdout.splitlines()]


cases = [line.strip() for line in open(sys.argv[2])]
for path in "ref", "fast":
    for case, y in zip(cases, run(path, cases)):
        fields = dict(field.split("=") for field in case.split()[1:])
        steps = int(fields["steps"])
        dw = fields.pop("dw", "")
        noises = dw.split(",") if dw else []
        each = len(noises) // steps
        x = fields["x"].split(",")
        for s in range(steps):
            fields.update(
                x=",".join(x),
                steps="1",
                **({"dw": ",".join(noises[s * each : (s + 1) * each])} if dw else {}),
            )
            (x,) = run(path, ["case " + " ".join(f"{k}={v}" for k, v in fields.items())])
            if x != y[3 * s : 3 * s + 3]:
                sys.exit(f"# {path}: step {s + 1} of {fields['id']}: {y[3 * s:3 * s + 3]}, not {x}")
