/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two explicit rules on the field itself, V(z) = ad*_{Xi(z)} z:
 *     heun   p = x + V(x),  x' = x + V(x)/2 + V(p)/2
 *     euler  x' = x + V(x)
 * heun is the usual predictor and corrector of general programs for noise in Stratonovich's sense;
 * euler converges to the solution of the Ito equation instead.  There is no stage to solve.
 * Derivation of the condition: ref/scheme/explicit.md.  Tested by tests/ref/test_ref_explicit.sh,
 * tests/ref/test_ref_explicit_bounds.c. */
#include "ref/scheme/direct_field.h"

/* Scratch vectors beside those of direct_field.h. */
enum { FIRST = 4, MIDDLE, SECOND, DFIRST, DMIDDLE, DSECOND, VECTORS };

/* V(x), p and V(p) in FIRST, MIDDLE and SECOND */
static void fields(ref_frame *f)
{
    arb_ptr first = ref_scratch(f, FIRST), middle = ref_scratch(f, MIDDLE);
    ref_direct(first, f, f->x);
    _arb_vec_add(middle, f->x, first, f->d, f->prec);
    ref_frame_note(f, "p", middle);
    ref_direct(ref_scratch(f, SECOND), f, middle);
}

/* next = x + (first + second)/2 */
static void heun_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr change = ref_scratch(f, SECOND);
    (void)z;
    fields(f);
    _arb_vec_add(change, change, ref_scratch(f, FIRST), f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(change, change, f->d, -1);
    _arb_vec_add(next, f->x, change, f->d, f->prec);
}

static void heun_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                arb_srcptr dx)
{
    arb_ptr dfirst = ref_scratch(f, DFIRST), dmiddle = ref_scratch(f, DMIDDLE);
    arb_ptr dsecond = ref_scratch(f, DSECOND);
    (void)z;
    (void)dz;
    _arb_vec_zero(out, f->d);
    if (!dx) return;
    fields(f);
    ref_direct_tangent(dfirst, f, f->x, dx);
    _arb_vec_add(dmiddle, dx, dfirst, f->d, f->prec);
    ref_direct_tangent(dsecond, f, ref_scratch(f, MIDDLE), dmiddle);
    _arb_vec_add(out, dfirst, dsecond, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
    _arb_vec_add(out, out, dx, f->d, f->prec);
}

static void euler_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr first = ref_scratch(f, FIRST);
    (void)z;
    ref_direct(first, f, f->x);
    _arb_vec_add(next, f->x, first, f->d, f->prec);
}

static void euler_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                 arb_srcptr dx)
{
    arb_ptr dfirst = ref_scratch(f, DFIRST);
    (void)z;
    (void)dz;
    _arb_vec_zero(out, f->d);
    if (!dx) return;
    ref_direct_tangent(dfirst, f, f->x, dx);
    _arb_vec_add(out, dx, dfirst, f->d, f->prec);
}

/* Nothing comes after the one evaluation that could amplify its roundings. */
static void euler_condition(mag_t kappa, ref_frame *f)
{
    (void)f;
    mag_one(kappa);
}

#define RULE(title, amplified)                                                                     \
    {                                                                                              \
        .name = #title, .scratch = VECTORS - REF_FRAME_VECTORS, .suits = ref_direct_suits,         \
        .finish = title##_finish, .finish_tangent = title##_finish_tangent, .condition = amplified \
    }

const ref_scheme ref_schemes_explicit[] = {
    RULE(heun, ref_direct_predictor_condition), RULE(euler, euler_condition), {.name = NULL}};
