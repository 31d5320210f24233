/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spatial momentum before and after one certified step.  With g' = g f the spatial momentum
 * Ad*_{g^-1} x changes by the image of Ad*_{f^-1} x' - x.  If the momentum map is conserved, this
 * is 0 for every attitude g: on so(3) R'x' - Rx = R (f x' - x).  On the heavy top gravity breaks
 * all symmetry but that about the vertical e = R Gamma: conserved are e itself, f Gamma' = Gamma,
 * and the momentum about it, (f Pi' - Pi).Gamma. */
#include "reports/claims/experiment/measure.h"

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    slong size = ref_group_size(step->sys);
    REF_LOCAL_MAT(acb, size, size, f);
    REF_LOCAL(arb, norm, entry);
    slp_status status = ref_exact_step_group(f, step->next, step, prec);
    if (status == SLP_OK) {
        bool top = step->c->system->algebra == SLP_SE3;
        arb_zero(residual);
        ref_spatial_momentum(step->next, step->sys, f, step->next, prec);
        _arb_vec_sub(step->next, step->next, step->x, step->d, prec);
        for (slong i = 0; i < step->d; i++) {
            if (!top || i >= 3) arb_addmul(residual, step->next + i, step->next + i, prec);
            if (top && i < 3) arb_addmul(entry, step->next + i, step->x + 3 + i, prec);
        }
        arb_addmul(residual, entry, entry, prec);
        ref_exact_step_size(norm, step, prec);
        arb_sqrtpos(residual, residual, prec);
        arb_div(residual, residual, norm, prec);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (!(trial->experiment->system->algebra & (SLP_SO3 | SLP_SON | SLP_SUN | SLP_SE3)))
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "its motion is not reconstructed on a group: take a rigid body, the "
                             "heavy top or su(N)");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_momentum_residual = {
    .name = "momentum-residual",
    .about = "change of the spatial momentum in one step, over samples",
    .method =
        "the step and its group increment f are enclosed together; R' x' - R x = R (f x' - x)",
    .values = {{"largest", "",
                "max over samples of |Ad*_{f^-1} x' - x| / |x|; of the heavy top, of what is left "
                "of it: f Gamma' - Gamma and (f Pi' - Pi).Gamma"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
