/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator of spins in the second reference.  mathematics: H0 = -sum (J x_a.x_b + D.(x_a cross
 * x_b)) - sum (B.x_i + K (x_i.e)^2), xi_i = h dH0/dx_i + lambda x_i cross h dH0/dx_i - D dW_i. */
#include "tests/second/naive_model.h"

/* to += a b c v, v may be NULL for 1 */
static void add(mpfr_ptr to, double a, double b, double c, mpfr_srcptr v)
{
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(to));
    mpfr_set_d(t, a, MPFR_RNDN);
    mpfr_mul_d(t, t, b, MPFR_RNDN);
    mpfr_mul_d(t, t, c, MPFR_RNDN);
    if (v) mpfr_mul(t, t, v, MPFR_RNDN);
    mpfr_add(to, to, t, MPFR_RNDN);
    mpfr_clear(t);
}

/* D.(x_a cross x_b) = sum over (i, j, k) of sign D_i x_aj x_bk, differentiated by x_aj and x_bk */
static void add_dmi(mpfr_ptr xi, double h, const double *D, long a, long b, mpfr_srcptr x)
{
    static const struct {
        int i, j, k;
        double sign;
    } permutations[] = {{0, 1, 2, 1},  {1, 2, 0, 1},  {2, 0, 1, 1},
                        {0, 2, 1, -1}, {1, 0, 2, -1}, {2, 1, 0, -1}};
    for (int p = 0; p < 6; p++) {
        const int i = permutations[p].i, j = permutations[p].j, k = permutations[p].k;
        add(xi + a + j, -h, permutations[p].sign, D[i], x + b + k);
        add(xi + b + k, -h, permutations[p].sign, D[i], x + a + j);
    }
}

/* to_i = epsilon_ijk x_j g_k for each spin */
static void cross_all(mpfr_ptr to, mpfr_srcptr x, mpfr_srcptr g, long d)
{
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(to));
    naive_array_zero(to, d);
    for (long n = 0; n < d; n += 3)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++) {
                    const int sign = (j - i) * (k - j) * (k - i) / 2;
                    mpfr_mul(t, x + n + j, g + n + k, MPFR_RNDN);
                    mpfr_mul_si(t, t, sign, MPFR_RNDN);
                    mpfr_add(to + n + i, to + n + i, t, MPFR_RNDN);
                }
    mpfr_clear(t);
}

void naive_generator_spins(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t ends, count, noises;
    const double h = model->c->h, *end = slp_case_param(model->c, "bonds", &ends);
    const double *J = slp_case_param(model->c, "exchange", &count);
    const double *D = slp_case_param(model->c, "dmi", &count);
    const double *B = slp_case_param(model->c, "field", &count);
    const double *K = slp_case_param(model->c, "anisotropy", &count);
    const double *noise = slp_case_param(model->c, "noise", &noises);
    const double *damping = slp_case_param(model->c, "damping", &count);
    naive_array_zero(xi, model->d);
    for (size_t n = 0; n < ends / 2; n++) {
        const long a = 3 * (long)end[2 * n] - 3, b = 3 * (long)end[2 * n + 1] - 3;
        for (int k = 0; k < 3; k++) {
            add(xi + a + k, -h, J[n], 1, x + b + k);
            add(xi + b + k, -h, J[n], 1, x + a + k);
        }
        if (D) add_dmi(xi, h, D + 3 * n, a, b, x);
    }
    mpfr_t along;
    mpfr_init2(along, model->prec);
    for (long i = 0; i < model->d; i++) {
        if (B) add(xi + i, -h, B[i % 3], 1, NULL);
        if (!K) continue;
        mpfr_set_zero(along, 1);
        for (long k = 0; k < 3; k++) add(along, K[1 + k], 1, 1, x + i - i % 3 + k);
        add(xi + i, -2 * h, *K, K[1 + i % 3], along);
    }
    mpfr_clear(along);
    if (damping) {
        mpfr_ptr turn = naive_array_new(model->d, model->prec);
        cross_all(turn, x, xi, model->d);
        for (long i = 0; i < model->d; i++) add(xi + i, *damping, 1, 1, turn + i);
        naive_array_free(turn, model->d);
    }
    for (long i = 0; noises && i < model->d; i++) add(xi + i, -*noise, dW[i], 1, NULL);
}
