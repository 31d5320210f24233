# SPDX-License-Identifier: LGPL-3.0-or-later
"""The memory of `slp run` and `slp gen` must not grow with the number of cases.
usage: stream_memory.py SLP

The anonymous memory (heap and stacks), as /proc tells it while the programs still run, after
streams of 2000 and of 40000 cases is compared.  Pages of files are not counted: how many of a
library's stay resident is the kernel's choice and differs by more than 512 KiB between runs of one
program.  Forty thousand ids alone, at 32 bytes of heap for the smallest block, would add 1.2 MiB;
512 KiB is allowed for the allocator's whims."""

import subprocess
import sys
import threading

slp = sys.argv[1]


def resident(process):
    """Anonymous resident KiB of a process that has not ended."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("RssAnon:"):
            return int(line.split()[1])
    sys.exit("# the process has ended too early")


def held(count):
    """Anonymous KiB of gen and run over `count` cases."""
    gen = subprocess.Popen(
        [slp, "gen", "--count", str(count + 2000), "--seed", "2", "--level", "1"],
        stdout=subprocess.PIPE,
    )
    run = subprocess.Popen(
        [slp, "run", "--path", "fast"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

    def feed():
        sent = 0
        for line in gen.stdout:  # gen still has more to print than a pipe holds when this loop ends
            run.stdin.write(line)
            sent += line.startswith(b"case")
            if sent == count:
                break
        run.stdin.flush()

    feeder = threading.Thread(target=feed)
    feeder.start()
    for _ in range(count):
        if not run.stdout.readline().startswith(b"result"):
            sys.exit("# run gave no result")
    feeder.join()
    sizes = resident(gen), resident(run)
    gen.kill()
    run.stdin.close()
    gen.wait()
    if run.wait() != 0:
        sys.exit(f"# run ended with {run.returncode}")
    return sizes


if b"__asan_init" in open(slp, "rb").read():
    print("# AddressSanitizer keeps freed memory: sizes say nothing here")
    sys.exit(0)
small, large = held(2000), held(40000)
print(
    f"# KiB resident for 2000 cases: gen {small[0]}, run {small[1]};"
    f" for 40000: gen {large[0]}, run {large[1]}"
)
if any(b > a + 512 for a, b in zip(small, large)):
    sys.exit("# memory grows with the number of cases")
