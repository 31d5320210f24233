/* The congruence D(xi) x = (I + xi/2) x (I - xi/2) = [dtau^-1_xi]* x on R^3, as meant and as printed:
 *     D(xi) x = x + xi x x / 2 + sign (xi.x) xi / 4,   sign = -1 in GBW (54).
 * Derivations, also of the bounds: ref/certificate.md section 3.  Pinned by tests/test_ref_so3.c. */
#include "ref/so3.h"

static void shear_apply(arb_ptr out, int sign, arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr c = w, p = w + 3;
    so3_cross(c, xi, x, prec);
    so3_scale(c, -1);
    so3_dot(p, xi, x, prec);
    arb_mul_2exp_si(p, p, -2);
    if (sign < 0) arb_neg(p, p);
    so3_add_multiple(c, p, xi, prec);
    for (int i = 0; i < 3; i++) arb_add(out + i, x + i, c + i, prec);
}

static void shear_vary(arb_ptr out, int sign, arb_srcptr xi, arb_srcptr dxi, arb_srcptr x,
                       arb_ptr w, slong prec)
{
    arb_ptr c = w, p = w + 3, q = w + 4;
    so3_cross(c, dxi, x, prec);
    so3_scale(c, -1);
    so3_dot(p, dxi, x, prec);
    so3_dot(q, xi, x, prec);
    arb_mul_2exp_si(p, p, -2);
    arb_mul_2exp_si(q, q, -2);
    if (sign < 0) {
        arb_neg(p, p);
        arb_neg(q, q);
    }
    so3_add_multiple(c, p, xi, prec);
    so3_add_multiple(c, q, dxi, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, c + i);
}

/* size = 1 + s^2, slope = 1/2 + s, s = rho/2; either sign */
static void shear_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    mag_t s;
    (void)algebra;
    mag_init(s);
    mag_mul_2exp_si(s, rho, -1);
    mag_mul(size, s, s);
    mag_add_ui(size, size, 1);
    mag_set_ui_2exp_si(slope, 1, -1);
    mag_add(slope, slope, s);
    mag_clear(s);
}

static void congruence_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                             arb_ptr w, slong prec)
{
    (void)algebra;
    shear_apply(out, 1, xi, x, w, prec);
}

static void congruence_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                            arb_srcptr x, arb_ptr w, slong prec)
{
    (void)algebra;
    shear_vary(out, 1, xi, dxi, x, w, prec);
}

static void printed_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                          arb_ptr w, slong prec)
{
    (void)algebra;
    shear_apply(out, -1, xi, x, w, prec);
}

static void printed_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                         arb_srcptr x, arb_ptr w, slong prec)
{
    (void)algebra;
    shear_vary(out, -1, xi, dxi, x, w, prec);
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
    mag_t most;
    mag_init(most);
    shear_bound(size, slope, algebra, rho);
    mag_one(size);
    mag_set_d(most, 0.8091);
    mag_min(slope, slope, most);
    mag_clear(most);
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
    mag_t one, b;
    mag_init(one);
    mag_init(b);
    shear_bound(size, slope, algebra, rho); /* size = 1 + s^2 */
    mag_set_ui(one, 2);
    mag_sub_lower(b, one, size); /* 1 - s^2 from below, 0 if negative */
    mag_one(one);
    mag_div(size, one, b);
    mag_mul(slope, slope, size);
    mag_mul(slope, slope, size);
    mag_clear(one);
    mag_clear(b);
}

const ref_action ref_so3_congruence = {congruence_apply, congruence_vary, shear_bound};
const ref_action ref_so3_printed = {printed_apply, printed_vary, shear_bound};
const ref_action ref_so3_congruence_inverse = {inverse_apply, inverse_vary, inverse_bound};
const ref_action ref_so3_printed_inverse = {printed_inverse_apply, printed_inverse_vary,
                                            printed_inverse_bound};
