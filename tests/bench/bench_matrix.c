/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of matrices by fast_trajectory, isospectral-midpoint, in units of one product of that size
 * timed in the same run: Zeitlin's sphere and the sine-Euler equations on su(N), of zgemm; the body
 * on so(N), of dgemm.  States: random in degrees l <= 10, four modes of the torus, sin(i + 2j), all
 * with |X|_F = sqrt N; h = 0.25 (torus 1/64), to roundoff or, on the sphere, to sqrt u, and with
 * noise at N = 128 and 256.  The torus's evaluation is also compared with the sphere's of N - 1,
 * and that of mhd-sphere, with such states W and Theta and h = 1/64, with the sphere's at that h:
 * their steps take unequal numbers of evaluations, which depend on h and the state.  What a step
 * moves and computes, and how far its spectrum drifts, stand beside; to roundoff, a step's 6 or 12
 * N^3 flops in binary32 (fast/trajectory/residual.c) are timed and not counted.  Of one BLAS thread
 * processor time is taken, so that a busy machine does not distort the ratios; of two, the clock on
 * the wall.  A step's time is the least of several runs over the same path where it is shorter than
 * a turn of the processor, and the mean over the path; a product's is the least of as many: one in
 * hundreds of either has both processors to itself, however busy the machine.  Usage: bench_matrix
 * [JSON file]; environment SLP_BENCH_MATRIX_MOST = largest N (512). */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "tests/bench/drift_run.h"
#include "tests/fast/large_scales.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEGREES = 10, ROUNDS = 15, WARM = 12, THREADS = 2, RUNS = 6, SHORT = 256 };

enum { TWO_FROM = 256 }; /* the least N of which two threads are asked to help */
static const double TWICE = 1.7;

/* OpenBLAS's; with another BLAS, whose threads are then its own affair, there are no rows for two.
 */
extern void openblas_set_num_threads(int threads) __attribute__((weak));

typedef struct kind {
    const char *system;
    double h, flops, bytes; /* of an evaluation, over N^3 and over N^2 */
    bool real;              /* dgemm's unit */
    double beside;          /* evaluations of the sphere that one should take at most; 0: none */
} kind;

/* Products of fast/trajectory/map.c, fast/system/torus.c; passes over matrices of two parts, or
 * one, and over the torus's diagonals. */
static const kind sphere = {"zeitlin-sphere", 0.25, 9, 480, false, 0},
                  slow = {"zeitlin-sphere", 0x1p-6, 9, 480, false, 0},
                  mhd = {"mhd-sphere", 0x1p-6, 27, 1080, false, 2.2},
                  torus = {"sine-euler", 0x1p-6, 11, 576, false, 1.5},
                  body = {"rigid-body-n", 0.25, 3, 240, true, 0};

typedef struct trial {
    const kind *kind;
    size_t n;
    bool noise;
    double tolerance,
        goal;    /* goal: products a step, or times the deterministic step; 0: none was set */
    int threads; /* of BLAS */
} trial;

typedef struct outcome {
    double seconds, product, evaluations, drift;
} outcome;

static const trial trials[] = {{&sphere, 64, false, 0, 21, 1},
                               {&sphere, 64, false, 0, 21, THREADS},
                               {&sphere, 64, false, 0x1p-26, 9.25, 1},
                               {&sphere, 128, false, 0, 12, 1},
                               {&sphere, 128, false, 0, 12, THREADS},
                               {&sphere, 128, false, 0x1p-26, 6.75, 1},
                               {&sphere, 128, true, 0, 2, 1},
                               {&sphere, 256, false, 0, 8.4, 1},
                               {&sphere, 256, false, 0, 8.4, THREADS},
                               {&sphere, 256, false, 0x1p-26, 4.25, 1},
                               {&sphere, 256, true, 0, 2, 1},
                               {&sphere, 512, false, 0, 6.5, 1},
                               {&sphere, 512, false, 0, 6.5, THREADS},
                               {&sphere, 512, false, 0x1p-26, 2.75, 1},
                               {&sphere, 1024, false, 0, 5.8, 1},
                               {&sphere, 1024, false, 0, 5.8, THREADS},
                               {&sphere, 1024, false, 0x1p-26, 2.6, 1},
                               {&slow, 64, false, 0, 0, 1},
                               {&mhd, 64, false, 0, 0, 1},
                               {&slow, 128, false, 0, 0, 1},
                               {&mhd, 128, false, 0, 0, 1},
                               {&slow, 256, false, 0, 0, 1},
                               {&mhd, 256, false, 0, 0, 1},
                               {&torus, 65, false, 0, 0, 1},
                               {&torus, 129, false, 0, 0, 1},
                               {&torus, 257, false, 0, 0, 1},
                               {&body, 64, false, 0, 0, 1},
                               {&body, 128, false, 0, 0, 1},
                               {&body, 256, false, 0, 0, 1}};

static double now(int threads)
{
    struct timespec t;
    clock_gettime(
        threads == 1 && openblas_set_num_threads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *numbers(size_t count)
{
    double *p = calloc(count, sizeof *p);
    if (!p) exit(2);
    return p;
}

static double product_seconds(const trial *t)
{
    const size_t n = t->n;
    const int m = (int)n;
    double *a = numbers(2 * n * n), *b = numbers(2 * n * n), *c = numbers(2 * n * n);
    const double one[2] = {1, 0}, zero[2] = {0, 0};
    const size_t times = 1 + (size_t)(1e7 / ((double)n * (double)n * (double)n));
    double best = INFINITY;
    for (size_t i = 0; i < 2 * n * n; i++) a[i] = b[i] = (double)(i % 7) - 3;
    for (size_t i = 0; i < times; i++) {
        const double start = now(t->threads);
        if (t->kind->real)
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, a, m, b, m, 0, c, m);
        else
            cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, one, a, m, b, m, zero,
                        c, m);
        best = fmin(best, now(t->threads) - start);
    }
    free(a);
    free(b);
    free(c);
    return best;
}

static double largest_change(const fast_matrices *k, const double *x, const double *y)
{
    double *before = numbers(k->n), *after = numbers(k->n), change = 0;
    fast_matrix_spectrum(before, k, x);
    fast_matrix_spectrum(after, k, y);
    for (size_t i = 0; i < k->n; i++) change = fmax(change, fabs(after[i] - before[i]));
    free(before);
    free(after);
    return change;
}

/* |X|_F = sqrt N; a coordinate off the diagonal stands for two entries. */
static void initial(double *x, const trial *t, const drift_run *r, size_t d)
{
    uint64_t seed = 42;
    double square = 0;
    if (t->kind == &sphere || t->kind == &slow || t->kind == &mhd) {
        for (size_t at = 0; at < d; at += t->n * t->n) large_scales(x + at, t->n, DEGREES, &seed);
        return;
    }
    drift_run_state(x, r);
    for (size_t i = 0; i < d; i++) square += (t->kind->real || i >= t->n ? 2 : 1) * x[i] * x[i];
    for (size_t i = 0; i < d; i++) x[i] *= sqrt((double)t->n / square);
}

/* A run of `count` steps after the first WARM from the initial state; spent[i] becomes the least of
 * itself and what step i takes. */
static void path_run(double *spent, outcome *o, const trial *t, const fast_system *sys,
                     const double *x, double *y, size_t count)
{
    const size_t M = fast_system_M(sys), each = count / ROUNDS;
    double *dW = numbers(M + 1), evaluations = 0;
    fast_trajectory *path;
    fast_report report;
    uint64_t state = 7;
    if (fast_trajectory_new(&path, sys, x, t->tolerance)) exit(2);
    for (size_t i = 0; i < WARM + count; i++) {
        if (i % each == 0) o->product = fmin(o->product, product_seconds(t));
        for (size_t k = 0; k < M; k++)
            dW[k] = t->noise ? sqrt(t->kind->h) * 1.7 * large_scales_uniform(&state) : 0;
        const double start = now(t->threads);
        if (fast_trajectory_step(path, &report, t->kind->h, dW)) exit(2);
        if (i < WARM) continue;
        spent[i - WARM] = fmin(spent[i - WARM], now(t->threads) - start);
        evaluations += report.iterations;
    }
    o->evaluations = evaluations / (double)count;
    fast_trajectory_state(y, path);
    fast_trajectory_free(path);
    free(dW);
}

static outcome run(const trial *t)
{
    const drift_run r = {.system = t->kind->system, .n = t->n, .noise = t->noise ? 0.1 : 0};
    fast_system *sys = drift_run_open(&r);
    const size_t d = fast_system_d(sys),
                 count = ROUNDS * (2 + 400000 / (t->n * t->n * t->n / 64 + 1));
    double *x = numbers(d), *y = numbers(d), *spent = numbers(count);
    outcome o = {0, INFINITY, 0, 0};
    const size_t of_field = t->kind == &mhd ? d / 2 : d; /* Theta, which stands last */
    if (openblas_set_num_threads) openblas_set_num_threads(t->threads);
    initial(x, t, &r, d);
    for (size_t i = 0; i < count; i++) spent[i] = INFINITY;
    for (size_t i = 0; i < (t->n <= SHORT ? RUNS : 1); i++)
        path_run(spent, &o, t, sys, x, y, count);
    for (size_t i = 0; i < count; i++) o.seconds += spent[i] / (double)count;
    o.drift = largest_change(sys->algebra->own, x + d - of_field, y + d - of_field);
    fast_system_free(sys);
    free(x);
    free(y);
    free(spent);
    return o;
}

/* Deterministic steps to roundoff by one thread, the last of a kind: what noise and two threads are
 * compared with; `sphere_evaluation`: seconds of an evaluation on the sphere at the torus's N - 1,
 * or at mhd-sphere's N and h; or 0. */
static void report(const trial *t, const outcome *o, double plain, double sphere_evaluation,
                   FILE *json)
{
    const kind *k = t->kind;
    const double n = (double)t->n, flops = k->flops * o->evaluations * n * n * n,
                 bytes = k->bytes * o->evaluations * n * n, unit = (k->real ? 2 : 8) * n * n * n,
                 ratio = t->noise ? o->seconds / plain : o->seconds / o->product,
                 bound = flops / o->seconds / (unit / o->product);
    char aim[128] = "";
    if (t->goal > 0)
        snprintf(aim, sizeof aim, " (aim %.4g, %s)", t->goal, ratio <= t->goal ? "met" : "NOT MET");
    if (t->threads > 1) {
        size_t said = strlen(aim);
        snprintf(aim + said, sizeof aim - said, " (%d threads by the clock, %.2f x one%s)",
                 t->threads, plain / o->seconds,
                 t->n < TWO_FROM               ? ""
                 : plain / o->seconds >= TWICE ? ", aim 1.7, met"
                                               : ", aim 1.7, NOT MET");
    }
    const double of_sphere =
        sphere_evaluation > 0 ? o->seconds / o->evaluations / sphere_evaluation : 0;
    if (of_sphere > 0)
        snprintf(aim, sizeof aim, " (%.2f x the sphere's evaluation, aim %.3g, %s)", of_sphere,
                 k->beside, of_sphere <= k->beside ? "met" : "NOT MET");
    printf(
        "  %-14s N %4zu  %-11s %9.3f ms  %5.2f %s%s  %.2f evaluations  %.2f of the bound by %s's "
        "flop/s  %.1f GB/s  drift %.1e\n",
        k->system, t->n,
        t->noise           ? "noise"
        : t->tolerance > 0 ? "to sqrt u"
                           : "to roundoff",
        1e3 * o->seconds, ratio,
        t->noise  ? "x plain"
        : k->real ? "dgemm"
                  : "zgemm",
        aim, o->evaluations, bound, k->real ? "dgemm" : "zgemm", 1e-9 * bytes / o->seconds,
        o->drift);
    if (json)
        fprintf(
            json,
            "{\"name\":\"%s\",\"h\":%g,\"n\":%zu,\"noise\":%s,\"tolerance\":%.3g,\"threads\":%d,"
            "\"seconds\":%.6g,\"%s_seconds\":%.6g,\"ratio\":%.4g,\"aim\":%.4g,"
            "\"evaluations\":%.3g,\"flops\":%.4g,\"bytes\":%.4g,\"of_bound\":%.3g,"
            "\"of_sphere\":%.4g,\"drift\":%.3g}",
            k->system, k->h, t->n, t->noise ? "true" : "false", t->tolerance, t->threads,
            o->seconds, k->real ? "dgemm" : "zgemm", o->product, ratio, t->goal, o->evaluations,
            flops, bytes, bound, of_sphere, o->drift);
}

int main(int argc, char **argv)
{
    const char *most = getenv("SLP_BENCH_MATRIX_MOST");
    const size_t limit = most ? (size_t)strtoul(most, NULL, 10) : 512;
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) return 2;
    if (json) fputc('[', json);
    double plain = 0, evaluation[sizeof trials / sizeof *trials];
    bool first = true;
    puts(
        "steps of matrices; an evaluation is 9 N^3 flops or less and about 60 N^2 doubles moved on "
        "the sphere, 11 and 72 on the\ntorus, 3 and 30 on so(N)");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const trial *t = trials + i;
        if (t->n > limit || (t->threads > 1 && !openblas_set_num_threads)) continue;
        const outcome o = run(t);
        if (!t->noise && t->tolerance == 0 && t->threads == 1) plain = o.seconds;
        evaluation[i] = o.seconds / o.evaluations;
        double beside = 0;
        const kind *other = t->kind == &mhd ? &slow : &sphere;
        for (size_t k = 0; k < i && t->kind->beside > 0; k++)
            if (trials[k].kind == other && trials[k].n == t->n - (t->kind == &torus) &&
                trials[k].threads == 1 && trials[k].tolerance == 0 && !trials[k].noise)
                beside = evaluation[k];
        if (json && !first) fputs(",\n", json);
        first = false;
        report(t, &o, plain, beside, json);
        fflush(stdout);
    }
    if (json) fputs("]\n", json);
    return json && fclose(json) ? 2 : 0;
}
