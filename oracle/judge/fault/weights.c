/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The weights of the pairing on sp(2m, R) and su(N), also over the dual numbers: left out of the
 * gradient, taken twice, or multiplied; on copies of su(2) in another layout. */
#include "oracle/judge/fault/trial.h"

bool fault_counts_twice(const judge_trial *t, slong i)
{
    const slong n = judge_rows_of(t->c), m = n / 2;
    if (t->c->system->algebra != SLP_SP) return i % (n * n) >= n;
    if (i < m * m) return true;
    i = (i - m * m) % (m * (m + 1) / 2);
    for (slong row = m; row > 0 && i >= row; row--) i -= row;
    return i != 0;
}

static void weighted_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (slong i = 0; i < rule->trial->d; i++)
        if (fault_counts_twice(rule->trial, i)) arb_mul_2exp_si(xi + i, xi + i, rule->where);
}

/* Copies of su(2): the list of weights repeated, where each is to stand for three numbers. */
static void tiled_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    size_t n;
    const double *w = slp_case_param(rule->trial->c, "weights", &n);
    REF_LOCAL(arb, weight);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (size_t i = 0; i < 3 * n; i++) {
        arb_set_d(weight, w[i / 3]);
        arb_mul(xi + i, xi + i, weight, rule->prec);
        arb_set_d(weight, w[i % n]);
        arb_div(xi + i, xi + i, weight, rule->prec);
    }
}

static void predict(judge_trial *t)
{
    size_t weights;
    fault_rule tiled = {.trial = t, .generator = tiled_generator};
    if (slp_case_param(t->c, "weights", &weights) && weights > 1 && 3 * weights == (size_t)t->d)
        fault_offer_rule(&tiled, "weights repeated as a list, not each for its vector");
    const slp_algebra algebra = t->c->system->algebra;
    fault_rule rule = {.trial = t, .generator = weighted_generator, .where = 1};
    if (!(algebra & (SLP_SP | SLP_SUN | SLP_SUN_DUAL))) return;
    fault_offer_rule(&rule, "weights of the pairing left out");
    rule.where = -1;
    fault_offer_rule(&rule, "weights of the pairing twice");
    rule.where = 2;
    fault_offer_rule(&rule, "weights of the pairing multiplied, not divided");
}

const judge_fault judge_faults_weights = {
    .name = "weights of the pairing",
    .equation = "xi_i = dH/dx_i where it is (dH/dx_i)/w_i, over w_i^2, or times w_i",
    .section = "Systems",
    .rank = 8,
    .predict = predict};
