/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Energy before and after one certified step, over samples: zero where a scheme conserves H0
 * exactly. */
#include "reports/claims/experiment/measure.h"

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    REF_LOCAL(arb, before);
    slp_status status = ref_exact_step_change(residual, before, &ref_invariant_energy, step, prec);
    if (status == SLP_OK) arb_div(residual, residual, before, prec);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_energy_residual = {
    .name = "energy-residual",
    .about = "relative change of the energy in one step, over samples",
    .method =
        "each step is a certified enclosure; the energy is evaluated on it in ball arithmetic",
    .values = {{"largest", "", "max over samples of |H(x') - H(x)| / |H(x)|"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
