/* Candidates for a third integral of the heavy top, besides the energy and the Casimirs, over
 * samples:
 *     axial      Pi_3, the momentum about the body's third axis, p_psi in Euler's angles: an
 *                integral of the symmetric
 *                (Lagrange) top, I1 = I2 and chi along e3;
 *     chaplygin  Pi_3 (Pi_1^2 + Pi_2^2) - 4 Gamma_3 (chi_1 Pi_1 + chi_2 Pi_2): an integral of the
 *                Goryachev-Chaplygin
 *     top, I1 = I2 = 4 I3 = 4, chi across e3, Pi.Gamma = 0.  With Pi' = Pi x omega + Gamma x chi,
 *                  Gamma' =
 *     Gamma x omega, chi = c e1 and Gamma_1 Pi_1 = -Gamma_2 Pi_2 - Gamma_3 Pi_3 the terms of its
 *                  derivative cancel in pairs.
 *     energy     (1/2) Pi.I^-1 Pi + chi.Gamma; `energy-doubled` has Pi.I^-1 Pi, as LECG (44) is
 *                printed; `energy-turned` and `energy-doubled-turned` have -chi.Gamma.
 * `by: rate` is the derivative along the field without noise, grad F . field; `by: step` is the
 * change in one certified step of the scheme.  Both are relative to |Pi|, or to |Pi|^3 for the
 * cubic. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

static bool is(const slp_trial *trial, int option, const char *word)
{
    return trial->word[option] && strcmp(trial->word[option], word) == 0;
}

/* F at x, and with grad not NULL its gradient (6 numbers) */
static void integral(arb_t F, arb_ptr grad, bool cubic, arb_srcptr x, const double *chi, slong prec)
{
    if (grad) _arb_vec_zero(grad, 6);
    if (!cubic) {
        arb_set(F, x + 2);
        if (grad) arb_one(grad + 2);
        return;
    }
    arb_t square, across, four_chi;
    arb_init(square);
    arb_init(across);
    arb_init(four_chi);
    for (slong i = 0; i < 2; i++) {
        arb_addmul(square, x + i, x + i, prec);
        arb_set_d(four_chi, 4 * chi[i]);
        arb_addmul(across, four_chi, x + i, prec);
        if (!grad) continue;
        arb_mul(grad + i, x + 2, x + i, prec);
        arb_mul_2exp_si(grad + i, grad + i, 1);
        arb_submul(grad + i, x + 5, four_chi, prec);
    }
    arb_mul(F, x + 2, square, prec);
    arb_submul(F, x + 5, across, prec);
    if (grad) {
        arb_set(grad + 2, square);
        arb_neg(grad + 5, across);
    }
    arb_clear(square);
    arb_clear(across);
    arb_clear(four_chi);
}

/* F = k Pi.I^-1 Pi + s chi.Gamma with k = 1/2 or 1 and s = +-1, and its gradient as above. */
static void energy(arb_t F, arb_ptr grad, const slp_trial *trial, const ref_exact_step *step,
                   arb_srcptr x, slong prec)
{
    size_t count;
    const double *chi = slp_case_param(step->c, "chi", &count);
    const double *inertia = slp_case_param(step->c, "inertia", &count);
    const bool doubled = strstr(trial->word[0], "doubled") != NULL;
    const bool turned = strstr(trial->word[0], "turned") != NULL;
    arb_t one;
    arb_init(one);
    arb_zero(F);
    for (slong i = 0; i < 3; i++) {
        arb_set_d(one, inertia[i]);
        arb_div(one, x + i, one, prec);
        if (doubled) arb_mul_2exp_si(one, one, 1);
        if (grad) arb_set(grad + i, one);
        arb_mul_2exp_si(one, one, -1);
        arb_addmul(F, one, x + i, prec);
        arb_set_d(one, turned ? -chi[i] : chi[i]);
        if (grad) arb_set(grad + 3 + i, one);
        arb_addmul(F, one, x + 3 + i, prec);
    }
    arb_clear(one);
}

static slp_status number(arb_t change, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    size_t count;
    const double *chi = slp_case_param(step->c, "chi", &count);
    bool cubic = is(trial, 0, "chaplygin");
    arb_ptr grad = _arb_vec_init(6), field = _arb_vec_init(6);
    arb_t before, scale;
    arb_init(before);
    arb_init(scale);
    slp_status status = SLP_OK;
    const bool of_energy = strncmp(trial->word[0], "energy", 6) == 0;
    if (of_energy)
        energy(before, grad, trial, step, step->x, prec);
    else
        integral(before, grad, cubic, step->x, chi, prec);
    if (is(trial, 1, "rate")) {
        arb_one(step->h);
        _arb_vec_zero(step->dW, step->M);
        ref_field(field, step->sys, step->x, step->h, step->dW, prec);
        arb_zero(change);
        for (slong i = 0; i < 6; i++) arb_addmul(change, grad + i, field + i, prec);
    } else {
        status = ref_exact_step_image(step->next, NULL, step, prec);
        if (status == SLP_OK) {
            if (of_energy)
                energy(change, NULL, trial, step, step->next, prec);
            else
                integral(change, NULL, cubic, step->next, chi, prec);
            arb_sub(change, change, before, prec);
        }
    }
    arb_zero(before);
    for (slong i = 0; i < 3; i++) arb_addmul(before, step->x + i, step->x + i, prec);
    arb_sqrt(scale, before, prec);
    if (cubic) arb_mul(scale, scale, before, prec);
    arb_div(change, change, scale, prec);
    arb_clear(before);
    arb_clear(scale);
    _arb_vec_clear(grad, 6);
    _arb_vec_clear(field, 6);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "heavy-top") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system", "must be heavy-top");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

/* A rate is of the field, not of a step. */
static bool certifies(char *const word[SLP_QUANTITY_OPTIONS])
{
    return !word[1] || strcmp(word[1], "rate") != 0;
}

const slp_quantity slp_quantity_top_integral = {
    .name = "top-integral",
    .about = "is a function of the heavy top's state an integral, of the equations or of a step",
    .method =
        "gradient times the field, or the difference over a certified step, in ball arithmetic",
    .options = {{"of", true, true, 0,
                 "axial: Pi_3; chaplygin: Pi_3 (Pi_1^2 + Pi_2^2) - 4 Gamma_3 (chi_1 Pi_1 + chi_2 "
                 "Pi_2); energy: (1/2) Pi.I^-1 Pi + chi.Gamma; energy-doubled: without the 1/2; "
                 "-turned: with -chi.Gamma"},
                {"by", true, true, 0,
                 "rate: along the equations without noise; step: in one step"}},
    .words = {"axial chaplygin energy energy-doubled energy-turned energy-doubled-turned",
              "rate step"},
    .values = {{"largest", "", "max over samples of |change| / |Pi| (|Pi|^3 for the cubic)"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = certifies};
