#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What Python costs: the package slporacle beside the same calls from C, on one thread and both
with a callback that can stop them.  Each figure is the least processor time of several runs,
Python's and C's in turn.  Ensembles, and paths on matrices with N >= 64 rows, must take less than
5 % longer; other calls are shown beside them.

usage: bench_python.py BUILD [OUT.json]     exit status 1 if a figure is above its limit"""

import json
import os
import subprocess
import sys
import tempfile
import time

RUNS = 7
LIMIT = 1.05

C = r"""
#include "fast/fast.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
/* The case of a preset; "so(64)" is no preset: rigid-body-n with n = 64, x_i = (i % 7 - 3)/64. */
static slp_case *case_of(const char *name)
{
    slp_case *c;
    slp_error err;
    if (strcmp(name, "so(64)") != 0) return slp_case_new_preset(&c, NULL, name, &err) ? NULL : c;
    const double n = 64, h = 0x1p-8, quad = 0.01;
    double x[64 * 63 / 2];
    for (int i = 0; i < 64 * 63 / 2; i++) x[i] = (i % 7 - 3) / 64.0;
    if (slp_case_new(&c, "rigid-body-n", "isospectral-midpoint", &err)) return NULL;
    return slp_case_set(c, "n", &n, 1, &err) || slp_case_set(c, "quad", &quad, 1, &err) ||
                   slp_case_set(c, "h", &h, 1, &err) ||
                   slp_case_set(c, "x", x, 64 * 63 / 2, &err) ||
                   slp_case_sizes(NULL, NULL, c, &err)
               ? NULL
               : c;
}
static int go_on(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    return done > total;
}
/* KIND PRESET STEPS [PATHS]: seconds of one call, from the parameters to the answer */
int main(int argc, char **argv)
{
    const int steps = atoi(argv[3]), paths = argc > 4 ? atoi(argv[4]) : 1;
    slp_error err;
    fast_system *sys;
    slp_case *c = case_of(argv[2]);
    if (!c) return 1;
    const size_t d = c->d;
    double *x = malloc(d * (size_t)paths * sizeof *x);
    double *rows = malloc(d * 2 * sizeof *rows);
    for (size_t i = 0; i < d * (size_t)paths; i++) x[i] = c->x[i / (size_t)paths];
    const double start = now();
    if (fast_system_new(&sys, c, &err)) return 1;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    slp_status status = SLP_OK;
    const char *kernel = fast_ensemble_scheme(sys);
    if (*argv[1] == 'e') {
        const fast_ensemble run = {.paths = (size_t)paths, .seed = 1, .h = c->h, .ell = 2,
                                   .steps = (size_t)steps, .threads = 1, .progress = go_on,
                                   .scheme = kernel && !strcmp(kernel, c->scheme->name) ? NULL
                                                                                       : scheme};
        status = fast_ensemble_advance(x, NULL, sys, &run);
    } else if (*argv[1] == 'p') {
        const fast_path run = {.h = c->h, .steps = (uint64_t)steps, .every = (uint64_t)steps,
                               .seed = 1, .ell = 2, .progress = go_on};
        status = fast_path_run(rows, NULL, scheme, sys, c->x, &run);
    } else {
        double *room = malloc(fast_step_work_size(scheme, sys) * sizeof *room);
        double *dw = calloc(c->M + 1, sizeof *dw);
        for (int s = 0; s < steps && status == SLP_OK; s++)
            status = fast_step(x, NULL, scheme, sys, x, c->h, dw, room);
    }
    printf("%.9f\n", now() - start);
    return status != SLP_OK;
}
"""

# name, kind, preset, steps, paths, whether the limit holds
MEASURED = [
    ("ensemble of bodies, 10000 paths", "ensemble", "ejll-rigid-body", 1000, 10000, True),
    ("ensemble of tops, 2000 paths", "ensemble", "gbw-top-case1", 1000, 2000, True),
    ("the same by another scheme", "ensemble", "lecg-heavy-top", 50, 2000, True),
    ("path on so(64)", "path", "so(64)", 400, 1, True),
    ("path on su(128)", "path", "ejll-zeitlin-sphere", 100, 1, True),
    ("path of a body", "path", "ejll-rigid-body", 200000, 1, False),
    ("single steps of a body", "step", "ejll-rigid-body", 3000, 1, False),
]


def by_c(program, kind, preset, steps, paths):
    done = subprocess.run(
        [program, kind, preset, str(steps), str(paths)], stdout=subprocess.PIPE, check=True
    )
    return float(done.stdout)


def by_python(kind, preset, steps, paths):
    if preset == "so(64)":
        x = (np.arange(64 * 63 // 2) % 7 - 3) / 64
        own = ("rigid-body-n", "isospectral-midpoint", {"n": 64, "quad": 0.01})
        p = slp.Preset(preset, *own, 2**-8, x, 0, x.size, "")
    else:
        p = slp.preset(preset)
    x = np.tile(p.x, (paths, 1))
    dw = np.zeros(p.M) if p.M else None
    start = time.process_time()
    with slp.Instance(p.system, p.scheme, **p.parameters) as instance:
        if kind == "ensemble":
            instance.ensemble(x, h=p.h, steps=steps, threads=1)
        elif kind == "path":
            instance.path(p.x, h=p.h, steps=steps, every=steps)
        else:
            state = p.x
            for _ in range(steps):
                state = instance.step(state, h=p.h, dw=dw)
    return time.process_time() - start


def compiled(build, folder):
    source, program = os.path.join(folder, "c.c"), os.path.join(folder, "c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(C)
    libraries = ["-L" + build, "-Wl,-rpath," + build, "-lslpfast", "-lslp"]
    subprocess.run(["cc", "-O2", "-I.", source, *libraries, "-o", program], check=True)
    return program


def main():
    figures, slow = {}, False
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(os.environ["SLP_LIBDIR"], folder)
        print("Python beside C, one thread; the limit is %.2f where one is said" % LIMIT)
        for name, kind, preset, steps, paths, limited in MEASURED:
            pairs = [
                (by_python(kind, preset, steps, paths), by_c(program, kind, preset, steps, paths))
                for _ in range(RUNS)
            ]
            python, c = min(p for p, _ in pairs), min(c for _, c in pairs)
            figures[name + "/python over c"] = python / c
            slow = slow or (limited and python > LIMIT * c)
            print(
                "  %-32s C %.4f s, Python %.4f s, ratio %.3f%s; a step %.2e s more"
                % (name, c, python, python / c, " (limited)" if limited else "",
                   (python - c) / steps)
            )  # fmt: skip
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    return int(slow)


if __name__ == "__main__":
    os.environ["SLP_LIBDIR"] = os.path.abspath(sys.argv[1])
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path.insert(0, os.path.join("oracle", "ports", "python-library", "src"))
    sys.dont_write_bytecode = True
    import numpy as np

    import slporacle as slp

    sys.exit(main())
