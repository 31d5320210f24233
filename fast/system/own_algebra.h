/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An algebra that a case or a program names, with its size: opened, with the weights of its pairing
 * and its Casimirs.  For systems that exist on every algebra. */
#ifndef SLP_FAST_OWN_ALGEBRA_H
#define SLP_FAST_OWN_ALGEBRA_H

#include "fast/matrix/matrix.h"

typedef struct fast_own_algebra {
    slp_algebra kind;
    size_t n, d;         /* rows of matrices, or copies on su(2)^n; coordinates */
    fast_matrices shape; /* of matrices; `built` refers to it */
    fast_algebra built;  /* where the algebra depends on n */
    const fast_algebra *algebra;
    double *gamma;  /* of su(2)^n: n weights, which the algebra refers to; NULL elsewhere */
    double *weight; /* w_i of the pairing <xi, x> = sum_i w_i xi_i x_i: d numbers */
} fast_own_algebra;

/* Opens the algebra of d coordinates; gamma: n weights on su(2)^n, copied, or NULL for weights 1.
 * *own must not move afterwards.  SLP_OK; SLP_UNSUPPORTED on su(N) over the dual numbers;
 * SLP_MEMORY.  The caller clears *own in each of these. */
slp_status fast_own_algebra_open(fast_own_algebra *own, slp_algebra kind, size_t n, size_t d,
                                 const double *gamma);
void fast_own_algebra_clear(fast_own_algebra *own);
/* How many Casimirs the algebra has, and their values at x:
 *   so(3)     |x|^2                       su(2)^n   |x_i|^2 of each vector
 *   se(3)     Pi.Gamma, |Gamma|^2         T*R       none
 *   so(n)     as fast_son_casimirs        su(N)     as fast_matrix_power_sums
 *   sp(2m)    as fast_sp_casimirs
 * SLP_OK; SLP_MEMORY. */
size_t fast_own_algebra_casimir_count(const fast_own_algebra *own);
slp_status fast_own_algebra_casimirs(double *values, const fast_own_algebra *own, const double *x);

#endif
