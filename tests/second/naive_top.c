/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Variational schemes of the heavy top for the second reference, vectors of R^3 and rotations. */
#include "tests/second/naive_model.h"

#include <string.h>

bool naive_cayley_dual3(mpfr_ptr out, int s, mpfr_srcptr xi, mpfr_srcptr x, bool inverse)
{
    mpfr_prec_t prec = mpfr_get_prec(out);
    mpfr_ptr map = naive_array_new(2 * 18 + 8, prec), solved = map + 18, v = solved + 18;
    bool regular = true;
    /* the matrix I + hat(xi)/2 + s xi xi^T/4 */
    naive_square_hat(solved, xi);
    naive_square_shift(map, 0.5, solved, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpfr_mul(v, xi + i, xi + j, MPFR_RNDN);
            naive_array_add(map + 2 * (3 * i + j), 0.25 * s, v, 1);
        }
    if (inverse) {
        regular = naive_square_inverse(solved, map, 3);
        naive_array_copy(map, solved, 18);
    }
    for (int i = 0; i < 3; i++) {
        mpfr_set_zero(v + i, 1);
        for (int j = 0; j < 3; j++) {
            mpfr_mul(v + 3, map + 2 * (3 * i + j), x + j, MPFR_RNDN);
            mpfr_add(v + i, v + i, v + 3, MPFR_RNDN);
        }
    }
    naive_array_copy(out, v, 3);
    naive_array_free(map, 2 * 18 + 8);
    return regular;
}

/* ad*_xi x = x x xi on R^3, so that exp(ad*_xi) = exp(-hat xi) */
static void ad_star(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr x)
{
    mpfr_ptr t = naive_array_new(3, model->prec);
    naive_array_cross(t, x, xi);
    naive_array_copy(out, t, 3);
    naive_array_free(t, 3);
}

/* out = tau(-xi) v */
static bool turn_back(mpfr_ptr out, const naive_model *model, bool exponential, mpfr_srcptr xi,
                      mpfr_srcptr v)
{
    mpfr_ptr minus;
    bool regular;
    if (exponential) {
        naive_exponential(out, model, ad_star, 3, xi, v);
        return true;
    }
    minus = naive_array_new(3 + 2 * 18 + 4, model->prec);
    mpfr_ptr hat = minus + 3, turn = hat + 18, sum = turn + 18;
    naive_array_scale(minus, -1, xi, 3);
    naive_square_hat(hat, minus);
    regular = naive_square_cayley(turn, hat, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpfr_mul(sum + 3, turn + 2 * (3 * i + j), v + j, MPFR_RNDN);
            mpfr_add(sum + i, sum + i, sum + 3, MPFR_RNDN);
        }
    naive_array_copy(out, sum, 3);
    naive_array_free(minus, 3 + 2 * 18 + 4);
    return regular;
}

typedef struct naive_top {
    const naive_model *model;
    bool exponential;
    int sign;
} naive_top;

/* [dtau^-1_xi]* x, or its inverse */
static bool dual(mpfr_ptr out, const naive_top *top, mpfr_srcptr xi, mpfr_srcptr x, bool inverse)
{
    if (!top->exponential) return naive_cayley_dual3(out, top->sign, xi, x, inverse);
    (inverse ? naive_dexp : naive_dexp_inverse)(out, top->model, ad_star, 3, xi, x);
    return true;
}

bool naive_top_stage(mpfr_ptr next, mpfr_ptr image, const naive_model *model, mpfr_srcptr z,
                     mpfr_srcptr x, const double *dW)
{
    const char *name = model->c->scheme->name;
    naive_top top = {model, strcmp(name, "variational-exp") == 0,
                     strcmp(name, "variational-cayley-printed") == 0 ? -1 : 1};
    mpfr_ptr xi = naive_array_new(21, model->prec), u = xi + 3, minus = xi + 6, gamma = xi + 9;
    mpfr_ptr pi1 = xi + 12, pi2 = xi + 15, torque = xi + 18;
    bool regular;
    naive_model_generator(xi, model, z, dW); /* (2 xi, u) */
    naive_array_scale(xi, 0.5, xi, 3);
    naive_array_scale(minus, -1, xi, 3);
    regular = turn_back(gamma, model, top.exponential, xi, x + 3) && dual(pi1, &top, xi, x, true) &&
              dual(pi2, &top, minus, pi1, false);
    naive_array_cross(torque, gamma, u);
    naive_array_add(pi2, 1, torque, 3);
    regular = regular && dual(pi2, &top, xi, pi2, true);
    if (next && regular)
        regular = dual(next, &top, minus, pi2, false) &&
                  turn_back(next + 3, model, top.exponential, xi, gamma);
    naive_array_scale(image, 0.5, pi1, 3);
    naive_array_add(image, 0.5, pi2, 3);
    naive_array_copy(image + 3, gamma, 3);
    naive_array_free(xi, 21);
    return regular;
}
