/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Increments and states of other steps, and in another order. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

/* The increments at `from` of the case's list, stride apart, if they lie in it. */
static void offer_increments(judge_trial *t, slong first, slong stride, const char *words)
{
    const slong count = (slong)t->c->dw_count;
    arb_ptr dW;
    if (first < 0 || first + (t->M - 1) * stride >= count) return;
    dW = _arb_vec_init(t->M);
    for (slong k = 0; k < t->M; k++) fault_increment(dW + k, t, first + k * stride);
    fault_offer_inputs(t, NULL, NULL, dW, "%s", words);
    _arb_vec_clear(dW, t->M);
}

static void offer_permuted(judge_trial *t)
{
    const ref_exact_step *step = &t->exact;
    arb_ptr dW = _arb_vec_init(t->M);
    for (slong k = 0; k < t->M; k++) arb_set(dW + k, step->dW + t->M - 1 - k);
    if (t->M > 2) fault_offer_inputs(t, NULL, NULL, dW, "increments of a step in reverse order");
    for (slong shift = 1; t->M > 2 && shift<t->M; shift += t->M> 3 ? t->M - 2 : 1) {
        for (slong k = 0; k < t->M; k++) arb_set(dW + k, step->dW + (k + shift) % t->M);
        fault_offer_inputs(t, NULL, NULL, dW, "channels shifted by %ld",
                           (long)(shift > t->M / 2 ? shift - t->M : shift));
    }
    for (slong i = 0; t->M <= 8 && i < t->M; i++)
        for (slong k = i + 1; k < t->M; k++) {
            _arb_vec_set(dW, step->dW, t->M);
            arb_swap(dW + i, dW + k);
            fault_offer_inputs(t, NULL, NULL, dW, "channels %ld and %ld exchanged", (long)i + 1,
                               (long)k + 1);
        }
    _arb_vec_clear(dW, t->M);
}

/* A noise for each coordinate of vectors of R^3. */
static void offer_by_component(judge_trial *t)
{
    const ref_exact_step *step = &t->exact;
    const slong n = t->M / 3;
    if (t->c->system->algebra != SLP_SU2N || t->M != step->d || n < 2) return;
    arb_ptr dW = _arb_vec_init(t->M);
    for (slong k = 0; k < t->M; k++) arb_set(dW + k, step->dW + k % 3 * n + k / 3);
    fault_offer_inputs(t, NULL, NULL, dW,
                       "increments component by component, not vector by vector");
    _arb_vec_clear(dW, t->M);
}

static void predict(judge_trial *t)
{
    const slong M = t->M, s = (slong)t->s, steps = (slong)t->c->steps;
    if (M == 0) return;
    if (s > 0) offer_increments(t, (s - 1) * M, 1, "increments of the step before");
    if (s + 1 < steps) offer_increments(t, (s + 1) * M, 1, "increments of the next step");
    if (s > 1) offer_increments(t, 0, 1, "increments of the first step in every step");
    if (steps > 1)
        offer_increments(t, (steps - 1 - s) * M, 1, "increments of the steps in reverse order");
    if (s > 0) offer_increments(t, s, 1, "increments begin one after the other, not M apart");
    if (steps > 1 && M > 1) offer_increments(t, s, steps, "rows and columns of dw exchanged");
    offer_permuted(t);
    offer_by_component(t);
}

const judge_fault judge_faults_increments = {
    .name = "increments of another step or channel",
    .equation = "dW_k of step s is dw[(s - 1) M + k], k = 1..M: another index was read",
    .section = "Ports, A case",
    .rank = 2,
    .predict = predict};
