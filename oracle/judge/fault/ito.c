/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ito for Stratonovich: Hamiltonians of noises taken at the beginning of the step and not at the
 * stage. */
#include "oracle/judge/fault/trial.h"

/* Xi(z) with the part `rule->own` names at x */
static void frozen_noises(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    arb_ptr part = _arb_vec_init(d);
    fault_generator_part(xi, rule, FAULT_DRIFT, z);
    fault_generator_part(part, rule, FAULT_NOISE, rule->x);
    _arb_vec_add(xi, xi, part, d, rule->prec);
    _arb_vec_clear(part, d);
}

static void frozen_noise(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    arb_ptr part = _arb_vec_init(d);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    fault_generator_part(part, rule, FAULT_ONE, z);
    _arb_vec_sub(xi, xi, part, d, rule->prec);
    fault_generator_part(part, rule, FAULT_ONE, rule->x);
    _arb_vec_add(xi, xi, part, d, rule->prec);
    _arb_vec_clear(part, d);
}

static void predict(judge_trial *t)
{
    enum { SINGLE = 12 };
    fault_rule rule = {.trial = t, .generator = frozen_noises, .part = -1};
    if (t->M == 0) return;
    fault_offer_rule(&rule, t->M > 1 ? "Ito for Stratonovich in all noises"
                                     : "Ito for Stratonovich in the noise");
    rule.generator = frozen_noise;
    for (rule.part = 0; t->M > 1 && t->M <= SINGLE && rule.part < t->M; rule.part++)
        fault_offer_rule(&rule, "Ito for Stratonovich in noise %ld", (long)rule.part + 1);
}

const judge_fault judge_faults_ito = {
    .name = "Ito for Stratonovich",
    .equation = "dW_k grad H_k(x) where the rule has dW_k grad H_k(z), z the stage",
    .section = "Systems, Noise",
    .rank = 10,
    .predict = predict};
