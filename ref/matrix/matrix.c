/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix algebras: functions that the files of ref/matrix/ share, and the exponential with its
 * tangent.
 * Derivations: ref/matrix/matrix.md.  Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

void ref_matrix_psi(acb_mat_t Psi, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    algebra->to_matrix(Psi, algebra, xi, prec);
    acb_mat_conjugate_transpose(Psi, Psi);
}

void ref_matrix_dagger(acb_mat_t out, const ref_algebra *algebra, const acb_mat_t A, slong prec)
{
    int c;
    acb_mat_conjugate_transpose(out, A);
    if (!algebra->form) return;
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, J, T);
    c = algebra->form(J, algebra);
    ref_matrix_mul(T, J, out, prec);
    ref_matrix_mul(out, T, J, prec); /* J^-1 = J/c */
    acb_mat_scalar_div_si(out, out, c, prec);
}

/* (AB)+ = B+ A+ = BA */
void ref_matrix_commutator(acb_mat_t out, const ref_algebra *algebra, const acb_mat_t A,
                           const acb_mat_t B, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, AB);
    ref_matrix_mul(AB, A, B, prec);
    ref_matrix_dagger(out, algebra, AB, prec);
    acb_mat_sub(out, AB, out, prec);
}

static slong find_root(slong *up, slong i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static void connect_entries(slong *up, const acb_mat_t A)
{
    slong n = acb_mat_nrows(A);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            if (!acb_is_zero(acb_mat_entry(A, i, j))) up[find_root(up, i)] = find_root(up, j);
}

void ref_matrix_confine(acb_mat_t F, const acb_mat_t A, const acb_mat_t B)
{
    slong n = acb_mat_nrows(F), *up = flint_malloc((size_t)(n + 1) * sizeof *up);
    for (slong i = 0; i < n; i++) up[i] = i;
    connect_entries(up, A);
    if (B) connect_entries(up, B);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            if (find_root(up, i) != find_root(up, j)) acb_zero(acb_mat_entry(F, i, j));
    flint_free(up);
}

void ref_matrix_pair(acb_mat_t W, const acb_mat_t A, const acb_mat_t dA)
{
    slong n = acb_mat_nrows(A);
    acb_mat_zero(W);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            acb_set(acb_mat_entry(W, i, j), acb_mat_entry(A, i, j));
            acb_set(acb_mat_entry(W, n + i, n + j), acb_mat_entry(A, i, j));
            if (dA) acb_set(acb_mat_entry(W, i, n + j), acb_mat_entry(dA, i, j));
        }
}

void ref_matrix_unpair(acb_mat_t dA, const acb_mat_t W)
{
    slong n = acb_mat_nrows(dA);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) acb_set(acb_mat_entry(dA, i, j), acb_mat_entry(W, i, n + j));
}

slong ref_matrix_exponent(const acb_mat_t A)
{
    slong e = 0;
    REF_LOCAL(mag, norm);
    acb_mat_bound_frobenius_norm(norm, A);
    if (!mag_is_special(norm) && !COEFF_IS_MPZ(*MAG_EXPREF(norm))) e = MAG_EXP(norm);
    return e;
}

void ref_matrix_expm1(acb_mat_t K, const acb_mat_t P, slong prec)
{
    acb_mat_exp(K, P, prec);
    for (slong i = 0; i < acb_mat_nrows(P); i++)
        acb_sub_ui(acb_mat_entry(K, i, i), acb_mat_entry(K, i, i), 1, prec);
    ref_matrix_confine(K, P, NULL);
}

/* Linear in dP, which is scaled to a norm below 1 first: a long dP would cost squarings. */
void ref_matrix_exp_tangent(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP,
                            slong prec)
{
    slong n = acb_mat_nrows(P), e = ref_matrix_exponent(dP);
    REF_LOCAL_MAT(acb, 2 * n, 2 * n, W);
    acb_mat_scalar_mul_2exp_si(dK, dP, -e);
    ref_matrix_pair(W, P, dK);
    acb_mat_exp(W, W, prec);
    ref_matrix_unpair(dK, W);
    acb_mat_scalar_mul_2exp_si(dK, dK, e);
    ref_matrix_confine(dK, P, dP);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            acb_sub_ui(acb_mat_entry(K, i, j), acb_mat_entry(W, i, j), i == j, prec);
    ref_matrix_confine(K, P, NULL);
}
