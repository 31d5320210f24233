/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrices Q with Q* J Q = J that are not in the group of a J-quadratic algebra, or not bounded.
 *
 *   reflection  Q = diag(-1, 1, ..., 1), J = I: real, Q^T Q = I, det Q = -1: not in SO(n)
 *   phase       Q = e^it I, J = I: Q* Q = I, det Q = e^(i n t): in SU(n) only for special t
 *   squeeze     Q = diag(e^t I, e^-t I), J = (0 I; -I 0): Q* J Q = J, and Q grows without bound, so
 *               that the group of these Q is not compact
 * t is the first coordinate of the sample's state, n the size of the system's matrices. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { RESIDUAL, DETERMINANT, SIZE };

static bool group_is(const slp_trial *trial, const char *word)
{
    return strcmp(trial->word[0], word) == 0;
}

static void fill(acb_mat_t Q, acb_mat_t J, const arb_t t, const slp_trial *trial, slong prec)
{
    const slong n = acb_mat_nrows(Q);
    REF_LOCAL(arb, turned);
    acb_mat_one(Q);
    acb_mat_one(J);
    for (slong i = 0; i < n; i++) {
        acb_ptr q = acb_mat_entry(Q, i, i);
        if (group_is(trial, "phase")) arb_sin_cos(acb_imagref(q), acb_realref(q), t, prec);
        if (!group_is(trial, "squeeze")) continue;
        arb_set(turned, t);
        if (2 * i >= n) arb_neg(turned, turned);
        arb_exp(acb_realref(q), turned, prec);
        acb_zero(acb_mat_entry(J, i, i));
        acb_set_si(acb_mat_entry(J, i, (i + n / 2) % n), 2 * i < n ? 1 : -1);
    }
    if (group_is(trial, "reflection")) acb_set_si(acb_mat_entry(Q, 0, 0), -1);
}

static slong matrix_size(const slp_case *c)
{
    size_t count = 0;
    const double *n = slp_case_param(c, "n", &count);
    return n && count ? (slong)n[0] : 3;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    const slong n = status == SLP_OK ? matrix_size(&c) : 0, prec = trial->experiment->precision;
    if (status == SLP_OK && group_is(trial, "squeeze") && n % 2)
        status = slp_error_set(err, trial->experiment->line, NULL, "n", "must be even");
    if (status == SLP_OK && m) {
        REF_LOCAL_MAT(acb, n, n, Q, J, product);
        REF_LOCAL(acb, det);
        REF_LOCAL(arb, t);
        arb_set_d(t, c.x[0]);
        fill(Q, J, t, trial, prec);
        acb_mat_conjugate_transpose(product, Q);
        acb_mat_mul(product, product, J, prec);
        acb_mat_mul(product, product, Q, prec);
        acb_mat_sub(product, product, J, prec);
        arb_zero(t);
        slp_raise_entries(t, product, prec);
        slp_measured_ball(m, RESIDUAL, t);
        acb_mat_det(det, Q, prec);
        acb_sub_ui(det, det, 1, prec);
        acb_abs(t, det, prec);
        slp_measured_ball(m, DETERMINANT, t);
        arb_zero(t);
        slp_raise_entries(t, Q, prec);
        slp_measured_ball(m, SIZE, t);
        slp_measurement_witness(m, &c);
        m->samples = m->steps = 1;
    }
    return status;
}

const slp_quantity slp_quantity_quadratic_group = {
    .name = "quadratic-group",
    .about = "a matrix with Q* J Q = J that is not in the group, or shows that the group is not "
             "compact",
    .method = "the matrix is written down and multiplied in ball arithmetic",
    .options =
        {{"of", true, true, 0,
          "reflection: diag(-1, 1, ...); phase: e^it I; squeeze: diag(e^t, ..., e^-t, ...)"}},
    .words = {"reflection phase squeeze"},
    .values = {{"residual", "", "largest entry of |Q* J Q - J|"},
               {"determinant", "", "|det Q - 1|"},
               {"size", "", "largest entry of |Q|"}},
    .measure = measure};
