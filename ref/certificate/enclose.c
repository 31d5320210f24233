/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* From a selection and an approximate stage to an enclosure of the stage: |z - z*| <= |T(z) - z| /
 * (1 - L),
 * in the norm in which T contracts.  certificate.md section 4. */
#include "ref/certificate/certificate.h"
#include "ref/algebra/verify.h"

void ref_selection_norm(mag_t out, ref_frame *f, const ref_selection *sel, arb_srcptr v)
{
    arb_ptr image = ref_solver_scratch(f, 6);
    if (!sel->by_jacobian) {
        ref_stage_norm(out, f, v);
        return;
    }
    for (slong i = 0; i < f->k; i++)
        arb_dot(image + i, NULL, 0, arb_mat_entry(sel->C, i, 0), 1, v, 1, f->k, f->prec);
    ref_euclidean_norm(out, image, f->k);
}

/* Widens each coordinate of `ball` by its bound for |v| <= r. */
static void widen(arb_ptr ball, const ref_frame *f, const ref_selection *sel, const mag_t r)
{
    REF_LOCAL(mag, row);
    for (slong i = 0; i < f->k; i++) {
        if (sel->by_jacobian) {
            ref_euclidean_norm(row, arb_mat_entry(sel->C_inverse, i, 0), f->k);
            mag_mul(row, row, r);
            arb_add_error_mag(ball + i, row);
        } else {
            arb_add_error_mag(ball + i, r); /* the norm dominates every coordinate */
        }
    }
}

void ref_selection_box(arb_ptr box, const ref_frame *f, const ref_selection *sel, arb_srcptr centre,
                       const mag_t r)
{
    _arb_vec_set(box, centre, f->k);
    widen(box, f, sel, r);
}

bool ref_enclose_stage(arb_ptr ball, mag_t defect, ref_frame *f, const ref_selection *sel,
                       arb_srcptr z)
{
    arb_ptr move = ref_solver_scratch(f, 0);
    bool inside;
    REF_LOCAL(mag, distance, gap);
    for (slong i = 0; i < f->k; i++)
        arb_sub(move + i, z + i, (sel->by_jacobian ? sel->centre : f->start) + i, f->prec);
    ref_selection_norm(distance, f, sel, move);
    inside = mag_cmp(distance, sel->R) <= 0;

    f->scheme->stage(move, f, z);
    for (slong i = 0; i < f->k; i++) arb_sub(move + i, move + i, z + i, f->prec);
    ref_selection_norm(defect, f, sel, move);
    mag_one(gap);
    mag_sub_lower(gap, gap, sel->L);
    mag_div(distance, defect, gap);
    ref_selection_box(ball, f, sel, z, distance);
    ref_keep_zeros(ball, f, z);
    if (sel->by_jacobian) ref_euclidean_norm(defect, move, f->k);
    for (slong i = 0; i < f->k; i++)
        if (!arb_is_finite(ball + i)) inside = false;
    return inside;
}
