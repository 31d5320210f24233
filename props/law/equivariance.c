/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The canonical midpoint rule on T*G: Phi commutes with the action of G, and the momentum map mu
 * takes it to the rule on g*:
 *   Phi(g Q, g^-* P) = g Phi(Q, P),   mu(Phi(Q, P)) = Psi(mu(Q, P)),   Q'* J Q' = J,
 * Psi the isospectral midpoint rule, mu(Q, P) = Q*P/2 - J P*Q J/(2c) (EJLL (22) halved once, (26)).
 *
 * (Q, P) = (1, X + N), X the state and N a general matrix of size |x|/4 that mu does not see, N = A
 * - mu(1, A): a covector of T*_1 GL rather than the lift alone. g = tau(eta), eta of size 1 in
 * general position. mu is computed here and not by the subject.  Results contain no (Q, P), so only
 * the reference is tested.  The law of relations tests mu o Phi = Psi o mu for the others. */
#include "props/case/reference_step.h"

#include <math.h>

static void general_matrix(acb_mat_t A, double size, bool real)
{
    slong n = acb_mat_nrows(A);
    for (slong i = 0; i < n * n; i++) {
        double turn = sqrt((double)(5 * i + 3));
        acb_set_d_d(acb_mat_entry(A, i / n, i % n), size * sin(turn), real ? 0 : size * cos(turn));
    }
}

/* out = J A J / c: with J = [[0, I], [-I, 0]], c = -1 on sp(2m, R), the blocks exchanged across
 * both diagonals, those beside the diagonal negated; A itself elsewhere, J = 1.  out is not A. */
static void symplectic_conjugate(acb_mat_t out, const ref_exact_step *exact_step, const acb_mat_t A)
{
    slong n = acb_mat_nrows(A), m = n / 2;
    acb_mat_set(out, A);
    if (exact_step->c->system->algebra != SLP_SP) return;
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            acb_ptr entry = acb_mat_entry(out, i, j);
            acb_set(entry, acb_mat_entry(A, (i + m) % n, (j + m) % n));
            if ((i < m) != (j < m)) acb_neg(entry, entry);
        }
}

/* mu(Q, P), as a matrix */
static void momentum_map(acb_mat_t mu, const ref_exact_step *exact_step, const acb_mat_t Q,
                         const acb_mat_t P, slong prec)
{
    slong n = acb_mat_nrows(Q);
    REF_LOCAL_MAT(acb, n, n, star, turned);
    acb_mat_conjugate_transpose(star, Q);
    acb_mat_mul(mu, star, P, prec);
    acb_mat_conjugate_transpose(star, mu);
    symplectic_conjugate(turned, exact_step, star);
    acb_mat_sub(mu, mu, turned, prec);
    acb_mat_scalar_mul_2exp_si(mu, mu, -1);
}

/* Entries from number `from` on: A - B, in units of u |B|. */
static void compare(prop_defect *to, slong from, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    slong n = acb_mat_nrows(A);
    REF_LOCAL(arb, unit);
    acb_mat_frobenius_norm(unit, B, prec);
    arb_mul_2exp_si(unit, unit, -53);
    for (slong i = 0; i < n * n; i++) {
        acb_srcptr a = acb_mat_entry(A, i / n, i % n), b = acb_mat_entry(B, i / n, i % n);
        slong at = from + 2 * i;
        arb_sub(to->at + at, acb_realref(a), acb_realref(b), prec);
        arb_sub(to->at + at + 1, acb_imagref(a), acb_imagref(b), prec);
        arb_set(to->unit + at, unit);
        arb_set(to->unit + at + 1, unit);
    }
}

enum { ONE, Q0, P0, Q1, P1, G, G_STAR, GQ, GP, SEEN, STEPPED, ROOM }; /* matrices */

static slp_status canonical_step(acb_mat_t Q, acb_mat_t P, const ref_exact_step *exact_step,
                                 const acb_mat_t from_Q, const acb_mat_t from_P, slong prec)
{
    return ref_step_canonical(Q, P, NULL, exact_step->sys, from_Q, from_P, exact_step->h,
                              exact_step->dW, prec);
}

/* (1, X + N), and g, g^-* */
static bool set_start(acb_mat_t *M, const ref_exact_step *exact_step, slong prec)
{
    bool real = exact_step->c->system->algebra & (SLP_SO3 | SLP_SON | SLP_SP);
    REF_LOCAL_VEC(arb, exact_step->d, eta);
    REF_LOCAL(arb, size);
    for (slong i = 0; i < exact_step->d; i++)
        arb_set_d(eta + i, sin(sqrt((double)(3 * i + 2))) / sqrt((double)exact_step->d));
    bool good = ref_group_cayley(M[G], exact_step->sys, eta, prec) &&
                ref_state_matrix(M[SEEN], exact_step->sys, exact_step->x, prec);
    prop_unit(size, exact_step->x, exact_step->d);
    acb_mat_one(M[ONE]);
    general_matrix(M[P0], ldexp(arf_get_d(arb_midref(size), ARF_RND_NEAR), 51), real);
    momentum_map(M[Q0], exact_step, M[ONE], M[P0], prec);
    acb_mat_sub(M[P0], M[P0], M[Q0], prec);
    acb_mat_add(M[P0], M[P0], M[SEEN], prec);
    acb_mat_one(M[Q0]);
    acb_mat_conjugate_transpose(M[G_STAR], M[G]);
    return good && acb_mat_inv(M[G_STAR], M[G_STAR], prec);
}

static slp_status step_both(acb_mat_t *M, const ref_exact_step *exact_step, slong prec)
{
    const ref_scheme *below = ref_scheme_find("isospectral-midpoint");
    REF_LOCAL_VEC(arb, exact_step->d, next);
    acb_mat_mul(M[GQ], M[G], M[Q0], prec);
    acb_mat_mul(M[GP], M[G_STAR], M[P0], prec);
    slp_status status = canonical_step(M[GQ], M[GP], exact_step, M[GQ], M[GP], prec);
    if (status == SLP_OK) status = canonical_step(M[Q1], M[P1], exact_step, M[Q0], M[P0], prec);
    if (status == SLP_OK)
        status = ref_step(next, NULL, below, exact_step->sys, exact_step->x, exact_step->h,
                          exact_step->dW, prec);
    if (status == SLP_OK) ref_state_matrix(M[STEPPED], exact_step->sys, next, prec);
    return status;
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong n = ref_group_size(exact_step->sys), part = 2 * n * n;
    acb_mat_t M[ROOM];
    for (int k = 0; k < ROOM; k++) acb_mat_init(M[k], n, n);
    prop_defect_fit(to, 4 * part);
    slp_status status =
        set_start(M, exact_step, prec) ? step_both(M, exact_step, prec) : SLP_UNSUPPORTED;
    if (status == SLP_OK) {
        momentum_map(M[SEEN], exact_step, M[GQ], M[GP], prec);
        compare(to, 0, M[SEEN], M[STEPPED], prec);
        acb_mat_conjugate_transpose(M[SEEN], M[Q1]); /* J Q* J / c Q = 1 */
        symplectic_conjugate(M[STEPPED], exact_step, M[SEEN]);
        acb_mat_mul(M[SEEN], M[STEPPED], M[Q1], prec);
        compare(to, part, M[SEEN], M[ONE], prec);
        acb_mat_mul(M[SEEN], M[G], M[Q1], prec);
        compare(to, 2 * part, M[GQ], M[SEEN], prec);
        acb_mat_mul(M[SEEN], M[G_STAR], M[P1], prec);
        compare(to, 3 * part, M[GP], M[SEEN], prec);
    }
    for (int k = 0; k < ROOM; k++) acb_mat_clear(M[k]);
    return status;
}

const prop_law prop_law_equivariance = {
    .name = "equivariance",
    .about = "the canonical midpoint rule commutes with the group, and mu takes it to g*",
    .equation = "Phi(g Q, g^-* P) = g Phi(Q, P), mu(Phi) = Psi(mu), Q* J Q = J",
    .applies = {.scheme = "canonical-midpoint", .subjects = PROP_LAW_REFERENCE},
    .effort = {.cases = 32},
    .check = prop_certify,
    .defect = defect,
};
