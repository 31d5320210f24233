/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensemble steps a second against a scalar loop of the same scheme and against the processor's peak
 * of fused multiply-adds, measured in turns in one run; of each the fastest round, for what
 * disturbs only slows down.
 * usage: bench_ensemble [FILE.json]
 *
 * The steps: those of tests/bench/ensemble_loops.c at h = 2^-8, Wiener processes drawn and
 * truncated inside the measurement. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/bench/ensemble_loops.h"
#include "tests/bench/fma_peak.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATHS = 1920, ROUNDS = 15, STEPS = 1 << 20, MOST = 16 };
static const double ell = 2;

/* One thread is timed by the processor time it got, so that a busy machine does not distort the
 * ratios; several, and what they are compared with, by the clock on the wall. */
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* `steps` steps of each of `paths` paths by the scalar loop; the mean number of stage evaluations a
 * step. */
static double scalar_run(const bench_model *m, double *x, size_t paths, size_t steps,
                         uint64_t first_step)
{
    enum { BLOCK = 256 };
    double dw[FAST_ENSEMBLE_CHANNELS][BLOCK], iterations = 0;
    const double limit = sqrt(BENCH_H) * slp_truncation_bound(BENCH_H, ell);
    for (size_t p = 0; p < paths; p++) {
        double y[BENCH_MOST];
        for (size_t i = 0; i < m->d; i++) y[i] = x[i * paths + p];
        for (size_t s = 0; s < steps; s += BLOCK) {
            size_t n = steps - s < BLOCK ? steps - s : BLOCK;
            for (uint32_t k = 0; k < m->channels; k++)
                slp_increments(dw[k], BENCH_H, 1, p, k, 0, first_step + s, n);
            for (size_t i = 0; i < n; i++) {
                double step[FAST_ENSEMBLE_CHANNELS];
                for (size_t k = 0; k < m->channels; k++)
                    step[k] = fmin(limit, fmax(-limit, dw[k][i]));
                iterations += m->step(y, step);
            }
        }
        for (size_t i = 0; i < m->d; i++) x[i * paths + p] = y[i];
    }
    return iterations / ((double)paths * (double)steps);
}

/* ---- Contestants -------------------------------------------------------------------------- */

typedef struct contestant {
    char name[48];
    const char *kernel; /* NULL: the scalar loop */
    unsigned threads;
    size_t steps; /* a round */
    /* steps a second: by processor time with one thread, else by the clock; by the clock; by all
     * threads' processor time */
    double rate, wall, worked;
} contestant;

typedef struct bench {
    const bench_model *model;
    slp_case c;
    fast_system *sys;
    double *x, iterations;
    contestant who[MOST];
    size_t count;
} bench;

static void start_states(const bench *b, double *x, size_t paths)
{
    for (size_t i = 0; i < b->model->d; i++)
        for (size_t p = 0; p < paths; p++) x[i * paths + p] = b->c.x[i];
}

static void enter(bench *b, const char *kernel, unsigned threads)
{
    contestant *c = b->who + b->count++;
    if (kernel)
        snprintf(c->name, sizeof c->name, "%s, %u thread%s", kernel, threads,
                 threads > 1 ? "s" : "");
    else
        snprintf(c->name, sizeof c->name, "scalar loop");
    c->kernel = kernel;
    c->threads = threads;
    /* the portable kernel calls fma() where the compiler may not assume the instruction */
    const int share = !kernel ? 8 : strcmp(kernel, "portable") == 0 ? 512 : 1;
    c->steps = (size_t)STEPS / PATHS / (size_t)share;
}

static void measure(bench *b, contestant *c, int round)
{
    uint64_t first = (uint64_t)round * c->steps;
    start_states(b, b->x, PATHS);
    double began = now(CLOCK_PROCESS_CPUTIME_ID), began_wall = now(CLOCK_MONOTONIC);
    if (!c->kernel) {
        b->iterations = scalar_run(b->model, b->x, PATHS, c->steps, first);
    } else {
        fast_ensemble run = {.paths = PATHS,
                             .seed = 1,
                             .h = BENCH_H,
                             .ell = ell,
                             .first_step = first,
                             .steps = c->steps,
                             .threads = c->threads,
                             .kernel = c->kernel,
                             .scheme = fast_scheme_find(b->c.scheme->name)};
        if (fast_ensemble_advance(b->x, NULL, b->sys, &run) != SLP_OK) exit(2);
    }
    double steps = (double)PATHS * (double)c->steps;
    double wall = steps / (now(CLOCK_MONOTONIC) - began_wall);
    double worked = steps / (now(CLOCK_PROCESS_CPUTIME_ID) - began);
    c->wall = fmax(c->wall, wall);
    c->worked = fmax(c->worked, worked);
    c->rate = fmax(c->rate, c->threads > 1 ? wall : worked);
}

/* Both do the same work: trajectories agree within the rounding of a few hundred steps. */
static void assert_same_work(bench *b)
{
    enum { N = 200, FEW = 8 };
    double a[BENCH_MOST * FEW], e[BENCH_MOST * FEW], worst = 0;
    start_states(b, a, FEW);
    start_states(b, e, FEW);
    scalar_run(b->model, a, FEW, N, 0);
    fast_ensemble run = {.paths = FEW,
                         .seed = 1,
                         .h = BENCH_H,
                         .ell = ell,
                         .steps = N,
                         .threads = 1,
                         .scheme = fast_scheme_find(b->c.scheme->name)};
    if (fast_ensemble_advance(e, NULL, b->sys, &run) != SLP_OK) exit(2);
    for (size_t i = 0; i < FEW * b->model->d; i++) worst = fmax(worst, fabs(a[i] - e[i]));
    printf("  scalar loop and ensemble after %d steps differ by at most %.1e\n", N, worst);
    if (!(worst < 1e-12)) exit(1);
}

/* Two normals, which last two steps of a channel: 26 operations for the radius, 33 for angle, sine,
 * cosine and scaling, roundings to the grid not counted; and 133 instructions, 54 of them Philox.
 */
static const double noise_flops = 29.5, noise_instructions = 66.5;

static double flops_a_step(const bench_model *m, double iterations)
{
    return noise_flops * (double)m->channels + m->fixed + m->evaluation * iterations;
}

static double instructions_a_step(const bench_model *m, double iterations)
{
    return noise_instructions * (double)m->channels + m->fixed_instructions +
           m->evaluation_instructions * iterations;
}

typedef struct limits {
    double flops, instructions; /* a second, one thread; 0: not measured */
    double lanes;
} limits;

/* Goals of one thread's kernel: so many times the scalar loop; so much of the peak. */
static void judge(const bench *b, const contestant *c, double share, double bound)
{
    double times = c->rate / b->who[0].rate;
    double goal = strcmp(c->kernel, "avx512") == 0 ? 7 : 3.5;
    printf("  %s: goal %.1f x scalar, %s; goal 45%% of the FMA peak, %s", c->kernel, goal,
           times >= goal ? "met" : "NOT MET", share >= 0.45 ? "met" : "NOT MET");
    printf(" (%.0f%% if every instruction issued at the best rate)\n", 100 * bound);
}

static void report(bench *b, const limits most[], FILE *json)
{
    const bench_model *m = b->model;
    double flops = flops_a_step(m, b->iterations), all = instructions_a_step(m, b->iterations);
    double noise = (double)m->channels * noise_flops / flops,
           noise_issued = (double)m->channels * noise_instructions / all;
    printf("  %zu noises drawn inside, fastest of %d rounds; %.2f stage evaluations a step, about "
           "%.0f flops, %.0f%% of them noise;\n  about %.0f vector instructions, %.0f%% of them "
           "noise; %zu bytes of states are read and written a path and call\n",
           m->channels, ROUNDS, b->iterations, flops, 100 * noise, all, 100 * noise_issued,
           16 * m->d);
    if (json)
        fprintf(json,
                "{\"bench\":\"ensemble\",\"model\":\"%s\",\"evaluations\":%.3f,\"flops_per_step\":%"
                ".1f,\"instructions_per_step\":%.1f,\"noise_flops\":%.3f,\"runs\":[",
                m->title, b->iterations, flops, all, noise);
    for (size_t i = 0; i < b->count; i++) {
        const contestant *c = b->who + i;
        limits top = {0, 0, 0};
        for (size_t k = 0; fma_peaks[k].name; k++)
            if (c->kernel && strcmp(fma_peaks[k].name, c->kernel) == 0) top = most[k];
        double share = top.flops > 0 ? c->rate * flops / (top.flops * c->threads) : 0;
        double bound =
            top.flops > 0 ? fmin(1, flops * top.instructions * top.lanes / (all * top.flops)) : 0;
        double scaling = c->threads > 1 ? c->wall / b->who[i - 1].wall : 1;
        /* what it would be with a processor to each thread */
        double alone = c->threads > 1 ? c->threads * c->worked / b->who[i - 1].worked : 1;
        printf("  %-20s %9.3e steps/s", c->name, c->rate);
        if (c->kernel) printf("  %5.1f x scalar", c->rate / b->who[0].rate);
        if (c->threads > 1)
            printf("  %4.2f x one thread by the clock, %4.2f by processor time", scaling, alone);
        if (share > 0 && c->threads == 1)
            printf("  %4.1f%% of the FMA peak of %.1f Gflop/s", 100 * share, top.flops * 1e-9);
        putchar('\n');
        if (share > 0 && c->threads == 1) judge(b, c, share, bound);
        if (json)
            fprintf(json,
                    "%s{\"name\":\"%s\",\"steps_per_s\":%.6g,\"times_scalar\":%.4g,\"threads\":%u,"
                    "\"times_one_thread\":%.4g,\"times_one_thread_worked\":%.4g,\"fma_peak\":%.6g,"
                    "\"of_peak\":%.4g,\"bound\":%.4g}",
                    i ? "," : "", c->name, c->rate, c->rate / b->who[0].rate, c->threads, scaling,
                    alone, top.flops, share, bound);
    }
    if (json) fputs("]}", json);
}

static void run_model(const bench_model *model, FILE *json)
{
    bench b = {.model = model, .x = malloc(model->d * PATHS * sizeof(double))};
    limits most[MOST] = {{0, 0, 0}};
    slp_error err;
    slp_case_init(&b.c);
    if (!b.x || slp_case_parse(&b.c, model->line, 1, &err) || fast_system_new(&b.sys, &b.c, &err))
        exit(2);
    printf("%s\n", model->title);
    assert_same_work(&b);
    enter(&b, NULL, 1);
    for (size_t k = 0; fast_kernel_at(k); k++)
        for (unsigned threads = 1; threads <= 2; threads++) enter(&b, fast_kernel_at(k), threads);
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < b.count; i++) measure(&b, b.who + i, round);
        for (size_t k = 0; fma_peaks[k].name; k++)
            if (fma_peaks[k].able()) {
                most[k].lanes = fma_peaks[k].lanes;
                most[k].flops = fmax(most[k].flops, fma_peaks[k].flops_per_second());
                most[k].instructions =
                    fmax(most[k].instructions, fma_peaks[k].instructions_per_second());
            }
    }
    report(&b, most, json);
    fast_system_free(b.sys);
    slp_case_clear(&b.c);
    free(b.x);
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) return 2;
    if (json) fputc('[', json);
    for (size_t m = 0; m < BENCH_MODELS; m++) {
        if (m && json) fputs(",\n", json);
        run_model(bench_models + m, json);
    }
    if (json) fputs("]\n", json);
    return json && fclose(json) ? 2 : 0;
}
