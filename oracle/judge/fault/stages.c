/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A factor or a sign of the generator in one place only: in the equation of the stage, or in the
 * result. */
#include "oracle/judge/fault/trial.h"

static const struct {
    double factor;
    const char *words;
} factors[] = {{-1, "the wrong sign"},     {0.5, "a factor 1/2 too much"},
               {2, "a factor 2 too much"}, {0.25, "a factor 1/4 too much"},
               {4, "a factor 4 too much"}, {0, "left out"}};
enum { FACTORS = sizeof factors / sizeof *factors };

static void scaled_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    arb_t c;
    fault_generator_part(xi, rule, FAULT_ALL, z);
    if (rule->phase != rule->where) return;
    arb_init(c);
    arb_set_d(c, rule->factor);
    _arb_vec_scalar_mul(xi, xi, d, c, rule->prec);
    arb_clear(c);
}

/* Xi in one of several evaluations. */
static void scaled_call(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    arb_t c;
    fault_generator_part(xi, rule, FAULT_ALL, z);
    if (rule->calls != (unsigned)rule->where) return;
    arb_init(c);
    arb_set_d(c, rule->factor);
    _arb_vec_scalar_mul(xi, xi, d, c, rule->prec);
    arb_clear(c);
}

static void predict(judge_trial *t)
{
    const unsigned evaluations =
        t->exact.scheme->stages ? (unsigned)t->exact.scheme->stages : t->c->scheme->stages;
    fault_rule rule = {.trial = t, .generator = scaled_generator, .part = -1};
    const bool result_too = t->exact.scheme->stages && !fault_stage_is_result(t);
    for (int i = 0; result_too && i < FACTORS; i++) {
        const char *words = factors[i].factor == -1 ? fault_sign_words(t) : factors[i].words;
        rule.factor = factors[i].factor;
        rule.where = FAULT_STAGE;
        fault_offer_rule(&rule, "generator of the stage: %s", words);
        rule.where = FAULT_FINISH;
        fault_offer_rule(&rule, "generator of the result: %s", words);
    }
    rule.generator = scaled_call;
    for (int i = 0; evaluations > 1 && i < FACTORS; i++)
        for (unsigned k = 0; k < evaluations; k++) {
            rule.factor = factors[i].factor;
            rule.where = (int)k;
            fault_offer_rule(&rule, "slope %u: %s", k + 1, factors[i].words);
        }
}

const judge_fault judge_faults_stages = {
    .name = "a factor or a sign in one equation",
    .equation = "a Xi in z = T(z) or in y = F(z), or a K_j, with an a that is not 1",
    .section = "Schemes, Solving a stage",
    .rank = 5,
    .predict = predict};
