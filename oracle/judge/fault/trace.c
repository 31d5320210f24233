/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The trace of a stage on su(N): taken away where the rule keeps it, or seen by the generator. */
#include "oracle/judge/fault/trial.h"

/* Takes the mean of the diagonal away from each vector of z. */
static void remove_traces(arb_ptr z, slong vectors, slong d, slong n, slong prec)
{
    REF_LOCAL(arb, mean);
    for (slong v = 0; v < vectors; v++) {
        arb_ptr at = z + v * d;
        arb_zero(mean);
        for (slong i = 0; i < n; i++) arb_add(mean, mean, at + i, prec);
        arb_div_si(mean, mean, n, prec);
        for (slong i = 0; i < n; i++) arb_sub(at + i, at + i, mean, prec);
    }
}

static void without_trace(arb_ptr z, fault_rule *rule)
{
    remove_traces(z, rule->frame->k / rule->trial->d, rule->trial->d, judge_rows_of(rule->trial->c),
                  rule->prec);
}

static void operation_without_trace(arb_ptr out, fault_rule *rule, ref_operation operation,
                                    const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                                    arb_ptr w)
{
    fault_apply(out, rule, operation, algebra, xi, x, w);
    if (operation == REF_DCAY_INVERSE || operation == REF_CONGRUENCE || operation == REF_INVERSE)
        remove_traces(out, 1, rule->trial->d, judge_rows_of(rule->trial->c), rule->prec);
}

/* Ways in which a generator has the trace: h tr(z)/N, with another sign; as mode 0 of the torus
 * with |m|^2 = 1, -h/(2 epsilon) = -h N/(4 pi) times it; or as the running sums of a sphere's
 * diagonal have it, from one end to the other, and then v is 0 at one end. */
enum { ADDED, SUBTRACTED, MODE_0, FROM_FIRST, FROM_LAST, FIRST_IS_0, LAST_IS_0, WAYS };
static const char *const way_words[WAYS] = {
    [ADDED] = "the trace is not removed: h tr(z)/N in the generator",
    [SUBTRACTED] = "the trace is not removed: -h tr(z)/N in the generator",
    [MODE_0] = "the mean is not removed: mode 0 of the torus with |m|^2 = 1",
    [FROM_FIRST] = "the mean is not removed before the Laplacian's inverse: sums from the first",
    [FROM_LAST] = "the mean is not removed before the Laplacian's inverse: sums from the last",
    [FIRST_IS_0] = "the mean is not removed behind the Laplacian's inverse: the first entry is 0",
    [LAST_IS_0] = "the mean is not removed behind the Laplacian's inverse: the last entry is 0"};

/* xi += h tr(z)/N g without its mean, g_k = -1/(N-1) - ... - 1/(N-k): what running sums of
 * (k+1)(N-1-k) (v_k - v_(k+1)) = F_k give where F_k has k + 1 times the mean too much. */
static void add_running_sums(arb_ptr xi, const arb_t mean, slong n, bool from_last,
                             const fault_rule *rule)
{
    REF_LOCAL_VEC(arb, n, g);
    REF_LOCAL(arb, part);
    for (slong k = 0; k + 1 < n; k++) {
        arb_set_si(part, n - 1 - k);
        arb_inv(part, part, rule->prec);
        arb_sub(g + k + 1, g + k, part, rule->prec);
    }
    remove_traces(g, 1, n, n, rule->prec);
    arb_mul(part, mean, rule->h, rule->prec);
    for (slong k = 0; k < n; k++)
        arb_addmul(xi + k, part, g + (from_last ? n - 1 - k : k), rule->prec);
}

/* Xi(z) with the trace of z */
static void generator_with_trace(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, n = judge_rows_of(rule->trial->c), prec = rule->prec;
    REF_LOCAL_VEC(arb, d, part);
    REF_LOCAL(arb, factor);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    _arb_vec_set(part, z, d);
    remove_traces(part, 1, d, n, prec);
    arb_sub(factor, z, part, prec);
    if (rule->where == FROM_FIRST || rule->where == FROM_LAST) {
        add_running_sums(xi, factor, n, rule->where == FROM_LAST, rule);
    } else if (rule->where > FROM_LAST) {
        fault_generator_part(part, rule, FAULT_DRIFT, z);
        arb_set(factor, part + (rule->where == LAST_IS_0 ? n - 1 : 0));
        for (slong i = 0; i < n; i++) arb_sub(xi + i, xi + i, factor, prec);
    }
    arb_set(factor, rule->h);
    if (rule->where != ADDED) arb_neg(factor, factor);
    if (rule->where == MODE_0) {
        arb_mul_si(factor, factor, n, prec);
        arb_div_si(factor, factor, 4, prec);
        arb_const_pi(part + n, prec);
        arb_div(factor, factor, part + n, prec);
    }
    for (slong i = 0; i < n && rule->where <= MODE_0; i++) {
        arb_sub(part + i, z + i, part + i, prec);
        arb_addmul(xi + i, factor, part + i, prec);
    }
}

static void predict(judge_trial *t)
{
    if (t->c->system->algebra != SLP_SUN) return;
    fault_rule rule = {.trial = t, .settle = without_trace};
    if (t->exact.scheme->stages) fault_offer_rule(&rule, "the trace of the stage is taken away");
    rule.settle = NULL;
    rule.act = operation_without_trace;
    fault_offer_rule(&rule, "the trace of D or B is taken away");
    rule.act = NULL;
    rule.generator = generator_with_trace;
    const char *system = t->c->system->name;
    const bool torus = strcmp(system, "sine-euler") == 0;
    const bool sphere = strcmp(system, "zeitlin-sphere") == 0;
    for (rule.where = ADDED; rule.where < WAYS; rule.where++)
        if (rule.where < MODE_0 || (rule.where == MODE_0 ? torus : sphere))
            fault_offer_rule(&rule, way_words[rule.where]);
}

const judge_fault judge_faults_trace = {
    .name = "a trace taken away or not removed",
    .equation = "z - tr(z)/N for z: D and B leave su(N); Xi itself has no trace",
    .section = "Schemes, Matrices",
    .rank = 15,
    .predict = predict};
