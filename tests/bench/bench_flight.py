# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the exchange with a port costs `slp check`: the same rows are checked in the program (--path
fast), and through a port that answers in some microseconds (`slp run --path fast`), with 1 and with
1024 cases in flight.
usage: bench_flight.py BUILD FILE.json [OPTION of slp check...]

Own: processor time of the check in the program, the steps and the laws.  Ratio: the processor time
of the check with the port and of the port together, over own; it does not depend on what else the
machine does, as wall time does.  The least of several runs each."""

import json
import os
import subprocess
import sys
import time

RUNS = 3
BUILD, FILE, *OPTIONS = sys.argv[1:]
SLP = os.path.join(BUILD, "slp")
ROWS = OPTIONS or ["--quick", "--system", "rigid-body"]
ALL = ["--regressions", "none", "--seed", "1", *ROWS]


def once(options):
    began = time.monotonic()
    run = subprocess.Popen(
        [SLP, "check", *options, *ALL], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    told = run.stdout.read().decode().splitlines()
    _, status, used = os.wait4(run.pid, 0)
    if status != 0:
        raise SystemExit("slp check: exit status %d: %s" % (status >> 8, told[-1:]))
    return used.ru_utime + used.ru_stime, time.monotonic() - began


def least(options):
    times = [once(options) for _ in range(RUNS)]
    return min(t[0] for t in times), min(t[1] for t in times)


def main():
    port = ["--port", SLP + " run --path fast"]
    own, own_wall = least(["--path", "fast"])
    print("slp check %s: %.2f s of processor time, %.2f s, in the program" %
          (" ".join(ROWS), own, own_wall))
    rows = []
    for flying in (1, 1024):
        used, wall = least(port + ["--in-flight", str(flying)])
        rows.append({"in_flight": flying, "processor_s": used, "wall_s": wall, "ratio": used / own})
        print("%5d in flight: %.2f s of processor time with the port, %.2f s; ratio %.2f (aim 2)" %
              (flying, used, wall, used / own))
    with open(FILE, "w", encoding="utf-8") as file:
        json.dump({"rows": ROWS, "own_s": own, "own_wall_s": own_wall, "port": rows}, file)


main()
