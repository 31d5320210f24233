/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Skew-Hermitian matrices as the algebras so(n) and su(N) need them: the coordinates of
 * oracle/contract/case/case.h's systems, square matrices of separate real and imaginary parts,
 * products by BLAS.
 *
 * A matrix has parts n^2 doubles: the real part, row by row, then (su(N)) the imaginary one.
 * Coordinates of so(n): X_ij, i < j, row by row.  Of su(N): the N imaginary diagonal parts, then
 * for i < j row by row Re X_ij, Im X_ij.  Outputs may not alias inputs. */
#ifndef SLP_FAST_MATRIX_H
#define SLP_FAST_MATRIX_H

#include "fast/algebra/algebra.h"

typedef struct fast_matrices {
    size_t n, parts; /* 1: real, 2: complex */
} fast_matrices;

static inline size_t fast_matrix_size(const fast_matrices *k)
{
    return k->parts * k->n * k->n;
}
/* Doubles of scratch of a product, and of the other operations here. */
size_t fast_matrix_product_work_size(const fast_matrices *k);
size_t fast_matrix_work_size(const fast_matrices *k);

/* m = the matrix of coordinates x. */
void fast_matrix_read(double *m, const fast_matrices *k, const double *x);
/* Fills in the entries below the diagonal from those above it. */
void fast_matrix_mirror(double *m, const fast_matrices *k);
/* x = the coordinates of weight (w - w*); if `add`, they are added to x. */
void fast_matrix_skew(double *x, const fast_matrices *k, double weight, const double *w, bool add);
/* c = a b; work has fast_matrix_product_work_size(k). */
void fast_matrix_product(double *c, const fast_matrices *k, const double *a, const double *b,
                         double *work);
/* z = coordinates of (I + xi/2)^-1 x (I - xi/2)^-1, by LU; not finite where that fails.  work has
 * fast_matrix_work_size(k). */
void fast_matrix_congruence(double *z, const fast_matrices *k, const double *xi, const double *x,
                            double *work);
/* The same over the dual numbers: x and z hold the coordinates of the part with eps, then those of
 * the part without; xi those of xi, then those of b, of the generator xi + eps b.  work has
 * fast_matrix_dual_congruence_work_size(k). */
size_t fast_matrix_dual_congruence_work_size(const fast_matrices *k);
void fast_matrix_dual_congruence(double *z, const fast_matrices *k, const double *xi,
                                 const double *x, double *work);
/* K_1, K_2, one after the other, of L_i = I + K_i, L_i = I + sum_j a_ij P_j L_j with the tableau of
 * the two-stage Gauss rule; P = P_1, P_2, one after the other.  Not finite where LU fails.  work
 * has fast_matrix_gauss_work_size(k). */
size_t fast_matrix_gauss_work_size(const fast_matrices *k);
void fast_matrix_gauss(double *K, const fast_matrices *k, const double *P, double *work);
/* f = e^a - I with an error of order u |a|, times 2^s where |a| in the maximum norm is above
 * 2^(s-1); not finite from 2^50 on.  work has fast_matrix_work_size(k). */
void fast_matrix_exponential(double *f, const fast_matrices *k, const double *a, double *work);
/* The n real numbers lambda_j, ascending, of which i lambda_j are the eigenvalues of x.  Not finite
 * where LAPACK fails.  SLP_OK; SLP_MEMORY. */
slp_status fast_matrix_spectrum(double *lambda, const fast_matrices *k, const double *x);
/* sums[p - 2] = Tr (-iX)^p, p = 2..n: the Casimirs of su(N). */
slp_status fast_matrix_power_sums(double *sums, const fast_matrices *k, const double *x);
/* values = Tr X^2, Tr X^4, ..., below the power n; for even n the Pfaffian last: n/2 Casimirs of
 * so(n), k = {n, 1}.  SLP_OK; SLP_MEMORY. */
slp_status fast_son_casimirs(double *values, const fast_matrices *k, const double *x);
/* sums[p - 2] = Tr (-iX)^(p-1) (-iY), p = 2..n, of complex matrices.  With Y = X they are power
 * sums, with an error of about p n u |X|^(p-1) |Y|.  SLP_OK; SLP_MEMORY. */
slp_status fast_matrix_mixed_sums(double *sums, const fast_matrices *k, const double *x,
                                  const double *y);

/* The algebra of such matrices; k is kept by reference. */
void fast_algebra_son(fast_algebra *g, const fast_matrices *k);
void fast_algebra_sun(fast_algebra *g, const fast_matrices *k);
/* su(N) over the dual numbers. */
void fast_algebra_sun_dual(fast_algebra *g, const fast_matrices *k);
/* The operations that so(n) and su(N) have in common. */
void fast_algebra_matrices(fast_algebra *g, const fast_matrices *k);

#endif
