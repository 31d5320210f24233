/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Increments of other steps and in another order, and areas taken otherwise. */
#include "oracle/judge/fault/kinds.h"

#include <stdlib.h>
#include <string.h>

/* The increments at `from` of the case's list, stride apart, if they lie in it. */
static void offer_increments(judge_trial *t, slong first, slong stride, const char *words)
{
    const slong count = (slong)t->c->dw_count;
    if (first < 0 || first + (t->M - 1) * stride >= count) return;
    REF_LOCAL_VEC(arb, t->M, dW);
    for (slong k = 0; k < t->M; k++) fault_increment(dW + k, t, first + k * stride);
    fault_offer_inputs(t, NULL, NULL, dW, words);
}

static void offer_steps(judge_trial *t)
{
    const slong M = t->M, s = (slong)t->s, steps = (slong)t->c->steps;
    if (s > 0) offer_increments(t, (s - 1) * M, 1, "increments of the step before");
    if (s + 1 < steps) offer_increments(t, (s + 1) * M, 1, "increments of the next step");
    if (s > 1) offer_increments(t, 0, 1, "increments of the first step in every step");
    if (steps > 1)
        offer_increments(t, (steps - 1 - s) * M, 1, "increments of the steps in reverse order");
    if (s > 0) offer_increments(t, s, 1, "increments begin one after the other, not M apart");
    if (steps > 1 && M > 1) offer_increments(t, s, steps, "rows and columns of dw exchanged");
}

/* The step's numbers from `first` on in another order. */
typedef struct part {
    judge_trial *t;
    slong first, count;
} part;

static void offer_order(void *own, const slong *from, const char *words)
{
    const part *p = own;
    judge_trial *t = p->t;
    REF_LOCAL_VEC(arb, t->M, dW);
    _arb_vec_set(dW, t->exact.dW, t->M);
    for (slong k = 0; k < p->count; k++) {
        arb_zero(dW + p->first + k);
        if (from[k] >= 0) arb_set(dW + p->first + k, t->exact.dW + p->first + from[k]);
    }
    fault_offer_inputs(t, NULL, NULL, dW, words);
}

/* The areas times factor/2. */
static void offer_areas(judge_trial *t, slong noises, slong factor, const char *words)
{
    REF_LOCAL_VEC(arb, t->M, dW);
    _arb_vec_set(dW, t->exact.dW, t->M);
    for (slong k = noises; k < t->M; k++) {
        arb_mul_si(dW + k, dW + k, factor, ARF_PREC_EXACT);
        arb_mul_2exp_si(dW + k, dW + k, -1);
    }
    fault_offer_inputs(t, NULL, NULL, dW, words);
}

/* ---- Keys that have increments of their own ---- */

typedef struct group {
    const char *key;
    slong first, count;
} group;

/* What each key adds to the number of increments, in the order of the keys. */
static size_t find_groups(group to[SLP_MAX_PARAMS], const judge_trial *t)
{
    const slp_system *system = t->c->system;
    size_t count = 0;
    slong first = 0;
    for (size_t p = 0; p < SLP_MAX_PARAMS && system->params[p].key; p++) {
        SLP_CLEARED(slp_case) without = {0};
        slp_error err;
        if (system->params[p].required || t->c->params[p].count == 0 ||
            slp_case_copy(&without, t->c) != SLP_OK)
            continue;
        without.params[p].count = 0;
        if (system->shape(&without, &err) != SLP_OK) continue;
        const slong own = t->M - (slong)(t->c->areas + without.M);
        if (own <= 0) continue;
        to[count++] = (group){system->params[p].key, first, own};
        first += own;
    }
    return first == t->M - (slong)t->c->areas ? count : 0;
}

/* Two keys in the other order; or the increments of both from the first on. */
static void offer_groups(judge_trial *t)
{
    group at[SLP_MAX_PARAMS];
    const size_t count = find_groups(at, t);
    part all = {t, 0, t->M};
    slong *from = calloc((size_t)t->M, sizeof *from);
    for (size_t k = 1; k < count && from; k++) {
        const group *one = &at[k - 1], *other = &at[k];
        if (one->count == 1 && other->count == 1) continue; /* two increments exchanged */
        for (int both = 0; both < 2; both++) {
            const slong begin = both ? one->first : one->first + other->count;
            for (slong i = 0; i < t->M; i++) from[i] = i;
            for (slong i = 0; i < one->count; i++) from[one->first + i] = begin + i;
            for (slong i = 0; i < other->count; i++) from[other->first + i] = one->first + i;
            offer_order(&all, from,
                        FAULT_WORDS(both ? "increments of %s begin with those of %s"
                                         : "increments of %s before those of %s",
                                    other->key, one->key));
        }
    }
    free(from);
}

/* The side of a strict triangle of so many numbers; 0: there is none. */
static slong side_of(slong count)
{
    const slong n = (slong)judge_matrix_size(SLP_SON, (size_t)count);
    return n * (n - 1) / 2 == count ? n : 0;
}

static void predict(judge_trial *t)
{
    const slong areas = (slong)t->c->areas, noises = t->M - areas;
    const slp_algebra algebra = t->c->system->algebra;
    part all = {t, 0, t->M}, of_areas = {t, noises, areas};
    if (t->M == 0) return;
    offer_steps(t);
    const fault_list list = {.name = "increments",
                             .items = "channels",
                             .count = t->M,
                             .block = algebra == SLP_SU2N && t->M == t->d && t->M > 3 ? 3 : 0,
                             .side = strcmp(t->c->system->name, "rigid-body-n") == 0 ? side_of(t->M)
                                                                                     : 0,
                             .plain = true,
                             .few = 8};
    fault_offer_readings(&list, offer_order, &all);
    offer_groups(t);
    if (areas == 0) return;
    offer_areas(t, noises, 0, "areas left out");
    offer_areas(t, noises, -2, "areas of the other sign");
    offer_areas(t, noises, 1, "areas half as large");
    offer_areas(t, noises, 4, "areas twice as large");
    const fault_list triangle = {
        .name = "areas", .items = "areas", .count = areas, .block = 1, .side = noises};
    fault_offer_readings(&triangle, offer_order, &of_areas);
}

const judge_fault judge_faults_increments = {
    .name = "increments or areas of another step or place",
    .equation =
        "dW_k of step s is dw[(s - 1) M + k], k = 1..M, A_ij that of i < j, row by row: another"
        " index was read; areas left out or with another factor",
    .section = "Ports, A case",
    .rank = 2,
    .predict = predict};
