/* Two schemes from the same state with the same increments: certified difference of one step, over
 * samples. */
#include "oracle/claims/experiment/measure.h"

#include "oracle/claims/experiment/step.h"

static slp_status number(arb_t difference, const slp_case *c, const ref_system *sys,
                         const slp_trial *trial, slong prec)
{
    slp_step one, other;
    slp_step_init(&one, c);
    slp_step_init(&other, c);
    arb_t scale; /* of the other's generator, which is linear in h and dW */
    arb_init(scale);
    arb_set_d(scale, trial->number[1]);
    arb_mul(other.h, other.h, scale, prec);
    for (slong k = 0; k < other.M; k++) arb_mul(other.dW + k, other.dW + k, scale, prec);
    arb_clear(scale);
    slp_status status = slp_step_take(&one, c->scheme->name, sys, prec);
    if (status == SLP_OK) status = slp_step_take(&other, trial->word[0], sys, prec);
    if (status == SLP_OK) {
        arb_t norm, entry;
        arb_init(norm);
        arb_init(entry);
        arb_zero(difference);
        for (size_t i = 0; i < c->d; i++) {
            arb_addmul(norm, one.x + i, one.x + i, prec);
            arb_sub(entry, one.next + i, other.next + i, prec);
            arb_abs(entry, entry);
            arb_max(difference, difference, entry, prec);
        }
        arb_sqrt(norm, norm, prec);
        arb_div(difference, difference, norm, prec);
        arb_clear(norm);
        arb_clear(entry);
    }
    slp_step_clear(&one);
    slp_step_clear(&other);
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
    .measure = measure};
