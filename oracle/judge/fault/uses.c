/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which operations the rule of a step takes, and whether its stage is the result: it is iterated
 * once. */
#include "oracle/judge/fault/trial.h"

static void note_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                           const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    rule->trial->uses |= 1u << operation;
    fault_apply(out, rule, operation, algebra, xi, x, w);
}

enum { STAGE_IS_NEXT = REF_OPERATIONS + 1, COMPARED, SKEW };

static bool compare_stage(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    bool same = k == 1 && rule->frame->k == t->d;
    for (slong i = 0; same && i < t->d; i++) same = arb_equal(z + i, t->y + i);
    if (k == 0) _arb_vec_set(t->y, next, t->d);
    if (same) t->uses |= 1u << STAGE_IS_NEXT;
    return k < 1;
}

static void find_uses(judge_trial *t)
{
    fault_rule rule = {.trial = t, .act = note_operation};
    if (t->uses) return;
    t->uses = 1u << REF_OPERATIONS;
    fault_rule_iterate(&rule, 1, compare_stage);
}

bool fault_uses(judge_trial *t, ref_operation operation)
{
    find_uses(t);
    return t->uses >> operation & 1u;
}

bool fault_stage_is_result(judge_trial *t)
{
    find_uses(t);
    return t->uses >> STAGE_IS_NEXT & 1u;
}

/* ad_xi x = -ad*_xi x, and both are not 0: at xi = Xi(x), x the state before the step, or at all
 * xi and x. */
static bool is_skew(judge_trial *t, bool at_all)
{
    const ref_algebra *algebra = &t->exact.sys->algebra;
    bool skew = true, zero = true;
    fault_plain plain;
    if (!algebra->ad || !algebra->bracket) return false;
    fault_plain_init(&plain, t);
    REF_LOCAL_VEC(arb, t->d, xi, x, dual, bracket);
    _arb_vec_set(x, t->exact.x, t->d);
    if (!at_all) fault_plain_generator(xi, &plain, x);
    /* a bilinear identity that holds here by chance holds nowhere else */
    for (slong i = 0; i < t->d && at_all; i++) {
        arb_set_si(xi + i, (i + 2) * (i + 2) + 1);
        arb_set_si(x + i, i % 2 ? -3 * i - 1 : 2 * i + 5);
    }
    fault_plain_apply(dual, &plain, REF_AD, xi, x);
    fault_plain_apply(bracket, &plain, REF_BRACKET, xi, x);
    fault_plain_clear(&plain);
    for (slong i = 0; i < t->d; i++) {
        zero = zero && arf_is_zero(arb_midref(dual + i)) && arf_is_zero(arb_midref(bracket + i));
        arb_add(dual + i, dual + i, bracket + i, t->prec);
        skew = skew && arb_contains_zero(dual + i);
    }
    return skew && !zero;
}

bool fault_algebra_is_skew(judge_trial *t)
{
    return is_skew(t, true);
}

bool fault_sign_transposes(judge_trial *t)
{
    find_uses(t);
    if (!(t->uses >> COMPARED & 1u)) {
        t->uses |= 1u << COMPARED;
        if (is_skew(t, false)) t->uses |= 1u << SKEW;
    }
    return t->uses >> SKEW & 1u;
}

const char *fault_sign_words(judge_trial *t)
{
    return fault_uses(t, REF_AD) && fault_sign_transposes(t) ? "the wrong sign (ad for ad*)"
                                                             : "the wrong sign";
}
