/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Selection by norms: a ball around x on which T is a contraction that maps it into itself, found
 * as the least solution of R (1 - L(R)) >= |T(z0) - z0|, z0 the start.  certificate.md section 4.
 */
#include "ref/certificate/certificate.h"

/* Where a bound of the first move proves a contraction by 2^ENOUGH, the move itself is not
 * evaluated: a smaller ball would make L, and with it kappa, little less. */
enum { RADIUS_ROUNDS = 24, ENOUGH = -3 };

void ref_selection_init(ref_selection *sel)
{
    sel->by_jacobian = false;
    sel->iterations = 0;
    sel->centre = NULL;
    mag_init(sel->L);
    mag_init(sel->R);
}

void ref_selection_clear(ref_selection *sel, slong d)
{
    mag_clear(sel->L);
    mag_clear(sel->R);
    if (sel->centre) {
        _arb_vec_clear(sel->centre, d);
        arb_mat_clear(sel->C);
        arb_mat_clear(sel->C_inverse);
    }
}

void ref_contraction_reach(mag_t reach, const mag_t L, const mag_t R)
{
    REF_LOCAL(mag, gap);
    mag_one(gap);
    mag_sub_lower(gap, gap, L);
    mag_mul_lower(reach, gap, R);
}

/* delta = sup |T(z0) - z0| over the input balls; T(z0) is kept for the iteration */
static void evaluate_first_move(mag_t delta, ref_frame *f)
{
    arb_ptr image = ref_solver_scratch(f, 0);
    f->scheme->stage(f->first, f, f->start);
    f->has_first = true;
    for (slong i = 0; i < f->k; i++) arb_sub(image + i, f->first + i, f->start + i, f->prec);
    ref_stage_norm(delta, f, image);
}

/* The least ball for a first move of delta; true if it is proved. */
static bool least_ball(ref_selection *sel, ref_frame *f, const mag_t delta)
{
    /* The radius is a variable of its own: of sel->R, gcc 14 takes the address of its first member
     * for that of the whole, and warns (-Wstringop-overflow) of accesses that are right. */
    bool proved = false;
    REF_LOCAL(mag, one, gap, reach, least, R);
    mag_one(one);
    mag_mul_2exp_si(least, f->scale, 8 - f->prec);
    mag_add(least, least, delta);
    mag_set(R, least);
    for (int k = 0; k < RADIUS_ROUNDS && !mag_is_inf(R); k++) {
        f->scheme->lipschitz(sel->L, f, R);
        mag_sub_lower(gap, one, sel->L);
        if (mag_is_zero(gap)) break; /* every admissible R is larger, and L grows with R */
        ref_contraction_reach(reach, sel->L, R);
        if (mag_cmp(delta, reach) <= 0) {
            proved = true;
            break;
        }
        mag_div(R, least, gap); /* what this L needs, and 1/16 for the stage's error */
        mag_mul_ui(R, R, 17);
        mag_mul_2exp_si(R, R, -4);
    }
    mag_swap(sel->R, R);
    return proved;
}

/* The same without an evaluation of T.  As there, the width of the input balls counts twice: the
 * approximate stage is to lie in the ball around each of their points. */
static void bound_first_move(mag_t delta, ref_frame *f)
{
    arb_ptr width = ref_solver_scratch(f, 0);
    REF_LOCAL(mag, most);
    f->scheme->first_move(delta, f);
    for (slong i = 0; i < f->k; i++) arb_sub(width + i, f->start + i, f->start + i, f->prec);
    ref_stage_norm(most, f, width);
    mag_add(delta, delta, most);
}

bool ref_select_by_norm(ref_selection *sel, ref_frame *f)
{
    REF_LOCAL(mag, delta);
    if (f->scheme->first_move) {
        bound_first_move(delta, f);
        if (least_ball(sel, f, delta) && mag_cmp_2exp_si(sel->L, ENOUGH) <= 0) return true;
    }
    evaluate_first_move(delta, f);
    return least_ball(sel, f, delta);
}
