/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A result is an element of the algebra's dual: for su(N), whose exchange format has all N diagonal
 * entries, the trace must be 0; over the dual numbers the traces of W and Theta.  On the other
 * algebras all coordinates give an element.
 *
 * The scheme keeps the trace because ad* has none.  Rounding is allowed as for every function that
 * is kept, the Casimirs' allowance (props/LAWS.md section 2): sqrt(N) r. */
#include "props/case/reference_step.h"

static slong count(const ref_exact_step *exact_step)
{
    return exact_step->c->system->algebra == SLP_SUN_DUAL ? 2 : 1;
}

static void value(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    const slong n = ref_group_size(exact_step->sys);
    for (slong b = 0; b < count(exact_step); b++) {
        arb_zero(values + b);
        for (slong i = 0; i < n; i++) arb_add(values + b, values + b, x + b * n * n + i, prec);
    }
}

static const ref_invariant trace = {count, value};

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &trace, exact_step, prec);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &trace, subject, c);
}

const prop_law prop_law_member = {
    .name = "member",
    .about = "a result lies in the algebra",
    .equation = "Tr X = 0",
    .applies = {.algebras = SLP_SUN | SLP_SUN_DUAL},
    .draw = {.asks_case = true},
    .effort = {.cases = 48},
    .check = check,
    .defect = defect,
};
