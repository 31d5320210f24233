/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* [dexp_xi]* x = sum_k (ad*_xi)^k x / (k+1)! = int_0^1 E(s xi) x ds.
 *
 * Series with ad_P = [P, .], P = Psi/2^s: the truncation error after K terms has Frobenius norm at
 * most sum_{k>=K} (2|P|_2)^k/k! |X|_F.  The division by 2^s is undone by F(2P) X = (F(P) X + e^P
 * (F(P) X) e^-P)/2, s times.  A tangent is the upper right block of the same function of [[P, dP],
 * [0, P]]. ref/matrix/matrix.md section 2.  Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

enum { HALVINGS_MOST = 64 }; /* of a generator; beyond, the result is indeterminate */

/* out = [P, T]; algebra NULL: of any matrices */
static void commutator(acb_mat_t out, const ref_algebra *algebra, const acb_mat_t P,
                       const acb_mat_t T, slong prec)
{
    if (algebra) {
        ref_matrix_commutator(out, algebra, P, T, prec);
        return;
    }
    REF_LOCAL_MAT(acb, acb_mat_nrows(P), acb_mat_nrows(P), TP);
    ref_matrix_mul(out, P, T, prec);
    ref_matrix_mul(TP, T, P, prec);
    acb_mat_sub(out, out, TP, prec);
}

/* F += (e^P F e^-P - F)/2 */
static void add_average(acb_mat_t F, const ref_algebra *algebra, const acb_mat_t P, slong prec)
{
    slong n = acb_mat_nrows(P);
    REF_LOCAL_MAT(acb, n, n, K, M, change);
    ref_matrix_expm1(K, P, prec);
    if (algebra) {
        ref_matrix_congruence(change, algebra, K, F, prec);
    } else { /* with M = e^-P - I:  KF + FM + KFM */
        acb_mat_neg(M, P);
        ref_matrix_expm1(M, M, prec);
        ref_matrix_mul(change, K, F, prec);
        acb_mat_add(K, change, F, prec);
        ref_matrix_mul(K, K, M, prec);
        acb_mat_add(change, change, K, prec);
    }
    acb_mat_scalar_mul_2exp_si(change, change, -1);
    acb_mat_add(F, F, change, prec);
}

/* Adds `error` to every entry that is connected through P and X; real matrices stay real. */
static void widen_entries(acb_mat_t F, const acb_mat_t P, const acb_mat_t X, const mag_t error)
{
    bool real = acb_mat_is_real(P) && acb_mat_is_real(X);
    for (slong i = 0; i < acb_mat_nrows(F); i++)
        for (slong j = 0; j < acb_mat_ncols(F); j++) {
            acb_ptr entry = acb_mat_entry(F, i, j);
            arb_add_error_mag(acb_realref(entry), error);
            if (!real) arb_add_error_mag(acb_imagref(entry), error);
        }
    ref_matrix_confine(F, P, X);
}

/* F = sum_k (ad_P)^k X / (k+1)!, y >= 2 |P|_2 */
static void series(acb_mat_t F, const ref_algebra *algebra, const acb_mat_t P, const acb_mat_t X,
                   const mag_t y, slong prec)
{
    slong n = acb_mat_nrows(P);
    ulong k = 1;
    REF_LOCAL_MAT(acb, n, n, T, next);
    REF_LOCAL(mag, tail, norm);
    acb_mat_set(F, X);
    acb_mat_set(T, X);
    for (;; k++) {
        mag_exp_tail(tail, y, k);
        if (mag_cmp_2exp_si(tail, -prec) < 0) break;
        commutator(next, algebra, P, T, prec);
        acb_mat_scalar_div_si(T, next, (slong)k + 1, prec);
        acb_mat_add(F, F, T, prec);
    }
    acb_mat_bound_frobenius_norm(norm, X);
    mag_mul(tail, tail, norm);
    widen_entries(F, P, X, tail);
}

static void dexp_dual(acb_mat_t F, const ref_algebra *algebra, const acb_mat_t P, const acb_mat_t X,
                      slong prec)
{
    slong s = 0;
    REF_LOCAL_MAT(acb, acb_mat_nrows(P), acb_mat_nrows(P), Q);
    REF_LOCAL(mag, y);
    ref_matrix_spectral(y, P);
    mag_mul_2exp_si(y, y, 1);
    if (mag_cmp_2exp_si(y, HALVINGS_MOST) < 0) {
        while (mag_cmp_2exp_si(y, s) > 0) s++;
        mag_mul_2exp_si(y, y, -s);
        acb_mat_scalar_mul_2exp_si(Q, P, -s);
        series(F, algebra, Q, X, y, prec);
        for (; s > 0; s--) {
            acb_mat_scalar_mul_2exp_si(Q, P, -s);
            add_average(F, algebra, Q, prec);
        }
    } else {
        acb_mat_indeterminate(F);
    }
}

static void dexp_dual_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                            arb_ptr w, slong prec)
{
    (void)w;
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, P, X, F);
    ref_matrix_psi(P, algebra, xi, prec);
    algebra->to_matrix(X, algebra, x, prec);
    dexp_dual(F, algebra, P, X, prec);
    algebra->from_matrix(out, algebra, F, prec);
}

static void dexp_dual_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                           arb_srcptr x, arb_ptr w, slong prec)
{
    slong n = algebra->n, e;
    (void)w;
    REF_LOCAL_MAT(acb, n, n, P, dP);
    REF_LOCAL_MAT(acb, 2 * n, 2 * n, W, Y, F);
    ref_matrix_psi(P, algebra, xi, prec);
    ref_matrix_psi(dP, algebra, dxi, prec);
    e = ref_matrix_exponent(dP);
    acb_mat_scalar_mul_2exp_si(dP, dP, -e);
    ref_matrix_pair(W, P, dP);
    algebra->to_matrix(P, algebra, x, prec);
    ref_matrix_pair(Y, P, NULL);
    dexp_dual(F, NULL, W, Y, prec);
    ref_matrix_unpair(dP, F);
    acb_mat_scalar_mul_2exp_si(dP, dP, e);
    algebra->from_matrix(out, algebra, dP, prec);
}

const ref_action ref_matrix_dexp_dual = {
    .apply = dexp_dual_apply, .vary = dexp_dual_vary, .bound = ref_matrix_bound_dexp_dual};
