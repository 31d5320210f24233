/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest size of many numbers, and of many vectors of three. */
#ifndef SLP_FAST_LARGEST_H
#define SLP_FAST_LARGEST_H

#include <stddef.h>

/* The largest |v_i|; numbers that are not one are passed over. */
double fast_largest(const double *v, size_t n);
/* An upper bound of the Euclidean lengths of n/3 vectors of three, by less than 2^-49 of itself
 * above the largest; less than twice it where squares overflow or underflow.  n is a multiple of 3;
 * vectors with a number that is not one are passed over. */
double fast_longest(const double *v, size_t n);

#endif
