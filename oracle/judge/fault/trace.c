/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The trace of a stage on su(N): taken away where the rule keeps it, or seen by the generator. */
#include "oracle/judge/fault/trial.h"

static slong size_of(const judge_trial *t)
{
    slong n = 1;
    while (n * n < t->d) n++;
    return n;
}

/* Takes the mean of the diagonal away from each vector of z. */
static void remove_traces(arb_ptr z, slong vectors, slong d, slong n, slong prec)
{
    arb_t mean;
    arb_init(mean);
    for (slong v = 0; v < vectors; v++) {
        arb_ptr at = z + v * d;
        arb_zero(mean);
        for (slong i = 0; i < n; i++) arb_add(mean, mean, at + i, prec);
        arb_div_si(mean, mean, n, prec);
        for (slong i = 0; i < n; i++) arb_sub(at + i, at + i, mean, prec);
    }
    arb_clear(mean);
}

static void without_trace(arb_ptr z, fault_rule *rule)
{
    remove_traces(z, rule->frame->k / rule->trial->d, rule->trial->d, size_of(rule->trial),
                  rule->prec);
}

static void operation_without_trace(arb_ptr out, fault_rule *rule, ref_operation operation,
                                    const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                                    arb_ptr w)
{
    fault_apply(out, rule, operation, algebra, xi, x, w);
    if (operation == REF_DCAY_INVERSE || operation == REF_CONGRUENCE || operation == REF_INVERSE)
        remove_traces(out, 1, rule->trial->d, size_of(rule->trial), rule->prec);
}

/* Xi(z) with h times the trace of z */
static void generator_with_trace(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, n = size_of(rule->trial);
    arb_ptr part = _arb_vec_init(d);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    _arb_vec_set(part, z, d);
    remove_traces(part, 1, d, n, rule->prec);
    for (slong i = 0; i < n; i++) {
        arb_sub(part + i, z + i, part + i, rule->prec);
        arb_mul(part + i, part + i, rule->h, rule->prec);
        if (rule->where == 1)
            arb_sub(xi + i, xi + i, part + i, rule->prec);
        else
            arb_add(xi + i, xi + i, part + i, rule->prec);
    }
    _arb_vec_clear(part, d);
}

static void predict(judge_trial *t)
{
    if (t->c->system->algebra != SLP_SUN) return;
    fault_rule rule = {.trial = t, .settle = without_trace, .part = -1};
    if (t->exact.scheme->stages) fault_offer_rule(&rule, "the trace of the stage is taken away");
    rule.settle = NULL;
    rule.act = operation_without_trace;
    fault_offer_rule(&rule, "the trace of D or B is taken away");
    rule.act = NULL;
    rule.generator = generator_with_trace;
    fault_offer_rule(&rule, "the trace is not removed: h tr(z)/N in the generator");
    rule.where = 1;
    fault_offer_rule(&rule, "the trace is not removed: -h tr(z)/N in the generator");
}

const judge_fault judge_faults_trace = {
    .name = "a trace taken away or not removed",
    .equation = "z - tr(z)/N for z: D and B leave su(N); Xi itself has no trace",
    .section = "Schemes, Matrices",
    .rank = 15,
    .predict = predict};
