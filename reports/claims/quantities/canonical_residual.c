/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The canonical midpoint rule on T*G and the reduced rule it descends to: what should agree, over
 * samples.
 *
 * From X the rule is taken at (Q, P) = (I, X), where mu(I, X) = X, and at (g, g^-* X), g = tau(eta)
 * an element of the group, which has the same momentum.  G is Q*JQ = J.
 *   equivariance:  Phi(gQ, g^-*P) - (gQ', g^-*P')
 *   reduction:     mu(Phi(g, g^-*X)) - Psi(X)
 *   group:         Q'*JQ' - J from Q = g
 *   norm:          |Q'|^2 - |Q|^2 and |P'|^2 - |P|^2, Frobenius
 *   orbit:         X' Q'* - Q'* X from Q = I, which with Q' in G is X' = Ad*_Q' X
 *   spectrum:      the coefficients of det(t - X') - det(t - X) */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

static const char aspects[] = "equivariance reduction group norm orbit spectrum";
enum { EQUIVARIANCE, REDUCTION, GROUP, NORM, ORBIT, SPECTRUM };

enum { X, X_NEXT, G, G_DUAL, Q, P, Q_ONE, P_ONE, J, ONE, SCRATCH, MATRICES };

typedef struct lifted {
    acb_mat_t at[MATRICES];
    slong n, prec;
    int c; /* J^2 = cI */
} lifted;

static void lifted_init(lifted *t, const ref_system *sys, slong prec)
{
    t->n = ref_group_size(sys);
    t->prec = prec;
    for (int i = 0; i < MATRICES; i++) acb_mat_init(t->at[i], t->n, t->n);
    acb_mat_one(t->at[ONE]);
    t->c = ref_group_form(t->at[J], sys);
}

static void lifted_clear(lifted *t)
{
    for (int i = 0; i < MATRICES; i++) acb_mat_clear(t->at[i]);
}

static void difference(arb_t largest, lifted *t, const acb_mat_t A, const acb_mat_t B)
{
    acb_mat_sub(t->at[SCRATCH], A, B, t->prec);
    slp_raise_entries(largest, t->at[SCRATCH], t->prec);
}

static void equivariance(arb_t out, lifted *t)
{
    acb_mat_mul(t->at[Q_ONE], t->at[G], t->at[Q_ONE], t->prec);
    acb_mat_mul(t->at[P_ONE], t->at[G_DUAL], t->at[P_ONE], t->prec);
    difference(out, t, t->at[Q], t->at[Q_ONE]);
    difference(out, t, t->at[P], t->at[P_ONE]);
}

/* mu(Q, P) = (Q*P - JP*QJ/c)/2 */
static void reduction(arb_t out, lifted *t)
{
    acb_mat_conjugate_transpose(t->at[G], t->at[Q]);
    acb_mat_mul(t->at[G], t->at[G], t->at[P], t->prec);
    acb_mat_conjugate_transpose(t->at[P_ONE], t->at[P]);
    acb_mat_mul(t->at[P_ONE], t->at[P_ONE], t->at[Q], t->prec);
    acb_mat_mul(t->at[P_ONE], t->at[J], t->at[P_ONE], t->prec);
    acb_mat_mul(t->at[P_ONE], t->at[P_ONE], t->at[J], t->prec);
    if (t->c < 0) acb_mat_neg(t->at[P_ONE], t->at[P_ONE]);
    acb_mat_sub(t->at[G], t->at[G], t->at[P_ONE], t->prec);
    acb_mat_scalar_mul_2exp_si(t->at[G], t->at[G], -1);
    difference(out, t, t->at[G], t->at[X_NEXT]);
}

static void group(arb_t out, lifted *t)
{
    acb_mat_conjugate_transpose(t->at[G], t->at[Q]);
    acb_mat_mul(t->at[G], t->at[G], t->at[J], t->prec);
    acb_mat_mul(t->at[G], t->at[G], t->at[Q], t->prec);
    difference(out, t, t->at[G], t->at[J]);
}

/* out = max(out, | |A|^2 - |B|^2 |) */
static void norms(arb_t out, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    REF_LOCAL(arb, one, other);
    acb_mat_frobenius_norm(one, A, prec);
    acb_mat_frobenius_norm(other, B, prec);
    arb_mul(one, one, one, prec);
    arb_submul(one, other, other, prec);
    arb_abs(one, one);
    arb_max(out, out, one, prec);
}

static void orbit(arb_t out, lifted *t)
{
    acb_mat_conjugate_transpose(t->at[G], t->at[Q_ONE]);
    acb_mat_mul(t->at[P], t->at[X_NEXT], t->at[G], t->prec);
    acb_mat_mul(t->at[Q], t->at[G], t->at[X], t->prec);
    difference(out, t, t->at[P], t->at[Q]);
}

static void spectrum(arb_t out, const ref_exact_step *step, slong prec)
{
    slong n = ref_group_size(step->sys) + 1;
    REF_LOCAL_VEC(acb, n, before, after);
    REF_LOCAL(arb, size);
    if (ref_characteristic(before, step->sys, step->x, prec) &&
        ref_characteristic(after, step->sys, step->next, prec)) {
        for (slong i = 0; i < n; i++) {
            acb_sub(after + i, after + i, before + i, prec);
            acb_abs(size, after + i, prec);
            arb_max(out, out, size, prec);
        }
    } else {
        arb_indeterminate(out);
    }
}

/* g = tau(eta), eta = the state's coordinates backwards: a group element that X does not commute
 * with; then both steps. */
static slp_status take_both_steps(lifted *t, const ref_exact_step *step)
{
    const ref_system *sys = step->sys;
    REF_LOCAL_VEC(arb, step->d, eta);
    for (slong i = 0; i < step->d; i++) arb_set(eta + i, step->x + (step->d - 1 - i));
    bool good = ref_group_cayley(t->at[G], sys, eta, t->prec) &&
                acb_mat_inv(t->at[G_DUAL], t->at[G], t->prec) &&
                ref_state_matrix(t->at[X], sys, step->x, t->prec) &&
                ref_state_matrix(t->at[X_NEXT], sys, step->next, t->prec);
    if (!good) return SLP_UNSUPPORTED;
    acb_mat_conjugate_transpose(t->at[G_DUAL], t->at[G_DUAL]);
    acb_mat_mul(t->at[P], t->at[G_DUAL], t->at[X], t->prec);
    slp_status status = ref_step_canonical(t->at[Q_ONE], t->at[P_ONE], NULL, sys, t->at[ONE],
                                           t->at[X], step->h, step->dW, t->prec);
    if (status != SLP_OK) return status;
    return ref_step_canonical(t->at[Q], t->at[P], NULL, sys, t->at[G], t->at[P], step->h, step->dW,
                              t->prec);
}

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const int which = slp_word_index(aspects, trial->word[0]);
    lifted t;
    lifted_init(&t, step->sys, prec);
    slp_status status = ref_exact_step_image(step->next, NULL, step, prec);
    if (status == SLP_OK && which != SPECTRUM) status = take_both_steps(&t, step);
    if (status == SLP_OK) {
        arb_zero(residual);
        if (which == EQUIVARIANCE) equivariance(residual, &t);
        if (which == REDUCTION) reduction(residual, &t);
        if (which == GROUP) group(residual, &t);
        if (which == NORM) {
            norms(residual, t.at[Q_ONE], t.at[ONE], prec);
            norms(residual, t.at[P_ONE], t.at[X], prec);
            norms(residual, t.at[Q], t.at[G], prec);
        }
        if (which == ORBIT) orbit(residual, &t);
        if (which == SPECTRUM) spectrum(residual, step, prec);
    }
    lifted_clear(&t);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_canonical_residual = {
    .name = "canonical-residual",
    .about = "the canonical midpoint rule on T*G against the reduced rule, over samples",
    .method = "both rules are solved with proof in ball arithmetic, from (I, X) and from (g, g^-* "
              "X) with g a group "
              "element made of the state's own coordinates",
    .options = {{"of", true, true, 0, "equivariance, reduction, group, norm, orbit or spectrum"}},
    .words = {aspects},
    .values = {{"largest", "", "max over samples and entries of the residual"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
