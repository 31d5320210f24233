/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which group elements a Cayley transform reaches.
 *
 * For tau(eta) = (I - eta/2)^-1 (I + eta/2), I + tau = 2 (I - eta/2)^-1, so det(I + tau) det(I -
 * eta/2) = 2^n and no tau(eta) has the eigenvalue -1.  `identity` sees this identity on samples;
 * `missed` is det(I + g) of g = diag(-1, -1, 1, ..., 1), a rotation by pi
 * in the group SO(n) and in SU(n): where it is 0, g is reached by no eta at all.  `member` is how
 * far g is from the group. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

enum { IDENTITY, UNABLE, MISSED, MEMBER };

/* det(I + sign A) */
static void shifted(acb_t det, const acb_mat_t A, int sign, slong prec)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(A), acb_mat_nrows(A), B);
    acb_mat_one(B);
    if (sign > 0)
        acb_mat_add(B, B, A, prec);
    else
        acb_mat_sub(B, B, A, prec);
    acb_mat_det(det, B, prec);
}

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    (void)trial;
    slong n = ref_group_size(step->sys);
    REF_LOCAL_MAT(acb, n, n, f, X);
    REF_LOCAL(acb, one, other);
    bool good = ref_group_cayley(f, step->sys, step->x, prec) &&
                ref_state_matrix(X, step->sys, step->x, prec);
    if (good) {
        shifted(one, f, 1, prec);
        acb_mat_scalar_mul_2exp_si(X, X, -1);
        shifted(other, X, -1, prec);
        acb_mul(one, one, other, prec);
        acb_mul_2exp_si(one, one, -n);
        acb_sub_ui(one, one, 1, prec);
        acb_abs(residual, one, prec);
    }
    return good ? SLP_OK : SLP_UNSUPPORTED;
}

/* det(I + g), |g*g - I| and |det g - 1| for the rotation by pi */
static slp_status exhibit(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    ref_system *sys = NULL;
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK) status = slp_need_memory(ref_system_new(&sys, &c, err));
    slong n = sys ? ref_group_size(sys) : 0;
    if (status == SLP_OK && n < 2) status = SLP_UNSUPPORTED;
    if (status == SLP_OK) {
        REF_LOCAL_MAT(acb, n, n, g, square);
        REF_LOCAL(acb, det);
        acb_mat_one(g);
        acb_neg(acb_mat_entry(g, 0, 0), acb_mat_entry(g, 0, 0));
        acb_neg(acb_mat_entry(g, 1, 1), acb_mat_entry(g, 1, 1));
        shifted(det, g, 1, 64);
        slp_measured_ball(m, MISSED, acb_realref(det));
        acb_mat_det(det, g, 64);
        acb_mat_mul(square, g, g, 64); /* g is real and symmetric: g*g = g^2 */
        acb_mat_one(g);
        bool member = acb_is_one(det) && acb_mat_eq(square, g);
        slp_measured_count(m, MEMBER, member ? 0 : 1);
    }
    if (sys) ref_system_free(sys);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_status status = slp_sweep(m, IDENTITY, UNABLE, false, number, trial, err);
    return status == SLP_OK && m ? exhibit(m, trial, err) : status;
}

const slp_quantity slp_quantity_cayley_reach = {
    .name = "cayley-reach",
    .about = "group elements that no Cayley transform reaches",
    .method = "determinants in ball arithmetic; tau from the reference's own group operations; the "
              "exhibited element is "
              "exact",
    .values = {{"largest", "", "max over samples of |det(I + tau(eta)) det(I - eta/2) / 2^n - 1|"},
               {"unable", "samples", "samples without a number"},
               {"missed", "", "det(I + g) of the rotation g by pi"},
               {"member", "", "0 if g*g = I and det g = 1 exactly, else 1"}},
    .measure = measure};
