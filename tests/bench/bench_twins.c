/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of the systems whose Hamiltonians are polynomials, beside the same steps given by terms, on
 * the binary64 path: for each system the median and the largest ratio of the two times over drawn
 * cases of all schemes.  One thread, its processor time, the median of several runs by turns.
 * Usage: bench_twins [JSON file]. */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "props/case/twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, CASES = 3, MOST = 4096, LARGEST = 40 /* coordinates */ };
static const double AIM = 1.1, LEAST = 2e-4; /* seconds of a run */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A case opened for steps. */
typedef struct stepper {
    const slp_case *c;
    const fast_scheme *scheme;
    fast_system *sys;
    double *room, *y;
} stepper;

static bool open_stepper(stepper *s, const slp_case *c)
{
    slp_error err;
    *s = (stepper){.c = c, .scheme = fast_scheme_find(c->scheme->name)};
    if (!s->scheme || fast_system_new(&s->sys, c, &err) != SLP_OK) return false;
    s->room = malloc(fast_step_work_size(s->scheme, s->sys) * sizeof *s->room);
    s->y = malloc(c->d * sizeof *s->y);
    return s->room && s->y;
}

static void close_stepper(stepper *s)
{
    fast_system_free(s->sys);
    free(s->room);
    free(s->y);
}

/* Seconds of so many steps from one state; NaN if it has none. */
static double seconds_of(const stepper *s, size_t steps)
{
    slp_status status = SLP_OK;
    const double from = now();
    for (size_t n = 0; n < steps && status == SLP_OK; n++)
        status = fast_step(s->y, NULL, s->scheme, s->sys, s->c->x, s->c->h, s->c->dw, s->room);
    return status == SLP_OK ? now() - from : NAN;
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* How many times as long a step of the twin takes, the median of runs by turns; NaN if one of them
 * has no step. */
static double ratio_of(const slp_case *c, const slp_case *twin)
{
    stepper one, other;
    double ratio[RUNS], median = NAN;
    size_t steps = 1;
    if (open_stepper(&one, c) & open_stepper(&other, twin)) {
        while (seconds_of(&one, steps) < LEAST) steps *= 2;
        for (int run = 0; run < RUNS; run++)
            ratio[run] = seconds_of(&other, steps) / seconds_of(&one, steps);
        qsort(ratio, RUNS, sizeof *ratio, compare);
        median = ratio[RUNS / 2];
    }
    close_stepper(&one);
    close_stepper(&other);
    return median;
}

static void measure(const slp_system *system, FILE *json)
{
    double ratio[MOST], most = 0;
    size_t count = 0;
    const char *slowest = "";
    for (size_t k = 0; slp_scheme_at(k); k++)
        for (uint64_t n = 0; n < CASES && slp_pair_makes_sense(system, slp_scheme_at(k), NULL);
             n++) {
            slp_case c, twin;
            slp_draw from;
            bool exact;
            slp_case_init(&c);
            slp_case_init(&twin);
            slp_draw_init(&from, 5, n);
            if (slp_draw_case(&c, system, slp_scheme_at(k), &from, 1) == SLP_OK && c.d <= LARGEST &&
                prop_twin_exists(&c)) {
                prop_twin_round(&c);
                if (prop_twin_make(&twin, &exact, &c)) {
                    const double one = ratio_of(&c, &twin);
                    if (one > most) slowest = c.scheme->name;
                    most = fmax(most, one);
                    if (one > 0 && count < MOST) ratio[count++] = one;
                }
            }
            slp_case_clear(&c);
            slp_case_clear(&twin);
        }
    if (!count) return;
    qsort(ratio, count, sizeof *ratio, compare);
    printf("%-16s %3zu steps: terms take %5.2f of its time, at most %5.2f (%s): %s\n", system->name,
           count, ratio[count / 2], most, slowest, ratio[count / 2] <= AIM ? "met" : "NOT MET");
    if (json)
        fprintf(json, "%s\"%s\": [%.17g, %.17g]", ftell(json) > 1 ? ", " : "", system->name,
                ratio[count / 2], most);
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (json) fputc('{', json);
    for (size_t i = 0; slp_system_at(i); i++)
        if (slp_system_at(i)->draw && !slp_system_at(i)->family) measure(slp_system_at(i), json);
    if (json) fputs("}\n", json);
    return json && fclose(json) ? 2 : 0;
}
