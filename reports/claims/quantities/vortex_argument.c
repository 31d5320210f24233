/* The argument of the logarithm in EJLL (38), with the norm that (5) defines.
 *
 * With X = -(i/2) x.sigma, the inner product Tr(X* Y) of (5) is x.y/2, so |X|^2 = |x|^2/2.  Then
 *     as printed  Tr(X* Y)/(|X|^2 |Y|^2) = 2 x.y/(|x|^2 |y|^2),
 *     as meant    Tr(X* Y)/(|X| |Y|)     = x.y/(|x| |y|),
 * and the argument is 1 minus that: where it is negative there is no logarithm. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

static void dot(arb_t to, arb_srcptr a, arb_srcptr b, slong prec)
{
    arb_mul(to, a, b, prec);
    arb_addmul(to, a + 1, b + 1, prec);
    arb_addmul(to, a + 2, b + 2, prec);
}

/* The largest over pairs of what is taken from 1, minus 1. */
static slp_status number(arb_t excess, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const bool printed = strcmp(trial->word[0], "printed") == 0;
    arb_t product, norms, one;
    arb_init(product);
    arb_init(norms);
    arb_init(one);
    arb_neg_inf(excess);
    for (slong i = 0; i < step->d; i += 3)
        for (slong j = 0; j < i; j += 3) {
            dot(norms, step->x + i, step->x + i, prec);
            dot(one, step->x + j, step->x + j, prec);
            arb_mul(norms, norms, one, prec);
            if (!printed) arb_sqrt(norms, norms, prec);
            dot(product, step->x + i, step->x + j, prec);
            if (printed) arb_mul_2exp_si(product, product, 1);
            arb_div(product, product, norms, prec);
            arb_sub_ui(product, product, 1, prec);
            arb_max(excess, excess, product, prec);
        }
    arb_clear(product);
    arb_clear(norms);
    arb_clear(one);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "point-vortices") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "must be point-vortices");
    return slp_sweep(m, 0, 1, true, number, trial, err);
}

const slp_quantity slp_quantity_vortex_argument = {
    .name = "vortex-argument",
    .about = "is there a logarithm in the Hamiltonian of the vortices, EJLL (38), with the norm of "
             "(5)?",
    .method = "both sides of the quotient are evaluated in ball arithmetic on the sample's numbers",
    .options = {{"norm", true, true, 0, "of (38): printed (squared norms), or meant"}},
    .words = {"printed meant"},
    .values = {{"excess", "",
                "max over samples and pairs of the quotient minus 1: positive where the argument "
                "of the logarithm is negative"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure};
