/* Ensemble steps a second against a scalar loop of the same scheme and against the processor's peak of fused
 * multiply-adds, measured in turns in one run; medians.  usage: bench_ensemble [FILE.json]
 *
 * The step: isospectral-midpoint, EJLL's rigid body (section 6.1) at h = 2^-8, three Wiener processes drawn and truncated
 * inside the measurement. */
#include "fast/fast.h"
#include "oracle/noise.h"
#include "tests/fma_peak.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATHS = 2048, ROUNDS = 21, STEPS = 1 << 20, MOST = 16 };
static const double h = 0x1p-8, ell = 2, inertia[3] = {2, 1, 2.0 / 3}, quad[3] = {0.1, 0.1, 0.1};

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

static void start_states(double *x, size_t paths)
{
    for (size_t p = 0; p < paths; p++) {
        x[p] = sin(1.1);
        x[paths + p] = 0;
        x[2 * paths + p] = cos(1.1);
    }
}

/* ---- The scalar loop: a path after the other, written as one would write it ------------------------------ */

/* One step, iterated as the ensemble iterates: until differences no longer decrease below 4u|x|.  Returns how many
 * times the stage was evaluated. */
static unsigned scalar_step(double x[3], const double dw[3])
{
    double rate[3], z[3] = {x[0], x[1], x[2]}, a[3], before = INFINITY;
    double scale = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    unsigned iterations = 0;
    for (int i = 0; i < 3; i++) rate[i] = 0.5 * (h / inertia[i] + quad[i] * dw[i]);
    for (;;) {
        for (int i = 0; i < 3; i++) a[i] = rate[i] * z[i];
        double along = a[0] * z[0] + a[1] * z[1] + a[2] * z[2];
        double next[3] = {x[0] - (a[1] * z[2] - a[2] * z[1]) - along * a[0],
                          x[1] - (a[2] * z[0] - a[0] * z[2]) - along * a[1],
                          x[2] - (a[0] * z[1] - a[1] * z[0]) - along * a[2]};
        double delta = fmax(fabs(next[0] - z[0]), fmax(fabs(next[1] - z[1]), fabs(next[2] - z[2])));
        memcpy(z, next, sizeof z);
        iterations++;
        if ((delta <= 0x1p-51 * scale &&
             (delta >= before || delta * delta <= 0x1p-57 * scale * before)) ||
            iterations > 1000)
            break;
        before = delta;
    }
    for (int i = 0; i < 3; i++) a[i] = rate[i] * z[i];
    x[0] -= 2 * (a[1] * z[2] - a[2] * z[1]);
    x[1] -= 2 * (a[2] * z[0] - a[0] * z[2]);
    x[2] -= 2 * (a[0] * z[1] - a[1] * z[0]);
    return iterations;
}

/* `steps` steps of each of `paths` paths; the mean number of stage evaluations a step. */
static double scalar_run(double *x, size_t paths, size_t steps, uint64_t first_step)
{
    enum { BLOCK = 256 };
    double dw[3][BLOCK], limit = sqrt(h) * slp_truncation_bound(h, ell), iterations = 0;
    for (size_t p = 0; p < paths; p++) {
        double y[3] = {x[p], x[paths + p], x[2 * paths + p]};
        for (size_t s = 0; s < steps; s += BLOCK) {
            size_t n = steps - s < BLOCK ? steps - s : BLOCK;
            for (uint32_t k = 0; k < 3; k++)
                slp_increments(dw[k], h, 1, p, k, 0, first_step + s, n);
            for (size_t i = 0; i < n; i++) {
                double step[3];
                for (int k = 0; k < 3; k++) step[k] = fmin(limit, fmax(-limit, dw[k][i]));
                iterations += scalar_step(y, step);
            }
        }
        for (size_t i = 0; i < 3; i++) x[i * paths + p] = y[i];
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
    fast_system *sys;
    double *x, iterations;
    contestant who[MOST];
    size_t count;
} bench;

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
    const bool slow = !kernel || strcmp(kernel, "portable") == 0;
    c->steps = (size_t)STEPS / PATHS / (slow ? 8 : 1);
}

static void measure(bench *b, contestant *c, int round)
{
    uint64_t first = (uint64_t)round * c->steps;
    start_states(b->x, PATHS);
    double began = now(c->threads);
    if (!c->kernel) {
        b->iterations = scalar_run(b->x, PATHS, c->steps, first);
    } else {
        fast_ensemble run = {.paths = PATHS,
                             .seed = 1,
                             .h = h,
                             .ell = ell,
                             .first_step = first,
                             .steps = c->steps,
                             .threads = c->threads,
                             .kernel = c->kernel};
        if (fast_ensemble_rigid_body(b->x, NULL, b->sys, &run) != SLP_OK) exit(2);
    }
    c->rate[round] = (double)PATHS * (double)c->steps / (now(c->threads) - began);
}

/* Both do the same work: trajectories agree within the rounding of a few hundred steps. */
static void assert_same_work(bench *b)
{
    enum { N = 200 };
    double a[3 * 8], e[3 * 8], worst = 0;
    start_states(a, 8);
    start_states(e, 8);
    scalar_run(a, 8, N, 0);
    fast_ensemble run = {.paths = 8, .seed = 1, .h = h, .ell = ell, .steps = N, .threads = 1};
    if (fast_ensemble_rigid_body(e, NULL, b->sys, &run) != SLP_OK) exit(2);
    for (int i = 0; i < 24; i++) worst = fmax(worst, fabs(a[i] - e[i]));
    printf("scalar loop and ensemble after %d steps differ by at most %.1e\n", N, worst);
    if (!(worst < 1e-13)) exit(1);
}

static double median(double *values, size_t n)
{
    double sorted[ROUNDS];
    memcpy(sorted, values, n * sizeof *values);
    qsort(sorted, n, sizeof *sorted, ascending);
    return sorted[n / 2];
}

/* Floating-point operations a step, a fused multiply-add counted as two.  A pair of normals: 28 for the radius, 36 for
 * angle, sine, cosine and scaling; 1.5 pairs a step.  The stage: 9 for the rates, 26 an evaluation and 6 for
 * watching it (but the first four), 18 to finish. */
static double flops_a_step(double iterations)
{
    return 1.5 * 64 + 9 + 26 * iterations + 6 * (iterations - 4) + 18;
}

static fast_system *ejll(void)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    if (slp_case_set_param(&c, "inertia", inertia, 3, &err) ||
        slp_case_set_param(&c, "quad", quad, 3, &err) || fast_system_new(&sys, &c, &err))
        exit(2);
    slp_case_clear(&c);
    return sys;
}

static void report(bench *b, const double peak[], FILE *json)
{
    double scalar = b->who[0].median, flops = flops_a_step(b->iterations);
    printf("isospectral-midpoint, rigid body, 3 noises drawn inside; medians of %d rounds\n",
           ROUNDS);
    printf(
        "  %.2f stage evaluations a step, about %.0f flops; states stay in the first-level cache "
        "(48 bytes a path and call),\n  so arithmetic is the bound\n",
        b->iterations, flops);
    if (json)
        fprintf(json,
                "{\"bench\":\"ensemble\",\"evaluations\":%.3f,\"flops_per_step\":%.1f,\"runs\":[",
                b->iterations, flops);
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
    if (json) fputs("]}\n", json);
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

int main(int argc, char **argv)
{
    bench b = {.sys = ejll(), .x = malloc(3 * PATHS * sizeof(double))};
    double peak[MOST] = {0}, samples[MOST][ROUNDS];
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (!b.x || (argc > 1 && !json)) return 2;
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
    free(b.x);
    return json && fclose(json) ? 2 : 0;
}
