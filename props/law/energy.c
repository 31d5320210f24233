/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Without noise the energy is kept exactly, where it is quadratic plus linear and the scheme
 * promises it. */
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &ref_invariant_energy, exact_step, prec);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &ref_invariant_energy, subject, c);
}

const prop_law prop_law_energy = {
    .name = "energy",
    .about = "without noise the energy is kept exactly (quadratic plus linear)",
    .equation = "H0(Psi_h(x)) = H0(x)",
    .applies = {.flag = SLP_LAW_ENERGY},
    .draw = {.asks_case = true, .shape = prop_remove_noise},
    .effort = {.cases = 160, .controls = 16},
    .check = check,
    .defect = defect,
};
