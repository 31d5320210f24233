/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The effective potential of the symmetric top's nutation, and a certain bound of its second
 * derivative.
 *
 *   V(theta) = (p_phi - p_psi cos theta)^2 / (2 I1 sin^2 theta) + m cos theta,
 *   m = mg|a| |Gamma|
 *
 * With w = sin^2(theta/2), A = (p_phi - p_psi)^2, B = (p_phi + p_psi)^2, by partial fractions in
 * cos theta,
 *
 *   V = (A / w + B / (1 - w)) / (8 I1) - p_psi^2 / (2 I1) + m (1 - 2 w),
 *   V'' = (A (3 - 2w) / w^2 + B (1 + 2w) / (1 - w)^2) / (16 I1) - m (1 - 2w),
 *
 * since (csc^2)'' = 6 csc^4 - 4 csc^2.  In w the first term of V'' falls, the others rise (m >= 0):
 * between two exact ends of a cell the range is enclosed by the ends; theta -> 0 and pi are ends
 * like others.  Since 3y^2 - 2y >= y for y >= 1, V'' >= margin = (p_phi^2 + p_psi^2) / (8 I1) - m
 * everywhere: where it is positive V is convex without looking at cells. */
#include "reports/claims/paper/nutation.h"
#include "reports/claims/experiment/measure.h"

#include <math.h>

enum { LOG_CELLS = 12, CELLS = 1 << LOG_CELLS };

/* A (3 - 2w)/w^2 (first) or B (1 + 2w)/(1 - w)^2, over 16 I1; 0 where A or B is exactly 0, infinite
 * at its pole. */
static void pole(arb_t to, const nutation *t, bool first, const arb_t w)
{
    REF_LOCAL(arb, u);
    if (arb_is_zero(first ? t->A : t->B)) {
        arb_zero(to);
    } else {
        if (first)
            arb_set(u, w);
        else
            arb_sub_ui(u, w, 1, t->prec);
        if (!first) arb_neg(u, u);
        if (arb_is_zero(u)) {
            arb_pos_inf(to);
        } else {
            arb_mul_2exp_si(to, u, 1);
            arb_sub_ui(to, to, 3, t->prec);
            arb_neg(to, to);
            arb_div(to, to, u, t->prec);
            arb_div(to, to, u, t->prec);
            arb_mul(to, to, first ? t->A : t->B, t->prec);
            arb_div(to, to, t->I1, t->prec);
            arb_mul_2exp_si(to, to, -4);
        }
    }
}

/* V'' with its falling part at w_fall and its rising parts at w_rise */
static void second(arb_t to, const nutation *t, const arb_t w_fall, const arb_t w_rise)
{
    REF_LOCAL(arb, one);
    pole(to, t, true, w_fall);
    pole(one, t, false, w_rise);
    arb_add(to, to, one, t->prec);
    arb_mul_2exp_si(one, w_rise, 1);
    arb_sub_ui(one, one, 1, t->prec);
    arb_addmul(to, one, t->m, t->prec);
}

/* Certain bounds of inf V'' over the open interval: from cells below, from points above.  The
 * limits at the ends belong to the infimum. */
void nutation_least(slp_interval *to, const nutation *t)
{
    slp_interval one;
    REF_LOCAL(arb, a, b, value);
    *to = (slp_interval){INFINITY, INFINITY, 1, true};
    for (slong k = 0; k < CELLS; k++) {
        arb_set_si(a, k);
        arb_set_si(b, k + 1);
        arb_mul_2exp_si(a, a, -LOG_CELLS);
        arb_mul_2exp_si(b, b, -LOG_CELLS);
        second(value, t, b, a);
        slp_interval_from_ball(&one, value);
        if (!one.known) to->known = false;
        to->lo = fmin(to->lo, one.lo);
        second(value, t, a, a);
        slp_interval_from_ball(&one, value);
        if (one.known) to->hi = fmin(to->hi, one.hi);
    }
    second(value, t, b, b);
    slp_interval_from_ball(&one, value);
    if (one.known) to->hi = fmin(to->hi, one.hi);
}

/* V, and V' times sin theta / 2 = w (1 - w) dV/dw, at w */
void nutation_at(arb_t V, arb_t slope, const nutation *t, const arb_t w)
{
    REF_LOCAL(arb, u, one);
    arb_sub_ui(u, w, 1, t->prec);
    arb_neg(u, u);
    arb_div(V, t->A, w, t->prec);
    arb_div(one, t->B, u, t->prec);
    arb_add(V, V, one, t->prec);
    arb_div(V, V, t->I1, t->prec);
    arb_mul_2exp_si(V, V, -3);
    arb_mul(one, t->p_psi, t->p_psi, t->prec);
    arb_div(one, one, t->I1, t->prec);
    arb_mul_2exp_si(one, one, -1);
    arb_sub(V, V, one, t->prec);
    arb_mul_2exp_si(one, w, 1);
    arb_sub_ui(one, one, 1, t->prec);
    arb_submul(V, one, t->m, t->prec);
    /* -A/w^2 + B/u^2, over 8 I1, minus 2m */
    arb_div(slope, t->A, w, t->prec);
    arb_div(slope, slope, w, t->prec);
    arb_neg(slope, slope);
    arb_div(one, t->B, u, t->prec);
    arb_div(one, one, u, t->prec);
    arb_add(slope, slope, one, t->prec);
    arb_div(slope, slope, t->I1, t->prec);
    arb_mul_2exp_si(slope, slope, -3);
    arb_mul_2exp_si(one, t->m, 1);
    arb_sub(slope, slope, one, t->prec);
    arb_mul(slope, slope, w, t->prec);
    arb_mul(slope, slope, u, t->prec);
}
