/* The iteration of the stage ends before it has settled. */
#include "oracle/judge/fault/trial.h"

static bool offer(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    (void)z;
    /* a stage that is the result itself: F(z_k) = T(z_k) */
    if (rule->where) k++;
    if (k == 0)
        judge_offer(rule->trial, next, 0, "explicit stage: no iteration");
    else
        judge_offer(rule->trial, next, 0, "stopped after %u iteration%s", k, k == 1 ? "" : "s");
    return true;
}

/* The result as D(-xi) z, xi = Xi(z): the same as x + ad*_xi z where z has settled. */
static bool offer_congruence(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    const fault_plain *plain = rule->data;
    arb_ptr xi = _arb_vec_init(t->d);
    (void)next;
    fault_plain_generator(xi, plain, z);
    _arb_vec_neg(xi, xi, t->d);
    fault_plain_apply(t->y, plain, FAULT_CONGRUENCE, xi, z);
    _arb_vec_add(t->y, t->y, z, t->d, t->prec);
    judge_offer(t, t->y, 0, "stopped after %u iteration%s, y = D(-xi) z", k, k == 1 ? "" : "s");
    _arb_vec_clear(xi, t->d);
    return true;
}

static bool offer_doubled(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    (void)next;
    for (slong i = 0; i < t->d; i++) {
        arb_mul_2exp_si(t->y + i, z + i, 1);
        arb_sub(t->y + i, t->y + i, t->exact.x + i, t->prec);
    }
    judge_offer(t, t->y, 0, "stopped after %u iteration%s, y = 2z - x", k, k == 1 ? "" : "s");
    return true;
}

static void predict(judge_trial *t)
{
    enum { MOST = 400 };
    const ref_scheme *scheme = t->exact.scheme;
    fault_rule rule = {.trial = t, .part = -1};
    if (scheme->stages == 0) return;
    rule.where = fault_stage_is_result(t);
    fault_rule_iterate(&rule, MOST, offer);
    if (scheme->stages > 1 || scheme->from_zero || !fault_uses(t, FAULT_AD)) return;
    if (!fault_uses(t, FAULT_CONGRUENCE) && !fault_uses(t, FAULT_INVERSE)) {
        if (!rule.where) fault_rule_iterate(&rule, MOST, offer_doubled);
        return;
    }
    /* the two midpoint rules on matrices: each other's iteration, and the other form of y */
    static const char *const names[] = {"isospectral-midpoint", "canonical-midpoint"};
    fault_plain plain;
    fault_plain_init(&plain, t);
    rule.data = &plain;
    for (int k = 0; k < 2; k++) {
        rule.scheme = ref_scheme_find(names[k]);
        rule.x = rule.h = rule.dW = NULL;
        if (rule.scheme != scheme) fault_rule_iterate(&rule, MOST, offer);
        fault_rule_iterate(&rule, MOST, offer_congruence);
    }
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_iterations = {
    .name = "stopped too early",
    .equation = "y = F(z_k), z_k = T(z_(k-1)), with a k at which z_k still moves",
    .section = "Ports, When to stop",
    .counted_together = true,
    .rank = 4,
    .predict = predict};
