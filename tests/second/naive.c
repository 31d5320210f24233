/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The six schemes on the rigid body as the papers write them.  One update of the unknowns per
 * scheme, repeated until nothing moves. */
#include "tests/second/naive.h"

#include <string.h>

enum { ITERATIONS = 8000, DIVERGED = 64 };

/* Everything an update may use: the state, the unknown, and room for matrices. */
typedef struct naive_iteration {
    const naive_body *body;
    const char *scheme;
    double h;
    const double *dW;
    naive_matrix X, Z, Xi, A, B, C;
    naive_vector x, z, xi, t, mu1, mu2;
} naive_iteration;

void naive_generator(naive_vector out, const naive_body *body, naive_vector x, double h,
                     const double *dW)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out[0]));
    for (int i = 0; i < 3; i++) {
        mpfr_mul_d(term, x[i], h, MPFR_RNDN);
        mpfr_div_d(out[i], term, body->inertia[i], MPFR_RNDN);
        if (body->has_quad) {
            mpfr_mul_d(term, x[i], dW[i], MPFR_RNDN);
            mpfr_mul_d(term, term, body->quad[i], MPFR_RNDN);
            mpfr_add(out[i], out[i], term, MPFR_RNDN);
        }
        for (int k = 0; k < body->lin_count; k++) {
            mpfr_set_d(term, body->lin[3 * k + i], MPFR_RNDN);
            mpfr_mul_d(term, term, dW[(body->has_quad ? 3 : 0) + k], MPFR_RNDN);
            mpfr_add(out[i], out[i], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

static void set(naive_vector out, naive_vector v)
{
    for (int i = 0; i < 3; i++) mpfr_set(out[i], v[i], MPFR_RNDN);
}

/* out += s v */
static void add(naive_vector out, double s, naive_vector v)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out[0]));
    for (int i = 0; i < 3; i++) {
        mpfr_mul_d(term, v[i], s, MPFR_RNDN);
        mpfr_add(out[i], out[i], term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

/* out = the vector of [X, U] = ad*_U X for the hats of x and u */
static void ad_star(naive_vector out, naive_iteration *it, naive_vector u, naive_vector x)
{
    naive_hat(it->A, x);
    naive_hat(it->B, u);
    naive_multiply(it->C, it->A, it->B);
    naive_unhat(out, it->C);
    naive_multiply(it->C, it->B, it->A);
    naive_unhat(it->t, it->C);
    /* XU - UX is skew; the vector is read off its lower triangle, entry by entry */
    add(out, -1, it->t);
}

/* out = left Y right for the congruence with I + s Psi on the left and I - s Psi on the right, Psi
 * = Xi^T */
static void congruence(naive_matrix out, naive_iteration *it, double s, naive_matrix Y)
{
    naive_matrix left, product;
    mpfr_prec_t prec = mpfr_get_prec(out[0][0]);
    naive_matrix_init(left, prec);
    naive_matrix_init(product, prec);
    naive_shift(left, -s, it->Xi); /* Xi^T = -Xi */
    naive_multiply(product, left, Y);
    naive_shift(left, s, it->Xi);
    naive_multiply(out, product, left);
    naive_matrix_clear(left);
    naive_matrix_clear(product);
}

static void dual_and_inverse(naive_iteration *it, naive_matrix inverse)
{
    naive_dual(it->A, it->xi, strcmp(it->scheme, "variational-cayley-printed") == 0);
    naive_inverse(inverse, it->A);
}

/* mu1 and mu2 for xi: D(xi) mu1 = x, D(-xi) mu1 = D(xi) mu2; leaves D(-xi) in B */
static void momenta(naive_iteration *it)
{
    naive_vector minus;
    mpfr_t *x = it->x, *mu1 = it->mu1, *mu2 = it->mu2, *t = it->t;
    naive_vector_init(minus, mpfr_get_prec(x[0]));
    dual_and_inverse(it, it->C);
    add(minus, -1, it->xi);
    naive_dual(it->B, minus, strcmp(it->scheme, "variational-cayley-printed") == 0);
    naive_map(mu1, it->C, x);
    naive_map(t, it->B, mu1);
    naive_map(mu2, it->C, t);
    naive_vector_clear(minus);
}

/* The generator at z, halved if asked, as vector and matrix. */
static void generate(naive_iteration *it, naive_vector at, double factor)
{
    naive_generator(it->xi, it->body, at, it->h, it->dW);
    for (int i = 0; i < 3; i++) mpfr_mul_d(it->xi[i], it->xi[i], factor, MPFR_RNDN);
    naive_hat(it->Xi, it->xi);
}

/* z <- T(z): Z, m, x', x' or (mu1 + mu2)/2 */
static void update(naive_vector out, naive_iteration *it)
{
    naive_vector mean;
    naive_vector_init(mean, mpfr_get_prec(out[0]));
    if (strcmp(it->scheme, "isospectral-midpoint") == 0) {
        /* Z <- Z + X - (I - Psi/2) Z (I + Psi/2) */
        generate(it, it->z, 1);
        naive_hat(it->Z, it->z);
        congruence(it->A, it, -0.5, it->Z);
        naive_unhat(mean, it->A);
        set(out, it->z);
        add(out, 1, it->x);
        add(out, -1, mean);
    } else if (strcmp(it->scheme, "implicit-midpoint") == 0) {
        generate(it, it->z, 1);
        ad_star(mean, it, it->xi, it->z);
        set(out, it->x);
        add(out, 0.5, mean);
    } else if (strcmp(it->scheme, "trapezoidal") == 0) {
        set(out, it->x);
        generate(it, it->x, 1);
        ad_star(mean, it, it->xi, it->x);
        add(out, 0.5, mean);
        generate(it, it->z, 1);
        ad_star(mean, it, it->xi, it->z);
        add(out, 0.5, mean);
    } else if (strcmp(it->scheme, "tmk") == 0) {
        add(mean, 0.5, it->x);
        add(mean, 0.5, it->z);
        generate(it, mean, 1);
        naive_exp(it->A, it->Xi);
        naive_inverse(it->B, it->A);
        naive_hat(it->X, it->x);
        naive_multiply(it->C, it->B, it->X);
        naive_multiply(it->Z, it->C, it->A);
        naive_unhat(out, it->Z);
    } else {
        generate(it, it->z, 0.5);
        momenta(it);
        add(mean, 0.5, it->mu1);
        add(mean, 0.5, it->mu2);
        set(out, mean);
    }
    naive_vector_clear(mean);
}

/* The state after the step, from the solved unknown. */
static void finish(naive_vector next, naive_matrix f, naive_iteration *it)
{
    if (strcmp(it->scheme, "isospectral-midpoint") == 0) {
        generate(it, it->z, 1);
        naive_hat(it->Z, it->z);
        congruence(it->A, it, 0.5, it->Z);
        naive_unhat(next, it->A);
    } else if (strcmp(it->scheme, "implicit-midpoint") == 0) {
        for (int i = 0; i < 3; i++) mpfr_set_zero(next[i], 1);
        add(next, 2, it->z);
        add(next, -1, it->x);
    } else if (strncmp(it->scheme, "variational", 11) == 0) {
        generate(it, it->z, 0.5);
        momenta(it);
        naive_map(next, it->B, it->mu2); /* x' = D(-xi) mu2 */
        if (f) {
            naive_shift(it->A, -0.5, it->Xi);
            naive_inverse(it->B, it->A);
            naive_shift(it->A, 0.5, it->Xi);
            naive_multiply(it->C, it->B, it->A);
            naive_multiply(f, it->C, it->C);
        }
    } else {
        set(next, it->z);
    }
}

/* Exponent of the largest coordinate; LONG_MIN-like if all are 0. */
static long size(naive_vector v)
{
    long most = -1000000000;
    for (int i = 0; i < 3; i++)
        if (mpfr_regular_p(v[i]) && mpfr_get_exp(v[i]) > most) most = mpfr_get_exp(v[i]);
    return most;
}

static bool iterate(naive_iteration *it, mpfr_prec_t prec)
{
    naive_vector image, change;
    bool converged = false;
    long scale = size(it->x);
    naive_vector_init(image, prec);
    naive_vector_init(change, prec);
    set(it->z, it->x);
    for (int k = 0; k < ITERATIONS && !converged; k++) {
        update(image, it);
        set(change, image);
        add(change, -1, it->z);
        set(it->z, image);
        converged = size(change) < scale - prec + 12;
        if (size(it->z) > scale + DIVERGED || mpfr_nan_p(it->z[0])) break;
    }
    naive_vector_clear(image);
    naive_vector_clear(change);
    return converged;
}

bool naive_step(naive_vector next, naive_matrix f, const char *scheme, const naive_body *body,
                naive_vector x, double h, const double *dW)
{
    naive_iteration it = {.body = body, .scheme = scheme, .h = h, .dW = dW};
    mpfr_prec_t prec = mpfr_get_prec(next[0]);
    naive_matrix *matrices[] = {&it.X, &it.Z, &it.Xi, &it.A, &it.B, &it.C};
    naive_vector *vectors[] = {&it.x, &it.z, &it.xi, &it.t, &it.mu1, &it.mu2};
    bool converged;
    for (int i = 0; i < 6; i++) {
        naive_matrix_init(*matrices[i], prec);
        naive_vector_init(*vectors[i], prec);
    }
    set(it.x, x);
    converged = iterate(&it, prec);
    if (converged) finish(next, f, &it);
    for (int i = 0; i < 6; i++) {
        naive_matrix_clear(*matrices[i]);
        naive_vector_clear(*vectors[i]);
    }
    return converged;
}

/* <D eta', ...>: column j of dtau^-1_xi is the vector of (I - xi/2) e_j^ (I + xi/2); D is its
 * transpose. */
void naive_dual(naive_matrix out, naive_vector xi, bool printed)
{
    mpfr_prec_t prec = mpfr_get_prec(out[0][0]);
    naive_matrix Xi, left, right, unit, product;
    naive_vector e, column;
    naive_matrix *all[] = {&Xi, &left, &right, &unit, &product};
    for (int i = 0; i < 5; i++) naive_matrix_init(*all[i], prec);
    naive_vector_init(e, prec);
    naive_vector_init(column, prec);
    naive_hat(Xi, xi);
    naive_shift(left, -0.5, Xi);
    naive_shift(right, 0.5, Xi);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) mpfr_set_ui(e[i], i == j, MPFR_RNDN);
        naive_hat(unit, e);
        naive_multiply(product, left, unit);
        naive_multiply(unit, product, right);
        naive_unhat(column, unit);
        for (int i = 0; i < 3; i++) mpfr_set(out[j][i], column[i], MPFR_RNDN);
    }
    if (printed) { /* I + xi^/2 - xi xi^T / 4 */
        naive_shift(out, 0.5, Xi);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                mpfr_mul(e[0], xi[i], xi[j], MPFR_RNDN);
                mpfr_div_2ui(e[0], e[0], 2, MPFR_RNDN);
                mpfr_sub(out[i][j], out[i][j], e[0], MPFR_RNDN);
            }
    }
    for (int i = 0; i < 5; i++) naive_matrix_clear(*all[i]);
    naive_vector_clear(e);
    naive_vector_clear(column);
}
