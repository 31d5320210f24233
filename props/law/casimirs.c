/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every Casimir of the system is kept: C_i(Psi(x)) = C_i(x). */
#include "props/case/reference_step.h"

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &ref_invariant_casimirs, exact_step, prec);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &ref_invariant_casimirs, subject, c);
}

const prop_law prop_law_casimirs = {
    .name = "casimirs",
    .about = "every Casimir is kept",
    .equation = "C(Psi(x)) = C(x)",
    .applies = {.flag = SLP_LAW_CASIMIRS},
    .draw = {.asks_case = true},
    .effort = {.cases = 160, .controls = 16},
    .check = check,
    .defect = defect,
};
