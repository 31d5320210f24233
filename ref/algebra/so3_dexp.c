/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Differential of the exponential, and its group element, on R^3:
 *     [dexp_xi]* x = sum_k (ad*_xi)^k x / (k+1)! = x - phi_2 xi x x + phi_3 xi x (xi x x),
 *     phi_k at |xi|^2,
 *     exp(hat xi) v = v + phi_1 xi x v + phi_2 xi x (xi x v).
 * This follows from the series with ad*_xi = -hat xi and hat xi^3 = -|xi|^2 hat xi.  Bounds:
 * [dexp_xi]* = int_0^1 E(s xi) ds is a mean of rotations, size = 1, and the derivative of E(s xi)
 * along dxi is at most s |dxi|: slope = 1/2.  Source: GBW section 6.1; ref/algebra/se3.md section
 * 1.  Tested by tests/ref/test_ref_so3.c. */
#include "ref/algebra/so3_vector.h"

/* phi_5 at t.  Where t is small, by the series: its truncation error is below twice the first
 * omitted term, because every ratio of terms is below 1/2.  Elsewhere (1/3! - phi_3)/t, which loses
 * only a few bits. */
static void phi_fifth(arb_t phi, const arb_t phi_third, const arb_t t, slong prec)
{
    slong terms = 1;
    REF_LOCAL(mag, size, left);
    REF_LOCAL(arb, term);
    arb_get_mag(size, t);
    if (mag_cmp_2exp_si(size, 4) <= 0) {
        /* left bounds the term number `terms`, t^terms / (2 terms + 5)! */
        mag_div_ui(left, size, 5040);
        while (mag_cmp_2exp_si(left, -prec - 8) >= 0) {
            terms++;
            mag_mul(left, left, size);
            mag_div_ui(left, left, (ulong)((2 * terms + 4) * (2 * terms + 5)));
        }
        arb_one(phi);
        for (slong j = terms - 1; j >= 1; j--) {
            arb_mul(term, phi, t, prec);
            arb_div_ui(term, term, (ulong)((2 * j + 4) * (2 * j + 5)), prec);
            arb_sub_ui(phi, term, 1, prec);
            arb_neg(phi, phi);
        }
        arb_div_ui(phi, phi, 120, prec);
        mag_mul_2exp_si(left, left, 1);
        arb_add_error_mag(phi, left);
    } else {
        arb_set_ui(term, 1);
        arb_div_ui(term, term, 6, prec);
        arb_sub(term, term, phi_third, prec);
        arb_div(phi, term, t, prec);
    }
}

static void dexp_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                       arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, t = w + 6, phi = w + 7;
    (void)algebra;
    so3_dot(t, xi, xi, prec);
    ref_phi(phi, t, 3, prec);
    so3_cross(u, xi, x, prec);
    so3_cross(v, xi, u, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(v + i, v + i, phi + 2, prec);
        arb_submul(v + i, u + i, phi + 1, prec);
        arb_add(out + i, x + i, v + i, prec);
    }
}

/* phi_3 dv - phi_2 du + dt (phi_3' v - phi_2' u),  u = xi x x, v = xi x u, dt = 2 xi.dxi,
 * phi_2' = phi_4 - phi_3/2,  phi_3' = (3 phi_5 - phi_4)/2 */
static void dexp_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                      arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, du = w + 6, dv = w + 9, t = w + 12, phi = w + 15, s = w + 20;
    (void)algebra;
    so3_dot(t, xi, xi, prec);
    ref_phi(phi, t, 4, prec);
    phi_fifth(phi + 4, phi + 2, t, prec);
    so3_cross(u, xi, x, prec);
    so3_cross(v, xi, u, prec);
    so3_cross(du, dxi, x, prec);
    so3_cross(dv, xi, du, prec);
    so3_cross(t, dxi, u, prec);
    for (int i = 0; i < 3; i++) {
        arb_add(dv + i, dv + i, t + i, prec);
        arb_mul(dv + i, dv + i, phi + 2, prec);
        arb_submul(dv + i, du + i, phi + 1, prec);
    }
    so3_dot(t, xi, dxi, prec); /* dt/2 */
    arb_mul_2exp_si(s, phi + 3, 1);
    arb_sub(s, phi + 2, s, prec); /* -2 phi_2' */
    arb_mul(s, s, t, prec);
    so3_add_multiple(dv, s, u, prec);
    arb_mul_ui(s, phi + 4, 3, prec);
    arb_sub(s, s, phi + 3, prec); /* 2 phi_3' */
    arb_mul(s, s, t, prec);
    so3_add_multiple(dv, s, v, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, dv + i);
}

static void dexp_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_one(size);
    mag_set_ui_2exp_si(slope, 1, -1);
}

const ref_action ref_so3_dexp_dual = {.apply = dexp_apply, .vary = dexp_vary, .bound = dexp_bound};

/* I + phi_1 hat xi + phi_2 hat xi^2,  hat xi^2 = xi xi^T - |xi|^2 I */
void ref_so3_exponential_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    REF_LOCAL_VEC(arb, 4, phi);
    arb_ptr t = phi + 2, e = phi + 3;
    so3_dot(t, xi, xi, prec);
    ref_phi(phi, t, 2, prec);
    algebra->to_matrix(f, algebra, xi, prec);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            arb_ptr entry = acb_realref(acb_mat_entry(f, i, j));
            arb_mul(entry, entry, phi, prec);
            if (i == j) { /* -(the squares of the other two) */
                int k = (i + 1) % 3, l = (i + 2) % 3;
                arb_sqr(e, xi + k, prec);
                arb_addmul(e, xi + l, xi + l, prec);
                arb_submul(entry, e, phi + 1, prec);
                arb_add_ui(entry, entry, 1, prec);
            } else {
                arb_mul(e, xi + i, xi + j, prec);
                arb_addmul(entry, e, phi + 1, prec);
            }
        }
    }
}
