/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The group of a matrix algebra: tau(xi), exp(xi), and the spatial momentum.  Sources: GBW section
 * 6.1; ref/matrix/matrix.md section
 * 1.  Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

/* (I - xi/2)^-1 (I + xi/2) = I + (I - xi/2)^-1 xi */
void ref_matrix_cayley(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    slong n = algebra->n;
    REF_LOCAL_MAT(acb, n, n, A, M);
    algebra->to_matrix(A, algebra, xi, prec);
    acb_mat_scalar_mul_2exp_si(M, A, -1);
    acb_mat_neg(M, M);
    for (slong i = 0; i < n; i++)
        acb_add_ui(acb_mat_entry(M, i, i), acb_mat_entry(M, i, i), 1, prec);
    if (!ref_matrix_solve(f, M, A, prec)) acb_mat_indeterminate(f);
    ref_matrix_confine(f, A, NULL);
    for (slong i = 0; i < n; i++)
        acb_add_ui(acb_mat_entry(f, i, i), acb_mat_entry(f, i, i), 1, prec);
}

void ref_matrix_exponential(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, A);
    algebra->to_matrix(A, algebra, xi, prec);
    acb_mat_exp(f, A, prec);
    ref_matrix_confine(f, A, NULL);
}

/* g^-* X g*.  g+ g = I says g^-1 = J g* J^-1, so that g^-* = J g J^-1 = (g*)+, as J* = J or -J. */
void ref_matrix_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                        slong prec)
{
    slong n = algebra->n;
    REF_LOCAL_MAT(acb, n, n, X, star, left);
    acb_mat_conjugate_transpose(star, g);
    ref_matrix_dagger(left, algebra, star, prec);
    algebra->to_matrix(X, algebra, x, prec);
    ref_matrix_mul(X, left, X, prec);
    ref_matrix_mul(X, X, star, prec);
    algebra->from_matrix(out, algebra, X, prec);
}
