/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of so(3) as the mathematics defines them. */
#include "tests/ref/so3_defined.h"

#include <math.h>

enum { ROOM_SCRATCH = 64 };

/* [X, U] */
void so3_ad_defined(naive_vector out, naive_vector xi, naive_vector x)
{
    naive_matrix X, U, XU, UX;
    naive_matrix *all[] = {&X, &U, &XU, &UX};
    for (int i = 0; i < 4; i++) naive_matrix_init(*all[i], SO3_PREC);
    naive_hat(X, x);
    naive_hat(U, xi);
    naive_multiply(XU, X, U);
    naive_multiply(UX, U, X);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) mpfr_sub(X[i][j], XU[i][j], UX[i][j], MPFR_RNDN);
    naive_unhat(out, X);
    for (int i = 0; i < 4; i++) naive_matrix_clear(*all[i]);
}

static void by_dual(naive_vector out, naive_vector xi, naive_vector x, bool printed, bool inverse)
{
    naive_matrix D, inverted;
    naive_matrix_init(D, SO3_PREC);
    naive_matrix_init(inverted, SO3_PREC);
    naive_dual(D, xi, printed);
    naive_inverse(inverted, D);
    naive_map(out, inverse ? inverted : D, x);
    naive_matrix_clear(D);
    naive_matrix_clear(inverted);
}

/* [U, H] of generators */
static void define_bracket(naive_vector out, naive_vector xi, naive_vector eta)
{
    so3_ad_defined(out, eta, xi);
}

/* sum_k (ad*_xi)^k x / (k+1)!, to 2^-600 for |xi| <= 8 */
static void define_dexp_dual(naive_vector out, naive_vector xi, naive_vector x)
{
    naive_vector power, next;
    naive_vector_init(power, SO3_PREC);
    naive_vector_init(next, SO3_PREC);
    for (int i = 0; i < 3; i++) {
        mpfr_set(power[i], x[i], MPFR_RNDN);
        mpfr_set(out[i], x[i], MPFR_RNDN);
    }
    for (unsigned long k = 1; k < 220; k++) {
        so3_ad_defined(next, xi, power);
        for (int i = 0; i < 3; i++) {
            mpfr_div_ui(power[i], next[i], k + 1, MPFR_RNDN);
            mpfr_add(out[i], out[i], power[i], MPFR_RNDN);
        }
    }
    naive_vector_clear(power);
    naive_vector_clear(next);
}

static void define_change(naive_vector out, naive_vector xi, naive_vector x)
{
    by_dual(out, xi, x, false, false);
    for (int i = 0; i < 3; i++) mpfr_sub(out[i], out[i], x[i], MPFR_RNDN);
}

static void define_inverse(naive_vector out, naive_vector xi, naive_vector x)
{
    by_dual(out, xi, x, false, true);
}

static void define_printed_inverse(naive_vector out, naive_vector xi, naive_vector x)
{
    by_dual(out, xi, x, true, true);
}

/* g^-1 X g */
static void conjugate(naive_vector out, naive_matrix g, naive_vector x)
{
    naive_matrix X, inverse, product;
    naive_matrix_init(X, SO3_PREC);
    naive_matrix_init(inverse, SO3_PREC);
    naive_matrix_init(product, SO3_PREC);
    naive_hat(X, x);
    naive_inverse(inverse, g);
    naive_multiply(product, inverse, X);
    naive_multiply(X, product, g);
    naive_unhat(out, X);
    naive_matrix_clear(X);
    naive_matrix_clear(inverse);
    naive_matrix_clear(product);
}

static void define_exponential(naive_vector out, naive_vector xi, naive_vector x)
{
    naive_matrix U, g;
    naive_matrix_init(U, SO3_PREC);
    naive_matrix_init(g, SO3_PREC);
    naive_hat(U, xi);
    naive_exp(g, U);
    conjugate(out, g, x);
    naive_matrix_clear(U);
    naive_matrix_clear(g);
}

void so3_cayley_defined(naive_matrix g, naive_vector xi)
{
    naive_matrix U, minus, plus;
    naive_matrix_init(U, SO3_PREC);
    naive_matrix_init(minus, SO3_PREC);
    naive_matrix_init(plus, SO3_PREC);
    naive_hat(U, xi);
    naive_shift(plus, -0.5, U);
    naive_inverse(minus, plus);
    naive_shift(plus, 0.5, U);
    naive_multiply(g, minus, plus);
    naive_matrix_clear(U);
    naive_matrix_clear(minus);
    naive_matrix_clear(plus);
}

static void define_cayley(naive_vector out, naive_vector xi, naive_vector x)
{
    naive_matrix g;
    naive_matrix_init(g, SO3_PREC);
    so3_cayley_defined(g, xi);
    conjugate(out, g, x);
    naive_matrix_clear(g);
}

void so3_subjects(so3_subject list[SO3_ACTIONS], ref_algebra *algebra)
{
    ref_algebra_so3(algebra);
    list[0] = (so3_subject){"ad", algebra->ad, so3_ad_defined, 8};
    list[1] = (so3_subject){"change", algebra->congruence_change, define_change, 8};
    list[2] = (so3_subject){"inverse", algebra->congruence_inverse, define_inverse, 8};
    list[3] = (so3_subject){"printed", algebra->printed_inverse, define_printed_inverse, 1.9};
    list[4] = (so3_subject){"exponential", algebra->exponential, define_exponential, 8};
    list[5] = (so3_subject){"cayley", algebra->cayley, define_cayley, 8};
    list[6] = (so3_subject){"dexp", algebra->dexp_dual, define_dexp_dual, 8};
    list[7] = (so3_subject){"bracket", algebra->bracket, define_bracket, 8};
    list[8] = (so3_subject){"dcay", algebra->dcay_inverse_change, define_change, 8};
}

/* A vector of length below `length`, in both forms. */
void so3_draw(arb_ptr a, naive_vector v, uint64_t *state, double length)
{
    for (int i = 0; i < 3; i++) {
        double c = rigid_between(state, -1, 1) * length / sqrt(3);
        arb_set_d(a + i, c);
        mpfr_set_d(v[i], c, MPFR_RNDN);
    }
}

void so3_room_init(so3_room *r)
{
    r->xi = _arb_vec_init(12 + ROOM_SCRATCH);
    r->dxi = r->xi + 3;
    r->x = r->xi + 6;
    r->out = r->xi + 9;
    r->w = r->xi + 12;
    naive_vector *all[] = {&r->nxi, &r->ndxi, &r->nx, &r->nout, &r->nother};
    for (int i = 0; i < 5; i++) naive_vector_init(*all[i], SO3_PREC);
}

void so3_room_clear(so3_room *r)
{
    naive_vector *all[] = {&r->nxi, &r->ndxi, &r->nx, &r->nout, &r->nother};
    for (int i = 0; i < 5; i++) naive_vector_clear(*all[i]);
    _arb_vec_clear(r->xi, 12 + ROOM_SCRATCH);
}
