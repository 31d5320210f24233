/* The stated bound on the kinetic energy, over samples: is (1/2) x.I^-1 x <= (1/2) |I^-1| |x|^p ?
 */
#include "reports/claims/experiment/measure.h"

#include <string.h>

/* ||I^-1|| of the diagonal inertia: operator norm max 1/I_i, or Frobenius norm (sum 1/I_i^2)^(1/2).
 */
static void inverse_norm(arb_t norm, const slp_case *c, bool frobenius, slong prec)
{
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    arb_t one;
    arb_init(one);
    arb_zero(norm);
    for (size_t i = 0; i < count; i++) {
        arb_set_d(one, inertia[i]);
        arb_inv(one, one, prec);
        if (frobenius)
            arb_addmul(norm, one, one, prec);
        else
            arb_max(norm, norm, one, prec);
    }
    if (frobenius) arb_sqrt(norm, norm, prec);
    arb_clear(one);
}

/* (energy - bound) / bound: positive where the bound fails. */
static slp_status number(arb_t excess, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    arb_t bound, length;
    arb_init(bound);
    arb_init(length);
    inverse_norm(bound, step->c, trial->word[1] && strcmp(trial->word[1], "frobenius") == 0, prec);
    for (slong i = 0; i < step->d; i++) arb_addmul(length, step->x + i, step->x + i, prec);
    if (trial->number[0] < 2) arb_sqrt(length, length, prec);
    arb_mul(bound, bound, length, prec);
    arb_mul_2exp_si(bound, bound, -1);
    ref_energy(excess, step->sys, step->x, prec);
    arb_sub(excess, excess, bound, prec);
    arb_div(excess, excess, bound, prec);
    arb_clear(bound);
    arb_clear(length);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "rigid-body") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "the bound is stated for the rigid body");
    return slp_sweep(m, 0, 1, true, number, trial, err);
}

const slp_quantity slp_quantity_energy_bound = {
    .name = "energy-bound",
    .about = "excess of the kinetic energy over (1/2) |I^-1| |x|^power, over samples",
    .method = "both sides are evaluated in ball arithmetic on the sample's exact numbers",
    .options = {{"power", false, true, 0, "of |x| in the bound: 1 as printed, 2 as meant"},
                {"norm", true, false, 0, "of I^-1: operator (default) or frobenius"}},
    .words = {[1] = "operator frobenius"},
    .range = {{1, 2, true}},
    .values = {{"excess", "",
                "max over samples of (energy - bound) / bound: positive where the bound fails"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure};
