/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The iteration of the stage ends before it has settled: after a number of iterations, or where the
 * stage changes by less than a tolerance.  A tolerance ends at some iteration too, so that both are
 * one candidate: it has the number of iterations, and the tolerances that end there.
 *
 * A tolerance of 1e-j ends at the first k with |z_k - z_(k-1)| < 1e-j S, in Euclidean norms of the
 * coordinates of all stages.  S = |x|, the size of the state before the step; on T*R |x| + |Xi(x)|;
 * S = 1 where the stages are generators. */
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <string.h>

/* One series of iterates z_k, and what y is taken for. */
typedef struct series {
    fault_plain plain;
    bool next_counts;   /* y = F(z_k) = T(z_k) = z_(k+1): after k + 1 iterations */
    arb_ptr before;     /* z_(k-1) */
    double size, least; /* S; the smallest change so far, in S */
} series;

/* |a - b|, or |a| if b is NULL; NAN if it is no double. */
static double distance(arb_srcptr a, arb_srcptr b, slong n, slong prec)
{
    REF_LOCAL(arb, sum, term);
    for (slong i = 0; i < n; i++) {
        arb_set(term, a + i);
        if (b) arb_sub(term, term, b + i, prec);
        arb_addmul(sum, term, term, prec);
    }
    arb_sqrtpos(sum, sum, prec);
    const double value = arb_is_finite(sum) ? arf_get_d(arb_midref(sum), ARF_RND_NEAR) : NAN;
    return isfinite(value) ? value : NAN;
}

static double size_of(judge_trial *t, const series *on, bool from_zero)
{
    const double size = distance(t->exact.x, NULL, t->d, t->prec);
    if (t->c->system->algebra != SLP_VECTOR) return from_zero ? 1 : size;
    REF_LOCAL_VEC(arb, t->d, xi);
    fault_plain_generator(xi, &on->plain, t->exact.x);
    return size + distance(xi, NULL, t->d, t->prec);
}

/* Tolerances that end at this change: none before was below them. */
static uint64_t ended_tolerances(series *on, double change)
{
    uint64_t tolerances = 0;
    const double relative = change / on->size;
    for (int j = 1; j <= JUDGE_TOLERANCES; j++) {
        const double tolerance = pow(10, -j);
        if (relative < tolerance && !(on->least < tolerance)) tolerances |= (uint64_t)1 << j;
    }
    if (!(on->least <= relative)) on->least = relative;
    return tolerances;
}

/* Sets what ended at z_k, for the candidates offered next. */
static void set_stop(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    series *on = rule->keep;
    judge_trial *t = rule->trial;
    const slong n = rule->frame->k;
    if (k == 0) {
        on->least = NAN;
        on->size = size_of(t, on, rule->frame->scheme->from_zero);
        on->before = _arb_vec_init(n);
    }
    t->stop = (judge_stop){.iterations = k + on->next_counts};
    if (on->next_counts)
        t->stop.tolerances = ended_tolerances(on, distance(next, z, n, t->prec));
    else if (k > 0)
        t->stop.tolerances = ended_tolerances(on, distance(z, on->before, n, t->prec));
    _arb_vec_set(on->before, z, n);
}

static void offer_stopped(judge_trial *t, arb_srcptr y, const char *form)
{
    const unsigned k = t->stop.iterations;
    judge_offer(t, y, 0, FAULT_WORDS("stopped after %u iteration%s%s", k, k == 1 ? "" : "s", form));
}

static bool offer_iterate(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    set_stop(rule, k, z, next);
    if (rule->trial->stop.iterations == 0)
        judge_offer(rule->trial, next, 0, "explicit stage: no iteration");
    else
        offer_stopped(rule->trial, next, "");
    return true;
}

/* The result as D(-xi) z, xi = Xi(z): the same as x + ad*_xi z where z has settled. */
static bool offer_congruence(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    const fault_plain *plain = &((const series *)rule->keep)->plain;
    REF_LOCAL_VEC(arb, t->d, xi);
    set_stop(rule, k, z, next);
    fault_plain_generator(xi, plain, z);
    _arb_vec_neg(xi, xi, t->d);
    fault_plain_apply(t->y, plain, REF_CONGRUENCE, xi, z);
    _arb_vec_add(t->y, t->y, z, t->d, t->prec);
    offer_stopped(t, t->y, ", y = D(-xi) z");
    return true;
}

static bool offer_doubled(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    set_stop(rule, k, z, next);
    for (slong i = 0; i < t->d; i++) {
        arb_mul_2exp_si(t->y + i, z + i, 1);
        arb_sub(t->y + i, t->y + i, t->exact.x + i, t->prec);
    }
    offer_stopped(t, t->y, ", y = 2z - x");
    return true;
}

static void iterate_stage(fault_rule *rule,
                          bool (*each)(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next))
{
    enum { MOST = 400 };
    series *on = rule->keep;
    const slong stages = rule->scheme ? rule->scheme->stages : rule->trial->exact.scheme->stages;
    on->before = NULL;
    fault_rule_iterate(rule, MOST, each);
    if (on->before) _arb_vec_clear(on->before, stages * rule->trial->d);
    rule->trial->stop = (judge_stop){0};
}

/* The two midpoint rules on matrices: each other's iteration, and the other form of y. */
static void midpoint_rules(fault_rule *rule)
{
    static const char *const names[] = {"isospectral-midpoint", "canonical-midpoint"};
    series *on = rule->keep;
    on->next_counts = false;
    for (int k = 0; k < 2; k++) {
        rule->scheme = ref_scheme_find(names[k]);
        if (!ref_scheme_suits(rule->scheme, rule->trial->exact.sys)) continue;
        rule->x = rule->h = rule->dW = NULL;
        if (rule->scheme != rule->trial->exact.scheme) iterate_stage(rule, offer_iterate);
        iterate_stage(rule, offer_congruence);
    }
}

static void predict(judge_trial *t)
{
    const ref_scheme *scheme = t->exact.scheme;
    series on;
    fault_rule rule = {.trial = t, .keep = &on};
    if (scheme->stages == 0) return;
    on.next_counts = fault_stage_is_result(t);
    fault_plain_init(&on.plain, t);
    iterate_stage(&rule, offer_iterate);
    if (scheme->stages == 1 && !scheme->from_zero && fault_uses(t, REF_AD)) {
        if (fault_uses(t, REF_CONGRUENCE) || fault_uses(t, REF_INVERSE))
            midpoint_rules(&rule);
        else if (!on.next_counts && strcmp(scheme->name, "spherical-midpoint") != 0)
            iterate_stage(&rule, offer_doubled); /* 2z - x is y once z has settled */
    }
    fault_plain_clear(&on.plain);
}

const judge_fault judge_faults_iterations = {
    .name = "stopped too early",
    .equation = "y = F(z_k), z_k = T(z_(k-1)), with a k at which z_k still moves",
    .section = "Ports, When to stop",
    .counted_together = true,
    .rank = 4,
    .predict = predict};
