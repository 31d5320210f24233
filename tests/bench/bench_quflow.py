#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""fast_trajectory beside quflow on Zeitlin's sphere and on mhd-sphere, without noise: milliseconds
a step.

Both start at the same state, with the same step and tolerance 1e-12: quflow's bounds the last move
of its stage (row sums), ours the error of the step over |x|.  Each side is a process of its own
that does STEPS steps when it is asked; the two are asked in turns.  A ratio is the median over
pairs of quflow's time by ours.  The aim is 5.  With one thread the time is the processor's, which
other programs hardly change; with two it is that of a clock.  The side that is not asked is stopped
(SIGSTOP): threads of a BLAS or of numba that wait for work keep a processor busy, which the other
side's two threads need.

The ratio depends on how hard the stage is, so h is part of the question: h = S N^1.5.  With a
larger S both sides need more iterations, but not in the same proportion: ours begins at a guess
from earlier stages and ends when the error of the step is small, not the last move.  On mhd-sphere
h = S N^-1.5, since the field's Laplacian grows as N^2; there quflow measures the move of W alone.

usage: bench_quflow.py BUILD [OUT.json]   SLP_BENCH_SIZES, SLP_BENCH_THREADS: "64,128", "1";
SLP_BENCH_SYSTEMS: "zeitlin-sphere,mhd-sphere"; SLP_BENCH_PAIRS: how many pairs; SLP_BENCH_STEP: S,
or several, "0.01,0.03" (default 0.03, on mhd-sphere 0.3).
SLP_BENCH_QUFLOW is a Python that has quflow (default: this one).  Exit status 0; 3 where it is not.
"""
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile

SIZES = [int(n) for n in os.environ.get("SLP_BENCH_SIZES", "64,128,256,512").split(",")]
PAIRS = int(os.environ.get("SLP_BENCH_PAIRS", "7"))
SYSTEMS = os.environ.get("SLP_BENCH_SYSTEMS", "zeitlin-sphere,mhd-sphere").split(",")
THREADS = [int(n) for n in os.environ.get("SLP_BENCH_THREADS", "1,2").split(",")]
FACTORS = [float(s) for s in os.environ.get("SLP_BENCH_STEP", "").split(",") if s]
DEFAULT = {"zeitlin-sphere": 0.03, "mhd-sphere": 0.3}
TOLERANCE, AIM = 1e-12, 5

C = r"""
#include "fast/fast.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(int threads)
{
    struct timespec t;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
/* N STATE TOLERANCE THREADS SYSTEM D; the file has h and D coordinates; each line read asks for
 * steps */
int main(int argc, char **argv)
{
    if (argc < 7) return 1;
    const int threads = atoi(argv[4]);
    const double n = atof(argv[1]), tolerance = atof(argv[3]);
    const size_t d = (size_t)atol(argv[6]);
    double h, *x = malloc(d * sizeof *x);
    FILE *file = fopen(argv[2], "rb");
    if (!file || fread(&h, sizeof h, 1, file) != 1 || fread(x, sizeof *x, d, file) != d)
        return 1;
    slp_case *c;
    slp_error err;
    fast_system *sys;
    fast_trajectory *t;
    if (slp_case_new(&c, argv[5], "isospectral-midpoint", &err) ||
        slp_case_set(c, "n", &n, 1, &err) || slp_case_set(c, "h", &h, 1, &err) ||
        slp_case_set(c, "x", x, d, &err) || slp_case_sizes(NULL, NULL, c, &err) ||
        fast_system_new(&sys, c, &err) || fast_trajectory_new(&t, sys, x, tolerance))
        return 1;
    for (int steps; scanf("%d", &steps) == 1; fflush(stdout)) {
        long iterations = 0;
        fast_report report = {0};
        const double start = now(threads);
        for (int s = 0; s < steps; s++) {
            if (fast_trajectory_step(t, &report, h, NULL)) return 1;
            iterations += report.iterations;
        }
        printf("%.9f %.3f\n", now(threads) - start, (double)iterations / steps);
    }
    return 0;
}
"""

PEER = r"""
import sys, time
n, path, tolerance, threads, system, d = sys.argv[1:]
clock = time.process_time if threads == "1" else time.perf_counter
import numpy as np, quflow
n, upper = int(n), np.triu_indices(int(n), 1)
h, *x = np.fromfile(path)
halves = np.array(x).reshape(-1, n * n)
W = np.zeros((len(halves), n, n), dtype=complex)
for matrix, half in zip(W, halves):
    matrix[upper] = half[n::2] + 1j * half[n + 1 :: 2]
    matrix -= matrix.conj().T
    matrix[np.diag_indices(n)] = 1j * half[:n]
step = quflow.integrators.magmp_fixedpoint if len(W) == 2 else quflow.isomp_fixedpoint
W = W if len(W) == 2 else W[0]
dt, tol = h * quflow.geometry.hbar(N=n), float(tolerance) * np.linalg.norm(W)
step(W, dt, steps=2, tol=tol, maxit=100)
for line in sys.stdin:
    steps, stats = int(line), {"asked": 1}
    start = clock()
    step(W, dt, steps=steps, tol=tol, maxit=100, stats=stats)
    print("%.9f %.3f" % (clock() - start, stats["iterations"]), flush=True)
"""

KERNEL = r"""
import numpy, scipy.linalg, threadpoolctl
print({(i["internal_api"], i["version"], i.get("architecture")) for i in
       threadpoolctl.threadpool_info() if i["user_api"] == "blas"})
"""


def state(system, n, factor, path):
    """h = factor n^1.5 (with 0.03 quflow takes about 9 iterations; on mhd-sphere n^-1.5), then a
    random state of length 1, or two.  Returns the count of coordinates."""
    import array
    import random

    draw = random.Random(n)
    mhd = system == "mhd-sphere"
    both = []
    for _ in range(2 if mhd else 1):
        x = [draw.gauss(0, 1) / n for _ in range(n * n)]
        mean = sum(x[:n]) / n
        both += [p - mean for p in x[:n]] + x[n:]
    with open(path, "wb") as file:
        array.array("d", [factor * n ** (-1.5 if mhd else 1.5), *both]).tofile(file)
    return len(both)


def asked(process, steps):
    """The answer of a process that is stopped before and after."""
    process.send_signal(signal.SIGCONT)
    print(steps, file=process.stdin, flush=True)
    answer = [float(word) for word in process.stdout.readline().split()]
    process.send_signal(signal.SIGSTOP)
    return answer


def widest_kernels():
    """The name of OpenBLAS's kernels that slp would choose where OpenBLAS takes those of any
    processor (oracle/command/program_blas.c), or None."""
    try:
        import ctypes

        blas = ctypes.CDLL("libblas.so.3")
        blas.openblas_get_corename.restype = ctypes.c_char_p
        usual = blas.openblas_get_corename().decode()
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = file.read().split()
    except (OSError, AttributeError):
        return None
    print("  our BLAS: OpenBLAS, kernels of", usual)
    if usual != "Prescott":
        return None
    return "SkylakeX" if "avx512vl" in flags else "Haswell" if "avx2" in flags else None


def compare(system, n, threads, factor, commands, folder, kernels):
    path = os.path.join(folder, f"state{n}")
    d = state(system, n, factor, path)
    steps = max(2, 6400 // n**2 * 8 + 4)
    count = {key: str(threads) for key in ("OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")}
    ours_first = ({"OPENBLAS_CORETYPE": kernels} if kernels else {}, {})
    both = [
        subprocess.Popen(
            [*command, str(n), path, str(TOLERANCE), str(threads), system, str(d)], stdin=-1,
            stdout=-1, text=True, env=dict(os.environ, **count, **setting),
        )
        for command, setting in zip(commands, ours_first)
    ]  # fmt: skip
    try:
        for process in both:
            process.send_signal(signal.SIGSTOP)
        for process in both:
            asked(process, 2)
        pairs = [[asked(process, steps) for process in both] for _ in range(PAIRS)]
    finally:
        for process in both:
            process.send_signal(signal.SIGCONT)
            process.stdin.close()
            process.wait()
    ours, theirs = ([pair[side][0] / steps * 1e3 for pair in pairs] for side in (0, 1))
    ratios = sorted(b / a for a, b in zip(ours, theirs))
    ratio = statistics.median(ratios)
    print(
        "  %-14s %4d %7d %5g %9.3f (%4.1f) %9.3f (%4.1f) %6.1f (%.1f to %.1f)%s"
        % (system, n, threads, factor, statistics.median(ours), pairs[-1][0][1],
           statistics.median(theirs), pairs[-1][1][1], ratio, ratios[0], ratios[-1],
           "" if ratio >= AIM else "  below the aim")
    )  # fmt: skip
    sys.stdout.flush()
    return ratio


def main():
    build, figures = os.path.abspath(sys.argv[1]), {}
    python = os.environ.get("SLP_BENCH_QUFLOW", sys.executable)
    if subprocess.run([python, "-c", "import quflow"], stderr=subprocess.DEVNULL).returncode:
        print("quflow: %s does not have it; install it and name its Python in SLP_BENCH_QUFLOW"
              % python)  # fmt: skip
        return 3
    for key in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
        os.environ.pop(key, None)
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "ours.c"), os.path.join(folder, "ours")
        with open(source, "w", encoding="utf-8") as file:
            file.write(C)
        libraries = ["-L" + build, "-Wl,-rpath," + build, "-lslpfast", "-lslp"]
        options = ["-O2", "-D_POSIX_C_SOURCE=200809L", "-I."]
        subprocess.run(["cc", *options, source, *libraries, "-o", program], check=True)
        print("fast_trajectory beside quflow, tolerance 1e-12, no noise; median of %d pairs,"
              " the aim is %d" % (PAIRS, AIM))  # fmt: skip
        kernel = subprocess.run([python, "-c", KERNEL], capture_output=True, text=True)
        print("  quflow's BLAS:", kernel.stdout.strip() or "unknown (no threadpoolctl)")
        kernels = widest_kernels()
        if kernels:
            print("  these are for any processor; ours runs with", kernels + ", as slp does")
        print("  system            N threads     S  ours ms (iterations)  quflow ms    ratio"
              " (least to largest)")  # fmt: skip
        asked_for = itertools.product(SYSTEMS, SIZES, THREADS, FACTORS or [None])
        for system, n, threads, factor in asked_for:
            factor = factor or DEFAULT[system]
            if system == "mhd-sphere" and n > 256:
                continue
            name = "su(%d), %d threads, S = %g/quflow over ours" % (n, threads, factor)
            if system != "zeitlin-sphere":
                name = system + ", " + name
            figures[name] = compare(
                system, n, threads, factor, [[program], [python, "-c", PEER]], folder, kernels
            )
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
