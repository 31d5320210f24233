/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The stages of the two-stage Gauss rule on a matrix group, with generators held fixed: with
 * Psi_j = xi_j* and the tableau a,
 *     L_i = I + sum_j a_ij Psi_j L_j,   x_i = L_i x L_i+,   i = 1, 2.
 * With L_i = I + K_i the K_i solve a linear system of twice the size,
 *     K_i - sum_j a_ij Psi_j K_j = sum_j a_ij Psi_j,
 * and their derivative along dPsi solves the same system,
 *     dK_i - sum_j a_ij Psi_j dK_j = sum_j a_ij dPsi_j (I + K_j).
 * A state enters as x plus a correction.  Source: Modin and Viviani 2020; ref/scheme/gauss.md.
 * Tested by tests/ref/test_ref_gauss.c. */
#include "ref/matrix/matrix.h"

/* Block (i, j) of a matrix of blocks n x n. */
static acb_ptr block_of(acb_mat_t A, slong i, slong j, slong r, slong s, slong n)
{
    return acb_mat_entry(A, i * n + r, j * n + s);
}

/* A_ij = delta_ij I - a_ij Psi_j */
static void system_matrix(acb_mat_t A, arb_srcptr a, const acb_mat_struct *Psi, slong prec)
{
    slong n = acb_mat_nrows(Psi);
    for (slong i = 0; i < 2; i++)
        for (slong j = 0; j < 2; j++)
            for (slong r = 0; r < n; r++)
                for (slong s = 0; s < n; s++) {
                    acb_ptr e = block_of(A, i, j, r, s, n);
                    acb_mul_arb(e, acb_mat_entry(Psi + j, r, s), a + 2 * i + j, prec);
                    acb_neg(e, e);
                    if (i == j && r == s) acb_add_ui(e, e, 1, prec);
                }
}

/* B_i = sum_j a_ij P_j, one below the other */
static void weighted_blocks(acb_mat_t B, arb_srcptr a, const acb_mat_struct *P, slong prec)
{
    slong n = acb_mat_nrows(P);
    REF_LOCAL(acb, term);
    for (slong i = 0; i < 2; i++)
        for (slong r = 0; r < n; r++)
            for (slong s = 0; s < n; s++) {
                acb_ptr e = block_of(B, i, 0, r, s, n);
                acb_mul_arb(e, acb_mat_entry(P, r, s), a + 2 * i, prec);
                acb_mul_arb(term, acb_mat_entry(P + 1, r, s), a + 2 * i + 1, prec);
                acb_add(e, e, term, prec);
            }
}

/* K_i = the solution's two blocks, or indeterminate; within the blocks of Psi_1 and Psi_2 if
 * `confined` */
static void solve(acb_mat_struct *K, const acb_mat_t A, acb_mat_t B, const acb_mat_struct *Psi,
                  bool confined, slong prec)
{
    slong n = acb_mat_nrows(K);
    if (!ref_matrix_solve(B, A, B, prec)) acb_mat_indeterminate(B);
    for (slong i = 0; i < 2; i++) {
        for (slong r = 0; r < n; r++)
            for (slong s = 0; s < n; s++)
                acb_set(acb_mat_entry(K + i, r, s), block_of(B, i, 0, r, s, n));
        if (confined) ref_matrix_confine(K + i, Psi, Psi + 1);
    }
}

typedef struct pair {
    acb_mat_struct Psi[2], K[2]; /* K_i = L_i - I */
    acb_mat_t A, B;
    arb_ptr a;
} pair;

static void pair_init(pair *p, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    slong n = algebra->n;
    p->a = _arb_vec_init(4);
    ref_gauss_tableau(p->a, prec);
    acb_mat_init(p->A, 2 * n, 2 * n);
    acb_mat_init(p->B, 2 * n, n);
    for (slong i = 0; i < 2; i++) {
        acb_mat_init(&p->Psi[i], n, n);
        acb_mat_init(&p->K[i], n, n);
        ref_matrix_psi(&p->Psi[i], algebra, xi + i * algebra->d, prec);
    }
    system_matrix(p->A, p->a, p->Psi, prec);
    weighted_blocks(p->B, p->a, p->Psi, prec);
    solve(p->K, p->A, p->B, p->Psi, true, prec);
}

static void pair_clear(pair *p)
{
    for (slong i = 0; i < 2; i++) {
        acb_mat_clear(&p->Psi[i]);
        acb_mat_clear(&p->K[i]);
    }
    acb_mat_clear(p->A);
    acb_mat_clear(p->B);
    _arb_vec_clear(p->a, 4);
}

/* out_i = L_i x L_i+ - x */
static void stage_changes(arb_ptr out, const ref_algebra *algebra, const pair *p, arb_srcptr x,
                          slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X, change);
    algebra->to_matrix(X, algebra, x, prec);
    for (slong i = 0; i < 2; i++) {
        ref_matrix_congruence(change, algebra, &p->K[i], X, prec);
        algebra->from_matrix(out + i * algebra->d, algebra, change, prec);
    }
}

void ref_matrix_gauss(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                      slong prec)
{
    pair p;
    pair_init(&p, algebra, xi, prec);
    stage_changes(out, algebra, &p, x, prec);
    pair_clear(&p);
}

/* B_i = sum_j a_ij dPsi_j (I + K_j) */
static void right_side(pair *p, const ref_algebra *algebra, arb_srcptr dxi, slong prec)
{
    acb_mat_struct T[2];
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, dPsi);
    for (slong j = 0; j < 2; j++) {
        acb_mat_init(&T[j], algebra->n, algebra->n);
        ref_matrix_psi(dPsi, algebra, dxi + j * algebra->d, prec);
        ref_matrix_mul(&T[j], dPsi, &p->K[j], prec);
        acb_mat_add(&T[j], &T[j], dPsi, prec);
    }
    weighted_blocks(p->B, p->a, T, prec);
    for (slong j = 0; j < 2; j++) acb_mat_clear(&T[j]);
}

/* out_i = d(L_i x L_i+) along dxi */
static void stage_tangents(arb_ptr out, const ref_algebra *algebra, pair *p, arb_srcptr dxi,
                           arb_srcptr x, slong prec)
{
    acb_mat_struct dK[2];
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X, change);
    for (slong i = 0; i < 2; i++) acb_mat_init(&dK[i], algebra->n, algebra->n);
    right_side(p, algebra, dxi, prec);
    solve(dK, p->A, p->B, p->Psi, false, prec);
    algebra->to_matrix(X, algebra, x, prec);
    for (slong i = 0; i < 2; i++) {
        ref_matrix_congruence_tangent(change, algebra, &p->K[i], &dK[i], X, prec);
        algebra->from_matrix(out + i * algebra->d, algebra, change, prec);
    }
    for (slong i = 0; i < 2; i++) acb_mat_clear(&dK[i]);
}

void ref_matrix_gauss_tangent(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                              arb_srcptr dxi, arb_srcptr x, arb_srcptr dx, slong prec)
{
    const slong d = algebra->d;
    REF_LOCAL_VEC(arb, 2 * d, term);
    pair p;
    pair_init(&p, algebra, xi, prec);
    if (dxi)
        stage_tangents(out, algebra, &p, dxi, x, prec);
    else
        _arb_vec_zero(out, 2 * d);
    if (dx) {
        stage_changes(term, algebra, &p, dx, prec);
        _arb_vec_add(out, out, term, 2 * d, prec);
        for (slong i = 0; i < 2; i++) _arb_vec_add(out + i * d, out + i * d, dx, d, prec);
    }
    pair_clear(&p);
}
