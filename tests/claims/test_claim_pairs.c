/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every quantity of the ledger on every pair of a system and a scheme that the ledger has: single
 * samples, a few steps; then with every word that its options can be, and with long steps.  A
 * claim may say each of these.  A quantity then refuses with words, or says that nothing can be
 * measured, or measures: intervals in order, of a level, never a NaN that counts as known.
 * SLP_CHECK_MULTIPLIER=1 asks each quantity of each pair, below it every other one, by turns.
 * Run once (compiler, libraries, sanitizer): test_claim_hostile.c asks the same of worse inputs.
 * Calls the BLAS, for seconds. */
#include "reports/claims/claim.h"
#include "tests/support/depth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST_CLAIMS = 256, MOST_PAIRS = 64, MOST_ASKED = 512 };

static slp_claim ledger[MOST_CLAIMS];
static size_t claims, pairs, asked;
static const slp_experiment *pair[MOST_PAIRS];
static const slp_measure *question[MOST_ASKED];

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_asked(const slp_measure *m)
{
    for (size_t i = 0; i < asked; i++) {
        bool same = question[i]->quantity == m->quantity;
        for (size_t k = 0; same && k < SLP_QUANTITY_OPTIONS; k++)
            same = same_word(question[i]->word[k], m->word[k]);
        if (same) return true;
    }
    return false;
}

static bool is_paired(const slp_experiment *e)
{
    for (size_t i = 0; i < pairs; i++)
        if (pair[i]->system == e->system && pair[i]->scheme == e->scheme) return true;
    return false;
}

static int read_all(void **unused)
{
    const char *text;
    slp_error err;
    (void)unused;
    for (; slp_claim_at(claims, &text); claims++) {
        slp_claim *c = &ledger[claims];
        assert_true(claims < MOST_CLAIMS);
        assert_int_equal(slp_claim_read(c, text, slp_claim_at(claims, NULL), &err), SLP_OK);
        for (size_t k = 0; k < c->experiments; k++) {
            const slp_experiment *e = &c->experiment[k];
            if (!e->system || !e->scheme || is_paired(e)) continue;
            assert_true(pairs < MOST_PAIRS);
            pair[pairs++] = e;
        }
        for (size_t k = 0; k < c->measures; k++) {
            if (c->awaits || !c->experiment[c->measure[k].experiment].system ||
                is_asked(&c->measure[k]))
                continue;
            assert_true(asked < MOST_ASKED);
            question[asked++] = &c->measure[k];
        }
    }
    return 0;
}

static int clear_all(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < claims; i++) slp_claim_clear(&ledger[i]);
    return 0;
}

static unsigned refused, unable, measured;

static void ask_of(const slp_measure *which, const slp_experiment *e, size_t steps, size_t samples)
{
    const slp_quantity *quantity = which->quantity;
    slp_measurement m;
    slp_error err = {0};
    slp_trial trial = {.experiment = e, .steps = steps, .samples = samples};
    memcpy(trial.number, which->number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = which->word[k];
    slp_status status = quantity->measure(NULL, &trial, &err), again;
    if (status == SLP_INPUT && !*err.text)
        fail_msg("%s on %s with %s: no words", quantity->name, e->system->name, e->scheme->name);
    slp_measurement_init(&m);
    memset(&err, 0, sizeof err);
    again = quantity->measure(&m, &trial, &err);
    if (again == SLP_INPUT && !*err.text)
        fail_msg("%s on %s with %s: no words", quantity->name, e->system->name, e->scheme->name);
    if (status != SLP_OK && again == SLP_OK)
        fail_msg("%s on %s with %s: refused before it is run, and measured when it is",
                 quantity->name, e->system->name, e->scheme->name);
    for (size_t v = 0; again == SLP_OK && quantity->values[v].name; v++) {
        const slp_interval *at = &m.values[v];
        if (at->known && !(at->lo <= at->hi && at->level > 0 && at->level <= 1))
            fail_msg("%s on %s with %s: %s in [%g, %g] at %g", quantity->name, e->system->name,
                     e->scheme->name, quantity->values[v].name, at->lo, at->hi, at->level);
    }
    *(again == SLP_OK                                  ? &measured
      : again == SLP_INPUT || again == SLP_UNSUPPORTED ? &refused
                                                       : &unable) += 1;
    slp_measurement_clear(&m);
}

static void ask(const slp_measure *which, const slp_experiment *e)
{
    ask_of(which, e, 2, 1);
}

static void every_quantity_on_every_pair(void **unused)
{
    (void)unused;
    const size_t every = depth_multiplier() < 1 ? 2 : 1;
    for (size_t i = 0; i < asked; i++)
        for (size_t k = i % every; k < pairs; k += every) ask(question[i], pair[k]);
    print_message("# %zu questions of %zu pairs: %u measured, %u not to be measured, %u refused\n",
                  asked, pairs, measured, unable, refused);
    assert_true(asked > 50 && pairs > 10 && measured > asked && refused > asked);
}

/* The experiment of a measure of the ledger. */
static const slp_experiment *experiment_of(const slp_measure *m)
{
    for (size_t k = 0; k < claims; k++)
        for (size_t n = 0; n < ledger[k].measures; n++)
            if (&ledger[k].measure[n] == m) return &ledger[k].experiment[m->experiment];
    return NULL;
}

/* Numbers of a state of the experiment of question i. */
static size_t numbers_of(size_t i)
{
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    const slp_status status = slp_experiment_case(&c, experiment_of(question[i]), 0, 1, &err);
    const size_t d = status == SLP_OK ? c.d : SIZE_MAX;
    slp_case_clear(&c);
    return d;
}

/* The experiment with the smallest state, the first of such, stands for its quantity. */
static bool stands_for_quantity(size_t i)
{
    const size_t own = numbers_of(i);
    for (size_t k = 0; k < asked; k++) {
        if (k == i || question[k]->quantity != question[i]->quantity) continue;
        const size_t other = numbers_of(k);
        if (other < own || (other == own && k < i)) return false;
    }
    return true;
}

/* Each word that an option can be, one option at a time, on one experiment of each quantity. */
static void every_word_of_every_option(void **unused)
{
    unsigned words = 0;
    (void)unused;
    measured = unable = refused = 0;
    for (size_t i = 0; i < asked; i++) {
        slp_measure own = *question[i];
        if (!stands_for_quantity(i)) continue;
        for (size_t k = 0; own.quantity->options[k].key; k++) {
            char all[400], *kept = own.word[k], *save = NULL;
            if (!own.quantity->words[k]) continue;
            snprintf(all, sizeof all, "%s", own.quantity->words[k]);
            for (char *word = strtok_r(all, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
                own.word[k] = word;
                ask(&own, experiment_of(question[i]));
                words++;
            }
            own.word[k] = kept;
        }
    }
    print_message("# %u words: %u measured, %u not to be measured, %u refused\n", words, measured,
                  unable, refused);
    assert_true(words > 30 && measured > words / 2);
}

/* Long steps and steps back in time. */
static void steps_of_other_lengths(void **unused)
{
    static double lengths[] = {1, 2, -0.25};
    (void)unused;
    measured = unable = refused = 0;
    for (size_t i = 0; i < asked; i++) {
        if (!stands_for_quantity(i)) continue;
        for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
            slp_experiment e = *experiment_of(question[i]);
            e.h = (slp_origin){.kind = SLP_ORIGIN_FIXED, .at = &lengths[n], .count = 1};
            ask(question[i], &e);
        }
    }
    print_message("# %u measured, %u not to be measured, %u refused\n", measured, unable, refused);
    assert_true(measured > 20 && unable + refused > 5);
}

/* The least that can be asked: one step, of one sample and of two. */
static void single_steps(void **unused)
{
    (void)unused;
    measured = unable = refused = 0;
    for (size_t i = 0; i < asked; i++)
        for (size_t samples = 1; samples < 3 && stands_for_quantity(i); samples++)
            ask_of(question[i], experiment_of(question[i]), 1, samples);
    print_message("# %u measured, %u not to be measured, %u refused\n", measured, unable, refused);
    assert_true(measured > 20 && refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quantity_on_every_pair),
        cmocka_unit_test(every_word_of_every_option),
        cmocka_unit_test(steps_of_other_lengths),
        cmocka_unit_test(single_steps),
    };
    return cmocka_run_group_tests(tests, read_all, clear_all);
}
