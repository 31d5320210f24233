/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tests a printed formula for the derivative of the Cayley transform.
 *
 * tau(xi) = (I - xi/2)^-1 (I + xi/2) on so(3).  By definition (right trivialised)
 *     D tau(xi)[eta] = hat(dtau_xi eta) tau(xi),
 *     D tau(xi)[eta] = (I - xi/2)^-1 (eta/2) (tau(xi) + I),
 * the second by differentiating (I - xi/2) tau = I + xi/2.  The columns dtau_xi e_j make a 3 x 3
 * matrix, and [dtau^-1_xi]* is its inverse transposed.  The formula under test is
 *     [dtau^-1_xi]* P = P + (1/2) xi x P + q (xi . P) xi,   q the option `quarter`.
 * Here xi is half the generator at the sample's state and P the state: the numbers a step meets. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

/* y = M^-T P with M the matrix of dtau_xi, by the definition alone.  False if an inverse is not
 * proved. */
static bool by_definition(arb_ptr y, arb_srcptr xi, arb_srcptr P, slong prec)
{
    REF_LOCAL_MAT(arb, 3, 3, minus, plus, inverse, tau, sum, part, M);
    REF_LOCAL_MAT(arb, 3, 1, b);
    REF_LOCAL_VEC(arb, 3, e);
    slp_hat(part, xi);
    arb_mat_scalar_mul_2exp_si(part, part, -1);
    arb_mat_one(minus);
    arb_mat_one(plus);
    arb_mat_sub(minus, minus, part, prec);
    arb_mat_add(plus, plus, part, prec);
    bool good = arb_mat_inv(inverse, minus, prec) != 0;
    arb_mat_mul(tau, inverse, plus, prec);
    arb_mat_one(sum);
    arb_mat_add(sum, sum, tau, prec);
    arb_mat_transpose(tau, tau); /* tau^-1, since tau is a rotation */
    arb_mat_mul(sum, sum, tau, prec);
    for (slong j = 0; j < 3 && good; j++) {
        _arb_vec_zero(e, 3);
        arb_set_d(e + j, 0.5);
        slp_hat(part, e);
        arb_mat_mul(part, inverse, part, prec);
        arb_mat_mul(part, part, sum, prec);                         /* hat(dtau_xi e_j) */
        arb_set(arb_mat_entry(M, j, 0), arb_mat_entry(part, 2, 1)); /* row j of M^T */
        arb_set(arb_mat_entry(M, j, 1), arb_mat_entry(part, 0, 2));
        arb_set(arb_mat_entry(M, j, 2), arb_mat_entry(part, 1, 0));
    }
    for (slong i = 0; i < 3; i++) arb_set(arb_mat_entry(b, i, 0), P + i);
    good = good && arb_mat_solve(b, M, b, prec) != 0;
    for (slong i = 0; i < 3; i++) arb_set(y + i, arb_mat_entry(b, i, 0));
    return good;
}

static void by_formula(arb_ptr y, arb_srcptr xi, arb_srcptr P, double quarter, slong prec)
{
    REF_LOCAL(arb, dot, q);
    for (slong i = 0; i < 3; i++) arb_addmul(dot, xi + i, P + i, prec);
    arb_set_d(q, quarter);
    arb_mul(dot, dot, q, prec);
    _arb_vec_set(y, P, 3);
    slp_cross_add(y, xi, P, 1, 1, prec);
    for (slong i = 0; i < 3; i++) arb_addmul(y + i, dot, xi + i, prec);
}

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    REF_LOCAL_VEC(arb, 3, xi, is, said);
    REF_LOCAL(arb, norm);
    ref_generator(xi, step->sys, step->x, step->h, step->dW, prec);
    _arb_vec_scalar_mul_2exp_si(xi, xi, 3, -1);
    bool good = by_definition(is, xi, step->x, prec);
    by_formula(said, xi, step->x, trial->number[0], prec);
    arb_zero(residual);
    _arb_vec_sub(is, is, said, 3, prec);
    for (slong i = 0; i < 3; i++) arb_addmul(residual, is + i, is + i, prec);
    arb_sqrtpos(residual, residual, prec);
    ref_exact_step_size(norm, step, prec);
    arb_div(residual, residual, norm, prec);
    return good ? SLP_OK : SLP_UNABLE;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (trial->experiment->system->algebra != SLP_SO3)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "the formula is one of so(3): take the rigid body");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_cayley_derivative = {
    .name = "cayley-derivative",
    .about =
        "a formula for the derivative of the Cayley transform against its definition, over samples",
    .method = "the derivative is formed from its definition by differentiating (I - xi/2) tau = I "
              "+ xi/2 and "
              "inverting in ball arithmetic; the formula is P + (1/2) xi x P + quarter (xi.P) xi",
    .options = {{"quarter", false, true, 0, "the factor of (xi.P) xi in the formula under test"}},
    .values = {{"largest", "", "max over samples of |definition - formula| / |P|"},
               {"unable", "samples", "samples without a proved inverse"}},
    .measure = measure};
