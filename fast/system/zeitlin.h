/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The quantised Laplacian on su(N), diagonal by diagonal, and its inverse; its orthonormal
 * eigenvectors are fast_zeitlin_eigenvector of fast/fast.h.
 *
 * With s_k = (N-1)/2 - k and c_k^2 = (k+1)(N-1-k), -Delta_N acts on entries X_{k,k+m}, k =
 * 0..N-1-m, as the symmetric tridiagonal matrix of diagonal 2j(j+1) - 2 s_k s_{k+m}, j = (N-1)/2,
 * and off-diagonal -b_k, b_k = c_k c_{k+m}. */
#ifndef SLP_FAST_ZEITLIN_H
#define SLP_FAST_ZEITLIN_H

#include "fast/system/system.h"

/* Its generator, energy and frozen numbers are those of W on mhd-sphere too. */
extern const fast_system_table fast_system_zeitlin_sphere;

/* Factors of all diagonals: of row k, order m at [k n + m] the inverse pivot and the ratio below
 * it, so that one loop solves all orders.  Both have n^2 doubles. */
void fast_zeitlin_factor(double *inverse, double *ratio, size_t n);
/* f -> (-Delta_N)^-1 f in place, all orders in one loop: entry (k, k+m) at f[k stride + m], stride
 * >= n.  Stages of Cayley's rules have a trace.  It is first removed from order 0, and the result
 * has none. */
void fast_zeitlin_solve(double *f, size_t stride, const double *inverse, const double *ratio,
                        size_t n);

/* Sums of the rows and -1 times the entries beside the diagonal: of row k, order m at [k n + m].
 * Both have n^2 doubles. */
void fast_zeitlin_rows(double *sum, double *next, size_t n);
/* out = weight (-Delta_N) f, all orders in one loop; f and out hold entry (k, k+m) at [k stride +
 * m].  A trace of f gives 0. */
void fast_zeitlin_apply(double *out, const double *f, size_t stride, double weight,
                        const double *sum, const double *next, size_t n);

/* re[k n + m] + i im[k n + m] = X_{k,k+m} of the n^2 coordinates x, and back. */
void fast_zeitlin_spread(double *re, double *im, size_t n, const double *x);
void fast_zeitlin_gather(double *x, const double *re, const double *im, size_t n);

#endif
