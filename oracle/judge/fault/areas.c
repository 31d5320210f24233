/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas left out, of the other sign, with another factor, or of other pairs. */
#include "oracle/judge/fault/trial.h"

/* The areas times factor/2. */
static void offer_scaled(judge_trial *t, slong factor, const char *words)
{
    const slong noises = t->M - (slong)t->c->areas;
    arb_ptr dW = _arb_vec_init(t->M);
    _arb_vec_set(dW, t->exact.dW, t->M);
    for (slong k = noises; k < t->M; k++) {
        arb_mul_si(dW + k, dW + k, factor, ARF_PREC_EXACT);
        arb_mul_2exp_si(dW + k, dW + k, -1);
    }
    fault_offer_inputs(t, NULL, NULL, dW, "%s", words);
    _arb_vec_clear(dW, t->M);
}

/* Pairs i < j column by column: 12, 13, 23, 14, ... where a row holds 12, 13, 14, 23, ... */
static void offer_by_columns(judge_trial *t)
{
    const slong noises = t->M - (slong)t->c->areas;
    if (noises < 4) return; /* the same order */
    arb_ptr dW = _arb_vec_init(t->M);
    _arb_vec_set(dW, t->exact.dW, t->M);
    arb_srcptr read = t->exact.dW + noises;
    for (slong j = 1; j < noises; j++)
        for (slong i = 0; i < j; i++, read++)
            arb_set(dW + noises + i * (2 * noises - i - 1) / 2 + j - i - 1, read);
    fault_offer_inputs(t, NULL, NULL, dW, "areas column by column, not row by row");
    _arb_vec_clear(dW, t->M);
}

static void predict(judge_trial *t)
{
    if (t->c->areas == 0) return;
    offer_scaled(t, 0, "areas left out");
    offer_scaled(t, -2, "areas of the other sign");
    offer_scaled(t, 1, "areas half as large");
    offer_scaled(t, 4, "areas twice as large");
    offer_by_columns(t);
}

const judge_fault judge_faults_areas = {
    .name = "Levy areas left out or otherwise taken",
    .equation =
        "A_ij grad <x, [grad H_i, grad H_j]> for i < j, row by row: left out, or with another "
        "factor, sign or order",
    .section = "Systems, Areas",
    .rank = 3,
    .predict = predict};
