/* Steps of Zeitlin's sphere on su(N) by fast_trajectory, in units of one zgemm of that N timed in the same run: X random in degrees
 * l <= 10 with |X|_F = sqrt N, h = 0.25, tolerance at roundoff and at sqrt u, and with noise at N = 128.  What a
 * step of it moves and computes, and how far its spectrum drifts, stand beside; to roundoff, a step's 6 or 12 N^3 flops in binary32
 * (fast/trajectory_residual.c) are timed and not counted.
 * Usage: bench_matrix [JSON file]; environment SLP_BENCH_MATRIX_MOST = largest N (512). */
#include "fast/matrix.h"
#include "fast/system.h"
#include "tests/large_scales.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEGREES = 10, ROUNDS = 15, WARM = 12 };

typedef struct trial {
    size_t n;
    bool noise;
    double tolerance, goal; /* goal: zgemm a step, or times the deterministic step */
} trial;

typedef struct outcome {
    double seconds, zgemm, evaluations, drift;
} outcome;

static const trial trials[] = {
    {64, false, 0, 21},          {64, false, 0x1p-26, 9.25}, {128, false, 0, 12},
    {128, false, 0x1p-26, 6.75}, {128, true, 0, 2.5},        {256, false, 0, 8.4},
    {256, false, 0x1p-26, 4.25}, {512, false, 0, 6.5},       {512, false, 0x1p-26, 2.75},
    {1024, false, 0, 5.8},       {1024, false, 0x1p-26, 2.6}};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *numbers(size_t count)
{
    double *p = calloc(count, sizeof *p);
    if (!p) exit(2);
    return p;
}

static double zgemm_seconds(size_t n)
{
    double *a = numbers(2 * n * n), *b = numbers(2 * n * n), *c = numbers(2 * n * n);
    const double one[2] = {1, 0}, zero[2] = {0, 0};
    const size_t times = 1 + (size_t)(1e7 / ((double)n * (double)n * (double)n));
    for (size_t i = 0; i < 2 * n * n; i++) a[i] = b[i] = (double)(i % 7) - 3;
    double start = now();
    for (size_t i = 0; i < times; i++)
        cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, one, a,
                    (int)n, b, (int)n, zero, c, (int)n);
    double seconds = (now() - start) / (double)times;
    free(a);
    free(b);
    free(c);
    return seconds;
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

/* The least of several is what the machine does when nobody else has it. */
static double least(const double *v, size_t n)
{
    double best = v[0];
    for (size_t i = 1; i < n; i++) best = fmin(best, v[i]);
    return best;
}

static outcome run(const trial *t)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    fast_trajectory *path;
    fast_report report;
    slp_case_init(&c);
    if (slp_case_parse(&c,
                       "case id=b system=zeitlin-sphere scheme=isospectral-midpoint n=2 h=0.25 "
                       "steps=1 x=0,0,0,1",
                       1, &err))
        exit(2);
    const double size = (double)t->n, amp = 0.1;
    slp_case_set_param(&c, "n", &size, 1, &err);
    if (t->noise) slp_case_set_param(&c, "amp", &amp, 1, &err);
    const size_t d = t->n * t->n;
    double *x = numbers(d), *y = numbers(d), *dW = numbers(d), steps[ROUNDS], unit[ROUNDS];
    uint64_t state = 7, start_state = 42;
    large_scales(x, t->n, DEGREES, &start_state);
    if (fast_system_new(&sys, &c, &err) || fast_trajectory_new(&path, sys, x, t->tolerance))
        exit(2);
    const size_t each = 2 + 400000 / (t->n * t->n * t->n / 64 + 1);
    double evaluations = 0;
    for (size_t r = 0, made = 0; r < ROUNDS; r++) {
        unit[r] = zgemm_seconds(t->n);
        double spent = 0;
        for (size_t i = 0; i < each + (r ? 0 : WARM); i++) {
            for (size_t k = 0; k < fast_system_M(sys); k++)
                dW[k] = 0.5 * 1.7 * large_scales_uniform(&state);
            double start = now();
            if (fast_trajectory_step(path, &report, 0.25, dW)) exit(2);
            if (r == 0 && i < WARM) continue;
            spent += now() - start;
            evaluations += report.iterations;
            made++;
        }
        steps[r] = spent / (double)each;
        if (r == ROUNDS - 1) evaluations /= (double)made;
    }
    fast_trajectory_state(y, path);
    outcome o = {least(steps, ROUNDS), least(unit, ROUNDS), evaluations,
                 largest_change(sys->algebra->own, x, y)};
    fast_trajectory_free(path);
    fast_system_free(sys);
    slp_case_clear(&c);
    free(x);
    free(y);
    free(dW);
    return o;
}

int main(int argc, char **argv)
{
    const char *most = getenv("SLP_BENCH_MATRIX_MOST");
    const size_t limit = most ? (size_t)strtoul(most, NULL, 10) : 512;
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) return 2;
    if (json) fputc('[', json);
    double plain = 0;
    puts("su(N) step of Zeitlin's sphere; 1 evaluation = 9 N^3 flops or less, about 60 N^2 doubles "
         "moved");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const trial *t = trials + i;
        if (t->n > limit) continue;
        const outcome o = run(t);
        if (!t->noise && t->tolerance == 0) plain = o.seconds;
        const double n = (double)t->n, cubes = 9 * o.evaluations * n * n * n,
                     ratio = t->noise ? o.seconds / plain : o.seconds / o.zgemm;
        printf("  N %4zu  %-13s %9.3f ms  %5.2f %s (aim %.4g, %s)  %.2f evaluations  "
               "%.2f of the bound by zgemm's flop/s  %.1f GB/s  drift %.1e\n",
               t->n,
               t->noise           ? "noise"
               : t->tolerance > 0 ? "to sqrt u"
                                  : "to roundoff",
               1e3 * o.seconds, ratio, t->noise ? "x deterministic" : "zgemm", t->goal,
               ratio <= t->goal ? "met" : "NOT MET", o.evaluations,
               cubes / o.seconds / (8 * n * n * n / o.zgemm),
               480e-9 * n * n * o.evaluations / o.seconds, o.drift);
        if (json)
            fprintf(json,
                    "%s{\"name\":\"zeitlin-sphere\",\"n\":%zu,\"noise\":%s,\"tolerance\":%.3g,"
                    "\"seconds\":%.6g,\"zgemm_seconds\":%."
                    "6g,"
                    "\"ratio\":%.4g,\"aim\":%.4g,\"evaluations\":%.3g,\"flops\":%.4g,\"bytes\":%."
                    "4g,\"drift\":%.3g}",
                    i ? ",\n" : "", t->n, t->noise ? "true" : "false", t->tolerance, o.seconds,
                    o.zgemm, ratio, t->goal, o.evaluations, cubes, 480 * n * n * o.evaluations,
                    o.drift);
    }
    if (json) fputs("]\n", json);
    return json && fclose(json) ? 2 : 0;
}
