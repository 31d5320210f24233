/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-midpoint, EJLL (26).  With Psi = Xi(Z)* and D(xi) the congruence of the algebra,
 *     X_n = (I - Psi/2) Z (I + Psi/2) = D(xi) z,
 *     X_(n+1) - X_n = [Psi, Z] = ad*_xi z,
 *     xi = Xi(z).
 * Solved as EJLL iterate it, z = T(z) = x - (D(Xi(z)) z - z): where this T is proved to contract, a
 * port that iterates the same way converges.  Tested by tests/ref/test_ref_steps.c,
 * tests/ref/test_ref_golden.c. */
#include "ref/scheme/scheme.h"

static bool isospectral_suits(const ref_algebra *algebra)
{
    return algebra->congruence_change && algebra->ad;
}

static void isospectral_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0);
    ref_frame_generator(xi, f, z);
    ref_frame_add(out, f, f->x, true, f->algebra->congruence_change, xi, z);
}

static bool isospectral_approximate(ref_complex *out, const ref_frame *f, const double *pack,
                                    const double *x, const ref_complex *z)
{
    const ref_action *change = f->algebra->congruence_change;
    ref_complex xi[REF_APPROXIMATE_MOST];
    if (!change->approximate) return false;
    f->sys->table->approximate(xi, f->sys, pack, z);
    change->approximate(out, f->algebra, xi, z);
    for (slong i = 0; i < f->d; i++) out[i] = x[i] - out[i];
    return true;
}

/* out = (d/dz of A(Xi(z)) z) dz */
static void along_stage(arb_ptr out, ref_frame *f, const ref_action *action, arb_srcptr z,
                        arb_srcptr dz)
{
    arb_ptr xi = ref_scratch(f, 0), dxi = ref_scratch(f, 1), term = ref_scratch(f, 2);
    ref_frame_generator(xi, f, z);
    ref_frame_generator_tangent(dxi, f, z, dz);
    ref_frame_vary(out, f, action, xi, dxi, z);
    ref_frame_along(term, f, action, xi, dz);
    _arb_vec_add(out, out, term, f->d, f->prec);
}

static void isospectral_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                      arb_srcptr dx)
{
    _arb_vec_zero(out, f->d);
    if (dz) along_stage(out, f, f->algebra->congruence_change, z, dz);
    _arb_vec_neg(out, out, f->d);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

static void isospectral_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0), sum = ref_scratch(f, 1); /* next may be x */
    ref_frame_generator(xi, f, z);
    ref_frame_add(sum, f, f->x, false, f->algebra->ad, xi, z);
    _arb_vec_swap(next, sum, f->d);
}

static void isospectral_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                       arb_srcptr dx)
{
    _arb_vec_zero(out, f->d);
    if (dz) along_stage(out, f, f->algebra->ad, z, dz);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

/* |T(y) - T(z)| <= (size(rho) + slope(rho) lip (|x| + R)) |y - z| */
static void isospectral_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    REF_LOCAL(mag, rho, lip, size, reach);
    ref_frame_generator_bound(rho, lip, f, R);
    f->algebra->congruence_change->bound(size, L, f->algebra, rho);
    mag_add(reach, f->x_span, R);
    mag_mul(L, L, lip);
    mag_mul(L, L, reach);
    mag_add(L, L, size);
}

/* |D(Xi(x)) x - x| <= size |x| */
static void isospectral_first_move(mag_t delta, ref_frame *f)
{
    REF_LOCAL(mag, slope);
    f->algebra->congruence_change->bound(delta, slope, f->algebra, f->xi_span);
    mag_mul(delta, delta, f->x_norm);
}

const ref_scheme ref_schemes_isospectral[] = {{.name = "isospectral-midpoint",
                                               .stages = 1,
                                               .suits = isospectral_suits,
                                               .stage = isospectral_stage,
                                               .approximate = isospectral_approximate,
                                               .stage_tangent = isospectral_stage_tangent,
                                               .finish = isospectral_finish,
                                               .finish_tangent = isospectral_finish_tangent,
                                               .lipschitz = isospectral_lipschitz,
                                               .first_move = isospectral_first_move},
                                              {.name = NULL}};
