/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The congruence D(xi) x = (I + xi/2) x (I - xi/2) = [dtau^-1_xi]* x on R^3, its change D(xi) x -
 * x, the inverse of x -> D(xi) x, and the inverse of the form that GBW (54) prints:
 *     D(xi) x = x + xi x x / 2 + (xi.x) xi / 4,   printed: - (xi.x) xi / 4.
 * Derivations, also of the bounds: ref/certificate/certificate.md section 3.  Tested by
 * tests/ref/test_ref_so3.c. */
#include "ref/algebra/so3_vector.h"

/* With a = xi/2: a x x + (a.x) a */
static void change_add(arb_ptr out, const ref_algebra *algebra, arb_srcptr base, bool minus,
                       arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr a = w, p = w + 3;
    (void)algebra;
    for (int i = 0; i < 3; i++) arb_mul_2exp_si(a + i, xi + i, -1);
    so3_dot(p, a, x, prec);
    so3_add_cross(out, base, minus, a, x, p, prec);
}

/* (D(xi) - I) x = xi x x / 2 + (xi.x) xi / 4 */
static void change_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    arb_ptr c = w + 4;
    change_add(c, algebra, NULL, false, xi, x, w, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, c + i);
}

static void change_approximate(ref_complex *out, const ref_algebra *algebra, const ref_complex *xi,
                               const ref_complex *x)
{
    (void)algebra;
    const ref_complex p = (xi[0] * x[0] + xi[1] * x[1] + xi[2] * x[2]) / 4;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (xi[j] * x[k] - xi[k] * x[j]) / 2 + p * xi[i];
    }
}

static void change_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr c = w, p = w + 3, q = w + 4;
    (void)algebra;
    so3_cross(c, dxi, x, prec);
    so3_scale(c, -1);
    so3_dot(p, dxi, x, prec);
    so3_dot(q, xi, x, prec);
    arb_mul_2exp_si(p, p, -2);
    arb_mul_2exp_si(q, q, -2);
    so3_add_multiple(c, p, xi, prec);
    so3_add_multiple(c, q, dxi, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, c + i);
}

/* slope = 1/2 + s, s = rho/2: for D(xi) with either sign */
static void slope_of_congruence(mag_t s, mag_t slope, const mag_t rho)
{
    mag_mul_2exp_si(s, rho, -1);
    mag_set_ui_2exp_si(slope, 1, -1);
    mag_add(slope, slope, s);
}

/* size = max(s, s^2), slope = 1/2 + s */
static void change_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, s);
    slope_of_congruence(s, slope, rho);
    mag_mul(size, s, s);
    mag_max(size, size, s);
}

/* D(xi)^-1 x = (x - xi x x / 2) / a,  a = 1 + |xi|^2/4 */
static void inverse_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                          arb_ptr w, slong prec)
{
    arb_ptr c = w, a = w + 3;
    (void)algebra;
    so3_cross(c, xi, x, prec);
    so3_scale(c, -1);
    so3_quarter_square(a, xi, prec);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
    for (int i = 0; i < 3; i++) {
        arb_sub(c + i, x + i, c + i, prec);
        arb_mul(out + i, c + i, a, prec);
    }
}

/* -(dxi x x / 2 + (xi.dxi / 2) mu) / a,  mu = D(xi)^-1 x */
static void inverse_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                         arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr mu = w + 4, c = w + 7, a = w + 10, da = w + 11;
    inverse_apply(mu, algebra, xi, x, w, prec);
    so3_cross(c, dxi, x, prec);
    so3_scale(c, -1);
    so3_quarter_square(a, xi, prec);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
    arb_neg(a, a);
    so3_dot(da, xi, dxi, prec);
    arb_mul_2exp_si(da, da, -1);
    so3_add_multiple(c, da, mu, prec);
    for (int i = 0; i < 3; i++) arb_mul(out + i, c + i, a, prec);
}

/* size = 1; slope = min(1/2 + s, 0.8091) */
static void inverse_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, most);
    slope_of_congruence(size, slope, rho);
    mag_one(size);
    mag_set_d(most, 0.8091);
    mag_min(slope, slope, most);
}

/* ab = (1 + s^2)(1 - s^2) and p = (xi.x) / (2ab), s = |xi|/2 */
static void printed_poles(arb_t ab, arb_t p, arb_srcptr xi, arb_srcptr x, slong prec)
{
    so3_quarter_square(ab, xi, prec);
    arb_mul(ab, ab, ab, prec);
    arb_sub_ui(ab, ab, 1, prec);
    arb_neg(ab, ab);
    so3_dot(p, xi, x, prec);
    arb_mul_2exp_si(p, p, -1);
    arb_div(p, p, ab, prec);
}

/* D-(xi)^-1 x = D(xi)^-1 x + p xi,  p = (xi.x) / (2ab) */
static void printed_inverse_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                                  arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr mu = w + 4, ab = w + 7, p = w + 8;
    inverse_apply(mu, algebra, xi, x, w, prec);
    printed_poles(ab, p, xi, x, prec);
    so3_add_multiple(mu, p, xi, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, mu + i);
}

/* dD(xi)^-1 x + p dxi + ((dxi.x)/2 + p s^2 xi.dxi) / (ab) xi */
static void printed_inverse_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                                 arb_srcptr dxi, arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr d = w + 12, ab = w + 15, p = w + 16, q = w + 17, r = w + 18;
    inverse_vary(d, algebra, xi, dxi, x, w, prec);
    printed_poles(ab, p, xi, x, prec);
    so3_add_multiple(d, p, dxi, prec);
    so3_quarter_square(q, xi, prec);
    so3_dot(r, xi, dxi, prec);
    arb_mul(r, r, q, prec);
    arb_mul(r, r, p, prec);
    so3_dot(q, dxi, x, prec);
    arb_mul_2exp_si(q, q, -1);
    arb_add(r, r, q, prec);
    arb_div(r, r, ab, prec);
    so3_add_multiple(d, r, xi, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, d + i);
}

/* size = 1/(1 - s^2), slope = (1/2 + s) size^2; infinite from s = 1 on, where D- is singular */
static void printed_inverse_bound(mag_t size, mag_t slope, const ref_algebra *algebra,
                                  const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, one, b);
    mag_one(one);
    slope_of_congruence(size, slope, rho);
    mag_mul(size, size, size);
    mag_sub_lower(b, one, size); /* 1 - s^2 from below, 0 if negative */
    mag_div(size, one, b);
    mag_mul(slope, slope, size);
    mag_mul(slope, slope, size);
}

const ref_action ref_so3_congruence_change = {.apply = change_apply,
                                              .add = change_add,
                                              .vary = change_vary,
                                              .bound = change_bound,
                                              .approximate = change_approximate};
const ref_action ref_so3_congruence_inverse = {
    .apply = inverse_apply, .vary = inverse_vary, .bound = inverse_bound};
const ref_action ref_so3_printed_inverse = {
    .apply = printed_inverse_apply, .vary = printed_inverse_vary, .bound = printed_inverse_bound};
