/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coadjoint exponential and Cayley transform on su(2)^n, both rotations of each part about xi: the
 * exponential is that of so(3), by the angle -|xi|; tau, taken in the representation su(2), turns
 * by -4 atan(|xi|/4):
 *     C(xi) x = x + (xi x (xi x x) / 2 - (1 - q) xi x x) / (1 + q)^2,  q = |xi|^2/16.
 * Derivation: ref/scheme/rkmk.md section 4.  Tested by tests/ref/test_ref_su2n.c. */
#include "ref/algebra/su2n_parts.h"

static void exponential_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                              arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3)
        if (_arb_vec_is_zero(xi + i, 3)) /* most parts, in the flow of one factor of a splitting */
            _arb_vec_set(out + i, x + i, 3);
        else
            ref_so3_exponential.apply(out + i, algebra, xi + i, x + i, w, prec);
}

static void exponential_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                             arb_srcptr x, arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3)
        ref_so3_exponential.vary(out + i, algebra, xi + i, dxi + i, x + i, w, prec);
}

/* c = (v/2 - (1 - q) u) a^2, the change of one part, with a = 1/(1 + q) and b = 1 - q */
static void cayley_correction(arb_ptr c, arb_srcptr u, arb_srcptr v, const arb_t a, const arb_t b,
                              slong prec)
{
    for (int i = 0; i < 3; i++) {
        arb_mul_2exp_si(c + i, v + i, -1);
        arb_submul(c + i, b, u + i, prec);
        arb_mul(c + i, c + i, a, prec);
        arb_mul(c + i, c + i, a, prec);
    }
}

/* a = 1/(1 + q), b = 1 - q */
static void cayley_weights(arb_t a, arb_t b, arb_srcptr xi, slong prec)
{
    su2_sixteenth_square(a, xi, prec);
    arb_sub_ui(b, a, 1, prec);
    arb_neg(b, b);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
}

static void cayley_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, c = w + 6, a = w + 9, b = w + 10;
    for (slong i = 0; i < algebra->d; i += 3) {
        su2_turns(u, v, xi + i, x + i, prec);
        cayley_weights(a, b, xi + i, prec);
        cayley_correction(c, u, v, a, b, prec);
        for (int k = 0; k < 3; k++) arb_add(out + i + k, x + i + k, c + k, prec);
    }
}

/* dc = (dv/2 - (1 - q) du + dq u) a^2 - 2 dq a c,  dq = xi.dxi / 8 */
static void cayley_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, du = w + 6, dv = w + 9, c = w + 12, t = w + 15, a = w + 18,
            b = w + 19, dq = w + 20;
    for (slong i = 0; i < algebra->d; i += 3) {
        su2_turns(u, v, xi + i, x + i, prec);
        cayley_weights(a, b, xi + i, prec);
        cayley_correction(c, u, v, a, b, prec);
        so3_cross(du, dxi + i, x + i, prec);
        so3_cross(dv, xi + i, du, prec);
        so3_cross(t, dxi + i, u, prec);
        _arb_vec_add(dv, dv, t, 3, prec);
        cayley_correction(t, du, dv, a, b, prec);
        so3_dot(dq, xi + i, dxi + i, prec);
        arb_mul_2exp_si(dq, dq, -3);
        arb_mul(dq, dq, a, prec);
        arb_mul(b, dq, a, prec);
        so3_add_multiple(t, b, u, prec);
        arb_mul_2exp_si(dq, dq, 1);
        arb_neg(dq, dq);
        so3_add_multiple(t, dq, c, prec);
        for (int k = 0; k < 3; k++) arb_swap(out + i + k, t + k);
    }
}

static void sphere_cayley_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                                arb_srcptr x, arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3)
        ref_so3_cayley.apply(out + i, algebra, xi + i, x + i, w, prec);
}

static void sphere_cayley_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                               arb_srcptr dxi, arb_srcptr x, arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3)
        ref_so3_cayley.vary(out + i, algebra, xi + i, dxi + i, x + i, w, prec);
}

/* Rotations: size = 1; |dexp|, |dtau| <= 1: slope = 1 */
static void rotation_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_one(size);
    mag_one(slope);
}

const ref_action ref_su2n_exponential = {
    .apply = exponential_apply, .vary = exponential_vary, .bound = rotation_bound};
const ref_action ref_su2n_cayley = {
    .apply = cayley_apply, .vary = cayley_vary, .bound = rotation_bound};
const ref_action ref_su2n_sphere_cayley = {
    .apply = sphere_cayley_apply, .vary = sphere_cayley_vary, .bound = rotation_bound};
