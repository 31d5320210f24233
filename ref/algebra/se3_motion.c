/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coadjoint action of a rigid motion (R, p) on se(3)*, and the two motions that schemes take from a
 * generator (omega, u):
 *     Ad*_(R,p) (Pi, Gamma) = (R^T (Pi + Gamma x p), R^T Gamma),
 *     exp: R = exp(hat omega), p = int_0^1 exp(s hat omega) u ds = [dexp_{-omega}]* u,
 *     tau: R = tau(omega), p = (I - hat omega/2)^-1 u,  from the 4 x 4 matrices [[hat omega, u],
 *       [0, 0]].
 * R^T is the coadjoint action of so(3).  Derivations, also of the bounds: ref/algebra/se3.md
 * section 2.
 * Tested by tests/ref/test_ref_se3.c. */
#include "ref/algebra/se3_parts.h"

/* The translation as a linear function of u, and its derivative along (domega, du); out aliases
 * nothing. */
typedef struct motion {
    const ref_action *turn; /* R^T */
    void (*translate)(arb_ptr p, arb_srcptr omega, arb_srcptr u, arb_ptr w, slong prec);
    void (*translate_vary)(arb_ptr dp, arb_srcptr xi, arb_srcptr dxi, arb_srcptr p, arb_ptr w,
                           slong prec);
} motion;

static void exponential_translate(arb_ptr p, arb_srcptr omega, arb_srcptr u, arb_ptr w, slong prec)
{
    arb_ptr back = w;
    for (int i = 0; i < 3; i++) arb_neg(back + i, omega + i);
    ref_so3_dexp_dual.apply(p, &ref_so3, back, u, w + 3, prec);
}

static void exponential_translate_vary(arb_ptr dp, arb_srcptr xi, arb_srcptr dxi, arb_srcptr p,
                                       arb_ptr w, slong prec)
{
    arb_ptr back = w, dback = w + 3, term = w + 6;
    (void)p;
    for (int i = 0; i < 3; i++) arb_neg(back + i, xi + i);
    for (int i = 0; i < 3; i++) arb_neg(dback + i, dxi + i);
    ref_so3_dexp_dual.vary(dp, &ref_so3, back, dback, xi + 3, w + 9, prec);
    ref_so3_dexp_dual.apply(term, &ref_so3, back, dxi + 3, w + 9, prec);
    _arb_vec_add(dp, dp, term, 3, prec);
}

/* (I - hat omega/2)^-1 u = u + (omega x u + omega x (omega x u)/2) / (2 (1 + |omega|^2/4)) */
static void cayley_translate(arb_ptr p, arb_srcptr omega, arb_srcptr u, arb_ptr w, slong prec)
{
    arb_ptr once = w, twice = w + 3, a = w + 6;
    so3_cross(once, omega, u, prec);
    so3_cross(twice, omega, once, prec);
    so3_scale(twice, -1);
    so3_quarter_square(a, omega, prec);
    arb_add_ui(a, a, 1, prec);
    arb_mul_2exp_si(a, a, 1);
    for (int i = 0; i < 3; i++) {
        arb_add(once + i, once + i, twice + i, prec);
        arb_div(once + i, once + i, a, prec);
        arb_add(p + i, u + i, once + i, prec);
    }
}

/* (I - hat omega/2) p = u gives dp = (I - hat omega/2)^-1 (du + domega x p / 2) */
static void cayley_translate_vary(arb_ptr dp, arb_srcptr xi, arb_srcptr dxi, arb_srcptr p,
                                  arb_ptr w, slong prec)
{
    arb_ptr change = w;
    so3_cross(change, dxi, p, prec);
    so3_scale(change, -1);
    _arb_vec_add(change, change, dxi + 3, 3, prec);
    cayley_translate(dp, xi, change, w + 3, prec);
}

/* moved = Pi + Gamma x p; p and moved in w */
static void shift_moment(arb_ptr moved, arb_ptr p, const motion *m, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    m->translate(p, xi, xi + 3, w, prec);
    so3_cross(moved, x + 3, p, prec);
    _arb_vec_add(moved, moved, x, 3, prec);
}

static void motion_apply(arb_ptr out, const motion *m, arb_srcptr xi, arb_srcptr x, arb_ptr w,
                         slong prec)
{
    arb_ptr moved = w, p = w + 3, rest = w + 12;
    shift_moment(moved, p, m, xi, x, rest, prec);
    m->turn->apply(out + 3, &ref_so3, xi, x + 3, rest, prec);
    m->turn->apply(out, &ref_so3, xi, moved, rest, prec);
}

static void motion_vary(arb_ptr out, const motion *m, arb_srcptr xi, arb_srcptr dxi, arb_srcptr x,
                        arb_ptr w, slong prec)
{
    arb_ptr moved = w, p = w + 3, dp = w + 6, dmoved = w + 9, rest = w + 12;
    shift_moment(moved, p, m, xi, x, rest, prec);
    m->translate_vary(dp, xi, dxi, p, rest, prec);
    so3_cross(dmoved, x + 3, dp, prec);
    m->turn->apply(dmoved, &ref_so3, xi, dmoved, rest, prec);
    m->turn->vary(out + 3, &ref_so3, xi, dxi, x + 3, rest, prec);
    m->turn->vary(out, &ref_so3, xi, dxi, moved, rest, prec);
    _arb_vec_add(out, out, dmoved, 3, prec);
}

/* size = rho/2 + sqrt(1 + rho^2/4), slope = 2/sqrt(3) + 3 rho/2 */
static void motion_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, half, one);
    mag_one(one);
    mag_mul_2exp_si(half, rho, -1);
    mag_hypot(size, one, half);
    mag_add(size, size, half);
    mag_set_d(slope, 1.1548);
    mag_add(slope, slope, rho);
    mag_add(slope, slope, half);
}

static const motion exponential = {&ref_so3_exponential, exponential_translate,
                                   exponential_translate_vary};
static const motion cayley = {&ref_so3_cayley, cayley_translate, cayley_translate_vary};

#define ACTION(name)                                                                               \
    static void name##_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, \
                             arb_ptr w, slong prec)                                                \
    {                                                                                              \
        (void)algebra;                                                                             \
        motion_apply(out, &name, xi, x, w, prec);                                                  \
    }                                                                                              \
    static void name##_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,                \
                            arb_srcptr dxi, arb_srcptr x, arb_ptr w, slong prec)                   \
    {                                                                                              \
        (void)algebra;                                                                             \
        motion_vary(out, &name, xi, dxi, x, w, prec);                                              \
    }                                                                                              \
    const ref_action ref_se3_##name = {                                                            \
        .apply = name##_apply, .vary = name##_vary, .bound = motion_bound};

ACTION(exponential)
ACTION(cayley)
