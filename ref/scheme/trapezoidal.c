/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* trapezoidal, LECG section 6: x' = x + V(x)/2 + V(x')/2, V(z) = ad*_{Xi(z)} z.  The stage is x'
 * itself:
 *     z = T(z) = b + V(z)/2,  b = x + V(x)/2.
 * Tested by tests/ref/test_ref_steps.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/direct_field.h"

static void trapezoidal_prepare(ref_frame *f)
{
    ref_direct_half(f->base, f, f->x);
    _arb_vec_add(f->base, f->base, f->x, f->d, f->prec);
}

static void trapezoidal_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    ref_direct_half(out, f, z);
    _arb_vec_add(out, out, f->base, f->d, f->prec);
}

static void trapezoidal_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                      arb_srcptr dx)
{
    arb_ptr term = ref_scratch(f, 4);
    _arb_vec_zero(out, f->d);
    if (dz) ref_direct_half_tangent(out, f, z, dz);
    if (dx) {
        ref_direct_half_tangent(term, f, f->x, dx);
        _arb_vec_add(out, out, term, f->d, f->prec);
        _arb_vec_add(out, out, dx, f->d, f->prec);
    }
}

const ref_scheme ref_schemes_trapezoidal[] = {{.name = "trapezoidal",
                                               .stages = 1,
                                               .suits = ref_direct_suits,
                                               .prepare = trapezoidal_prepare,
                                               .stage = trapezoidal_stage,
                                               .stage_tangent = trapezoidal_stage_tangent,
                                               .finish = ref_stage_is_next,
                                               .finish_tangent = ref_stage_is_next_tangent,
                                               .lipschitz = ref_direct_half_lipschitz},
                                              {.name = NULL}};
