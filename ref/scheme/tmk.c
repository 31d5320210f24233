/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* tmk, LECG Algorithm 1 and (37): x' = flow of dx/ds = ad*_sigma x over unit s, sigma = Xi((x +
 * x')/2).  The stage is x' itself:
 *     z = T(z) = E(Xi((x + z)/2)) x,  E the coadjoint exponential of the algebra.
 * Tested by tests/ref/test_ref_steps.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/scheme.h"

static bool tmk_suits(const ref_algebra *algebra)
{
    return algebra->exponential != NULL;
}

/* m = (x + z)/2 in scratch 0, sigma = Xi(m) in scratch 1 */
static arb_ptr tmk_sigma(ref_frame *f, arb_srcptr z)
{
    arb_ptr m = ref_scratch(f, 0), sigma = ref_scratch(f, 1);
    _arb_vec_add(m, f->x, z, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(m, m, f->d, -1);
    ref_frame_generator(sigma, f, m);
    return sigma;
}

static void tmk_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_ptr sigma = tmk_sigma(f, z);
    ref_frame_apply(out, f, f->algebra->exponential, sigma, f->x);
}

static void tmk_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    arb_ptr sigma = tmk_sigma(f, z), m = ref_scratch(f, 0), dm = ref_scratch(f, 2);
    arb_ptr dsigma = ref_scratch(f, 3), term = ref_scratch(f, 4);
    _arb_vec_zero(dm, f->d);
    if (dz) _arb_vec_add(dm, dm, dz, f->d, f->prec);
    if (dx) _arb_vec_add(dm, dm, dx, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(dm, dm, f->d, -1);
    ref_frame_generator_tangent(dsigma, f, m, dm);
    ref_frame_vary(out, f, f->algebra->exponential, sigma, dsigma, f->x);
    if (dx) {
        ref_frame_along(term, f, f->algebra->exponential, sigma, dx);
        _arb_vec_add(out, out, term, f->d, f->prec);
    }
}

/* (x + z)/2 moves half as far as z: slope(rho) lip |x| / 2 on the ball of radius R/2 */
static void tmk_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    REF_LOCAL(mag, rho, lip, size, half);
    mag_mul_2exp_si(half, R, -1);
    ref_frame_generator_bound(rho, lip, f, half);
    f->algebra->exponential->bound(size, L, f->algebra, rho);
    mag_mul(L, L, lip);
    mag_mul(L, L, f->x_span);
    mag_mul_2exp_si(L, L, -1);
}

const ref_scheme ref_schemes_tmk[] = {{.name = "tmk",
                                       .stages = 1,
                                       .suits = tmk_suits,
                                       .stage = tmk_stage,
                                       .stage_tangent = tmk_stage_tangent,
                                       .finish = ref_stage_is_next,
                                       .finish_tangent = ref_stage_is_next_tangent,
                                       .lipschitz = tmk_lipschitz},
                                      {.name = NULL}};
