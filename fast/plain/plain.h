/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plain loops for the few routines of a BLAS and of LAPACK that fast/ calls, for a machine without
 * these libraries.  include/cblas.h and include/lapacke.h give them the usual names; a build finds
 * these headers first (-Ifast/plain/include) if no BLAS is given.
 *
 * Matrices are dense.  No function asks for memory.  No argument aliases another.  Numbers that are
 * not finite give numbers that are not finite.  Tested by tests/fast/test_plain.c. */
#ifndef SLP_FAST_PLAIN_PLAIN_H
#define SLP_FAST_PLAIN_PLAIN_H

#include <stddef.h>

/* C = A B by rows: C is rows x columns, A is rows x n, B is n x columns, and their rows begin lc,
 * la and lb numbers apart.  Each sum is taken from the first term to the last. */
void fast_plain_product(double *c, size_t lc, const double *a, size_t la, const double *b,
                        size_t lb, size_t rows, size_t columns, size_t n);
/* The same in binary32. */
void fast_plain_product32(float *c, size_t lc, const float *a, size_t la, const float *b, size_t lb,
                          size_t rows, size_t columns, size_t n);

/* P A = L U with partial pivoting, by columns: A is n x n, its columns begin `lead` numbers apart,
 * and L (without its diagonal of ones) and U overwrite it.  Row i was exchanged with pivot[i] - 1.
 * Complex numbers are pairs (real part, imaginary part), and `lead` counts pairs.  0; i + 1 if U_ii
 * is the first zero on the diagonal. */
int fast_plain_factor(double *a, size_t lead, int *pivot, size_t n);
int fast_plain_factor_complex(double *a, size_t lead, int *pivot, size_t n);
/* B := A^-1 B with what fast_plain_factor left in A; B has `columns` columns of n numbers. */
void fast_plain_solve(double *b, size_t lead_b, const double *a, size_t lead, const int *pivot,
                      size_t n, size_t columns);
void fast_plain_solve_complex(double *b, size_t lead_b, const double *a, size_t lead,
                              const int *pivot, size_t n, size_t columns);

/* lambda = the n eigenvalues, from the smallest on, of the Hermitian matrix whose lower triangle is
 * that of h, by columns of n pairs; h is overwritten.  work: 4 n numbers.  Errors are a few
 * n u |h|.
 * All are NaN if a number of h is not finite. */
void fast_plain_eigenvalues(double *lambda, double *h, size_t n, double *work);

#endif
