/* How many steps a second ensembles take on a device, beside its peak of fused multiply-adds, and
 * how fast it copies (--time ensembles). */
#include "oracle/plumbing/allocate.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/peak_kinds.h"
#include "oracle/ports/device/port.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Work is doubled until it takes this long, in seconds; then the fastest of ROUNDS counts. */
#define LONG_ENOUGH 0.25
enum { ROUNDS = 3 };

/* Flops of a step: those of the formulas, a fused multiply-add as two, a division or a root as one;
 * comparisons, conversions, Philox and what is truncated are none.  As for the processor's kernels
 * (fast/ensemble/ensemble.md): NOISE a channel, `fixed` a step, `evaluation` each evaluation. */
#define NOISE 29.5
typedef struct timed_model {
    const char *title, *line;
    double fixed, evaluation;
} timed_model;
static const timed_model models[] = {
    {"rigid body, isospectral-midpoint",
     "case id=a system=rigid-body scheme=isospectral-midpoint "
     "inertia=2,1,0x1.5555555555555p-1 quad=0.1,0.1,0.1 h=0x1p-8 steps=1 "
     "x=0x1.c84c54c2d6337p-1,0,0x1.d07b806c76112p-2 dw=0,0,0",
     30, 26},
    {"heavy top, variational-cayley",
     "case id=b system=heavy-top scheme=variational-cayley inertia=4,4,1 chi=0,0,1 "
     "noise=0.01,0.02,0.03,0,0,0,0 h=0x1p-8 steps=1 x=-0.7,0.7,0,-0.7,0.7,0 dw=0",
     183, 106},
    {"four point vortices, isospectral-midpoint",
     "case id=c system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1 "
     "quad=0.1,0.1,0.1 h=0x1p-8 steps=1 x=1,0,0,0,1,0,0,0.6,0.8,-0.6,0,0.8 dw=0,0,0",
     689, 424},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Fused multiply-adds a second, each as two flops; -1 and text. */
static double fused_peak(device *d, char text[DEVICE_TEXT])
{
    enum { ITEMS = 1 << 17 };
    double fastest = INFINITY;
    int rounds = 1;
    if (slp_driver_list(d, ITEMS, text)) return -1;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        if (slp_driver_peak(d, PEAK_FUSED, rounds, ITEMS, text)) return -1;
        const double took = now() - start;
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
        const double start = now();
        if (slp_driver_peak(d, PEAK_COPY, 1, items, text)) return -1;
        const double took = now() - start;
        const int again = took < 1e-2 && items < LARGEST;
        fastest = again || round == 0 ? INFINITY : fmin(fastest, took);
        if (!again) continue;
        round = -1, items *= 8;
        if (slp_driver_list(d, 2 * items, text)) return -1;
    }
    return 2.0 * sizeof(double) * (double)items / fastest;
}

/* Steps of all paths of one case from its state; 0, or -1 and text. */
static int time_model(device *d, const timed_model *m, double peak, char text[DEVICE_TEXT])
{
    enum { PATHS = 1 << 17 };
    slp_case c;
    slp_error err;
    slp_device_report report = {0};
    slp_device_run run = {.paths = PATHS, .seed = 1, .ell = 2, .steps = 1};
    double fastest = INFINITY;
    slp_case_init(&c);
    if (slp_case_parse(&c, m->line, 1, &err) != SLP_OK) {
        snprintf(text, DEVICE_TEXT, "%s: %s", m->title, err.text);
        return -1;
    }
    double *x = slp_allocate(c.d * PATHS, sizeof *x);
    int status = SLP_OK;
    for (int round = 0; round < ROUNDS && status == SLP_OK; round++) {
        for (size_t i = 0; i < c.d * PATHS; i++) x[i] = c.x[i / PATHS];
        const double start = now();
        status = slp_device_ensemble(x, &report, d, &c, &run, text);
        const double took = now() - start;
        const int again = took < LONG_ENOUGH && run.steps < 1 << 20;
        fastest = again ? INFINITY : fmin(fastest, took);
        if (again) round = -1, run.steps *= 2;
    }
    const double all = (double)PATHS * (double)run.steps, rate = all / fastest;
    const double evaluations = (double)report.evaluations / all;
    const double flops = NOISE * (double)c.M + m->fixed + m->evaluation * evaluations;
    if (status == SLP_OK)
        printf("%s, %zu noises: %.3g steps a second; %.2f evaluations and %.0f flops a step, "
               "%.3g Gflop/s, %.1f %% of the peak; %d paths, %zu steps, %zu by the host\n",
               m->title, c.M, rate, evaluations, flops, 1e-9 * rate * flops,
               100 * rate * flops / peak, PATHS, run.steps, report.redone);
    free(x);
    slp_case_clear(&c);
    return status == SLP_OK ? 0 : -1;
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
