/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* implicit-midpoint, "IM" of LECG, and midpoint, GBW (14), the same rule where the bracket is
 * constant: x' = x + V(m), V(m) = ad*_{Xi(m)} m, m = (x + x')/2, so that the stage is
 *     m = T(m) = x + V(m)/2.
 * The step is computed as x + V(m).  The equal form 2m - x would count the radius of a ball x three
 * times.  Tested by tests/ref/test_ref_steps.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/direct_field.h"

static void midpoint_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    ref_direct_half(out, f, z);
    _arb_vec_add(out, out, f->x, f->d, f->prec);
}

static void midpoint_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                   arb_srcptr dx)
{
    _arb_vec_zero(out, f->d);
    if (dz) ref_direct_half_tangent(out, f, z, dz);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

static void midpoint_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr change = ref_scratch(f, 4);
    ref_direct_half(change, f, z);
    _arb_vec_scalar_mul_2exp_si(change, change, f->d, 1);
    _arb_vec_add(next, f->x, change, f->d, f->prec);
}

static void midpoint_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                    arb_srcptr dx)
{
    _arb_vec_zero(out, f->d);
    if (dz) ref_direct_half_tangent(out, f, z, dz);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, 1);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

/* Constant brackets, where ad*_xi x does not depend on x: the one case in which ad* is affine and
 * not linear. */
static bool constant_bracket(const ref_algebra *algebra)
{
    return algebra->ad && algebra->ad->along;
}

#define RULE                                                                                       \
    .stages = 1, .stage = midpoint_stage, .stage_tangent = midpoint_stage_tangent,                 \
    .finish = midpoint_finish, .finish_tangent = midpoint_finish_tangent,                          \
    .lipschitz = ref_direct_half_lipschitz

const ref_scheme ref_schemes_midpoint[] = {
    {.name = "implicit-midpoint", .suits = ref_direct_suits, RULE},
    {.name = "midpoint", .suits = constant_bracket, RULE},
    {.name = NULL}};
