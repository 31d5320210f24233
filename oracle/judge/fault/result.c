/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Another vector is returned than the result: the stage, the state before, or the result with a
 * coordinate changed. */
#include "oracle/judge/fault/trial.h"

enum { SINGLE = 12 };

static bool keep_stages(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    (void)k, (void)next;
    _arb_vec_set(rule->keep, z, rule->frame->k);
    return true;
}

static void offer_stage(judge_trial *t)
{
    const slong stage_count = t->exact.scheme->stages;
    const bool from_zero = t->exact.scheme->from_zero;
    if (stage_count == 0) return;
    REF_LOCAL_VEC(arb, stage_count * t->d, z);
    fault_rule rule = {.trial = t, .keep = z};
    fault_rule_iterate(&rule, 600, keep_stages);
    judge_offer(t, z, 0, "the stage is returned");
    for (slong i = 0; !from_zero && i < t->d; i++) {
        arb_mul_2exp_si(t->y + i, z + i, 1);
        arb_sub(t->y + i, t->y + i, t->exact.x + i, t->prec);
    }
    if (!from_zero) judge_offer(t, t->y, 0, "2z - x is returned, z the stage");
}

static void offer_coordinates(judge_trial *t)
{
    const slong d = t->d;
    fault_text text;
    arb_srcptr next = t->exact.next;
    for (slong i = 0; d <= SINGLE && i < d; i++) {
        const char *name = fault_place_words(&text, t, false, i, i);
        _arb_vec_set(t->y, next, d);
        arb_neg(t->y + i, next + i);
        judge_offer(t, t->y, 0, FAULT_WORDS("%s of y with the wrong sign", name));
        arb_set(t->y + i, t->exact.x + i);
        judge_offer(t, t->y, 0, FAULT_WORDS("%s of y is that of x", name));
        arb_zero(t->y + i);
        judge_offer(t, t->y, 0, FAULT_WORDS("%s of y is 0", name));
        for (slong j = i + 1; j < d; j++) {
            _arb_vec_set(t->y, next, d);
            arb_swap(t->y + i, t->y + j);
            judge_offer(t, t->y, 0,
                        FAULT_WORDS("%s of y exchanged", fault_place_words(&text, t, false, i, j)));
        }
    }
}

static void offer_whole(judge_trial *t)
{
    const slong d = t->d;
    ref_certificate cert;
    arb_srcptr x = t->exact.x, next = t->exact.next;
    judge_offer(t, x, 0, "nothing is done: y = x");
    _arb_vec_zero(t->y, d);
    judge_offer(t, t->y, 0, "y = 0");
    _arb_vec_neg(t->y, next, d);
    judge_offer(t, t->y, 0, "-y is returned");
    _arb_vec_add(t->y, x, next, d, t->prec);
    _arb_vec_scalar_mul_2exp_si(t->y, t->y, d, -1);
    judge_offer(t, t->y, 0, "the middle of x and y is returned");
    _arb_vec_sub(t->y, next, x, d, t->prec);
    judge_offer(t, t->y, 0, "y - x is returned");
    if (ref_step(t->y, &cert, t->exact.scheme, t->exact.sys, next, t->exact.h, t->exact.dW,
                 t->prec) == SLP_OK)
        judge_offer(t, t->y, 0, "the step is done twice");
}

static void predict(judge_trial *t)
{
    offer_whole(t);
    offer_stage(t);
    offer_coordinates(t);
}

const judge_fault judge_faults_result = {
    .name = "another vector is returned",
    .equation = "y = z, y = x or y with a coordinate changed, where the rule has y = F(z)",
    .section = "Schemes, Solving a stage",
    .rank = 0,
    .predict = predict};
