/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3) for su(2), and back: the same bracket, other D, C and B. */
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
    if (!action) {
        fault_apply(out, rule, operation, algebra, xi, x, w);
        return;
    }
    arb_ptr own = _arb_vec_init(single.scratch);
    for (slong i = 0; i < algebra->d; i += 3)
        action->apply(out + i, &single, xi + i, x + i, own, rule->prec);
    _arb_vec_clear(own, single.scratch);
}

static void predict(judge_trial *t)
{
    const slp_algebra algebra = t->c->system->algebra;
    fault_rule rule = {.trial = t, .act = other_operation, .part = -1};
    if (algebra == SLP_SU2N)
        fault_offer_rule(&rule, "so(3) for su(2)");
    else if (algebra == SLP_SO3 || (algebra == SLP_SE3 && t->exact.scheme->semidirect))
        fault_offer_rule(&rule, "su(2) for so(3)");
}

const judge_fault judge_faults_algebra = {
    .name = "so(3) for su(2), or su(2) for so(3)",
    .equation = "D, C and B of the other representation: q = |xi|^2/4 for |xi|^2/16, or back",
    .section = "Schemes, Operations",
    .rank = 14,
    .predict = predict};
