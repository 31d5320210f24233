/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every step is a Poisson map, whatever the increments: D B(x) D^T = B(Psi(x)), D the tangent map,
 * enclosed by differentiating the implicit relation (no finite differences). */
#include "props/case/reference_step.h"

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d;
    REF_LOCAL_MAT(arb, d, d, residual, tensor);
    REF_LOCAL(arb, size);
    prop_defect_fit(to, d * d);
    slp_status status = ref_poisson_residual(residual, exact_step->scheme, exact_step->sys,
                                             exact_step->x, exact_step->h, exact_step->dW, prec);
    if (status == SLP_OK) {
        ref_poisson_tensor(tensor, exact_step->sys, exact_step->x, prec);
        arb_mat_frobenius_norm(size, tensor, prec);
        arb_mul_2exp_si(size, size, -53);
        for (slong i = 0; i < d; i++)
            for (slong j = 0; j < d; j++) {
                arb_set(to->at + i * d + j, arb_mat_entry(residual, i, j));
                arb_set(to->unit + i * d + j, size);
            }
    }
    return status;
}

const prop_law prop_law_poisson = {
    .name = "poisson",
    .about = "every step is a Poisson map",
    .equation = "DPsi B(x) DPsi^T = B(Psi(x))",
    .applies = {.flag = SLP_LAW_POISSON, .subjects = PROP_LAW_REFERENCE},
    .effort = {.costly = true, .cases = 112, .controls = 16},
    .check = prop_certify,
    .defect = defect,
};
