/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions that are congruences X -> L X L+, L = I + K a rational function or the exponential of
 * Psi = xi*:
 *     D(xi)      (I - Psi/2) X (I + Psi/2)                      K = -Psi/2
 *     D(xi)^-1   its inverse                                    K = (I - Psi/2)^-1 Psi/2
 *     C(xi)      tau* X tau^-*, tau = (I - xi/2)^-1 (I + xi/2)  K = (I - Psi/2)^-1 Psi
 *     E(xi)      e^Psi X e^-Psi                                 K = e^Psi - I
 * and, on generators, (I + xi/2) eta (I - xi/2), K = xi/2.  Since (KX)+ = -X K+,
 *     L X L+ - X = Q - Q+ + Q K+,   Q = KX:  two products,
 *     d(L X L+) = Y - Y+,           Y = dL X L+.
 * A state enters as x plus a correction, so that a ball x keeps its radius up to 1 + O(|xi|).
 * Sources: EJLL (26), GBW (41), LECG Algorithm 1; ref/matrix/matrix.md section 2.  Tested by
 * tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

/* K of P; and dK along dP where dP is not NULL */
typedef void (*factor)(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP,
                       slong prec);

static void half(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP, slong prec)
{
    (void)prec;
    acb_mat_scalar_mul_2exp_si(K, P, -1);
    if (dP) acb_mat_scalar_mul_2exp_si(dK, dP, -1);
}

static void minus_half(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP, slong prec)
{
    half(K, dK, P, dP, prec);
    acb_mat_neg(K, K);
    if (dP) acb_mat_neg(dK, dK);
}

/* K = (I - P/2)^-1 P, dK = (I - P/2)^-1 dP (I - P/2)^-1, where (I - P/2)^-1 = I + K/2; both within
 * the blocks of P */
static void cayley(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP, slong prec)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(P), acb_mat_nrows(P), M);
    acb_mat_scalar_mul_2exp_si(M, P, -1);
    acb_mat_neg(M, M);
    for (slong i = 0; i < acb_mat_nrows(P); i++)
        acb_add_ui(acb_mat_entry(M, i, i), acb_mat_entry(M, i, i), 1, prec);
    if (!ref_matrix_solve(K, M, P, prec)) acb_mat_indeterminate(K);
    ref_matrix_confine(K, P, NULL);
    if (dP) {
        REF_LOCAL_MAT(acb, acb_mat_nrows(P), acb_mat_nrows(P), H);
        acb_mat_scalar_mul_2exp_si(H, K, -1);
        for (slong i = 0; i < acb_mat_nrows(P); i++)
            acb_add_ui(acb_mat_entry(H, i, i), acb_mat_entry(H, i, i), 1, prec);
        ref_matrix_mul(M, H, dP, prec);
        ref_matrix_mul(dK, M, H, prec);
    }
}

static void inverse(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP, slong prec)
{
    cayley(K, dK, P, dP, prec);
    acb_mat_scalar_mul_2exp_si(K, K, -1);
    if (dP) acb_mat_scalar_mul_2exp_si(dK, dK, -1);
}

static void exponential(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP,
                        slong prec)
{
    if (dP)
        ref_matrix_exp_tangent(K, dK, P, dP, prec);
    else
        ref_matrix_expm1(K, P, prec);
}

void ref_matrix_congruence(acb_mat_t change, const ref_algebra *algebra, const acb_mat_t K,
                           const acb_mat_t X, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, Q, D);
    ref_matrix_mul(Q, K, X, prec);
    ref_matrix_dagger(D, algebra, K, prec);
    if (algebra->form)
        ref_matrix_mul(change, Q, D, prec);
    else /* (K X K+)+ = -K X K+ */
        ref_matrix_mul_mirrored(change, Q, D, -1, prec);
    ref_matrix_dagger(D, algebra, Q, prec);
    acb_mat_sub(Q, Q, D, prec);
    acb_mat_add(change, change, Q, prec);
}

/* change = Y - Y+, Y = dK X (I + K+) */
void ref_matrix_congruence_tangent(acb_mat_t change, const ref_algebra *algebra, const acb_mat_t K,
                                   const acb_mat_t dK, const acb_mat_t X, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, Q, D);
    ref_matrix_mul(Q, dK, X, prec);
    ref_matrix_dagger(D, algebra, K, prec);
    ref_matrix_mul(change, Q, D, prec);
    acb_mat_add(Q, Q, change, prec);
    ref_matrix_dagger(D, algebra, Q, prec);
    acb_mat_sub(change, Q, D, prec);
}

/* out = L x L+ - x, or with dxi its tangent; star: P = xi*, otherwise P = xi */
static void congruence_change(arb_ptr out, const ref_algebra *algebra, factor make, bool star,
                              arb_srcptr xi, arb_srcptr dxi, arb_srcptr x, slong prec)
{
    void (*load)(acb_mat_t, const ref_algebra *, arb_srcptr, slong) =
        star ? ref_matrix_psi : algebra->to_matrix;
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, P, K, X);
    load(P, algebra, xi, prec);
    algebra->to_matrix(X, algebra, x, prec);
    if (dxi) {
        REF_LOCAL_MAT(acb, algebra->n, algebra->n, dP, dK);
        load(dP, algebra, dxi, prec);
        make(K, dK, P, dP, prec);
        ref_matrix_congruence_tangent(P, algebra, K, dK, X, prec);
    } else {
        make(K, NULL, P, NULL, prec);
        ref_matrix_congruence(P, algebra, K, X, prec);
    }
    algebra->from_matrix(out, algebra, P, prec);
}

/* out = x + change */
static void congruence_apply(arb_ptr out, const ref_algebra *algebra, factor make, arb_srcptr xi,
                             arb_srcptr x, slong prec)
{
    REF_LOCAL_VEC(arb, algebra->d, change);
    congruence_change(change, algebra, make, true, xi, NULL, x, prec);
    _arb_vec_add(out, x, change, algebra->d, prec);
}

#define CONGRUENCE(name, make, star, evaluate, bounded)                                            \
    static void name##_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, \
                             arb_ptr w, slong prec)                                                \
    {                                                                                              \
        (void)w;                                                                                   \
        evaluate;                                                                                  \
    }                                                                                              \
    static void name##_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,                \
                            arb_srcptr dxi, arb_srcptr x, arb_ptr w, slong prec)                   \
    {                                                                                              \
        (void)w;                                                                                   \
        congruence_change(out, algebra, make, star, xi, dxi, x, prec);                             \
    }                                                                                              \
    const ref_action ref_matrix_##name = {                                                         \
        .apply = name##_apply, .vary = name##_vary, .bound = bounded};

#define CHANGE(make, star) congruence_change(out, algebra, make, star, xi, NULL, x, prec)
#define WHOLE(make)        congruence_apply(out, algebra, make, xi, x, prec)

CONGRUENCE(change, minus_half, true, CHANGE(minus_half, true), ref_matrix_bound_change)
CONGRUENCE(dcay, half, false, CHANGE(half, false), ref_matrix_bound_change)
CONGRUENCE(inverse, inverse, true, WHOLE(inverse), ref_matrix_bound_inverse)
CONGRUENCE(coadjoint_cayley, cayley, true, WHOLE(cayley), ref_matrix_bound_cayley)
CONGRUENCE(coadjoint_exp, exponential, true, WHOLE(exponential), ref_matrix_bound_exponential)
