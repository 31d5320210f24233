/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The slope of an rkmk stage, K(Theta) = dtau^-1_{-Theta} Xi(A(Theta) x), its tangent, and
 * coefficients.
 *     dcay^-1_{-T} eta = (I + T/2) eta (I - T/2),
 *     dexp^-1_{-T} eta = eta + [T, eta]/2 + [T, [T, eta]]/12 - ..., kept up to order p - 2 in T.
 * Source: LECG Definition 4.1; ref/scheme/rkmk.md section 1.  Tested by tests/ref/test_ref_rkmk.c.
 */
#include "ref/scheme/rkmk_slope.h"

/* The coefficient as a ball. */
static void as_ball(arb_t value, const rkmk_coefficient *c, slong prec)
{
    REF_LOCAL(arb, rational);
    if (!rkmk_is_zero(c)) {
        arb_set_si(rational, c->num);
        arb_div_si(rational, rational, c->den, prec);
    }
    if (c->root != 0) {
        arb_sqrt_ui(value, 3, prec);
        arb_mul_si(value, value, c->root, prec);
        arb_div_si(value, value, 6, prec);
        arb_add(value, value, rational, prec);
    } else {
        arb_set(value, rational);
    }
}

void ref_rkmk_weight(mag_t bound, const rkmk_coefficient *c)
{
    REF_LOCAL(arb, value);
    as_ball(value, c, 64);
    arb_get_mag(bound, value);
}

void ref_rkmk_add(arb_ptr theta, const rkmk_coefficient *c, arb_srcptr K, slong d, slong prec)
{
    if (rkmk_is_zero(c)) return;
    REF_LOCAL(arb, value);
    as_ball(value, c, prec);
    for (slong i = 0; i < d; i++) arb_addmul(theta + i, value, K + i, prec);
}

const ref_action *ref_rkmk_action(const ref_frame *f, const rkmk_rule *rule)
{
    return rule->cayley ? f->algebra->cayley : f->algebra->exponential;
}

/* Whether dtau^-1 is taken as the identity. */
static bool is_identity(const rkmk_rule *rule)
{
    return !rule->cayley && rule->tableau->order <= 2;
}

/* K = eta + b/2 + [theta, b]/12, b = [theta, eta]; scratch 2, 3 */
static void truncated_dexp_inverse(arb_ptr K, ref_frame *f, arb_srcptr theta, arb_srcptr eta)
{
    const ref_action *bracket = f->algebra->bracket;
    arb_ptr b = ref_scratch(f, 2), bb = ref_scratch(f, 3);
    ref_frame_apply(b, f, bracket, theta, eta);
    ref_frame_apply(bb, f, bracket, theta, b);
    for (slong i = 0; i < f->d; i++) {
        arb_div_ui(bb + i, bb + i, 6, f->prec);
        arb_add(b + i, b + i, bb + i, f->prec);
        arb_mul_2exp_si(b + i, b + i, -1);
        arb_add(K + i, eta + i, b + i, f->prec);
    }
}

/* mu = A(theta) x in scratch 0, Xi(mu) in scratch 1 */
static arb_ptr slope_generator(ref_frame *f, const rkmk_rule *rule, arb_srcptr theta)
{
    arb_ptr mu = ref_scratch(f, 0), eta = ref_scratch(f, 1);
    ref_frame_apply(mu, f, ref_rkmk_action(f, rule), theta, f->x);
    ref_frame_generator(eta, f, mu);
    return eta;
}

void ref_rkmk_slope(arb_ptr K, ref_frame *f, const rkmk_rule *rule, arb_srcptr theta)
{
    arb_ptr eta = slope_generator(f, rule, theta);
    if (is_identity(rule)) {
        _arb_vec_set(K, eta, f->d);
    } else if (rule->cayley) {
        ref_frame_apply(K, f, f->algebra->dcay_inverse_change, theta, eta);
        _arb_vec_add(K, K, eta, f->d, f->prec);
    } else {
        truncated_dexp_inverse(K, f, theta, eta);
    }
}

/* dK += half of the derivative of b + [theta, b]/6 along dtheta, b = [theta, eta] with eta fixed;
 * scratch 2, 3, 4 */
static void vary_dexp_inverse(arb_ptr dK, ref_frame *f, arb_srcptr theta, arb_srcptr dtheta,
                              arb_srcptr eta)
{
    const ref_action *bracket = f->algebra->bracket;
    arb_ptr b = ref_scratch(f, 2), db = ref_scratch(f, 3), t = ref_scratch(f, 4);
    ref_frame_apply(b, f, bracket, theta, eta);
    ref_frame_vary(db, f, bracket, theta, dtheta, eta);
    ref_frame_vary(t, f, bracket, theta, dtheta, b);
    ref_frame_along(b, f, bracket, theta, db);
    for (slong i = 0; i < f->d; i++) {
        arb_add(t + i, t + i, b + i, f->prec);
        arb_div_ui(t + i, t + i, 6, f->prec);
        arb_add(db + i, db + i, t + i, f->prec);
        arb_mul_2exp_si(db + i, db + i, -1);
        arb_add(dK + i, dK + i, db + i, f->prec);
    }
}

void ref_rkmk_slope_tangent(arb_ptr dK, ref_frame *f, const rkmk_rule *rule, arb_srcptr theta,
                            arb_srcptr dtheta, arb_srcptr dx)
{
    const ref_action *action = ref_rkmk_action(f, rule);
    arb_ptr eta = slope_generator(f, rule, theta), mu = ref_scratch(f, 0);
    arb_ptr dmu = ref_scratch(f, 2), deta = ref_scratch(f, 5), term = ref_scratch(f, 3);
    _arb_vec_zero(dmu, f->d);
    if (dtheta) ref_frame_vary(dmu, f, action, theta, dtheta, f->x);
    if (dx) {
        ref_frame_along(term, f, action, theta, dx);
        _arb_vec_add(dmu, dmu, term, f->d, f->prec);
    }
    ref_frame_generator_tangent(deta, f, mu, dmu);
    if (is_identity(rule)) {
        _arb_vec_set(dK, deta, f->d);
    } else if (rule->cayley) {
        const ref_action *change = f->algebra->dcay_inverse_change;
        ref_frame_along(dK, f, change, theta, deta);
        _arb_vec_add(dK, dK, deta, f->d, f->prec);
        if (!dtheta) return;
        ref_frame_vary(term, f, change, theta, dtheta, eta);
        _arb_vec_add(dK, dK, term, f->d, f->prec);
    } else {
        truncated_dexp_inverse(dK, f, theta, deta);
        if (dtheta) vary_dexp_inverse(dK, f, theta, dtheta, eta);
    }
}
