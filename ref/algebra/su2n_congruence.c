/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The congruence D(xi) x = (I + xi/2) x (I - xi/2) in the representation su(2), on each part of a
 * vector:
 *     D(xi) x = x + xi x x / 2 + (xi.x) xi / 8 - |xi|^2 x / 16,
 * which is 1 + |xi|^2/16 times a rotation about xi by 2 atan(|xi|/4).  On so(3) the same congruence
 * is another map.  Derivation, also of the bounds: ref/scheme/rkmk.md section 4.  Tested by
 * tests/ref/test_ref_su2n.c. */
#include "ref/algebra/su2n_parts.h"

/* out = (D(xi) - I) x of one part; w: 7 numbers */
static void change_part(arb_ptr out, arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr c = w, p = w + 3, q = w + 4;
    so3_cross(c, xi, x, prec);
    so3_scale(c, -1);
    so3_dot(p, xi, x, prec);
    arb_mul_2exp_si(p, p, -3);
    so3_add_multiple(c, p, xi, prec);
    su2_sixteenth_square(q, xi, prec);
    arb_neg(q, q);
    so3_add_multiple(c, q, x, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, c + i);
}

/* dxi x x / 2 + ((dxi.x) xi + (xi.x) dxi - (xi.dxi) x) / 8 */
static void change_part_vary(arb_ptr out, arb_srcptr xi, arb_srcptr dxi, arb_srcptr x, arb_ptr w,
                             slong prec)
{
    arb_ptr c = w, p = w + 3, q = w + 4, r = w + 5;
    so3_cross(c, dxi, x, prec);
    so3_scale(c, -1);
    so3_dot(p, dxi, x, prec);
    so3_dot(q, xi, x, prec);
    so3_dot(r, xi, dxi, prec);
    arb_mul_2exp_si(p, p, -3);
    arb_mul_2exp_si(q, q, -3);
    arb_mul_2exp_si(r, r, -3);
    arb_neg(r, r);
    so3_add_multiple(c, p, xi, prec);
    so3_add_multiple(c, q, dxi, prec);
    so3_add_multiple(c, r, x, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, c + i);
}

/* D(xi)^-1 x = (x + (xi x (xi x x) / 8 - xi x x / 2) / (1 + q)) / (1 + q),  q = |xi|^2/16; w: 7
 * numbers */
static void inverse_part(arb_ptr out, arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, a = w + 6;
    su2_turns(u, v, xi, x, prec);
    so3_scale(u, -1);
    so3_scale(v, -3);
    su2_sixteenth_square(a, xi, prec);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
    for (int i = 0; i < 3; i++) {
        arb_sub(v + i, v + i, u + i, prec);
        arb_mul(v + i, v + i, a, prec);
        arb_add(v + i, v + i, x + i, prec);
        arb_mul(out + i, v + i, a, prec);
    }
}

static void change_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3) change_part(out + i, xi + i, x + i, w, prec);
}

static void change_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3)
        change_part_vary(out + i, xi + i, dxi + i, x + i, w, prec);
}

static void inverse_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                          arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3) inverse_part(out + i, xi + i, x + i, w, prec);
}

/* -D(xi)^-1 dD(xi)[dxi] D(xi)^-1 x */
static void inverse_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                         arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr mu = w + 7;
    for (slong i = 0; i < algebra->d; i += 3) {
        inverse_part(mu, xi + i, x + i, w, prec);
        change_part_vary(mu, xi + i, dxi + i, mu, w, prec);
        inverse_part(mu, xi + i, mu, w, prec);
        for (int k = 0; k < 3; k++) arb_neg(out + i + k, mu + k);
    }
}

/* slope = 1/2 + s/2, s = rho/4 */
static void slope_of_congruence(mag_t s, mag_t slope, const mag_t rho)
{
    mag_mul_2exp_si(s, rho, -2);
    mag_add_ui(slope, s, 1);
    mag_mul_2exp_si(slope, slope, -1);
}

/* size = s sqrt(s^2 + 4): across xi; along it s^2 */
static void change_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, s);
    slope_of_congruence(s, slope, rho);
    mag_mul(size, s, s);
    mag_add_ui(size, size, 4);
    mag_sqrt(size, size);
    mag_mul(size, size, s);
}

/* size = 1, slope = min(1/2 + s/2, 0.5551) */
static void inverse_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, most);
    slope_of_congruence(size, slope, rho);
    mag_one(size);
    mag_set_d(most, 0.5551);
    mag_min(slope, slope, most);
}

const ref_action ref_su2n_congruence_change = {
    .apply = change_apply, .vary = change_vary, .bound = change_bound};
const ref_action ref_su2n_congruence_inverse = {
    .apply = inverse_apply, .vary = inverse_vary, .bound = inverse_bound};
