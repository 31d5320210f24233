/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Curves of matrices that a paper says to move the rigid body's state, at the angular velocity w =
 * I^-1 x of a sample, and w itself.
 *
 * A printed form has g' = grad H(X), without a factor g.  Where the state is at rest w is
 * constant, and the curve is g = I + hat(w): then g^T g - I = -hat(w)^2, which is not 0, so that g
 * leaves the group at once.  With g' = g grad H(X) the curve is exp(hat(w)). */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

static void length(arb_t to, arb_srcptr v, slong prec)
{
    arb_zero(to);
    for (slong i = 0; i < 3; i++) arb_addmul(to, v + i, v + i, prec);
    arb_sqrt(to, to, prec);
}

static slp_status number(arb_t value, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    size_t count;
    const double *inertia = slp_case_param(step->c, "inertia", &count);
    REF_LOCAL_VEC(arb, 3, w);
    for (slong i = 0; i < 3; i++) {
        arb_set_d(value, inertia[i]);
        arb_div(w + i, step->x + i, value, prec);
    }
    if (strcmp(trial->word[0], "velocity") == 0) {
        REF_LOCAL(arb, size);
        length(size, step->x, prec);
        length(value, w, prec);
        arb_div(value, value, size, prec);
        arb_sub_ui(value, value, 1, prec);
    } else {
        REF_LOCAL_MAT(arb, 3, 3, g);
        slp_hat(g, w);
        if (strcmp(trial->word[0], "carried") == 0)
            arb_mat_exp(g, g, prec);
        else
            for (slong i = 0; i < 3; i++)
                arb_add_ui(arb_mat_entry(g, i, i), arb_mat_entry(g, i, i), 1, prec);
        slp_off_rotations(value, g, prec);
    }
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "rigid-body") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system", "must be rigid-body");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_group_curve = {
    .name = "group-curve",
    .about = "does a curve that is to move the rigid body's state stay in the rotations, over "
             "samples",
    .method = "matrices in ball arithmetic at the sample's angular velocity",
    .options = {{"of", true, true, 0,
                 "added: I + hat(w), of g' = grad H; carried: exp(hat(w)), of g' = g grad H; "
                 "velocity: the length of w"}},
    .words = {"added carried velocity"},
    .values = {{"largest", "",
                "max over samples and entries of |g^T g - I|; of velocity: of |w|/|x| - 1"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure};
