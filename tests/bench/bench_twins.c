/* Steps of the systems whose Hamiltonians are polynomials, beside the same steps given by terms, on
 * the binary64 path: for each system the median and the largest ratio of the two times over drawn
 * cases of all schemes.  One thread, its processor time, the least of several runs.
 * Usage: bench_twins [JSON file]. */
#include "fast/fast.h"
#include "oracle/contract/draw.h"
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

/* Seconds of a step of c; NaN if it has none. */
static double step_time(const slp_case *c)
{
    slp_error err;
    fast_system *sys;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    if (!scheme || fast_system_new(&sys, c, &err) != SLP_OK) return NAN;
    double *room = malloc(fast_step_room(scheme, sys) * sizeof *room), least = NAN;
    double *y = malloc(c->d * sizeof *y);
    size_t steps = 1;
    for (int run = 0; room && y && run < RUNS;) {
        slp_status status = SLP_OK;
        const double from = now();
        for (size_t n = 0; n < steps && status == SLP_OK; n++)
            status = fast_step(y, NULL, scheme, sys, c->x, c->h, c->dw, room);
        const double seconds = now() - from;
        if (status != SLP_OK) break;
        if (seconds < LEAST) {
            steps *= 2;
            continue;
        }
        least = fmin(seconds / (double)steps, run ? least : INFINITY);
        run++;
    }
    free(room);
    free(y);
    fast_system_free(sys);
    return least;
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static void measure(const slp_system *system, FILE *json)
{
    double ratio[MOST];
    size_t count = 0;
    for (size_t k = 0; slp_scheme_at(k); k++)
        for (uint64_t n = 0; n < CASES && slp_pair_makes_sense(system, slp_scheme_at(k), NULL);
             n++) {
            slp_case c, twin;
            slp_draw from;
            bool exact;
            slp_case_init(&c);
            slp_case_init(&twin);
            slp_draw_init(&from, 5, n);
            if (slp_draw_case(&c, system, slp_scheme_at(k), &from, 1) == SLP_OK &&
                !slp_scheme_at(k)->splits && c.d <= LARGEST && prop_twin_exists(&c)) {
                prop_twin_round(&c);
                if (prop_twin_make(&twin, &exact, &c)) {
                    const double special = step_time(&c), terms = step_time(&twin);
                    if (special > 0 && terms > 0 && count < MOST) ratio[count++] = terms / special;
                }
            }
            slp_case_clear(&c);
            slp_case_clear(&twin);
        }
    if (!count) return;
    qsort(ratio, count, sizeof *ratio, compare);
    printf("%-16s %3zu steps: terms take %5.2f of its time, at most %5.2f: %s\n", system->name,
           count, ratio[count / 2], ratio[count - 1], ratio[count - 1] <= AIM ? "met" : "NOT MET");
    if (json)
        fprintf(json, "%s\"%s\": [%.17g, %.17g]", ftell(json) > 1 ? ", " : "", system->name,
                ratio[count / 2], ratio[count - 1]);
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
