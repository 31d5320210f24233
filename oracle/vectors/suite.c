/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws a suite: candidates are the cases of the mixture, in their order; those that have a proof
 * and are decided become vectors. */
#include "oracle/vectors/suite.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/plumbing/progress.h"
#include "oracle/plumbing/team.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PAIRS = 512, BLOCK = 512, LATEST = 8, TIRED = 50, PATIENCE = 2000 };

typedef struct candidate {
    vectors_step v;
    vectors_reason reason;
} candidate;

typedef struct draw {
    const slp_vectors_order *order;
    slp_draw_pair pairs[MOST_PAIRS];
    size_t pair_count;
    uint64_t first; /* number of the block's first candidate */
    candidate *block;
    size_t size;
    slp_progress progress;
    uint64_t taken;
} draw;

static size_t choose_pairs(slp_draw_pair pairs[MOST_PAIRS], const slp_vectors_order *order)
{
    const slp_system *s;
    const slp_scheme *t;
    size_t count = 0;
    const slp_pair_choice *choice = &order->choice;
    for (size_t i = 0; (s = slp_system_at(i)); i++)
        for (size_t k = 0; (t = slp_scheme_at(k)); k++)
            if (slp_pair_is_chosen(choice, s, t) && s->draw && ref_has_system(s->name) &&
                ref_scheme_find(t->name) && slp_pair_makes_sense(s, t, NULL) && count < MOST_PAIRS)
                pairs[count++] = (slp_draw_pair){s, t, choice->least, choice->most};
    return count;
}

/* One step of a case of several: a later one, from the reference's own rounded state.  False if the
 * reference does not get there. */
static bool keep_one_step(slp_case *c, uint64_t number, const slp_arithmetic *a, bool *deep)
{
    const size_t last = (size_t)(number % (c->steps < LATEST ? c->steps : LATEST));
    bool there = true;
    *deep = last > 0;
    if (c->steps == 1) return true;
    double *state = slp_allocate(c->d, sizeof *state);
    ref_system *system = NULL;
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    slp_error err;
    for (size_t i = 0; i < c->d; i++) state[i] = c->x[i];
    if (last > 0) there = slp_need_memory(ref_system_new(&system, c, &err)) == SLP_OK;
    for (size_t s = 0; there && s < last; s++)
        there = ref_step_round(state, NULL, scheme, system, state, c->h,
                               c->M ? c->dw + s * c->M : NULL, REF_PREC_CAP) == SLP_OK;
    ref_system_free(system);
    for (size_t i = 0; i < c->d; i++) {
        state[i] = slp_arithmetic_round(a, state[i]);
        there = there && isfinite(state[i]);
    }
    if (there) {
        double *dw = slp_allocate(c->M, sizeof *dw);
        for (size_t k = 0; k < c->M; k++) dw[k] = c->dw[last * c->M + k];
        c->steps = 1;
        slp_need_memory(slp_case_set_x(c, state, c->d));
        slp_need_memory(slp_case_set_dw(c, dw, c->M));
        free(dw);
        there = slp_case_check(c, &err) == SLP_OK; /* such as a trace that rounding left */
    }
    free(state);
    return there;
}

static void *begin_thread(void *own, slp_error *err)
{
    (void)err;
    return own;
}

static void end_thread(void *bench)
{
    (void)bench;
    ref_thread_cleanup();
}

static slp_status compute(double *row, void *bench, size_t i)
{
    draw *d = bench;
    candidate *it = &d->block[i];
    const uint64_t number = d->first + i;
    slp_mixed_class which;
    bool deep;
    (void)row;
    slp_case_init(&it->v.c);
    const slp_arithmetic *a = d->order->arithmetic;
    slp_status status = slp_need_memory(
        slp_draw_mixed_in(&it->v.c, &which, d->pairs, d->pair_count, d->order->seed, number, a));
    if (status != SLP_OK) return status;
    slp_need_memory(slp_draw_no_areas(&it->v.c)); /* the forms of a suite have no place for them */
    slp_need_memory(slp_case_set_arithmetic(&it->v.c, a));
    it->reason = VECTORS_NO_CERTIFICATE;
    if (keep_one_step(&it->v.c, number / d->pair_count, a, &deep))
        it->reason = vectors_compute(&it->v);
    if (it->reason == VECTORS_TAKEN) vectors_set_flags(&it->v, which, deep);
    return SLP_OK;
}

static void show_progress(void *to, double fraction)
{
    draw *d = to;
    uint64_t done = d->taken + (uint64_t)(fraction * (double)d->size);
    if (done > d->order->count) done = d->order->count;
    slp_progress_share(&d->progress, 0, done, d->order->count);
}

/* The next block of candidates; those that are vectors go to the suite, in order. */
static slp_status draw_block(vectors_suite *suite, slp_vectors_tally *tally, draw *d)
{
    double unused[1];
    slp_error err;
    const uint64_t left = d->order->count - suite->count;
    d->size = left < BLOCK ? (size_t)(left + left / 8 + 4) : BLOCK;
    d->block = slp_allocate(d->size, sizeof *d->block);
    d->taken = suite->count;
    const slp_team_work work = {.pieces = d->size,
                                .bench = begin_thread,
                                .clear = end_thread,
                                .piece = compute,
                                .own = d,
                                .progress = show_progress,
                                .to = d};
    const slp_status status = slp_team_do(unused, &work, NULL, d->order->threads, &err);
    for (size_t i = 0; i < d->size; i++) {
        candidate *it = &d->block[i];
        const bool wanted = suite->count < d->order->count;
        tally->drawn += wanted;
        tally->no_certificate += wanted && it->reason == VECTORS_NO_CERTIFICATE;
        tally->weak += wanted && it->reason == VECTORS_WEAK;
        tally->slow += wanted && it->reason == VECTORS_SLOW;
        tally->undecided += wanted && it->reason == VECTORS_UNDECIDED;
        if (wanted && it->reason == VECTORS_TAKEN) {
            tally->edges += vectors_is_edge(&it->v);
            suite->steps[suite->count++] = it->v;
        } else {
            vectors_step_clear(&it->v);
        }
    }
    d->first += d->size;
    free(d->block);
    return status;
}

/* How many systems and pairs there is a vector of. */
static void count_pairs(slp_vectors_tally *tally, const vectors_suite *suite, const draw *d)
{
    for (size_t p = 0; p < d->pair_count; p++) {
        bool any = false, first = true;
        for (size_t i = 0; i < suite->count && !any; i++)
            any = suite->steps[i].c.system == d->pairs[p].system &&
                  suite->steps[i].c.scheme == d->pairs[p].scheme;
        for (size_t q = 0; q < p; q++) first = first && d->pairs[q].system != d->pairs[p].system;
        tally->pairs += any;
        tally->systems += first;
    }
}

slp_status vectors_draw(vectors_suite *suite, slp_vectors_tally *tally,
                        const slp_vectors_order *order, slp_error *err)
{
    draw d = {.order = order};
    const double began = slp_clock_seconds();
    slp_status status = SLP_OK;
    *suite = (vectors_suite){.order = order};
    d.pair_count = choose_pairs(d.pairs, order);
    if (d.pair_count == 0)
        return slp_error_set(err, 0, NULL, "scheme", "no system that can be drawn goes with it");
    suite->steps = slp_allocate((size_t)order->count, sizeof *suite->steps);
    slp_progress_begin(&d.progress, "slp vectors:");
    while (status == SLP_OK && suite->count < order->count) {
        if (tally->drawn > PATIENCE + TIRED * suite->count)
            status = slp_error_set(err, 0, NULL, "count",
                                   "%llu cases were drawn and only %zu have a proof",
                                   (unsigned long long)tally->drawn, suite->count);
        else if (draw_block(suite, tally, &d) != SLP_OK)
            status = slp_error_set(err, 0, NULL, NULL, "a drawn case was refused by the format");
    }
    slp_progress_end(&d.progress);
    if (status == SLP_OK) status = vectors_draw_bits(suite, err);
    count_pairs(tally, suite, &d);
    tally->bits = suite->bits_count;
    tally->seconds = slp_clock_seconds() - began;
    return status;
}

const slp_arithmetic *vectors_arithmetic(const vectors_suite *suite)
{
    return suite->order->arithmetic ? suite->order->arithmetic : slp_arithmetic_binary64();
}

void vectors_suite_clear(vectors_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) vectors_step_clear(&suite->steps[i]);
    for (size_t i = 0; i < suite->bits_count; i++) free(suite->bits[i].at);
    for (size_t i = 0; i < VECTORS_MODELS; i++) slp_case_free(suite->models[i]);
    free(suite->steps);
    free(suite->bits);
    *suite = (vectors_suite){0};
}
