/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The entire functions phi_k(t) = sum_j (-t)^j / (2j + k)!, k = 1..4, with which rotations by an
 * angle sqrt(t) and their derivatives are written.  Evaluated at the midpoint with a proved
 * truncation error, then widened by |phi_k'| <= min(1/(k+2)!, 4/t), so that wide and tiny balls are
 * both tight: ref/certificate/certificate.md section 6. */
#include "ref/algebra/algebra.h"

/* How many terms of phi_3's series give prec bits at 0 <= m <= 1/16; left bounds the first omitted
 * term. */
static ulong terms_needed(mag_t left, const arb_t m, slong prec)
{
    ulong terms = 0;
    REF_LOCAL(mag, ratio);
    arb_get_mag(ratio, m);
    mag_set_ui_2exp_si(left, 1, -2); /* >= 1/3! */
    do {
        terms++; /* the next coefficient is smaller by (2j+2)(2j+3) */
        mag_mul(left, left, ratio);
        mag_div_ui(left, left, (2 * terms + 2) * (2 * terms + 3));
    } while (mag_cmp_2exp_si(left, -prec - 8) >= 0);
    return terms;
}

/* phi_3 and phi_4 at the exact 0 <= m <= 1/16 by the nested series u = 1 - m u' / ((2j+k-1)(2j+k)),
 * as v/D with integers D, so that divisions are few.  The first omitted term bounds the truncation
 * error. */
static void series(arb_ptr phi, const arb_t m, slong prec)
{
    REF_LOCAL(mag, left);
    ulong terms = terms_needed(left, m, prec);
    for (ulong k = 3; k <= 4; k++) {
        arb_ptr v = phi + k - 1;
        ulong D = 1;
        arb_one(v);
        for (ulong j = terms - 1; j >= 1; j--) {
            ulong a = (2 * j + k - 1) * (2 * j + k);
            if (D > UWORD_MAX / a) {
                arb_div_ui(v, v, D, prec);
                D = 1;
            }
            D *= a;
            arb_mul(v, v, m, prec);
            arb_sub_ui(v, v, D, prec);
            arb_neg(v, v);
        }
        arb_div_ui(v, v, D, prec);
        arb_div_ui(v, v, k == 3 ? 6 : 24, prec);
        arb_add_error_mag(v, left); /* phi_4's omitted term is smaller still */
    }
}

/* All four at the exact m > 1/16 from sine and cosine; the divisions by m lose at most 10 bits. */
static void closed_form(arb_ptr phi, const arb_t m, slong prec)
{
    slong p = prec + 16;
    REF_LOCAL(arb, s);
    arb_sqrt(s, m, p);
    arb_sin_cos(phi, phi + 1, s, p);
    arb_div(phi, phi, s, p);
    arb_sub_ui(phi + 1, phi + 1, 1, p);
    arb_neg(phi + 1, phi + 1);
    arb_div(phi + 1, phi + 1, m, p);
    arb_sub_ui(phi + 2, phi, 1, p);
    arb_neg(phi + 2, phi + 2);
    arb_div(phi + 2, phi + 2, m, p);
    arb_mul_2exp_si(phi + 3, phi + 1, 1);
    arb_sub_ui(phi + 3, phi + 3, 1, p);
    arb_neg(phi + 3, phi + 3);
    arb_mul_2exp_si(phi + 3, phi + 3, -1);
    arb_div(phi + 3, phi + 3, m, p);
}

/* |phi_k'| on the ball t: at most 1/(k+2)!, and at most 4/t where t >= 1 */
static void slope_bound(mag_t slope, const arb_t t, ulong k)
{
    REF_LOCAL(mag, low, far);
    mag_rfac_ui(slope, k + 2);
    arb_get_mag_lower_nonnegative(low, t);
    mag_set_ui(far, 4);
    mag_div(far, far, low);
    if (mag_cmp_2exp_si(low, 0) >= 0) mag_min(slope, slope, far);
}

void ref_phi(arb_ptr phi, const arb_t t, slong count, slong prec)
{
    arb_struct own[4];
    if (!arb_is_finite(t)) {
        for (slong k = 0; k < count; k++) arb_indeterminate(phi + k);
        return;
    }
    REF_LOCAL(arb, m);
    REF_LOCAL(mag, error);
    for (int k = 0; k < 4; k++) arb_init(own + k);
    if (arf_sgn(arb_midref(t)) > 0) arb_get_mid_arb(m, t);
    if (arf_cmpabs_2exp_si(arb_midref(m), -4) <= 0) {
        series(own, m, prec);
        arb_mul(own, own + 2, m, prec);
        arb_sub_ui(own, own, 1, prec);
        arb_neg(own, own); /* phi_1 = 1 - t phi_3 */
        arb_mul(own + 1, own + 3, m, prec);
        arb_mul_2exp_si(own + 1, own + 1, 1);
        arb_sub_ui(own + 1, own + 1, 1, prec);
        arb_neg(own + 1, own + 1);
        arb_mul_2exp_si(own + 1, own + 1, -1); /* phi_2 = 1/2 - t phi_4 */
    } else {
        closed_form(own, m, prec);
    }
    for (slong k = 0; k < count; k++) {
        if (!mag_is_zero(arb_radref(t))) {
            slope_bound(error, t, (ulong)k + 1);
            mag_mul(error, error, arb_radref(t));
            arb_add_error_mag(own + k, error);
        }
        arb_set_round(phi + k, own + k, prec);
    }
    for (int k = 0; k < 4; k++) arb_clear(own + k);
}
