/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The congruence D(xi) x of so(3) over the dual numbers, on se(3)*: with e^2 = 0, x = Gamma + e Pi
 * and xi = omega + e u, the coadjoint action of se(3) is the bracket of so(3), Gamma x omega +
 * e (Pi x omega + Gamma x u), so that the same polynomial
 *     D(xi) x = x + xi x x / 2 + (xi.x) xi / 4
 * acts on se(3)*: on Gamma as D(omega), on Pi as D(omega) and by the derivative of D along u on
 * Gamma.  Derivations, also of the bounds: ref/algebra/se3.md section 5.  Tested by
 * tests/ref/test_ref_se3.c. */
#include "ref/algebra/se3.h"
#include "ref/algebra/se3_parts.h"

/* D(xi) x - x */
static void change_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    const ref_action *D = &ref_so3_congruence_change;
    arb_ptr moved = w, more = w + 6, own = w + 9;
    D->apply(moved, algebra->rotations, xi, x, own, prec);
    D->vary(more, algebra->rotations, xi, xi + 3, x + 3, own, prec);
    _arb_vec_add(moved, moved, more, 3, prec);
    D->apply(moved + 3, algebra->rotations, xi, x + 3, own, prec);
    for (int i = 0; i < 6; i++) arb_swap(out + i, moved + i);
}

/* out += ((a.x) b + (b.x) a)/4, the second derivative of D(.)x along a and b */
static void add_second(arb_ptr out, arb_srcptr a, arb_srcptr b, arb_srcptr x, arb_t p, slong prec)
{
    for (int swap = 0; swap < 2; swap++) {
        so3_dot(p, swap ? b : a, x, prec);
        arb_mul_2exp_si(p, p, -2);
        so3_add_multiple(out, p, swap ? a : b, prec);
    }
}

static void change_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    const ref_action *D = &ref_so3_congruence_change;
    arb_ptr moved = w, more = w + 6, own = w + 9;
    D->vary(moved, algebra->rotations, xi, dxi, x, own, prec);
    D->vary(more, algebra->rotations, xi, dxi + 3, x + 3, own, prec);
    _arb_vec_add(moved, moved, more, 3, prec);
    add_second(moved, xi + 3, dxi, x + 3, own, prec);
    D->vary(moved + 3, algebra->rotations, xi, dxi, x + 3, own, prec);
    for (int i = 0; i < 6; i++) arb_swap(out + i, moved + i);
}

/* size = rho/sqrt(3) + 3 sqrt(3)/16 rho^2, slope = 1/sqrt(3) + 3 sqrt(3)/8 rho;
 * 1/sqrt(3) < 0.5774, 3 sqrt(3)/16 < 0.3248 */
static void change_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, linear, square);
    mag_set_d(linear, 0.5774);
    mag_set_d(square, 0.3248);
    mag_mul(square, square, rho);
    mag_add(size, linear, square);
    mag_mul(size, size, rho);
    mag_mul_2exp_si(square, square, 1);
    mag_add(slope, linear, square);
}

const ref_action ref_se3_congruence_change = {
    .apply = change_apply, .vary = change_vary, .bound = change_bound};
