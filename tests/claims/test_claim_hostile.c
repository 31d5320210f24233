/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every measure of the ledger on experiments that no claim's text can say: a system or a scheme
 * that neither path has, steps of no length and far too long, states at 0 and beyond all bounds,
 * single samples, single steps.  A quantity then refuses with words, or says that nothing can be
 * measured, or measures: intervals in order, of a level, never a NaN that counts as known.
 *
 * The first measure of each quantity and every fourth of the others are done to each experiment, by
 * turns: each measure to two of the eight.  Words that need not be given are left out where
 * matrices are small: of large ones the default may take seconds.  SLP_CHECK_MULTIPLIER=1: every
 * measure to all.
 * Starts first.
 * Calls the BLAS, for seconds. */
#include "reports/claims/claim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/depth.h"

enum { MOST_D = 70 };

/* What is done to an experiment; the numbers are those of its fixed origins. */
typedef struct hostile {
    const char *name;
    bool other_system, other_scheme, no_parameters, no_words;
    double h, state; /* NAN: as it is; else every number of it */
    size_t samples, steps;
} hostile;

static const hostile all[] = {
    {"a system that no path has", true, false, false, false, NAN, NAN, SIZE_MAX, SIZE_MAX},
    {"a scheme that no path has", false, true, false, false, NAN, NAN, SIZE_MAX, SIZE_MAX},
    {"parameters that are not given", false, false, true, false, NAN, NAN, 2, 4},
    {"no step", false, false, false, false, 0, NAN, 2, 4},
    {"a state at 0", false, false, false, false, NAN, 0, 2, 4},
    {"a small state", false, false, false, false, NAN, 0x1p-1060, 1, 1},
    {"one sample, one step", false, false, false, false, NAN, NAN, 1, 1},
    {"words that need not be given", false, false, false, true, NAN, NAN, 1, 1},
};

enum { QUANTITIES = 128, BY_TURNS = 4 };

static unsigned refused, unable, measured;

static bool has_large_matrices(const slp_experiment *e)
{
    for (size_t k = 0; k < SLP_MAX_PARAMS && e->system->params[k].key; k++)
        if (strcmp(e->system->params[k].key, "n") == 0 && e->has_param[k] && e->params[k].count)
            return e->params[k].at[0] >= 128;
    return false;
}

/* Whether measure number n of the ledger is done to experiment h: the first of its quantity is. */
static bool has_turn(const slp_quantity *seen[QUANTITIES], const slp_quantity *quantity, size_t n,
                     size_t h)
{
    size_t k = 0;
    while (seen[k] && seen[k] != quantity)
        if (++k == QUANTITIES - 1) fail_msg("more than %d quantities", QUANTITIES - 1);
    const bool first = !seen[k];
    seen[k] = quantity;
    return first || depth_multiplier() >= 1 || (n + h) % BY_TURNS == 0;
}

static void look_at(const slp_measure *which, const slp_measurement *m, slp_status status,
                    const slp_error *err, const char *what)
{
    if (status == SLP_INPUT && !*err->text)
        fail_msg("%s, %s: no words", which->quantity->name, what);
    if (status != SLP_OK) {
        *(status == SLP_INPUT || status == SLP_UNSUPPORTED ? &refused : &unable) += 1;
        return;
    }
    measured++;
    for (size_t v = 0; which->quantity->values[v].name; v++) {
        const slp_interval *at = &m->values[v];
        if (at->known && !(at->lo <= at->hi && at->level > 0 && at->level <= 1))
            fail_msg("%s, %s: %s in [%g, %g] at %g", which->quantity->name, what,
                     which->quantity->values[v].name, at->lo, at->hi, at->level);
    }
}

/* Where none is given but drawn, the origin becomes a fixed one of that number. */
static void make_fixed(slp_origin *origin, double *room, double number)
{
    if (isnan(number)) return;
    for (size_t i = 0; i < MOST_D; i++) room[i] = number;
    if (origin->kind != SLP_ORIGIN_FIXED || origin->count > MOST_D) origin->count = 1;
    origin->kind = SLP_ORIGIN_FIXED;
    origin->at = room;
}

static void try_measure(const slp_claim *claim, const slp_measure *which, const hostile *h)
{
    static double step[MOST_D], state[MOST_D];
    slp_experiment e = claim->experiment[which->experiment];
    slp_system system = *e.system;
    slp_scheme scheme = *e.scheme;
    slp_measurement m;
    slp_error err = {0};
    if (h->other_system) system.name = "elsewhere", e.system = &system;
    if (h->other_scheme) scheme.name = "elsewhere", e.scheme = &scheme;
    if (h->no_parameters) memset(e.has_param, 0, sizeof e.has_param);
    make_fixed(&e.h, step, h->h);
    make_fixed(&e.state, state, h->state);
    const size_t steps = e.steps.usual, samples = e.samples.usual;
    slp_trial trial = {.experiment = &e,
                       .steps = steps < h->steps ? steps : h->steps,
                       .samples = samples < h->samples ? samples : h->samples};
    memcpy(trial.number, which->number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = which->word[k];
    for (size_t k = 0; which->quantity->options[k].key; k++)
        if (h->no_words && !which->quantity->options[k].required) trial.word[k] = NULL;
    /* what is seen before any claim is run, first */
    slp_status status = which->quantity->measure(NULL, &trial, &err);
    if (status == SLP_INPUT && !*err.text) fail_msg("%s, %s: no words", which->name, h->name);
    slp_measurement_init(&m);
    memset(&err, 0, sizeof err);
    status = which->quantity->measure(&m, &trial, &err);
    look_at(which, &m, status, &err, h->name);
    slp_measurement_clear(&m);
}

/* state: one of `all`. */
static void ledger(void **given)
{
    const hostile *h = *given;
    const char *text;
    const slp_quantity *seen[QUANTITIES] = {NULL};
    size_t n = 0;
    refused = unable = measured = 0;
    for (size_t i = 0; slp_claim_at(i, &text); i++) {
        slp_claim claim;
        slp_error err;
        assert_int_equal(slp_claim_read(&claim, text, slp_claim_at(i, NULL), &err), SLP_OK);
        for (size_t k = 0; k < claim.measures; k++) {
            const slp_experiment *e = &claim.experiment[claim.measure[k].experiment];
            if (claim.awaits || !e->system) continue;
            n++;
            if (h->no_words && depth_multiplier() < 1 && has_large_matrices(e)) continue;
            if (has_turn(seen, claim.measure[k].quantity, n - 1, (size_t)(h - all)))
                try_measure(&claim, &claim.measure[k], h);
        }
        slp_claim_clear(&claim);
    }
    print_message("# %s: %u measured, %u not to be measured, %u refused\n", h->name, measured,
                  unable, refused);
    assert_gt(n, 400);
    assert_gt(measured + unable + refused, n / BY_TURNS);
    assert_true(h->other_system || h->other_scheme || h->no_parameters ? refused > 60
                                                                       : measured > 20);
}

int main(void)
{
    enum { COUNT = sizeof all / sizeof *all };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){all[i].name, ledger, NULL, NULL, (void *)(uintptr_t)&all[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
