/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drift of eigenvalues along the papers' long runs, by system and scheme: curve, law of growth,
 * constants.  Units u |X|, |X| the largest eigenvalue.  Figures of EJLL: 4 is so(3), h = 2^-8, 256
 * 000 steps; 6 is so(10), the same; 10 is su(128), h = 1.6e-3, 32 000 steps, from degrees l <= 6.
 * LECG's figure 8 is the torus with N = 3, h = 1/2, 20 000 steps.  Increments are truncated with l
 * = 2.  A line a run; its curve with -v.  What the constants mean: fast/trajectory/drift.md.
 * Usage: bench_drift [JSON file] [-v]; environment SLP_BENCH_DRIFT = share of the steps to make (1:
 * all), or the name of one system, whose steps are all made. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "oracle/contract/noise/noise.h"
#include "tests/bench/drift_law.h"
#include "tests/bench/drift_run.h"
#include "tests/bench/drift_spectrum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHUNK = 64 }; /* steps whose increments are drawn at once */

#define SO3(scheme, noise)                                                                         \
    {                                                                                              \
        "EJLL fig. 4", "rigid-body", scheme, 3, 256000, 8, 0x1p-8, noise                           \
    }
#define SO10(scheme, noise)                                                                        \
    {                                                                                              \
        "EJLL fig. 6", "rigid-body-n", scheme, 10, 256000, 1, 0x1p-8, noise                        \
    }
#define TORUS(scheme, n)                                                                           \
    {                                                                                              \
        "LECG fig. 8", "sine-euler", scheme, n, 20032, 1, 0.5, 0.1                                 \
    }
#define SPHERE(scheme, n, noise)                                                                   \
    {                                                                                              \
        "EJLL fig. 10", "zeitlin-sphere", scheme, n, 32000, 1, 1.6e-3, noise                       \
    }

static const drift_run runs[] = {SO3("isospectral-midpoint", 0.1),
                                 SO3("tmk", 0.1),
                                 SO3("variational-cayley", 0.1),
                                 SO3("isospectral-midpoint", 0),
                                 SO10(NULL, 0.1),
                                 SO10("isospectral-midpoint", 0.1),
                                 SO10("tmk", 0.1),
                                 SO10("variational-cayley", 0.1),
                                 SO10(NULL, 0),
                                 TORUS("tmk", 3),
                                 TORUS(NULL, 3),
                                 SPHERE(NULL, 12, 0.1),
                                 SPHERE("tmk", 12, 0.1),
                                 SPHERE("variational-cayley", 12, 0.1),
                                 SPHERE(NULL, 12, 0),
                                 SPHERE(NULL, 128, 0),
                                 SPHERE(NULL, 128, 0.1)};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *numbers(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) exit(2);
    return p;
}

/* Half of the spectrum where the other half mirrors it: the length on so(3), the positive half on
 * so(n). */
static size_t measure(long double *lambda, const drift_run *r, const fast_system *sys,
                      const double *x)
{
    if (!strcmp(r->system, "rigid-body")) {
        const long double a = x[0], b = x[1], c = x[2];
        lambda[0] = sqrtl(a * a + b * b + c * c);
        return 1;
    }
    const fast_matrices *k = sys->algebra->own;
    drift_spectrum(lambda, k, x);
    if (k->parts == 2) return k->n;
    memmove(lambda, lambda + k->n - k->n / 2, k->n / 2 * sizeof *lambda);
    return k->n / 2;
}

typedef struct walker {
    const drift_run *r;
    const fast_system *sys;
    const fast_scheme *rule;
    fast_trajectory *path;
    double *x, *dW, *own, *room;
    uint64_t which;
    size_t made;
} walker;

/* One step, increments of CHUNK steps drawn at its head. */
static void step(walker *w)
{
    const size_t M = fast_system_M(w->sys), within = w->made % CHUNK;
    for (size_t k = 0; k < M && within == 0; k++)
        slp_increments(w->dW + k * CHUNK, w->r->h, 1, w->which, (uint32_t)k, 0, w->made, CHUNK);
    for (size_t k = 0; k < M; k++) w->own[k] = slp_truncate(w->dW[k * CHUNK + within], w->r->h, 2);
    slp_status status =
        w->path ? fast_trajectory_step(w->path, NULL, w->r->h, w->own)
                : fast_step(w->x, NULL, w->rule, w->sys, w->x, w->r->h, w->own, w->room);
    w->made++;
    if (status) {
        fprintf(stderr, "bench_drift: %s by %s: step %zu of path %llu not made\n", w->r->system,
                w->r->scheme ? w->r->scheme : "trajectory", w->made,
                (unsigned long long)w->which + 1);
        exit(2);
    }
}

/* Errors of one path into columns of `errors`, rows `stride` apart; returns how many values. */
static size_t walk(double *errors, size_t stride, const drift_run *r, const fast_system *sys,
                   size_t which, const size_t *times, size_t count)
{
    const char *name = r->scheme ? r->scheme : "isospectral-midpoint";
    walker w = {.r = r, .sys = sys, .rule = fast_scheme_find(name), .which = which};
    const size_t d = fast_system_d(sys), M = fast_system_M(sys);
    w.x = numbers(d, sizeof(double));
    w.dW = numbers(M * CHUNK, sizeof(double));
    w.own = numbers(M, sizeof(double));
    w.room = numbers(fast_step_work_size(w.rule, sys), sizeof(double));
    long double *first = numbers(r->n, sizeof *first), *lambda = numbers(r->n, sizeof *lambda);
    drift_run_state(w.x, r);
    const size_t values = measure(first, r, sys, w.x);
    long double size = 0;
    for (size_t j = 0; j < values; j++) size = fmaxl(size, fabsl(first[j]));
    if (!r->scheme && fast_trajectory_new(&w.path, sys, w.x, 0)) exit(2);
    double told = now();
    for (size_t i = 0; i < count; i++) {
        while (w.made < times[i]) {
            step(&w);
            if (now() < told + 10) continue;
            told = now();
            fprintf(stderr, "  %s, N = %zu, by %s: %zu of %zu steps\n", r->system, r->n, name,
                    w.made, times[count - 1]);
        }
        if (w.path) fast_trajectory_state(w.x, w.path);
        measure(lambda, r, sys, w.x);
        for (size_t j = 0; j < values; j++)
            errors[i * stride + which * values + j] =
                (double)((lambda[j] - first[j]) / size) * 0x1p53;
    }
    fast_trajectory_free(w.path);
    free(w.x);
    free(w.dW);
    free(w.own);
    free(w.room);
    free(first);
    free(lambda);
    return values;
}

static void print(const drift_run *r, const drift_law *law, double seconds, bool curve)
{
    printf("  %-12s %-14s N %3zu  %-20s  noise %-3g %6zu steps  error at the end %8.3g u|X|  "
           "exponent %.2f  %s  rms %.3g u sqrt(n), most %.3g u sqrt(n), %.2g u n  walk %.2f  "
           "%.1f s\n",
           r->what, r->system, r->n, r->scheme ? r->scheme : "trajectory", r->noise, law->steps,
           law->most[law->points - 1], law->exponent, law->biased ? "BIASED" : "walks ",
           law->per_root, law->most_per_root, law->per_step, law->walk, seconds);
    for (size_t i = 0; curve && i < law->points; i++)
        printf("      n %7zu  rms %9.3g  most %9.3g u|X|\n", law->at[i], law->rms[i], law->most[i]);
    fflush(stdout);
}

static void write(FILE *to, bool first, const drift_run *r, const drift_law *law, double seconds)
{
    fprintf(to,
            "%s{\"run\":\"%s\",\"system\":\"%s\",\"n\":%zu,\"scheme\":\"%s\",\"noise\":%g,"
            "\"steps\":%zu,\"exponent\":%.3g,\"law\":\"%s\",\"rms_per_root_n\":%.4g,"
            "\"most_per_root_n\":%.4g,\"most_per_n\":%.4g,\"walk\":%.3g,\"seconds\":%.4g,"
            "\"curve\":[",
            first ? "" : ",\n", r->what, r->system, r->n, r->scheme ? r->scheme : "trajectory",
            r->noise, law->steps, law->exponent, law->biased ? "n" : "sqrt n", law->per_root,
            law->most_per_root, law->per_step, law->walk, seconds);
    for (size_t i = 0; i < law->points; i++)
        fprintf(to, "%s[%zu,%.4g,%.4g]", i ? "," : "", law->at[i], law->rms[i], law->most[i]);
    fputs("]}", to);
}

int main(int argc, char **argv)
{
    const char *file = NULL, *want = getenv("SLP_BENCH_DRIFT");
    bool curve = false, first = true;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-v"))
            curve = true;
        else
            file = argv[i];
    double share = want ? strtod(want, NULL) : 1;
    const char *only = want && !(share > 0) ? want : NULL;
    if (!(share > 0) || share > 1) share = 1;
    FILE *json = file ? fopen(file, "w") : NULL;
    if (file && !json) return 2;
    if (json) fputc('[', json);
    puts("drift of eigenvalues, units u|X|, u = 2^-53, |X| the largest eigenvalue");
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        drift_run r = runs[i];
        if (only && strcmp(only, r.system)) continue;
        size_t times[DRIFT_BLOCKS + DRIFT_POINTS];
        r.steps = DRIFT_BLOCKS * (size_t)fmax(1, share * (double)r.steps / DRIFT_BLOCKS);
        const size_t count = drift_times(times, r.steps);
        fast_system *sys = drift_run_open(&r);
        double *errors = numbers(count * r.paths * r.n, sizeof *errors), start = now();
        long double *lambda = numbers(r.n, sizeof *lambda);
        double *x = numbers(fast_system_d(sys), sizeof *x);
        drift_run_state(x, &r);
        const size_t values = measure(lambda, &r, sys, x) * r.paths;
        for (size_t p = 0; p < r.paths; p++) walk(errors, values, &r, sys, p, times, count);
        drift_law law;
        drift_fit(&law, errors, r.steps, values);
        print(&r, &law, now() - start, curve);
        if (json) write(json, first, &r, &law, now() - start);
        first = false;
        free(errors);
        free(lambda);
        free(x);
        fast_system_free(sys);
    }
    if (json) fputs("]\n", json);
    return json && fclose(json) ? 2 : 0;
}
