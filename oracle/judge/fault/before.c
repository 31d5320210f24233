/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Something is left from the case before, or from another step. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { STEPS = 64 };

/* Answers of the case before, as it should have been answered: what the port printed for it may
 * have the same fault as this answer. */
static void offer_answers(judge_trial *t)
{
    const slp_case *c = t->case_before;
    SLP_CLEARED(ref_exact_step) step = {0};
    if (!c->system || !c->scheme || c->d != t->c->d) return;
    bool known = ref_exact_step_init(&step, c, NULL) == SLP_OK;
    for (size_t s = 0; known && s < c->steps && s < STEPS; s++) {
        if (s > 0) ref_exact_step_from(&step, t->y, s);
        known = ref_exact_step_image(t->y, NULL, &step, t->prec) == SLP_OK;
        if (known) judge_drop_radii(t->y, t->d);
        if (known && s + 1 == c->steps)
            judge_offer(t, t->y, 0, "the last answer of the case before");
        else if (known && s == t->s)
            judge_offer(t, t->y, 0, "the answer of the case before at this step");
    }
}

static bool same_parameter(const slp_numbers *a, const slp_numbers *b)
{
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->at[i] != b->at[i]) return false;
    return true;
}

/* Keys of the case before are still in use, also such that the case has not: one, or all. */
static void offer_keys(judge_trial *t)
{
    const slp_case *c = t->case_before;
    SLP_CLEARED(slp_case) all = {0};
    size_t changed = 0;
    if (c->system != t->c->system || slp_case_copy(&all, t->c) != SLP_OK) return;
    for (size_t p = 0; c->system->params[p].key; p++) {
        SLP_CLEARED(slp_case) other = {0};
        const char *key = c->system->params[p].key;
        const slp_numbers *from = &c->params[p];
        if (same_parameter(from, &t->c->params[p]) || slp_case_copy(&other, t->c) != SLP_OK)
            continue;
        changed++;
        slp_case_set_param(&all, key, from->at, from->count, NULL);
        if (slp_case_set_param(&other, key, from->at, from->count, NULL) == SLP_OK)
            fault_offer_case(t, &other, FAULT_WORDS("%s of the case before", key));
    }
    if (changed > 1) fault_offer_case(t, &all, "parameters of the case before");
}

static void offer_inputs(judge_trial *t)
{
    const slp_case *c = t->case_before;
    const size_t M = (size_t)t->M, d = (size_t)t->d;
    SLP_CLEARED(ref_exact_step) step = {0};
    if (!c->system || !c->scheme) return;
    if (ref_exact_step_init(&step, c, NULL) != SLP_OK) return;
    if (!arb_equal(step.h, t->exact.h))
        fault_offer_inputs(t, NULL, step.h, NULL, "h of the case before");
    if (c->system != t->c->system || c->d != d || c->M != M) return;
    if (t->s == 0) fault_offer_inputs(t, step.x, NULL, NULL, "x of the case before");
    if (M > 0 && t->s < c->steps) {
        ref_exact_step_from(&step, step.x, t->s);
        fault_offer_inputs(t, NULL, NULL, step.dW, "increments of the case before");
    }
    if (t->s == 0 && t->before && t->before->error == SLP_OK && t->before->y.count >= d) {
        ref_exact_numbers(step.x, t->before->y.at, t->before->exact_y,
                          t->before->y.count / d * d - d, d);
        fault_offer_inputs(t, step.x, NULL, NULL, "begins where the case before ended");
    }
}

/* The state before is another one of this trajectory. */
static void offer_steps(judge_trial *t)
{
    const size_t d = (size_t)t->d;
    REF_LOCAL_VEC(arb, t->d, x);
    if (t->s > 0) {
        ref_exact_numbers(x, t->c->x, t->c->exact_x, 0, d);
        judge_offer(t, x, 0, "x of the case is returned");
        fault_offer_inputs(t, x, NULL, NULL, "every step begins at x of the case");
    }
    if (t->s > 1) {
        ref_exact_numbers(x, t->r->y.at, t->r->exact_y, (t->s - 2) * d, d);
        fault_offer_inputs(t, x, NULL, NULL, "begins at the state two steps before");
    }
}

static void predict(judge_trial *t)
{
    offer_steps(t);
    if (!t->case_before) return;
    offer_answers(t);
    offer_inputs(t);
    offer_keys(t);
}

const judge_fault judge_faults_before = {
    .name = "something of another case or step",
    .equation = "y, x, h, dW or a parameter of the case before in the stream, or of another step",
    .section = "Ports, Traps",
    .rank = 17,
    .predict = predict};
