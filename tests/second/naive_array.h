/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Arrays of MPFR numbers and square complex matrices in them, for the second reference: n x n
 * matrices are 2 n^2 numbers, row by row, real part before imaginary part.  Loops as in a textbook;
 * nothing is proved. */
#ifndef SLP_TESTS_NAIVE_ARRAY_H
#define SLP_TESTS_NAIVE_ARRAY_H

#include <mpfr.h>
#include <stdbool.h>

/* count zeros */
mpfr_ptr naive_array_new(long count, mpfr_prec_t prec);
void naive_array_free(mpfr_ptr a, long count);
void naive_array_zero(mpfr_ptr a, long count);
void naive_array_copy(mpfr_ptr out, mpfr_srcptr a, long count);
/* out += s a; out may be a */
void naive_array_add(mpfr_ptr out, double s, mpfr_srcptr a, long count);
/* out = s a; out may be a */
void naive_array_scale(mpfr_ptr out, double s, mpfr_srcptr a, long count);
/* the inner product of the first `count` numbers */
void naive_array_dot(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long count);
/* Exponent of the largest number: |a_i| < 2^size; hugely negative if all are 0. */
long naive_array_size(mpfr_srcptr a, long count);
bool naive_array_zeros(mpfr_srcptr a, long count);
bool naive_array_finite(mpfr_srcptr a, long count);
/* out = a x b in R^3; no aliasing */
void naive_array_cross(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b);

/* Matrices.  No aliasing unless said. */
void naive_square_unit(mpfr_ptr out, long n);
void naive_square_multiply(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long n);
/* out = a*, the conjugate transpose */
void naive_square_star(mpfr_ptr out, mpfr_srcptr a, long n);
/* out = a b - b a */
void naive_square_commutator(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long n);
/* out = I + s a */
void naive_square_shift(mpfr_ptr out, double s, mpfr_srcptr a, long n);
/* out = a^-1 by Gauss and Jordan; false if a pivot is 0 or no number */
bool naive_square_inverse(mpfr_ptr out, mpfr_srcptr a, long n);
/* out = (I - a/2)^-1 (I + a/2) */
bool naive_square_cayley(mpfr_ptr out, mpfr_srcptr a, long n);
/* the 3 x 3 matrix hat(v) */
void naive_square_hat(mpfr_ptr out, mpfr_srcptr v);

#endif
