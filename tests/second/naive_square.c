/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Square complex matrices by pairs of MPFR numbers, for the second reference. */
#include "tests/second/naive_array.h"

static mpfr_ptr re(mpfr_ptr a, long n, long i, long j)
{
    return a + 2 * (i * n + j);
}

static mpfr_srcptr at(mpfr_srcptr a, long n, long i, long j)
{
    return a + 2 * (i * n + j);
}

void naive_square_unit(mpfr_ptr out, long n)
{
    naive_array_zero(out, 2 * n * n);
    for (long i = 0; i < n; i++) mpfr_set_ui(re(out, n, i, i), 1, MPFR_RNDN);
}

/* out += s a b for complex a, b; s = 1 or -1 */
static void accumulate(mpfr_ptr out, int s, mpfr_srcptr a, mpfr_srcptr b, mpfr_ptr term)
{
    mpfr_mul(term, a, b, MPFR_RNDN);
    mpfr_mul_si(term, term, s, MPFR_RNDN);
    mpfr_add(out, out, term, MPFR_RNDN);
    mpfr_mul(term, a + 1, b + 1, MPFR_RNDN);
    mpfr_mul_si(term, term, s, MPFR_RNDN);
    mpfr_sub(out, out, term, MPFR_RNDN);
    mpfr_mul(term, a, b + 1, MPFR_RNDN);
    mpfr_mul_si(term, term, s, MPFR_RNDN);
    mpfr_add(out + 1, out + 1, term, MPFR_RNDN);
    mpfr_mul(term, a + 1, b, MPFR_RNDN);
    mpfr_mul_si(term, term, s, MPFR_RNDN);
    mpfr_add(out + 1, out + 1, term, MPFR_RNDN);
}

void naive_square_multiply(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long n)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out));
    naive_array_zero(out, 2 * n * n);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                accumulate(re(out, n, i, j), 1, at(a, n, i, k), at(b, n, k, j), term);
    mpfr_clear(term);
}

void naive_square_commutator(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long n)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out));
    naive_array_zero(out, 2 * n * n);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++) {
                accumulate(re(out, n, i, j), 1, at(a, n, i, k), at(b, n, k, j), term);
                accumulate(re(out, n, i, j), -1, at(b, n, i, k), at(a, n, k, j), term);
            }
    mpfr_clear(term);
}

void naive_square_star(mpfr_ptr out, mpfr_srcptr a, long n)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            mpfr_set(re(out, n, i, j), at(a, n, j, i), MPFR_RNDN);
            mpfr_neg(re(out, n, i, j) + 1, at(a, n, j, i) + 1, MPFR_RNDN);
        }
}

void naive_square_shift(mpfr_ptr out, double s, mpfr_srcptr a, long n)
{
    naive_array_scale(out, s, a, 2 * n * n);
    for (long i = 0; i < n; i++) mpfr_add_ui(re(out, n, i, i), re(out, n, i, i), 1, MPFR_RNDN);
}

/* |z|^2 */
static void modulus(mpfr_ptr out, mpfr_srcptr z)
{
    naive_array_dot(out, z, z, 2);
}

/* row <- row / pivot, for complex numbers */
static void divide_row(mpfr_ptr row, mpfr_srcptr pivot, long n)
{
    mpfr_ptr p = naive_array_new(4, mpfr_get_prec(row)), quotient = p + 2;
    modulus(quotient, pivot);
    mpfr_div(p, pivot, quotient, MPFR_RNDN);
    mpfr_div(p + 1, pivot + 1, quotient, MPFR_RNDN);
    for (long j = 0; j < n; j++) {
        mpfr_ptr z = row + 2 * j;
        mpfr_mul(quotient, z, p, MPFR_RNDN);
        mpfr_mul(quotient + 1, z + 1, p + 1, MPFR_RNDN);
        mpfr_add(quotient, quotient, quotient + 1, MPFR_RNDN);
        mpfr_mul(quotient + 1, z + 1, p, MPFR_RNDN);
        mpfr_mul(z, z, p + 1, MPFR_RNDN);
        mpfr_sub(z + 1, quotient + 1, z, MPFR_RNDN);
        mpfr_set(z, quotient, MPFR_RNDN);
    }
    naive_array_free(p, 4);
}

static long largest_in_column(mpfr_srcptr a, long n, long column)
{
    mpfr_ptr size = naive_array_new(2, mpfr_get_prec(a));
    long best = column;
    modulus(size, at(a, n, column, column));
    for (long i = column + 1; i < n; i++) {
        modulus(size + 1, at(a, n, i, column));
        if (mpfr_cmpabs(size + 1, size) > 0) {
            mpfr_set(size, size + 1, MPFR_RNDN);
            best = i;
        }
    }
    naive_array_free(size, 2);
    return best;
}

static void exchange_rows(mpfr_ptr a, long n, long i, long j)
{
    if (i == j) return;
    for (long k = 0; k < 2 * n; k++) mpfr_swap(a + 2 * i * n + k, a + 2 * j * n + k);
}

bool naive_square_inverse(mpfr_ptr out, mpfr_srcptr a, long n)
{
    mpfr_prec_t prec = mpfr_get_prec(out);
    mpfr_ptr left = naive_array_new(2 * n * n, prec), factor = naive_array_new(3, prec);
    bool regular = true;
    naive_array_copy(left, a, 2 * n * n);
    naive_square_unit(out, n);
    for (long c = 0; c < n && regular; c++) {
        long best = largest_in_column(left, n, c);
        exchange_rows(left, n, c, best);
        exchange_rows(out, n, c, best);
        modulus(factor, re(left, n, c, c));
        regular = mpfr_regular_p(factor);
        if (!regular) break;
        naive_array_copy(factor, re(left, n, c, c), 2);
        divide_row(re(left, n, c, 0), factor, n);
        divide_row(re(out, n, c, 0), factor, n);
        for (long i = 0; i < n; i++) {
            if (i == c) continue;
            naive_array_copy(factor, re(left, n, i, c), 2);
            for (long j = 0; j < n; j++) {
                accumulate(re(left, n, i, j), -1, factor, re(left, n, c, j), factor + 2);
                accumulate(re(out, n, i, j), -1, factor, re(out, n, c, j), factor + 2);
            }
        }
    }
    naive_array_free(left, 2 * n * n);
    naive_array_free(factor, 3);
    return regular;
}

bool naive_square_cayley(mpfr_ptr out, mpfr_srcptr a, long n)
{
    mpfr_ptr minus = naive_array_new(4 * n * n, mpfr_get_prec(out)), inverse = minus + 2 * n * n;
    bool regular;
    naive_square_shift(minus, -0.5, a, n);
    regular = naive_square_inverse(inverse, minus, n);
    naive_square_shift(minus, 0.5, a, n);
    if (regular) naive_square_multiply(out, inverse, minus, n);
    naive_array_free(minus, 4 * n * n);
    return regular;
}

void naive_square_hat(mpfr_ptr out, mpfr_srcptr v)
{
    naive_array_zero(out, 18);
    for (long i = 0; i < 3; i++) {
        long j = (i + 1) % 3, k = (i + 2) % 3;
        mpfr_set(re(out, 3, k, j), v + i, MPFR_RNDN);
        mpfr_neg(re(out, 3, j, k), v + i, MPFR_RNDN);
    }
}
