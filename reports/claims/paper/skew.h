/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Skew-Hermitian matrices in binary64, and their coordinates in the exchange format.  Quantities
 * use them to repeat a paper's solver that computes with matrices. */
#ifndef SLP_ORACLE_SKEW_H
#define SLP_ORACLE_SKEW_H

#include "oracle/contract/number/float_rules.h"

#include "oracle/contract/case/case.h"

#include <complex.h>

typedef double complex skew_number;

/* X (n x n, row by row) of coordinates x: hat on so(3); rows of the upper triangle on so(n); blocks
 * -(i/2) x.sigma on su(2)^(n/2); imaginary diagonal, then real and imaginary parts of the upper
 * triangle, on su(n).  No other algebra. */
void skew_matrix(skew_number *X, slp_algebra shape, size_t n, const double *x);
/* The inverse: x of X.  Reads only the entries that hold the coordinates. */
void skew_coordinates(double *x, slp_algebra shape, size_t n, const skew_number *X);
/* C = A B, n x n; C aliases neither.  Tested by tests/claims/test_claim_tolerance.c. */
void skew_multiply(skew_number *C, const skew_number *A, const skew_number *B, size_t n);

#endif
