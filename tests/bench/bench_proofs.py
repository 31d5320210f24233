#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""How long the checker of certificates takes for a step: so(3), by every scheme, and su(4).  Each
figure is the least processor time of several runs, beside that of a loop of whole numbers in the
same Python, so that a slow machine does not look like a slow program.

usage: bench_proofs.py BUILD [OUT.json]     exit status 1 if a figure is above its limit"""

import importlib.util
import io
import json
import subprocess
import sys
import tempfile
import time

RUNS = 5
LOOP = 100000
# (name, cases, most numbers of a state, limit: milliseconds where the loop takes 20)
KINDS = (
    ("so(3)", ("--system", "rigid-body"), 3, 50.0),
    ("su(4)", ("--system", "zeitlin-sphere"), 16, 2000.0),
)

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location(
    "checker", "oracle/certificates/check_certificate.py")
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)


def least(work):
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def loop():
    """Products of numbers of 250 bits, added and shifted."""
    a, total = (1 << 250) // 3, 0
    for k in range(LOOP):
        total = (total + a * (a + k)) >> 64


def certificates(slp, options, size):
    """One certificate of each scheme: the first case with a state of `size` numbers."""
    cases = subprocess.run([slp, "gen", "--count", "400", "--level", "1", "--seed", "1", *options],
                           stdout=subprocess.PIPE, text=True, check=True).stdout
    taken = {}
    for line in cases.splitlines():
        if not line.startswith("case "):
            continue
        fields = dict(part.split("=", 1) for part in line.split(" ")[1:])
        if len(fields["x"].split(",")) == size and "dw" in fields:
            taken.setdefault(fields["scheme"], line)
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as file:
        subprocess.run([slp, "run", "--path", "ref", "--certificate", file.name],
                       input="\n".join(taken.values()) + "\n", stdout=subprocess.DEVNULL,
                       text=True, check=True)
        text = open(file.name, encoding="ascii").read()
    seen = set()
    for _, case, c, _ in checker.certificates_of(checker.lines_of(io.StringIO(text))):
        if case.fields["scheme"] not in seen:
            seen.add(case.fields["scheme"])
            yield case, c


def main():
    slp = sys.argv[1] + "/slp"
    unit = least(loop)
    figures, slow = {"loop": unit}, False
    print("the loop: %.1f ms" % (1e3 * unit))
    for name, options, size, limit in KINDS:
        times = {}
        for case, c in certificates(slp, options, size):
            if checker.verdict(case, c)[0] != "proved":
                sys.exit("%s is not proved" % case.fields["id"])
            times[case.fields["scheme"]] = least(lambda: checker.verdict(case, c))
        if not times:
            sys.exit("no case of %s" % name)
        worst = max(times, key=times.get)
        middle = sorted(times.values())[len(times) // 2]
        above = times[worst] / unit > limit / 20
        slow = slow or above
        print("%s: %d schemes; median %.1f ms, %.2f loops; most %.1f ms, %.2f loops, by %s; "
              "limit %g loops%s" % (name, len(times), 1e3 * middle, middle / unit,
                                    1e3 * times[worst], times[worst] / unit, worst, limit / 20,
                                    ", which is exceeded" if above else ""))
        figures[name] = times
    if sys.argv[2:]:
        with open(sys.argv[2], "w", encoding="ascii") as out:
            json.dump(figures, out, indent=1)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
