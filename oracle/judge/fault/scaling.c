/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* h and the increments scaled by a power of h. */
#include "oracle/judge/fault/trial.h"

#include <math.h>

static void predict(judge_trial *t)
{
    const ref_exact_step *step = &t->exact;
    arb_ptr h = _arb_vec_init(t->M + 3), root = h + 1, inverse = h + 2, dW = h + 3;
    arb_abs(h, step->h);
    arb_sqrt(root, h, t->prec);
    arb_inv(inverse, root, t->prec);
    arb_mul(h, step->h, step->h, t->prec);
    fault_offer_inputs(t, NULL, h, NULL, "h^2 for h");
    fault_offer_inputs(t, NULL, root, NULL, "sqrt h for h");
    arb_set_d(h, t->c->h * (double)(t->s + 1));
    if (t->s > 0) fault_offer_inputs(t, NULL, h, NULL, "time for h: s h in step s");
    arb_set_d(h, t->c->h / (double)t->c->steps);
    if (t->c->steps > 1) fault_offer_inputs(t, NULL, h, NULL, "h over the number of steps");
    arb_one(h);
    fault_offer_inputs(t, NULL, h, NULL, "h taken as 1");
    if (arb_is_negative(step->h)) {
        arb_neg(h, step->h);
        fault_offer_inputs(t, NULL, h, NULL, "|h| for h");
    }
    if (t->M > 0) {
        _arb_vec_scalar_mul(dW, step->dW, t->M, root, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW, "sqrt(h) dW for dW");
        _arb_vec_scalar_mul(dW, step->dW, t->M, inverse, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW, "dW/sqrt(h) for dW");
        _arb_vec_scalar_mul(dW, step->dW, t->M, step->h, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW, "h dW for dW");
        for (slong k = 0; k < t->M; k++) arb_sqr(dW + k, step->dW + k, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW, "dW^2 for dW");
        for (slong k = 0; k < t->M; k++) arb_set(dW + k, step->dW);
        if (t->M > 1) fault_offer_inputs(t, NULL, NULL, dW, "the first increment for all noises");
    }
    _arb_vec_clear(h, t->M + 3);
}

const judge_fault judge_faults_scaling = {
    .name = "h or dW scaled by the step",
    .equation = "sqrt(h) dW, h dW or h^2 where the rule has dW and h: increments are inputs",
    .section = "Ports, Traps",
    .rank = 16,
    .predict = predict};
