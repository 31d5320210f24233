/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator or the bracket taken at another state. */
#include "oracle/judge/fault/trial.h"

enum { AT_START, AT_END, AT_SUM, AT_HALF, DRIFT_AT_START, MEAN };

/* The state that the generator is taken at; f->x + ... in terms of the middle z */
static void set_place(arb_ptr at, const fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, prec = rule->prec;
    _arb_vec_scalar_mul_2exp_si(at, z, d, 1);
    if (rule->where == AT_HALF) _arb_vec_scalar_mul_2exp_si(at, z, d, -1);
    if (rule->where == AT_END || rule->where == MEAN) _arb_vec_sub(at, at, rule->x, d, prec);
}

static void generator_elsewhere(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    arb_ptr at = _arb_vec_init(2 * d), part = at + d;
    if (rule->where == AT_START) {
        fault_generator_part(xi, rule, FAULT_ALL, rule->x);
    } else if (rule->where == DRIFT_AT_START) {
        fault_generator_part(xi, rule, FAULT_DRIFT, rule->x);
        fault_generator_part(part, rule, FAULT_NOISE, z);
        _arb_vec_add(xi, xi, part, d, rule->prec);
    } else {
        set_place(at, rule, z);
        fault_generator_part(xi, rule, FAULT_ALL, at);
        if (rule->where == MEAN) {
            fault_generator_part(part, rule, FAULT_ALL, rule->x);
            _arb_vec_add(xi, xi, part, d, rule->prec);
            _arb_vec_scalar_mul_2exp_si(xi, xi, d, -1);
        }
    }
    _arb_vec_clear(at, 2 * d);
}

/* ad*_xi x where the rule has ad*_xi z */
static void bracket_at_start(arb_ptr out, fault_rule *rule, fault_operation operation,
                             const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    const bool here = operation == FAULT_AD && (rule->where < 0 || rule->where == rule->phase);
    fault_apply(out, rule, operation, algebra, xi, here ? rule->x : x, w);
}

static void predict(judge_trial *t)
{
    static const struct {
        int where;
        const char *words;
    } places[] = {{AT_START, "generator at the beginning of the step"},
                  {AT_END, "generator at 2z - x, z the stage"},
                  {AT_SUM, "generator at 2z: the 1/2 of the middle left out"},
                  {AT_HALF, "generator at z/2: the 1/2 of the middle twice"},
                  {DRIFT_AT_START, "drift at the beginning of the step"},
                  {MEAN, "mean of generators, not generator at the mean"}};
    fault_rule rule = {.trial = t, .generator = generator_elsewhere, .part = -1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        rule.where = places[i].where;
        if (rule.where == DRIFT_AT_START && t->M == 0) continue;
        fault_offer_rule(&rule, "%s", places[i].words);
    }
    if (!fault_uses(t, FAULT_AD)) return;
    rule.generator = NULL;
    rule.act = bracket_at_start;
    rule.where = -1;
    fault_offer_rule(&rule, "bracket with x in the place of the stage");
    rule.where = FAULT_FINISH;
    fault_offer_rule(&rule, "bracket of the result with x in the place of the stage");
}

const judge_fault judge_faults_points = {
    .name = "the generator or the bracket at another state",
    .equation = "Xi(x), Xi(y) or ad* x where the rule has the stage, or the middle of x and y",
    .section = "Schemes",
    .rank = 9,
    .predict = predict};
