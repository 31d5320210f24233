/* Spatial momentum before and after one certified step: R x with R' = R f, so R' x' - R x = R (f x' - x), and
 * |f x' - x| is its size whatever the attitude R.  Zero where the momentum map is conserved exactly. */
#include "oracle/claim_measure.h"
#include "oracle/claim_step.h"

static slp_status number(arb_t residual, const slp_case *c, const ref_system *sys,
                         const slp_trial *trial, slong prec)
{
    (void)trial;
    slp_step step;
    slp_step_init(&step, c);
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    acb_mat_t f;
    arb_t norm, entry;
    acb_mat_init(f, 3, 3);
    arb_init(norm);
    arb_init(entry);
    slp_status status = SLP_UNSUPPORTED;
    if (scheme)
        status = ref_step_group(f, step.next, NULL, scheme, sys, step.x, step.h, step.dW, prec);
    if (status == SLP_OK) {
        arb_zero(residual);
        ref_spatial_momentum(step.next, sys, f, step.next, prec);
        for (slong i = 0; i < 3; i++) {
            arb_addmul(norm, step.x + i, step.x + i, prec);
            arb_sub(entry, step.next + i, step.x + i, prec);
            arb_addmul(residual, entry, entry, prec);
        }
        arb_sqrt(norm, norm, prec);
        arb_sqrtpos(residual, residual, prec);
        arb_div(residual, residual, norm, prec);
    }
    acb_mat_clear(f);
    arb_clear(norm);
    arb_clear(entry);
    slp_step_clear(&step);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (trial->experiment->system->algebra != SLP_SO3)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "the momentum R x is that of so(3): take the rigid body");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_momentum_residual = {
    .name = "momentum-residual",
    .about = "change of the spatial momentum R x in one step, over samples",
    .method =
        "the step and its group increment f are enclosed together; R' x' - R x = R (f x' - x)",
    .values = {{"largest", "", "max over samples of |f x' - x| / |x|"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure};
