/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The change dtau^-1_{-A} B - B = (I + A/2) B (I - A/2) - B = [A, B]/2 - A B A/4 for the 4 x 4
 * matrices of A = (omega, u) and B = (eta, v):
 *     rotation     omega x eta / 2 + (omega.eta) omega / 4,
 *     translation  (omega x v - eta x u)/2 - omega x (eta x u)/4.
 * Source: LECG Definition 4.1; derivation, also of the bounds: ref/algebra/se3.md section 3.
 * Tested by tests/ref/test_ref_se3.c. */
#include "ref/algebra/se3_parts.h"

static void change_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                         arb_ptr w, slong prec)
{
    arb_ptr turned = w, drift = w + 3, lag = w + 6, bend = w + 9;
    (void)algebra;
    so3_cross(drift, xi, eta + 3, prec);
    so3_cross(lag, eta, xi + 3, prec);
    so3_cross(bend, xi, lag, prec);
    so3_scale(bend, -1);
    ref_so3_congruence_change.apply(turned, &ref_so3, xi, eta, w + 12, prec);
    for (int i = 0; i < 3; i++) {
        arb_add(lag + i, lag + i, bend + i, prec);
        arb_sub(drift + i, drift + i, lag + i, prec);
    }
    so3_scale(drift, -1);
    for (int i = 0; i < 6; i++) arb_swap(out + i, w + i);
}

/* the terms above by the product rule */
static void change_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr eta, arb_ptr w, slong prec)
{
    arb_ptr turned = w, drift = w + 3, lag = w + 6, bend = w + 9;
    (void)algebra;
    so3_cross(lag, eta, xi + 3, prec);
    so3_cross(drift, dxi, lag, prec); /* domega x (eta x u) */
    so3_cross(lag, eta, dxi + 3, prec);
    so3_cross(bend, xi, lag, prec); /* omega x (eta x du) */
    _arb_vec_add(bend, bend, drift, 3, prec);
    so3_scale(bend, -1);
    so3_cross(drift, dxi, eta + 3, prec);
    ref_so3_congruence_change.vary(turned, &ref_so3, xi, dxi, eta, w + 12, prec);
    for (int i = 0; i < 3; i++) {
        arb_add(lag + i, lag + i, bend + i, prec);
        arb_sub(drift + i, drift + i, lag + i, prec);
    }
    so3_scale(drift, -1);
    for (int i = 0; i < 6; i++) arb_swap(out + i, w + i);
}

/* size = rho/sqrt(3) + rho^2/4, slope = 1/sqrt(3) + sqrt(5)/4 rho; 1/sqrt(3) < 0.5774, sqrt(5)/4 <
 * 0.5591 */
static void change_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, c, half);
    mag_mul_2exp_si(half, rho, -1);
    mag_set_d(slope, 0.5774);
    mag_mul(size, slope, rho);
    mag_addmul(size, half, half);
    mag_set_d(c, 0.5591);
    mag_addmul(slope, c, rho);
}

const ref_action ref_se3_dcay_inverse_change = {
    .apply = change_apply, .vary = change_vary, .bound = change_bound};
