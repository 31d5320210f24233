/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Schemes of the second reference: the implicit relations as printed, iterated until nothing moves.
 */
#include "tests/second/naive_model.h"

#include <string.h>

/* What an update needs to know. */
typedef struct naive_step_context {
    const naive_model *model;
    mpfr_srcptr x;
    const double *dW;
    bool exponential, printed;
} step_context;

/* out = (I + s Psi/2) Z (I - s Psi/2), Psi = Xi(z)* */
static void congruence(mpfr_ptr out, const step_context *at, double s, mpfr_srcptr z)
{
    const naive_model *m = at->model;
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr xi = naive_array_new(m->d + 5 * cells, m->prec), Z = xi + m->d, Psi = Z + cells;
    mpfr_ptr left = Psi + cells, product = left + cells, Xi = product + cells;
    naive_model_generator(xi, m, z, at->dW);
    if (m->algebra == SLP_SE3 || m->algebra == SLP_SUN_DUAL) {
        naive_dual_congruence(out, m, s, xi, z);
        naive_array_free(xi, m->d + 5 * cells);
        return;
    }
    naive_model_matrices(Xi, m, xi);
    naive_model_matrices(Z, m, z);
    for (long b = 0; b < cells; b += block) {
        naive_square_star(Psi + b, Xi + b, m->n);
        naive_square_shift(left + b, s / 2, Psi + b, m->n);
        naive_square_multiply(product + b, left + b, Z + b, m->n);
        naive_square_shift(left + b, -s / 2, Psi + b, m->n);
        naive_square_multiply(Z + b, product + b, left + b, m->n);
    }
    naive_model_coordinates(out, m, Z);
    naive_array_free(xi, m->d + 5 * cells);
}

/* Z <- Z + X - (I - Psi/2) Z (I + Psi/2), EJLL (26) */
static bool isospectral(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    congruence(image, at, -1, z);
    naive_array_scale(image, -1, image, at->model->d);
    naive_array_add(image, 1, z, at->model->d);
    naive_array_add(image, 1, at->x, at->model->d);
    return true;
}

/* m <- x + ad*_{Xi(m)} m / 2 */
static bool midpoint(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    naive_model_generator(image, at->model, z, at->dW);
    naive_model_coadjoint(image, at->model, image, z);
    naive_array_scale(image, 0.5, image, at->model->d);
    naive_array_add(image, 1, at->x, at->model->d);
    return true;
}

/* y <- x + ad*_{Xi(x)} x / 2 + ad*_{Xi(y)} y / 2 */
static bool trapezoidal(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    long d = at->model->d;
    mpfr_ptr first = naive_array_new(d, at->model->prec);
    naive_model_generator(first, at->model, at->x, at->dW);
    naive_model_coadjoint(first, at->model, first, at->x);
    midpoint(image, context, z);
    naive_array_add(image, 0.5, first, d);
    naive_array_free(first, d);
    return true;
}

/* y <- flow of Xi((x + y)/2) from x, LECG (37) */
static bool tmk(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    long d = at->model->d;
    mpfr_ptr mean = naive_array_new(d, at->model->prec);
    naive_array_add(mean, 0.5, at->x, d);
    naive_array_add(mean, 0.5, z, d);
    naive_model_generator(mean, at->model, mean, at->dW);
    naive_model_flow(image, at->model, mean, at->x);
    naive_array_free(mean, d);
    return true;
}

/* out = [dtau^-1_xi]* x = (I - xi/2)* X (I + xi/2)*, or with inverse factors */
static bool cayley_dual(mpfr_ptr out, const naive_model *m, mpfr_srcptr xi, mpfr_srcptr x,
                        bool inverse)
{
    long cells = m->cells;
    mpfr_ptr Xi = naive_array_new(4 * cells, m->prec), X = Xi + cells, left = X + cells;
    mpfr_ptr right = left + cells;
    bool regular = true;
    naive_model_matrices(Xi, m, xi);
    naive_model_matrices(X, m, x);
    for (int side = 0; side < 2; side++) {
        mpfr_ptr factor = side ? right : left;
        naive_square_shift(factor, side ? 0.5 : -0.5, Xi, m->n);
        if (inverse) {
            mpfr_ptr copy = naive_array_new(cells, m->prec);
            naive_array_copy(copy, factor, cells);
            regular = naive_square_inverse(factor, copy, m->n) && regular;
            naive_array_free(copy, cells);
        }
    }
    naive_square_star(Xi, left, m->n);
    naive_square_multiply(left, Xi, X, m->n);
    naive_square_star(Xi, right, m->n);
    naive_square_multiply(X, left, Xi, m->n);
    naive_model_coordinates(out, m, X);
    naive_array_free(Xi, 4 * cells);
    return regular;
}

/* out = [dtau^-1_xi]* x of the scheme, or its inverse. */
static bool dual(mpfr_ptr out, const step_context *at, mpfr_srcptr xi, mpfr_srcptr x, bool inverse)
{
    const naive_model *m = at->model;
    if (at->exponential) {
        (inverse ? naive_dexp : naive_dexp_inverse)(out, m, naive_model_coadjoint, m->d, xi, x);
        return true;
    }
    if (!at->printed) return cayley_dual(out, m, xi, x, inverse);
    return naive_cayley_dual3(out, -1, xi, x, inverse);
}

/* mu1 and mu2 of xi = Xi(z)/2: [dtau^-1_xi]* mu1 = x, [dtau^-1_-xi]* mu1 = [dtau^-1_xi]* mu2; next
 * = [dtau^-1_-xi]* mu2 */
static bool momenta(mpfr_ptr mean, mpfr_ptr next, const step_context *at, mpfr_srcptr z)
{
    long d = at->model->d;
    mpfr_ptr xi = naive_array_new(5 * d, at->model->prec), minus = xi + d, mu1 = minus + d;
    mpfr_ptr mu2 = mu1 + d, t = mu2 + d;
    bool regular;
    naive_model_generator(xi, at->model, z, at->dW);
    naive_array_scale(xi, 0.5, xi, d);
    naive_array_scale(minus, -1, xi, d);
    regular = dual(mu1, at, xi, at->x, true) && dual(t, at, minus, mu1, false) &&
              dual(mu2, at, xi, t, true) && (!next || dual(next, at, minus, mu2, false));
    naive_array_scale(mean, 0.5, mu1, d);
    naive_array_add(mean, 0.5, mu2, d);
    naive_array_free(xi, 5 * d);
    return regular;
}

static bool variational(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    return momenta(image, NULL, context, z);
}

static bool top(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    return naive_top_stage(NULL, image, at->model, z, at->x, at->dW);
}

static bool spherical(mpfr_ptr image, const void *context, mpfr_srcptr z)
{
    const step_context *at = context;
    return naive_spherical(image, at->model, z, at->x, at->dW);
}

bool naive_model_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const char *name = model->c->scheme->name;
    long d = model->d;
    mpfr_ptr z = naive_array_new(2 * d, model->prec), y = z + d;
    step_context at = {.model = model, .x = x, .dW = dW};
    bool done, varies = strncmp(name, "variational", 11) == 0;
    bool explicit = strncmp(name, "heun", 4) == 0 || strcmp(name, "euler") == 0;
    bool turns = strcmp(name, "sib") == 0 || strcmp(name, "depondt") == 0;
    bool splits = strncmp(name, "splitting", 9) == 0;
    bool whole = explicit || turns || splits || strncmp(name, "rkmk", 4) == 0 ||
                 strcmp(name, "canonical-midpoint") == 0 ||
                 strcmp(name, "isospectral-gauss4") == 0; /* steps with a function of their own */
    naive_update update = strcmp(name, "isospectral-midpoint") == 0 ? isospectral
                          : strcmp(name, "trapezoidal") == 0        ? trapezoidal
                          : strcmp(name, "tmk") == 0                ? tmk
                          : strcmp(name, "spherical-midpoint") == 0 ? spherical
                          : !varies                                 ? midpoint
                          : model->algebra == SLP_SE3               ? top
                                                                    : variational;
    at.exponential = strcmp(name, "variational-exp") == 0;
    at.printed = strcmp(name, "variational-cayley-printed") == 0;
    naive_array_copy(z, x, d);
    if (strncmp(name, "rkmk", 4) == 0)
        done = naive_rkmk_step(y, model, x, dW);
    else if (strcmp(name, "canonical-midpoint") == 0)
        done = naive_canonical_step(y, model, x, dW);
    else if (strcmp(name, "isospectral-gauss4") == 0)
        done = naive_gauss_step(y, model, x, dW);
    else if ((done = explicit))
        naive_explicit_step(y, model, x, dW);
    else if ((done = turns))
        naive_two_turns_step(y, model, x, dW);
    else if (splits)
        done = naive_splitting_step(y, model, x, dW);
    else
        done = naive_settle(z, d, update, &at, model->prec);
    if (!done || whole) {
    } else if (update == isospectral) {
        congruence(y, &at, 1, z);
    } else if (update == spherical) {
        naive_spherical_end(y, model, z, x, dW);
    } else if (update == midpoint) { /* 2 m - x */
        naive_array_scale(y, 2, z, d);
        naive_array_add(y, -1, x, d);
    } else if (update == variational) {
        done = momenta(z, y, &at, z);
    } else if (update == top) {
        done = naive_top_stage(y, z, model, z, x, dW);
    } else {
        naive_array_copy(y, z, d);
    }
    done = done && naive_array_finite(y, d);
    naive_array_copy(next, y, d);
    naive_array_free(z, 2 * d);
    return done;
}
