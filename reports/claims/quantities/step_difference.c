/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two schemes from the same state with the same increments: certified difference of one step, over
 * samples. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

static slp_status number(arb_t difference, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const slong d = step->d;
    slp_status status = ref_exact_step_image(step->next, NULL, step, prec);
    REF_LOCAL_VEC(arb, d, other);
    REF_LOCAL(arb, scale); /* of the other's generator, which is linear in h and dW */
    arb_set_d(scale, trial->number[1]);
    arb_mul(step->h, step->h, scale, prec);
    _arb_vec_scalar_mul(step->dW, step->dW, step->M, scale, prec);
    step->scheme = ref_scheme_find(trial->word[0]);
    if (!step->scheme) status = SLP_UNSUPPORTED;
    if (status == SLP_OK) status = ref_exact_step_image(other, NULL, step, prec);
    if (status == SLP_OK) {
        REF_LOCAL(arb, norm);
        arb_zero(difference);
        _arb_vec_sub(other, step->next, other, d, prec);
        slp_raise(difference, other, d, prec);
        ref_exact_step_size(norm, step, prec);
        arb_div(difference, difference, norm, prec);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_scheme *against = slp_scheme_find(trial->word[0]);
    const char *why = "unknown scheme: see `slp list schemes`";
    if (!against || !slp_pair_makes_sense(trial->experiment->system, against, &why))
        return slp_error_set(err, trial->experiment->line, NULL, "against", "%s", why);
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_step_difference = {
    .name = "step-difference",
    .about = "difference of one step of two schemes from the same input, over samples",
    .method = "both steps are certified enclosures; two disjoint enclosures prove that the schemes "
              "differ",
    .options = {{"against", true, true, 0, "the other scheme"},
                {"scale", false, false, 1, "multiplies the other's h and increments"}},
    .values = {{"largest", "", "max over samples and coordinates of |x' - x''| / |x|"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
