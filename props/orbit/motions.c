/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of se(3)*: g = (R, a) takes (Pi, Gamma) to (R Pi + a x R Gamma, R Gamma).  With (P, G) the
 * result, (P*, G*) on the orbit within r of it, and dir v = v/|v|, two elements are tried.
 *
 * Where Gamma is not 0: R carries dir Gamma to dir G, and a = G x (P - R Pi)/|G|^2 changes the
 * component of R Pi perpendicular to G to that of P.  Left are |G| - |Gamma|, and of P - R Pi the
 * part along G, e = P . dir G - Pi . dir Gamma.  As |G*| = |Gamma| and P* . dir G* = Pi . dir
 * Gamma,
 *   abs(|G| - |Gamma|) <= r,
 *   |e| <= |P - P*| + |P*| |dir G - dir G*| <= r + (|P| + r) 2r/|Gamma|,
 * for |dir a - dir b| <= 2 |a - b|/|b|.  (Moved across is R Gamma and not G: a part of 1 +-
 * r/|Gamma| of what was missing, which is made good by dividing by |G||Gamma| instead of |G|^2.)
 *
 * Where Gamma is 0 the orbit is the sphere |Pi|, which no Casimir distinguishes: R carries dir Pi
 * to dir P, a = 0.  Left are |P| - |Pi| and G - R Gamma, at most r together.  This element is tried
 * on every state, and what it leaves is compared with r alone. */
#include "props/orbit/orbit.h"

#include <math.h>

enum { PREC = PROP_ORBIT_PREC, PART = 3 };

static void cross(arb_ptr out, arb_srcptr a, arb_srcptr b)
{
    for (slong i = 0; i < PART; i++) {
        const slong j = (i + 1) % PART, k = (i + 2) % PART;
        arb_mul(out + i, a + j, b + k, PREC);
        arb_submul(out + i, a + k, b + j, PREC);
    }
}

/* What (R, a) leaves of Pi and of Gamma; a = NULL: 0. */
static void residual_of(arb_t of_pi, arb_t of_gamma, const arb_mat_t R, arb_srcptr a, arb_srcptr x,
                        arb_srcptr y)
{
    REF_LOCAL_VEC(arb, 3 * PART, left);
    arb_ptr turned = left + PART, moved = left + 2 * PART;
    prop_orbit_left(left, R, x + PART, y + PART);
    prop_orbit_length(of_gamma, left);
    _arb_vec_sub(turned, y + PART, left, PART, PREC); /* R Gamma */
    prop_orbit_left(left, R, x, y);
    if (a) {
        cross(moved, a, turned);
        _arb_vec_sub(left, left, moved, PART, PREC);
    }
    prop_orbit_length(of_pi, left);
}

/* The larger of the two parts, each over its allowance. */
static double along_gamma(arb_mat_t R, arb_srcptr x, arb_srcptr y, const arb_t r)
{
    REF_LOCAL_VEC(arb, 2 * PART, missing);
    arb_ptr a = missing + PART;
    double ratio = INFINITY;
    REF_LOCAL(arb, of_pi, of_gamma, allowed, size);
    prop_orbit_half_turn(R, x + PART, y + PART);
    arb_dot(size, NULL, 0, y + PART, 1, y + PART, 1, PART, PREC);
    if (arb_is_positive(size)) {
        prop_orbit_left(missing, R, x, y);
        cross(a, y + PART, missing);
        prop_orbit_length(size, y + PART);
        _arb_vec_scalar_div(a, a, PART, size, PREC);
        prop_orbit_length(size, x + PART);
        _arb_vec_scalar_div(a, a, PART, size, PREC);
        for (slong i = 0; i < PART; i++) arb_get_mid_arb(a + i, a + i);
        residual_of(of_pi, of_gamma, R, a, x, y);
        prop_orbit_length(allowed, y);
        arb_add(allowed, allowed, r, PREC);
        arb_mul(allowed, allowed, r, PREC);
        arb_mul_2exp_si(allowed, allowed, 1);
        arb_div(allowed, allowed, size, PREC);
        arb_add(allowed, allowed, r, PREC);
        ratio = fmax(prop_orbit_ratio(of_pi, allowed), prop_orbit_ratio(of_gamma, r));
        if (!arb_is_positive(size)) ratio = INFINITY;
    }
    return ratio;
}

static double along_pi(arb_mat_t R, arb_srcptr x, arb_srcptr y, const arb_t r)
{
    REF_LOCAL(arb, of_pi, of_gamma);
    prop_orbit_half_turn(R, x, y);
    residual_of(of_pi, of_gamma, R, NULL, x, y);
    arb_hypot(of_pi, of_pi, of_gamma, PREC);
    return prop_orbit_ratio(of_pi, r);
}

prop_orbit prop_orbit_motions(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                              const arb_t r)
{
    prop_orbit found = {0};
    (void)exact_step;
    REF_LOCAL_MAT(acb, PART, PART, g);
    REF_LOCAL_MAT(arb, PART, PART, R, other);
    double second = along_pi(other, x, y, r);
    found.ratio = along_gamma(R, x, y, r);
    if (second < found.ratio) {
        found.ratio = second;
        arb_mat_swap(R, other);
    }
    acb_mat_set_arb_mat(g, R);
    found.group = prop_orbit_group_defect(g);
    return found;
}
