/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bounds of an rkmk slope K(Theta) = Q(Theta) Xi(A(Theta) x), Q = dtau^-1_{-Theta}, on |Theta| <=
 * R.  Derivation: ref/scheme/rkmk.md section 2.  Tested by tests/ref/test_ref_rkmk_bounds.c. */
#include "ref/scheme/rkmk_slope.h"

/* rho = span(0) + R >= span(Theta) */
static void theta_span(mag_t rho, const ref_frame *f, const mag_t R)
{
    arb_ptr zero;
    mag_zero(rho);
    if (f->algebra->span) {
        zero = _arb_vec_init(f->d);
        f->algebra->span(rho, f->algebra, zero);
        _arb_vec_clear(zero, f->d);
    }
    mag_add(rho, rho, R);
}

/* Q: |Q(Theta) eta| <= size |eta|, |dQ(Theta)[d] eta| <= slope |d| span(eta) */
static void dtau_inverse_bound(mag_t size, mag_t slope, const ref_frame *f, const rkmk_rule *rule,
                               const mag_t rho)
{
    if (rule->cayley) {
        f->algebra->dcay_inverse_change->bound(size, slope, f->algebra, rho);
        mag_add_ui(size, size, 1);
        return;
    }
    mag_one(size);
    mag_zero(slope);
    if (rule->tableau->order <= 2) return;
    REF_LOCAL(mag, s, m);
    /* with s and m of the bracket: size = 1 + s/2 + s^2/12, slope = m (1/2 + s/6) */
    f->algebra->bracket->bound(s, m, f->algebra, rho);
    mag_div_ui(slope, s, 3);
    mag_add_ui(slope, slope, 1);
    mag_mul_2exp_si(slope, slope, -1);
    mag_mul(slope, slope, m);
    mag_div_ui(size, s, 6);
    mag_add_ui(size, size, 1);
    mag_mul(size, size, s);
    mag_mul_2exp_si(size, size, -1);
    mag_add_ui(size, size, 1);
}

void ref_rkmk_slope_bound(mag_t size, mag_t lip, ref_frame *f, const rkmk_rule *rule, const mag_t R)
{
    REF_LOCAL(mag, rho, turn, reach, xi_span, q_slope);
    theta_span(rho, f, R);
    ref_rkmk_action(f, rule)->bound(size, turn, f->algebra, rho);
    mag_mul(turn, turn, f->x_span); /* |A(Theta) x - A(Theta') x| <= turn |Theta - Theta'| */
    mag_mul(reach, turn, R);
    ref_frame_generator_bound(xi_span, lip, f, reach);
    mag_mul(turn, turn, lip); /* the same of Xi(A(Theta) x) */
    dtau_inverse_bound(size, q_slope, f, rule, rho);
    mag_mul(q_slope, q_slope, xi_span);
    mag_mul(lip, size, turn);
    mag_add(lip, lip, q_slope);
    mag_mul(turn, turn, R);
    mag_add(turn, turn, f->scale); /* |Xi(A(Theta) x)| <= |Xi(x)| + turn R */
    mag_mul(size, size, turn);
}
