/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Is one step a Poisson map?  D B(x) D^T - B(x') with D the certified tangent map, over samples. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

/* max_ij |R_ij| / |x|: the bracket is linear in x, so this has no unit. */
static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    slong d = step->d;
    REF_LOCAL_MAT(arb, d, d, R);
    slp_status status =
        ref_poisson_residual(R, step->scheme, step->sys, step->x, step->h, step->dW, prec);
    if (status == SLP_OK) {
        REF_LOCAL(arb, norm);
        arb_zero(residual);
        slp_raise(residual, arb_mat_entry(R, 0, 0), d * d, prec);
        ref_exact_step_size(norm, step, prec);
        arb_div(residual, residual, norm, prec);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_poisson_residual = {
    .name = "poisson-residual",
    .about = "defect of the Poisson property of one step, over samples",
    .method = "the tangent map D of the step is enclosed by differentiating the implicit relation "
              "in ball "
              "arithmetic; B is the Lie-Poisson tensor",
    .values = {{"largest", "", "max over samples and entries of |D B(x) D^T - B(x')| / |x|"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
