/* Which operations the rule of a step takes, and whether its stage is the result: it is iterated
 * once. */
#include "oracle/judge/fault/trial.h"

static void note(arb_ptr out, fault_rule *rule, fault_operation operation,
                 const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    rule->trial->uses |= 1u << operation;
    fault_apply(out, rule, operation, algebra, xi, x, w);
}

enum { STAGE_IS_NEXT = FAULT_OPERATIONS + 1 };

static bool once(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    judge_trial *t = rule->trial;
    bool same = k == 1 && rule->frame->k == t->d;
    for (slong i = 0; same && i < t->d; i++) same = arb_equal(z + i, t->y + i);
    if (k == 0) _arb_vec_set(t->y, next, t->d);
    if (same) t->uses |= 1u << STAGE_IS_NEXT;
    return k < 1;
}

static void look(judge_trial *t)
{
    fault_rule rule = {.trial = t, .act = note, .part = -1};
    if (t->uses) return;
    t->uses = 1u << FAULT_OPERATIONS;
    fault_rule_iterate(&rule, 1, once);
}

bool fault_uses(judge_trial *t, fault_operation operation)
{
    look(t);
    return t->uses >> operation & 1u;
}

bool fault_stage_is_result(judge_trial *t)
{
    look(t);
    return t->uses >> STAGE_IS_NEXT & 1u;
}
