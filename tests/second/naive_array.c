/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Arrays of MPFR numbers for the second reference. */
#include "tests/second/naive_array.h"

#include <stdlib.h>

mpfr_ptr naive_array_new(long count, mpfr_prec_t prec)
{
    mpfr_ptr a = malloc((size_t)(count > 0 ? count : 1) * sizeof *a);
    if (!a) abort();
    for (long i = 0; i < count; i++) {
        mpfr_init2(a + i, prec);
        mpfr_set_zero(a + i, 1);
    }
    return a;
}

void naive_array_free(mpfr_ptr a, long count)
{
    for (long i = 0; i < count; i++) mpfr_clear(a + i);
    free(a);
}

void naive_array_zero(mpfr_ptr a, long count)
{
    for (long i = 0; i < count; i++) mpfr_set_zero(a + i, 1);
}

void naive_array_copy(mpfr_ptr out, mpfr_srcptr a, long count)
{
    for (long i = 0; i < count; i++) mpfr_set(out + i, a + i, MPFR_RNDN);
}

void naive_array_add(mpfr_ptr out, double s, mpfr_srcptr a, long count)
{
    mpfr_t term;
    if (count == 0) return;
    mpfr_init2(term, mpfr_get_prec(out));
    for (long i = 0; i < count; i++) {
        mpfr_mul_d(term, a + i, s, MPFR_RNDN);
        mpfr_add(out + i, out + i, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

void naive_array_scale(mpfr_ptr out, double s, mpfr_srcptr a, long count)
{
    for (long i = 0; i < count; i++) mpfr_mul_d(out + i, a + i, s, MPFR_RNDN);
}

void naive_array_dot(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long count)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out));
    mpfr_set_zero(out, 1);
    for (long i = 0; i < count; i++) {
        mpfr_mul(term, a + i, b + i, MPFR_RNDN);
        mpfr_add(out, out, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

long naive_array_size(mpfr_srcptr a, long count)
{
    long most = -1000000000;
    for (long i = 0; i < count; i++)
        if (mpfr_regular_p(a + i) && mpfr_get_exp(a + i) > most) most = mpfr_get_exp(a + i);
    return most;
}

bool naive_array_zeros(mpfr_srcptr a, long count)
{
    for (long i = 0; i < count; i++)
        if (!mpfr_zero_p(a + i)) return false;
    return true;
}

bool naive_array_finite(mpfr_srcptr a, long count)
{
    for (long i = 0; i < count; i++)
        if (!mpfr_number_p(a + i)) return false;
    return true;
}

void naive_array_cross(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b)
{
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(out));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpfr_mul(out + i, a + j, b + k, MPFR_RNDN);
        mpfr_mul(term, a + k, b + j, MPFR_RNDN);
        mpfr_sub(out + i, out + i, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}
