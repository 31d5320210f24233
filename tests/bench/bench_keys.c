/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a step of a lattice of spins takes with each pair of optional keys, and with all, beside the
 * sum of its parts: a step without keys and what each key adds alone.  A key must not make a step
 * fall back to another, slower way (fast/system/spins.md).  All keys turn spins by more than each
 * does, so that an implicit step takes more iterations.  The aim is on the time of one evaluation:
 * a step's over 1 + its iterations.  The ratio of whole steps and the evaluations stand beside it.
 * tests/fast/test_key_costs.py counts instructions on one size; here are times, over schemes, steps
 * h and sizes.  One thread, its processor time, the least of several runs, which are spread over
 * PASSES turns through all sets of keys: what takes the processor for a moment then spoils no set.
 * Usage: bench_keys [JSON file]. */
#include "fast/fast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SMALL = 16, MIDDLE = 64, WIDE = 256, MOST = WIDE * WIDE, RUNS = 2, PASSES = 3, KEYS = 5 };
enum { ALL = (1 << KEYS) - 1 };
static const double AIM = 2; /* of the sum of the parts */

static const char *const names[KEYS] = {"dmi", "field", "anisotropy", "damping", "noise"};
static const double values[KEYS][4] = {
    {0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}, {0.2, 0, 0.6, 0.8}, {0.1}, {0.1}};
static const size_t counts[KEYS] = {3, 3, 4, 1, 1};

typedef struct lattice {
    size_t spins;
    double *x, *y, *ends, *exchange, *dmi, *dW;
} lattice;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool start(lattice *l)
{
    double **const arrays[] = {&l->x, &l->y, &l->ends, &l->exchange, &l->dmi, &l->dW};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!(*arrays[k] = malloc((size_t)6 * MOST * sizeof(double)))) return false;
    return true;
}

static void fill(lattice *l, size_t side)
{
    l->spins = side * side;
    for (size_t i = 0; i < l->spins; i++) {
        const size_t row = i / side, column = i % side;
        const double height = cos(1.3 * (double)i), across = sqrt(1 - height * height);
        l->ends[4 * i] = l->ends[4 * i + 2] = (double)(i + 1);
        l->ends[4 * i + 1] = (double)(row * side + (column + 1) % side + 1);
        l->ends[4 * i + 3] = (double)((row + 1) % side * side + column + 1);
        l->exchange[2 * i] = l->exchange[2 * i + 1] = 1;
        for (size_t k = 0; k < 6; k++) l->dmi[6 * i + k] = values[0][k % 3];
        l->x[3 * i] = across * cos(0.4 * (double)i);
        l->x[3 * i + 1] = across * sin(0.4 * (double)i);
        l->x[3 * i + 2] = height;
    }
}

static slp_status set_keys(slp_case *c, const lattice *l, int keys, slp_error *err)
{
    slp_status status = slp_case_set(c, "bonds", l->ends, 4 * l->spins, err);
    if (status == SLP_OK) status = slp_case_set(c, "exchange", l->exchange, 2 * l->spins, err);
    for (int k = 0; k < KEYS && status == SLP_OK; k++)
        if (keys >> k & 1)
            status = slp_case_set(c, names[k], k ? values[k] : l->dmi, k ? counts[k] : 6 * l->spins,
                                  err);
    return status;
}

typedef struct cost {
    double step, evaluation; /* seconds */
    unsigned evaluations;
} cost;

/* What a step with these keys takes; NAN if it fails. */
static cost step_cost(lattice *l, const char *scheme, double h, int keys)
{
    slp_error err;
    fast_report report = {0};
    slp_case *c = NULL;
    fast_system *sys = NULL;
    double least = INFINITY, *work = NULL;
    const fast_scheme *rule = fast_scheme_find(scheme);
    for (size_t i = 0; i < 3 * l->spins; i++) l->dW[i] = 0.6 * sqrt(h) * sin((double)i);
    if (slp_case_new(&c, "spins", scheme, &err) || set_keys(c, l, keys, &err) ||
        slp_case_set(c, "h", &h, 1, &err) || slp_case_set(c, "x", l->x, 3 * l->spins, &err) ||
        slp_case_sizes(NULL, NULL, c, &err) || fast_system_new(&sys, c, &err)) {
        slp_error_print(stderr, "bench_keys", &err);
        least = NAN;
    } else {
        work = malloc(fast_step_work_size(rule, sys) * sizeof *work);
    }
    for (int run = 0; work && run < RUNS; run++) {
        const double from = now();
        const int steps = l->spins < MOST ? 4 : 1;
        for (int n = 0; n < steps; n++)
            if (fast_step(l->y, &report, rule, sys, l->x, h, keys >> 4 ? l->dW : NULL, work))
                least = NAN;
        least = fmin(least, (now() - from) / steps);
    }
    free(work);
    fast_system_free(sys);
    slp_case_free(c);
    const unsigned evaluations = 1 + report.iterations;
    return (cost){least, least / evaluations, evaluations};
}

static void print_keys(int keys)
{
    const char *before = "";
    for (int k = 0; k < KEYS; k++)
        if (keys >> k & 1) printf("%s%s", before, names[k]), before = ", ";
}

/* A step with none of the keys, one, two or all. */
static bool asked(int keys)
{
    int several = 0;
    for (int k = 0; k < KEYS; k++) several += keys >> k & 1;
    return several <= 2 || keys == ALL;
}

static bool measure(lattice *l, size_t side, const char *scheme, double h, FILE *json)
{
    cost found[ALL + 1];
    double worst = 0, step = 0;
    int which = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        for (int keys = 0; keys <= ALL; keys++) {
            if (!asked(keys)) continue;
            const cost taken = step_cost(l, scheme, h, keys);
            if (!(taken.step > 0)) return false;
            if (pass == 0 || taken.step < found[keys].step) found[keys] = taken;
        }
    }
    const cost none = found[0], all = found[ALL];
    unsigned most = none.evaluations;
    for (int k = 0; k < KEYS; k++)
        if (found[1 << k].evaluations > most) most = found[1 << k].evaluations;
    for (int keys = 1; keys <= ALL; keys++) {
        double parts = none.evaluation, steps = none.step;
        if (!asked(keys) || (keys & (keys - 1)) == 0) continue;
        for (int k = 0; k < KEYS; k++) {
            if (!(keys >> k & 1)) continue;
            parts += fmax(0, found[1 << k].evaluation - none.evaluation);
            steps += fmax(0, found[1 << k].step - none.step);
        }
        if (found[keys].evaluation > worst * parts)
            worst = found[keys].evaluation / parts, which = keys;
        step = fmax(step, found[keys].step / steps);
    }
    const double spin = 1e9 / (double)l->spins;
    printf("%3zu x %-3zu %-20s h = %-4g an evaluation %6.1f ns a spin, all keys %7.1f; worst %.2f "
           "of its parts: ",
           side, side, scheme, h, spin * none.evaluation, spin * all.evaluation, worst);
    print_keys(which);
    printf(": %s; a step %.2f; evaluations: %u, with one key at most %u, with all %u\n",
           worst <= AIM ? "met" : "NOT MET", step, none.evaluations, most, all.evaluations);
    if (json)
        fprintf(json, ", \"%s %zu %g\": [%.17g, %.17g, %.17g, %.17g, %u, %u, %u]", scheme, side, h,
                none.evaluation, all.evaluation, worst, step, none.evaluations, most,
                all.evaluations);
    return true;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *scheme;
        double h;
    } steps[] = {{"sib", 0.1},
                 {"sib", 0.5},
                 {"heun", 0.5},
                 {"depondt", 0.1},
                 {"depondt", 0.5},
                 {"tmk", 0.1},
                 {"tmk", 0.5},
                 {"isospectral-midpoint", 0.1},
                 {"isospectral-midpoint", 0.5},
                 {"spherical-midpoint", 0.1}};
    static const size_t sides[] = {SMALL, MIDDLE, WIDE};
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    lattice l;
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (!start(&l)) return 2;
    if (json) fprintf(json, "{\"aim\": %g", AIM);
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        fill(&l, sides[s]);
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
            if (!measure(&l, sides[s], steps[k].scheme, steps[k].h, json)) return 2;
    }
    if (json) fprintf(json, "}\n");
    return json && fclose(json) ? 2 : 0;
}
