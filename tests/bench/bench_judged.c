/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How far from the bound the binary64 path's steps are: for every system and scheme, and for every
 * ensemble kernel, cases are drawn, answered and judged, and ratio / bound counted in classes of a
 * factor two.  A ratio above 1 is a failure.
 * usage: bench_judged [FILE.json]   Exit 1 if any step failed. */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "oracle/command/run_path.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Classes: below 2^-9, then up to each power of two until 1, and above 1. */
enum { CLASSES = 11, CASES = 120, ENSEMBLE_CASES = 25, PATHS = 8, MOST_DRAWS = 400 };
static const double seconds_each = 0.5;
static const uint64_t seed = 1;

typedef struct histogram {
    unsigned in[CLASSES], judged, unable, other;
    double worst, sum; /* of ratio / bound */
} histogram;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void count(histogram *h, const slp_verdict *v)
{
    bool decided = v->kind == SLP_VERDICT_PASS || v->kind == SLP_VERDICT_FAIL;
    if (v->kind == SLP_VERDICT_UNABLE) h->unable++;
    if (!decided && v->kind != SLP_VERDICT_UNABLE) h->other++;
    if (!decided) return;
    double share = v->ratio / v->bound;
    int k = 0;
    while (k + 1 < CLASSES && !(share <= ldexp(1, k - (CLASSES - 2)))) k++;
    h->in[k]++;
    h->judged++;
    h->sum += share;
    if (!(share <= h->worst)) h->worst = share;
}

/* One histogram as a line and as a JSON object; whether all was well. */
static bool show(const histogram *h, const char *system, const char *scheme, const char *kernel,
                 FILE *json, bool first)
{
    const unsigned failed = h->in[CLASSES - 1];
    printf("%-16s %-27s %-8s", system, scheme, kernel);
    for (int k = 0; k < CLASSES; k++) printf(h->in[k] ? " %5u" : "     .", h->in[k]);
    printf(" %6.3f %6.3f", h->judged ? h->sum / h->judged : 0, h->worst);
    if (h->unable) printf("  %u without certificate", h->unable);
    if (h->other) printf("  %u undecided or in error", h->other);
    if (failed) printf("  %u FAILED", failed);
    putchar('\n');
    fflush(stdout);
    if (json) {
        fprintf(json, "%s{\"system\":\"%s\",\"scheme\":\"%s\",\"kernel\":\"%s\",\"counts\":[",
                first ? "" : ",\n", system, scheme, kernel);
        for (int k = 0; k < CLASSES; k++) fprintf(json, "%s%u", k ? "," : "", h->in[k]);
        fprintf(json, "],\"mean\":%.4g,\"worst\":%.4g,\"unable\":%u,\"other\":%u}",
                h->judged ? h->sum / h->judged : 0, h->worst, h->unable, h->other);
    }
    return failed == 0 && h->judged > 0;
}

static histogram judge_pair(const slp_system *system, const slp_scheme *scheme)
{
    histogram h = {.worst = 0};
    slp_case c;
    slp_case_init(&c);
    double began = now();
    for (uint64_t n = 0; n < CASES && (n < 4 || now() - began < seconds_each); n++) {
        slp_draw from;
        slp_result r;
        slp_verdict v;
        slp_draw_init(&from, seed, n);
        if (slp_draw_case(&c, system, scheme, &from, 1) != SLP_OK) exit(2);
        slp_result_init(&r);
        slp_run_fast(&r, &c);
        slp_judge(&v, &c, &r);
        count(&h, &v);
        slp_result_clear(&r);
    }
    slp_case_clear(&c);
    return h;
}

/* One step of an ensemble of PATHS that start where c does, each on its own increments, path by
 * path judged. */
static void judge_ensemble(histogram *h, slp_case *c, const fast_system *sys, const char *kernel)
{
    const size_t d = c->d, M = c->M;
    double *x = malloc((d + M) * PATHS * sizeof *x), *dW = x + d * PATHS;
    double from[64], dw[FAST_ENSEMBLE_NOISES];
    memcpy(from, c->x, d * sizeof *from);
    fast_ensemble run = {.paths = PATHS,
                         .seed = seed,
                         .first_path = 17 * h->judged,
                         .h = c->h,
                         .ell = 2,
                         .steps = 1,
                         .threads = 1,
                         .kernel = kernel};
    for (size_t i = 0; i < d * PATHS; i++) x[i] = from[i / PATHS];
    if (M && fast_ensemble_increments(dW, (unsigned)M, &run)) exit(2);
    fast_ensemble_advance(x, NULL, sys, &run);
    for (size_t p = 0; p < PATHS; p++) {
        slp_result r;
        slp_verdict v;
        slp_error err;
        for (size_t k = 0; k < M; k++) dw[k] = dW[k * PATHS + p];
        slp_case_set_dw(c, M ? dw : NULL, M);
        if (slp_case_check(c, &err)) exit(2);
        slp_result_init(&r);
        r.y.count = d;
        r.y.at = malloc(d * sizeof *r.y.at);
        for (size_t i = 0; i < d; i++) r.y.at[i] = x[i * PATHS + p];
        if (!isfinite(r.y.at[0])) r.error = SLP_NO_CONVERGENCE;
        slp_judge(&v, c, &r);
        count(h, &v);
        slp_result_clear(&r);
    }
    free(x);
}

/* Cases of a system that ensembles step: those drawn ones with a positive step and a shape that
 * kernels have. */
static histogram judge_kernel(const slp_system *system, const char *kernel, const char **name)
{
    histogram h = {.worst = 0};
    unsigned done = 0;
    slp_case c;
    slp_case_init(&c);
    *name = NULL;
    for (uint64_t n = 0; n < MOST_DRAWS && done < ENSEMBLE_CASES; n++) {
        slp_draw from;
        slp_error err;
        fast_system *sys;
        slp_draw_init(&from, seed, n);
        if (slp_draw_case(&c, system, slp_scheme_find("implicit-midpoint"), &from, 1) ||
            fast_system_new(&sys, &c, &err))
            exit(2);
        const char *scheme = fast_ensemble_scheme(sys);
        if (scheme && c.h > 0 && c.d <= 64) {
            *name = scheme;
            c.scheme = slp_scheme_find(scheme);
            c.steps = 1;
            judge_ensemble(&h, &c, sys, kernel);
            done++;
        }
        fast_system_free(sys);
    }
    slp_case_clear(&c);
    return h;
}

static bool run_all(FILE *json)
{
    const slp_system *system;
    const slp_scheme *scheme;
    bool good = true, first = true;
    for (size_t i = 0; (system = slp_system_at(i)); i++)
        for (size_t k = 0; (scheme = slp_scheme_at(k)); k++) {
            if (!system->draw || !slp_pair_makes_sense(system, scheme, NULL) ||
                !ref_has_system(system->name) || !fast_has_system(system->name) ||
                !ref_scheme_find(scheme->name) || !fast_scheme_find(scheme->name))
                continue;
            histogram h = judge_pair(system, scheme);
            good = show(&h, system->name, scheme->name, "step", json, first) && good;
            first = false;
        }
    for (size_t i = 0; (system = slp_system_at(i)); i++)
        for (size_t k = 0; fast_kernel_at(k); k++) {
            const char *name;
            if (!system->draw) continue;
            histogram h = judge_kernel(system, fast_kernel_at(k), &name);
            if (name) good = show(&h, system->name, name, fast_kernel_at(k), json, first) && good;
        }
    return good;
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) return 2;
    if (json) fputs("[", json);
    printf("judged steps by ratio / bound: at most 2^-9, ..., 1/2, 1, above; mean, worst; up to %d "
           "cases a line, seed %llu\n",
           CASES, (unsigned long long)seed);
    bool good = run_all(json);
    if (json) fputs("]\n", json);
    ref_thread_cleanup();
    if (json && fclose(json)) return 2;
    return good ? 0 : 1;
}
