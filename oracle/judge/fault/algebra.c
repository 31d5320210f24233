/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3) for su(2), and back: the same bracket, other D, C and B; all of them, or one. */
#include "oracle/judge/fault/trial.h"
#include "ref/algebra/so3.h"
#include "ref/algebra/su2n.h"

/* The operations of so(3), vector by vector, or of su(2). */
static void other_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                            const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    static const double gamma[1] = {1};
    const bool vortices = rule->trial->c->system->algebra == SLP_SU2N;
    ref_algebra single;
    if (vortices)
        ref_algebra_so3(&single);
    else
        ref_algebra_su2n(&single, 1, gamma);
    const ref_action *action = ref_operation_of(&single, operation);
    if (!action || (rule->where >= 0 && rule->where != (int)operation)) {
        fault_apply(out, rule, operation, algebra, xi, x, w);
        return;
    }
    REF_LOCAL_VEC(arb, single.scratch, own);
    for (slong i = 0; i < algebra->d; i += 3)
        action->apply(out + i, &single, xi + i, x + i, own, rule->prec);
}

static void predict(judge_trial *t)
{
    static const struct {
        ref_operation operation;
        const char *name;
    } single[] = {{REF_CONGRUENCE, "D"},
                  {REF_INVERSE, "the inverse of D"},
                  {REF_CAYLEY, "C"},
                  {REF_DCAY_INVERSE, "B"}};
    const slp_algebra algebra = t->c->system->algebra;
    const bool vortices = algebra == SLP_SU2N;
    const char *other = vortices ? "so(3)" : "su(2)", *own = vortices ? "su(2)" : "so(3)";
    fault_rule rule = {.trial = t, .act = other_operation, .where = -1};
    if (!vortices && algebra != SLP_SO3 && !(algebra == SLP_SE3 && t->exact.scheme->semidirect))
        return;
    int uses = 0;
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        uses += fault_uses(t, single[k].operation);
    fault_offer_rule(&rule, FAULT_WORDS("%s for %s", other, own));
    for (size_t k = 0; k < sizeof single / sizeof *single && uses > 1; k++) {
        rule.where = (int)single[k].operation;
        if (fault_uses(t, single[k].operation))
            fault_offer_rule(&rule,
                             FAULT_WORDS("%s of %s for that of %s", single[k].name, other, own));
    }
}

const judge_fault judge_faults_algebra = {
    .name = "so(3) for su(2), or su(2) for so(3)",
    .equation = "D, C and B of the other representation: q = |xi|^2/4 for |xi|^2/16, or back",
    .section = "Schemes, Operations",
    .rank = 7,
    .predict = predict};
