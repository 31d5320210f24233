/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many steps a second ensembles take on a device, beside its peak of fused multiply-adds, and
 * how fast it copies (--time ensembles). */
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/peak_kinds.h"
#include "oracle/ports/device/port.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Work is doubled until it takes this long, in seconds; then the fastest of ROUNDS counts. */
#define LONG_ENOUGH 0.25
enum { ROUNDS = 2 };
/* So many paths as make one step take this long, or MOST_PATHS. */
#define ONE_STEP 0.05
enum { FIRST_PATHS = 1 << 12, MOST_PATHS = 1 << 20 };

/* Flops of a step: those of the formulas, a fused multiply-add as two, a division or a root as one;
 * comparisons, conversions, Philox and what is truncated are none.  As for the processor's kernels
 * (fast/ensemble/ensemble.md): NOISE a channel, `fixed` a step, `evaluation` each evaluation or,
 * where there is no stage, each of `parts`: turns of a splitting, sweeps of sib. */
#define NOISE 29.5
typedef struct timed_model {
    const char *title, *line;
    double fixed, evaluation, parts;
} timed_model;
#define BODY(scheme)                                                                               \
    "case id=a system=rigid-body scheme=" scheme " inertia=2,1,0x1.5555555555555p-1 "              \
    "quad=0.1,0.1,0.1 h=0x1p-8 steps=1 x=0x1.c84c54c2d6337p-1,0,0x1.d07b806c76112p-2 dw=0,0,0"
#define TOP(scheme)                                                                                \
    "case id=b system=heavy-top scheme=" scheme " inertia=4,4,1 chi=0,0,1 "                        \
    "noise=0.01,0.02,0.03,0,0,0,0 h=0x1p-8 steps=1 x=-0.7,0.7,0,-0.7,0.7,0 dw=0"
#define CUBE(scheme)                                                                               \
    "case id=d system=spins scheme=" scheme                                                        \
    " bonds=1:2,2:3,3:4,4:1,5:6,6:7,7:8,8:5,1:5,2:6,3:7,4:8 exchange=1,1,1,1,1,1,1,1,1,1,1,1 "     \
    "dmi=0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1," \
    "0,0,0.1 field=0,0,0.5 anisotropy=0.1,0,0,1 noise=0.1 h=0x1p-8 steps=1 x=1,0,0,0,1,0,0,0,1,"   \
    "0,1,0,0.6,0.8,0,0.6,0,0.8,0,0.6,0.8,1,0,0 dw=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
static const timed_model models[] = {
    {"rigid body, isospectral-midpoint", BODY("isospectral-midpoint"), 30, 26, 0},
    {"heavy top, variational-cayley", TOP("variational-cayley"), 183, 106, 0},
    {"four point vortices, isospectral-midpoint",
     "case id=c system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1 "
     "quad=0.1,0.1,0.1 h=0x1p-8 steps=1 x=1,0,0,0,1,0,0,0.6,0.8,-0.6,0,0.8 dw=0,0,0",
     689, 424, 0},
    {"rigid body, splitting-lie", BODY("splitting-lie"), 6, 37, 3},
    {"rigid body, splitting-strang", BODY("splitting-strang"), 6, 37, 5},
    {"heavy top, isospectral-midpoint", TOP("isospectral-midpoint"), 74, 78, 0},
    {"eight spins on a cube, isospectral-midpoint", CUBE("isospectral-midpoint"), 712, 840, 0},
    {"eight spins on a cube, sib", CUBE("sib"), 168, 784, 2},
};

/* Fused multiply-adds a second, each as two flops; -1 and text. */
static double fused_peak(device *d, char text[DEVICE_TEXT])
{
    enum { ITEMS = 1 << 17 };
    double fastest = INFINITY;
    int rounds = 1;
    if (slp_driver_list(d, ITEMS, text)) return -1;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = slp_clock_seconds();
        if (slp_driver_peak(d, PEAK_FUSED, rounds, ITEMS, text)) return -1;
        const double took = slp_clock_seconds() - start;
        const int again = took < LONG_ENOUGH && rounds < 1 << 24;
        fastest = again ? INFINITY : fmin(fastest, took);
        if (again) round = -1, rounds *= 2;
    }
    return 2.0 * PEAK_OPERATIONS * ITEMS * rounds / fastest;
}

/* Bytes a second, read and written; -1 and text. */
static double copy_peak(device *d, char text[DEVICE_TEXT])
{
    enum { LEAST = 1 << 20, LARGEST = 1 << 26 };
    double fastest = INFINITY;
    size_t items = LEAST;
    if (slp_driver_list(d, 2 * items, text)) return -1;
    for (int round = 0; round <= ROUNDS; round++) {
        const double start = slp_clock_seconds();
        if (slp_driver_peak(d, PEAK_COPY, 1, items, text)) return -1;
        const double took = slp_clock_seconds() - start;
        const int again = took < 1e-2 && items < LARGEST;
        fastest = again || round == 0 ? INFINITY : fmin(fastest, took);
        if (!again) continue;
        round = -1, items *= 8;
        if (slp_driver_list(d, 2 * items, text)) return -1;
    }
    return 2.0 * sizeof(double) * (double)items / fastest;
}

/* What runs of one model took. */
typedef struct timed_run {
    slp_case c;
    slp_device_run run;
    slp_device_report report; /* of the last run */
    double *x;
} timed_run;

/* Seconds of the fastest of ROUNDS runs of so many steps from the case's state; -1 and text. */
static double fastest_run(timed_run *t, device *d, size_t steps, char text[DEVICE_TEXT])
{
    double fastest = INFINITY;
    t->run.steps = steps;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < t->c.d * t->run.paths; i++) t->x[i] = t->c.x[i / t->run.paths];
        const double start = slp_clock_seconds();
        if (slp_device_ensemble(t->x, &t->report, d, &t->c, &t->run, text) != SLP_OK) return -1;
        fastest = fmin(fastest, slp_clock_seconds() - start);
        if (fastest < LONG_ENOUGH) break; /* too short to count */
    }
    return fastest;
}

/* Three times the steps that are LONG_ENOUGH, less those: what a call takes beside its steps, such
 * as the copies of states, is told apart.  0, or -1 and text. */
static int time_model(device *d, const timed_model *m, double peak, char text[DEVICE_TEXT])
{
    timed_run t = {.run = {.paths = FIRST_PATHS, .seed = 1, .ell = 2}};
    slp_error err;
    size_t steps = 1;
    slp_case_init(&t.c);
    if (slp_case_parse(&t.c, m->line, 1, &err) != SLP_OK) {
        snprintf(text, DEVICE_TEXT, "%s: %s", m->title, err.text);
        return -1;
    }
    t.run.scheme = t.c.scheme->name;
    t.x = slp_allocate(t.c.d * MOST_PATHS, sizeof *t.x);
    double some = fastest_run(&t, d, steps, text);
    while (some >= 0 && some < ONE_STEP && t.run.paths < MOST_PATHS) {
        t.run.paths *= 2;
        some = fastest_run(&t, d, steps, text);
    }
    while (some >= 0 && some < LONG_ENOUGH && steps < 1 << 16)
        some = fastest_run(&t, d, steps *= 2, text);
    const double more = some < 0 ? -1 : fastest_run(&t, d, 3 * steps, text);
    const double made = (double)t.run.paths * (double)steps, rate = 2 * made / (more - some);
    const double evaluations = (double)t.report.evaluations / (3 * made);
    const double flops =
        NOISE * (double)t.c.M + m->fixed + m->evaluation * (m->parts > 0 ? m->parts : evaluations);
    if (more >= 0)
        printf("%s, %zu noises: %.3g steps a second, %.1f %% of the peak; %.2f evaluations and "
               "%.0f flops a step; %zu paths, %zu steps, %zu by the host; %.0f ms a call beside\n",
               m->title, t.c.M, rate, 100 * rate * flops / peak, evaluations, flops, t.run.paths,
               3 * steps, t.report.redone, 1e3 * (some - (more - some) / 2));
    free(t.x);
    slp_case_clear(&t.c);
    return more < 0 ? -1 : 0;
}

int port_time_ensembles(device *d, char text[DEVICE_TEXT])
{
    const double peak = fused_peak(d, text), bytes = peak < 0 ? -1 : copy_peak(d, text);
    char unread[DEVICE_TEXT];
    slp_driver_list(d, 0, bytes < 0 ? unread : text);
    if (bytes < 0) return -1;
    printf("peak: %.4g Gflop/s of fused multiply-adds; copying: %.4g GB/s\n", 1e-9 * peak,
           1e-9 * bytes);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (time_model(d, models + i, peak, text)) return -1;
    return 0;
}
