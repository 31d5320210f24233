/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* 3 x 3 matrices in plain MPFR for the naive reference. */
#include "tests/second/naive.h"

static mpfr_prec_t precision(naive_matrix m)
{
    return mpfr_get_prec(m[0][0]);
}

void naive_vector_init(naive_vector v, mpfr_prec_t prec)
{
    for (int i = 0; i < 3; i++) {
        mpfr_init2(v[i], prec);
        mpfr_set_zero(v[i], 1);
    }
}

void naive_vector_clear(naive_vector v)
{
    for (int i = 0; i < 3; i++) mpfr_clear(v[i]);
}

void naive_matrix_init(naive_matrix m, mpfr_prec_t prec)
{
    for (int i = 0; i < 3; i++) naive_vector_init(m[i], prec);
}

void naive_matrix_clear(naive_matrix m)
{
    for (int i = 0; i < 3; i++) naive_vector_clear(m[i]);
}

static void copy(naive_matrix out, naive_matrix a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) mpfr_set(out[i][j], a[i][j], MPFR_RNDN);
}

void naive_multiply(naive_matrix out, naive_matrix a, naive_matrix b)
{
    mpfr_t term;
    mpfr_init2(term, precision(out));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpfr_set_zero(out[i][j], 1);
            for (int k = 0; k < 3; k++) {
                mpfr_mul(term, a[i][k], b[k][j], MPFR_RNDN);
                mpfr_add(out[i][j], out[i][j], term, MPFR_RNDN);
            }
        }
    mpfr_clear(term);
}

void naive_map(naive_vector out, naive_matrix m, naive_vector v)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out[0]));
    for (int i = 0; i < 3; i++) {
        mpfr_set_zero(out[i], 1);
        for (int k = 0; k < 3; k++) {
            mpfr_mul(term, m[i][k], v[k], MPFR_RNDN);
            mpfr_add(out[i], out[i], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

void naive_hat(naive_matrix out, naive_vector v)
{
    for (int i = 0; i < 3; i++) mpfr_set_zero(out[i][i], 1);
    mpfr_neg(out[0][1], v[2], MPFR_RNDN);
    mpfr_set(out[0][2], v[1], MPFR_RNDN);
    mpfr_set(out[1][0], v[2], MPFR_RNDN);
    mpfr_neg(out[1][2], v[0], MPFR_RNDN);
    mpfr_neg(out[2][0], v[1], MPFR_RNDN);
    mpfr_set(out[2][1], v[0], MPFR_RNDN);
}

void naive_unhat(naive_vector out, naive_matrix m)
{
    mpfr_set(out[0], m[2][1], MPFR_RNDN);
    mpfr_set(out[1], m[0][2], MPFR_RNDN);
    mpfr_set(out[2], m[1][0], MPFR_RNDN);
}

void naive_shift(naive_matrix out, double s, naive_matrix a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpfr_mul_d(out[i][j], a[i][j], s, MPFR_RNDN);
            if (i == j) mpfr_add_ui(out[i][j], out[i][j], 1, MPFR_RNDN);
        }
}

/* exp(a) = exp(a / 2^k)^(2^k), the inner one by its series */
void naive_exp(naive_matrix out, naive_matrix a)
{
    mpfr_prec_t prec = precision(out);
    long halvings = 8;
    naive_matrix small, power, next;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!mpfr_zero_p(a[i][j]) && mpfr_get_exp(a[i][j]) + 8 > halvings)
                halvings = mpfr_get_exp(a[i][j]) + 8;
    naive_matrix_init(small, prec + 2 * halvings);
    naive_matrix_init(power, prec + 2 * halvings);
    naive_matrix_init(next, prec + 2 * halvings);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) mpfr_div_2si(small[i][j], a[i][j], halvings, MPFR_RNDN);
    naive_shift(power, 0, small); /* I, then summed from the last term inwards */
    for (long k = (long)(prec + 2 * halvings) / 8 + 4; k >= 1; k--) {
        naive_multiply(next, small, power);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) mpfr_div_si(next[i][j], next[i][j], k, MPFR_RNDN);
        naive_shift(power, 1, next);
    }
    for (long k = 0; k < halvings; k++) {
        naive_multiply(next, power, power);
        copy(power, next);
    }
    copy(out, power);
    naive_matrix_clear(small);
    naive_matrix_clear(power);
    naive_matrix_clear(next);
}

/* Adjugate over determinant */
void naive_inverse(naive_matrix out, naive_matrix a)
{
    mpfr_t s, t, det;
    mpfr_inits2(precision(out), s, t, det, (mpfr_ptr)0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int p = (j + 1) % 3, q = (j + 2) % 3, u = (i + 1) % 3, v = (i + 2) % 3;
            mpfr_mul(s, a[p][u], a[q][v], MPFR_RNDN);
            mpfr_mul(t, a[p][v], a[q][u], MPFR_RNDN);
            mpfr_sub(out[i][j], s, t, MPFR_RNDN);
        }
    mpfr_set_zero(det, 1);
    for (int k = 0; k < 3; k++) {
        mpfr_mul(s, a[0][k], out[k][0], MPFR_RNDN);
        mpfr_add(det, det, s, MPFR_RNDN);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) mpfr_div(out[i][j], out[i][j], det, MPFR_RNDN);
    mpfr_clears(s, t, det, (mpfr_ptr)0);
}
