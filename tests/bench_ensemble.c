/* Ensemble steps a second against a scalar loop of the same scheme and against the processor's peak of fused
 * multiply-adds, measured in turns in one run; medians.  usage: bench_ensemble [FILE.json]
 *
 * The steps: those of tests/ensemble_loops.c at h = 2^-8, Wiener processes drawn and truncated inside the measurement. */
#include "fast/fast.h"
#include "oracle/noise.h"
#include "tests/ensemble_loops.h"
#include "tests/fma_peak.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATHS = 2048, ROUNDS = 15, STEPS = 1 << 20, MOST = 16 };
static const double ell = 2;

/* One thread is timed by the processor time it got, so that a busy machine does not distort the ratios; several
 * by the clock on the wall. */
static double now(unsigned threads)
{
    struct timespec t;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* `steps` steps of each of `paths` paths by the scalar loop; the mean number of stage evaluations a step. */
static double scalar_run(const bench_model *m, double *x, size_t paths, size_t steps,
                         uint64_t first_step)
{
    enum { BLOCK = 256 };
    double dw[FAST_ENSEMBLE_NOISES][BLOCK], iterations = 0;
    const double limit = sqrt(BENCH_H) * slp_truncation_bound(BENCH_H, ell);
    for (size_t p = 0; p < paths; p++) {
        double y[BENCH_MOST];
        for (size_t i = 0; i < m->d; i++) y[i] = x[i * paths + p];
        for (size_t s = 0; s < steps; s += BLOCK) {
            size_t n = steps - s < BLOCK ? steps - s : BLOCK;
            for (uint32_t k = 0; k < m->channels; k++)
                slp_increments(dw[k], BENCH_H, 1, p, k, 0, first_step + s, n);
            for (size_t i = 0; i < n; i++) {
                double step[FAST_ENSEMBLE_NOISES];
                for (size_t k = 0; k < m->channels; k++)
                    step[k] = fmin(limit, fmax(-limit, dw[k][i]));
                iterations += m->step(y, step);
            }
        }
        for (size_t i = 0; i < m->d; i++) x[i * paths + p] = y[i];
    }
    return iterations / ((double)paths * (double)steps);
}

/* ---- Contestants ------------------------------------------------------------------------------------------ */

typedef struct contestant {
    char name[48];
    const char *kernel; /* NULL: the scalar loop */
    unsigned threads;
    size_t steps; /* a round */
    double rate[ROUNDS], median;
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
    double began = now(c->threads);
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
                             .kernel = c->kernel};
        if (fast_ensemble_advance(b->x, NULL, b->sys, &run) != SLP_OK) exit(2);
    }
    c->rate[round] = (double)PATHS * (double)c->steps / (now(c->threads) - began);
}

/* Both do the same work: trajectories agree within the rounding of a few hundred steps. */
static void assert_same_work(bench *b)
{
    enum { N = 200, FEW = 8 };
    double a[BENCH_MOST * FEW], e[BENCH_MOST * FEW], worst = 0;
    start_states(b, a, FEW);
    start_states(b, e, FEW);
    scalar_run(b->model, a, FEW, N, 0);
    fast_ensemble run = {
        .paths = FEW, .seed = 1, .h = BENCH_H, .ell = ell, .steps = N, .threads = 1};
    if (fast_ensemble_advance(e, NULL, b->sys, &run) != SLP_OK) exit(2);
    for (size_t i = 0; i < FEW * b->model->d; i++) worst = fmax(worst, fabs(a[i] - e[i]));
    printf("  scalar loop and ensemble after %d steps differ by at most %.1e\n", N, worst);
    if (!(worst < 1e-12)) exit(1);
}

static double median(double *values, size_t n)
{
    double sorted[ROUNDS];
    memcpy(sorted, values, n * sizeof *values);
    qsort(sorted, n, sizeof *sorted, ascending);
    return sorted[n / 2];
}

/* Floating-point operations a step.  A pair of normals: 28 for the radius, 36 for angle, sine, cosine and scaling; a
 * pair lasts two steps.  The first four evaluations of the stage are not watched. */
static double flops_a_step(const bench_model *m, double iterations)
{
    return 32 * (double)m->channels + m->fixed + m->evaluation * iterations +
           m->watching * (iterations - 4);
}

static void report(bench *b, const double peak[], FILE *json)
{
    double scalar = b->who[0].median, flops = flops_a_step(b->model, b->iterations);
    printf(
        "  %zu noises drawn inside, medians of %d rounds; %.2f stage evaluations a step, about "
        "%.0f "
        "flops;\n  states stay in the first-level cache (%zu bytes a path and call): arithmetic is "
        "the bound\n",
        b->model->channels, ROUNDS, b->iterations, flops, 16 * b->model->d);
    if (json)
        fprintf(
            json,
            "{\"bench\":\"ensemble\",\"model\":\"%s\",\"evaluations\":%.3f,\"flops_per_step\":%.1f,"
            "\"runs\":[",
            b->model->title, b->iterations, flops);
    for (size_t i = 0; i < b->count; i++) {
        contestant *c = b->who + i;
        double top = 0;
        for (size_t k = 0; fma_peaks[k].name; k++)
            if (c->kernel && strcmp(fma_peaks[k].name, c->kernel) == 0) top = peak[k];
        printf("  %-20s %9.3e steps/s", c->name, c->median);
        if (c->kernel) printf("  %5.1f x scalar", c->median / scalar);
        if (top > 0)
            printf("  %4.1f%% of the FMA peak of %.1f Gflop/s a thread",
                   100 * c->median * flops / (top * c->threads), top * 1e-9);
        putchar('\n');
        if (json)
            fprintf(
                json,
                "%s{\"name\":\"%s\",\"steps_per_s\":%.6g,\"times_scalar\":%.4g,\"fma_peak\":%.6g}",
                i ? "," : "", c->name, c->median, c->median / scalar, top);
    }
    if (json) fputs("]}", json);
    for (size_t i = 0; i < b->count; i++) {
        contestant *c = b->who + i;
        double goal = c->threads != 1 || !c->kernel      ? 0
                      : strcmp(c->kernel, "avx512") == 0 ? 7
                      : strcmp(c->kernel, "avx2") == 0   ? 3.5
                                                         : 0;
        if (goal > 0)
            printf("  %s: goal %.1f x scalar, %s\n", c->kernel, goal,
                   c->median >= goal * scalar ? "met" : "NOT MET");
    }
}

static void run_model(const bench_model *model, FILE *json)
{
    bench b = {.model = model, .x = malloc(model->d * PATHS * sizeof(double))};
    double peak[MOST] = {0}, samples[MOST][ROUNDS];
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
            samples[k][round] = fma_peaks[k].able() ? fma_peaks[k].flops_per_second() : 0;
    }
    for (size_t i = 0; i < b.count; i++) b.who[i].median = median(b.who[i].rate, ROUNDS);
    for (size_t k = 0; fma_peaks[k].name; k++) peak[k] = median(samples[k], ROUNDS);
    report(&b, peak, json);
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
