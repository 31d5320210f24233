/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Casimirs before and after one certified step, over samples: zero where a scheme keeps the orbit.
 */
#include "reports/claims/experiment/measure.h"

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    slong count = ref_casimir_count(step->sys);
    REF_LOCAL_VEC(arb, 2 * count, before);
    arb_ptr change = before + count;
    slp_status status = ref_exact_step_change(change, before, &ref_invariant_casimirs, step, prec);
    arb_zero(residual);
    for (slong i = 0; i < count && status == SLP_OK; i++) {
        if (!arb_contains_zero(before + i)) arb_div(change + i, change + i, before + i, prec);
        arb_abs(change + i, change + i);
        arb_max(residual, residual, change + i, prec);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_casimir_residual = {
    .name = "casimir-residual",
    .about = "relative change of the Casimirs in one step, over samples",
    .method =
        "each step is a certified enclosure; the Casimirs are evaluated on it in ball arithmetic",
    .values = {{"largest", "", "max over samples and Casimirs of |C(x') - C(x)| / |C(x)|"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
