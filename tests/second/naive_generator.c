/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Generators of the second reference: bodies, top, canonical systems.  mathematics: xi = Xi(x; h,
 * dW). */
#include "tests/second/naive_model.h"

#include <string.h>

/* xi_i += s c_i x_i, or s c_i where x is NULL */
static void add_terms(mpfr_ptr xi, double s, const double *c, mpfr_srcptr x, long count)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(xi));
    for (long i = 0; i < count; i++) {
        mpfr_set_d(term, c[i], MPFR_RNDN);
        mpfr_mul_d(term, term, s, MPFR_RNDN);
        if (x) mpfr_mul(term, term, x + i, MPFR_RNDN);
        mpfr_add(xi + i, xi + i, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

/* xi_i = h x_i / I_i, I_i = i where the moments are left out */
static void kinetic(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, long count)
{
    size_t given;
    const double *inertia = slp_case_param(model->c, "inertia", &given);
    for (long i = 0; i < count; i++) {
        mpfr_mul_d(xi + i, x + i, model->c->h, MPFR_RNDN);
        mpfr_div_d(xi + i, xi + i, inertia ? inertia[i] : (double)(i + 1), MPFR_RNDN);
    }
}

static void body(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t quads, lins;
    const double *quad = slp_case_param(model->c, "quad", &quads);
    const double *lin = slp_case_param(model->c, "lin", &lins);
    kinetic(xi, model, x, 3);
    for (long i = 0; i < (quad ? 3 : 0); i++) add_terms(xi + i, dW[i], quad + i, x + i, 1);
    for (size_t k = 0; k < lins / 3; k++) add_terms(xi, dW[quads + k], lin + 3 * k, NULL, 3);
}

static void body_n(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t count;
    const double *quad = slp_case_param(model->c, "quad", &count);
    kinetic(xi, model, x, model->d);
    for (long i = 0; i < model->M; i++) add_terms(xi + i, dW[i], quad, x + i, 1);
}

/* each noise is a.Pi + b.Gamma + c |Pi|^2 */
static void top(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t count;
    const double *chi = slp_case_param(model->c, "chi", &count);
    const double *noise = slp_case_param(model->c, "noise", &count);
    naive_array_zero(xi, 6);
    kinetic(xi, model, x, 3);
    add_terms(xi + 3, model->c->h, chi, NULL, 3);
    for (long k = 0; k < model->M; k++) {
        const double *a = noise + 7 * k, twice[] = {2 * a[6], 2 * a[6], 2 * a[6]};
        add_terms(xi, dW[k], a, NULL, 6);
        add_terms(xi, dW[k], twice, x, 3);
    }
}

/* H0 = (q^2 + p^2)/2, H1 = beta H0; or H0 = p^2/2 - cos q, H1 = beta sin q, H2 = gamma p */
static void canonical(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t beta, gamma, count;
    const double *b = slp_case_param(model->c, "beta", &beta);
    const double *g = slp_case_param(model->c, "gamma", &gamma);
    bool pendulum = *slp_case_param(model->c, "model", &count) == 1;
    mpfr_ptr sine = naive_array_new(2, model->prec);
    mpfr_sin_cos(sine, sine + 1, x, MPFR_RNDN);
    mpfr_mul_d(xi, pendulum ? sine : x, model->c->h, MPFR_RNDN);
    mpfr_mul_d(xi + 1, x + 1, model->c->h, MPFR_RNDN);
    if (pendulum) {
        if (beta) add_terms(xi, dW[0], b, sine + 1, 1);
        if (gamma) add_terms(xi + 1, dW[beta], g, NULL, 1);
    } else if (beta) {
        const double both[] = {*b, *b};
        add_terms(xi, dW[0], both, x, 2);
    }
    naive_array_free(sine, 2);
}

void naive_model_generator(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const char *name = model->c->system->name;
    mpfr_ptr out = naive_array_new(model->d, model->prec);
    switch (model->algebra) {
    case SLP_SO3:
        body(out, model, x, dW);
        break;
    case SLP_SON:
        body_n(out, model, x, dW);
        break;
    case SLP_SE3:
        top(out, model, x, dW);
        break;
    case SLP_VECTOR:
        canonical(out, model, x, dW);
        break;
    case SLP_SU2N:
        if (strcmp(name, "spins") == 0)
            naive_generator_spins(out, model, x, dW);
        else
            naive_generator_vortices(out, model, x, dW);
        break;
    case SLP_SP:
        naive_generator_sp(out, model, x, dW);
        break;
    case SLP_SUN_DUAL:
        naive_generator_mhd(out, model, x, dW);
        break;
    default:
        if (strcmp(name, "zeitlin-sphere") == 0)
            naive_generator_zeitlin(out, model, x, dW);
        else
            naive_generator_sine_euler(out, model, x, dW);
    }
    if (model->c->areas) naive_generator_areas(out, model, x, dW + model->M);
    naive_array_copy(xi, out, model->d);
    naive_array_free(out, model->d);
}
