/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Increments truncated by the program: they are inputs, and were truncated already where they
 * should be. */
#include "oracle/judge/fault/trial.h"

#include <math.h>

/* dW = +- sqrt|h| min(|dW|/sqrt|h|, sqrt(2 l |ln |h||)) */
static void predict(judge_trial *t)
{
    static const double powers[] = {2, 1, 4};
    const ref_exact_step *step = &t->exact;
    const double size = fabs(t->c->h);
    if (t->M == 0 || size == 0) return;
    arb_ptr dW = _arb_vec_init(t->M + 1), limit = dW + t->M;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        bool changed = false;
        arb_abs(limit, step->h);
        arb_log(limit, limit, t->prec);
        arb_abs(limit, limit);
        arb_mul(limit, limit, step->h, t->prec);
        arb_abs(limit, limit);
        arb_mul_si(limit, limit, 2 * (slong)powers[i], t->prec);
        arb_sqrt(limit, limit, t->prec);
        for (slong k = 0; k < t->M; k++) {
            arb_abs(dW + k, step->dW + k);
            if (arb_gt(dW + k, limit)) {
                changed = true;
                arb_set(dW + k, limit);
            }
            if (arb_is_negative(step->dW + k)) arb_neg(dW + k, dW + k);
        }
        if (changed)
            fault_offer_inputs(t, NULL, NULL, dW, "increments truncated once more, l = %g",
                               powers[i]);
    }
    _arb_vec_clear(dW, t->M + 1);
}

const judge_fault judge_faults_truncation = {
    .name = "increments truncated",
    .equation =
        "|dW| cut to sqrt(2 l h |ln h|), l = 1, 2 or 4: dW of the case is to be taken as is",
    .section = "Ports, Traps",
    .rank = 21,
    .predict = predict};
