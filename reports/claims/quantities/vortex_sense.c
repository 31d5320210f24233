/* In which sense two vortices turn about each other.
 *
 * A vortex of positive strength turns fluid counter-clockwise seen from outside the sphere, so on
 * the unit sphere vortex j moves vortex i by v = Gamma_j x_j x x_i / (4 pi (1 - x_i.x_j)).  The
 * number is the velocity of vortex 1 along that v, over |v|^2: 1 in the physical sense at the
 * physical speed, -1 in the opposite one. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

static slp_status number(arb_t sense, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    size_t n = 0;
    const double *gamma = slp_case_param(step->c, "gamma", &n);
    if (n != 2) return SLP_DOMAIN;
    for (slong k = 0; k < step->M; k++) arb_zero(step->dW + k);
    arb_t r, product, cosine, speed;
    arb_ptr v = _arb_vec_init(3), one = step->x, two = step->x + 3;
    arb_init(r);
    arb_init(product);
    arb_init(cosine);
    arb_init(speed);
    for (int i = 0; i < 2; i++) { /* onto the unit sphere */
        arb_zero(r);
        for (int k = 0; k < 3; k++) arb_addmul(r, step->x + 3 * i + k, step->x + 3 * i + k, prec);
        arb_rsqrt(r, r, prec);
        for (int k = 0; k < 3; k++) arb_mul(step->x + 3 * i + k, step->x + 3 * i + k, r, prec);
    }
    ref_field(step->next, step->sys, step->x, step->h, step->dW, prec);
    for (int k = 0; k < 3; k++) {
        int p = (k + 1) % 3, q = (k + 2) % 3;
        arb_mul(v + k, two + p, one + q, prec);
        arb_submul(v + k, two + q, one + p, prec);
        arb_addmul(cosine, one + k, two + k, prec);
    }
    for (int k = 0; k < 3; k++) {
        arb_addmul(product, step->next + k, v + k, prec);
        arb_addmul(speed, v + k, v + k, prec);
    }
    arb_div(product, product, speed, prec);
    arb_div(product, product, step->h, prec); /* velocity = product * (x_2 x x_1) */
    arb_sub_ui(cosine, cosine, 1, prec);
    arb_neg(cosine, cosine);
    arb_const_pi(r, prec);
    arb_mul_2exp_si(r, r, 2);
    arb_mul(cosine, cosine, r, prec);
    arb_set_d(r, gamma[1]);
    arb_div(cosine, cosine, r, prec);
    arb_mul(sense, product, cosine, prec);
    arb_clear(r);
    arb_clear(product);
    arb_clear(cosine);
    arb_clear(speed);
    _arb_vec_clear(v, 3);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "point-vortices") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "must be point-vortices");
    return slp_sweep(m, 0, 1, true, number, trial, err);
}

const slp_quantity slp_quantity_vortex_sense = {
    .name = "vortex-sense",
    .about = "velocity of a vortex over the one that another vortex gives it physically",
    .method = "the field of two vortices on the unit sphere in ball arithmetic, without noise, "
              "against Gamma_2 x_2 x x_1 "
              "/ (4 pi (1 - x_1.x_2))",
    .values = {{"largest", "", "max over samples: 1 in the physical sense, -1 in the opposite one"},
               {"unable", "samples", "samples without a number"}},
    .measure = measure};
