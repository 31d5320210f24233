/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of a matrix algebra by their definitions: inverses, exponentials, whole products. */
#include "tests/ref/matrix_defined.h"

#include <stdlib.h>

enum { AD, CHANGE, INVERSE, EXPONENTIAL, CAYLEY, DEXP, BRACKET, DCAY };

const char *matrix_action_name(int a)
{
    static const char *const names[] = {"ad*", "D - I", "D^-1",    "E",
                                        "C",   "dexp*", "bracket", "dcay^-1 - I"};
    return names[a];
}

const ref_action *matrix_action(const ref_algebra *algebra, int a)
{
    const ref_action *list[] = {algebra->ad,
                                algebra->congruence_change,
                                algebra->congruence_inverse,
                                algebra->exponential,
                                algebra->cayley,
                                algebra->dexp_dual,
                                algebra->bracket,
                                algebra->dcay_inverse_change};
    return list[a];
}

/* I + s P/2 */
static void shifted(acb_mat_t out, const acb_mat_t P, int s)
{
    acb_mat_scalar_mul_2exp_si(out, P, -1);
    if (s < 0) acb_mat_neg(out, out);
    for (slong i = 0; i < acb_mat_nrows(P); i++)
        acb_add_ui(acb_mat_entry(out, i, i), acb_mat_entry(out, i, i), 1, MATRIX_PREC);
}

/* X = L X R */
static void between(acb_mat_t X, const acb_mat_t L, const acb_mat_t R)
{
    acb_mat_mul(X, L, X, MATRIX_PREC);
    acb_mat_mul(X, X, R, MATRIX_PREC);
}

/* X = [P, X] */
static void commute(acb_mat_t X, const acb_mat_t P)
{
    acb_mat_t other;
    acb_mat_init(other, acb_mat_nrows(P), acb_mat_nrows(P));
    acb_mat_mul(other, X, P, MATRIX_PREC);
    acb_mat_mul(X, P, X, MATRIX_PREC);
    acb_mat_sub(X, X, other, MATRIX_PREC);
    acb_mat_clear(other);
}

/* sum_k ad^k X / (k+1)!, of which 400 terms are far more than enough for |P| below 10 */
static void series(acb_mat_t X, const acb_mat_t P)
{
    acb_mat_t term;
    acb_mat_init(term, acb_mat_nrows(P), acb_mat_nrows(P));
    acb_mat_set(term, X);
    for (slong k = 1; k < 400; k++) {
        commute(term, P);
        acb_mat_scalar_div_si(term, term, k + 1, MATRIX_PREC);
        acb_mat_add(X, X, term, MATRIX_PREC);
    }
    acb_mat_clear(term);
}

void matrix_define(arb_ptr out, const ref_algebra *algebra, int a, arb_srcptr xi, arb_srcptr x)
{
    slong n = algebra->n;
    acb_mat_t P, X, plus, minus, back;
    acb_mat_init(P, n, n);
    acb_mat_init(X, n, n);
    acb_mat_init(plus, n, n);
    acb_mat_init(minus, n, n);
    acb_mat_init(back, n, n);
    algebra->to_matrix(P, algebra, xi, MATRIX_PREC);
    algebra->to_matrix(X, algebra, x, MATRIX_PREC);
    if (a != BRACKET && a != DCAY) acb_mat_conjugate_transpose(P, P); /* Psi */
    shifted(plus, P, 1);
    shifted(minus, P, -1);
    switch (a) {
    case AD:
    case BRACKET:
        commute(X, P);
        break;
    case CHANGE:
        between(X, minus, plus);
        break;
    case DCAY:
        between(X, plus, minus);
        break;
    case INVERSE:
        if (!acb_mat_inv(plus, plus, MATRIX_PREC) || !acb_mat_inv(minus, minus, MATRIX_PREC))
            abort();
        between(X, minus, plus);
        break;
    case CAYLEY: /* tau* = (I + Psi/2)(I - Psi/2)^-1 */
        if (!acb_mat_inv(back, minus, MATRIX_PREC)) abort();
        acb_mat_mul(P, plus, back, MATRIX_PREC);
        if (!acb_mat_inv(back, P, MATRIX_PREC)) abort();
        between(X, P, back);
        break;
    case EXPONENTIAL:
        acb_mat_exp(plus, P, MATRIX_PREC);
        acb_mat_neg(P, P);
        acb_mat_exp(minus, P, MATRIX_PREC);
        between(X, plus, minus);
        break;
    default:
        series(X, P);
    }
    algebra->from_matrix(out, algebra, X, MATRIX_PREC);
    if (a == CHANGE || a == DCAY) _arb_vec_sub(out, out, x, algebra->d, MATRIX_PREC);
    acb_mat_clear(P);
    acb_mat_clear(X);
    acb_mat_clear(plus);
    acb_mat_clear(minus);
    acb_mat_clear(back);
}
