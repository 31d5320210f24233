/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* heun-projected, the predictor and corrector of programs for classical spins:
 *     p = N(x + V(x)),  x' = N(x + V(x)/2 + V(p)/2),  V(z) = ad*_{Xi(z)} z,
 * where N gives every vector in R^3 of its argument the length that the same vector of x has; a
 * vector that is 0 in x stays 0.  It needs an algebra whose orbits are products of spheres.
 *
 * N(w) = w + c w, c = 1/sqrt(1 + t) - 1, t = (|w|^2 - |x|^2)/|x|^2 for each vector.  V(z) is
 * perpendicular to z, so with w = x + a
 *     t = |a|^2/|x|^2 for a = V(x),   t = (x.V(p) + |a|^2)/|x|^2 for a = (V(x) + V(p))/2,
 * both small: the radius of a ball x enters the result once.  Condition and derivation:
 * ref/scheme/explicit.md.  Tested by tests/ref/test_ref_explicit.sh,
 * tests/ref/test_ref_explicit_bounds.c. */
#include "ref/scheme/sphere.h"

#include "ref/algebra/so3_vector.h"

/* Scratch vectors beside those of direct_field.h; NUMBERS has three single numbers. */
enum { FIRST = 4, MIDDLE, SECOND, END, DFIRST, DMIDDLE, DSECOND, NUMBERS, VECTORS };

/* V(x), p and V(p) in FIRST, MIDDLE and SECOND */
static void fields(ref_frame *f)
{
    arb_ptr first = ref_scratch(f, FIRST), middle = ref_scratch(f, MIDDLE);
    arb_ptr t = ref_scratch(f, NUMBERS), square = t + 1;
    ref_direct(first, f, f->x);
    _arb_vec_add(middle, f->x, first, f->d, f->prec);
    for (slong i = 0; i < f->d; i += 3) {
        if (ref_sphere_is_point(f->x + i)) continue;
        so3_dot(t, first + i, first + i, f->prec);
        so3_dot(square, f->x + i, f->x + i, f->prec);
        arb_div(t, t, square, f->prec);
        ref_sphere_rescale(middle + i, t, square, f->prec);
    }
    ref_frame_note(f, "p", middle);
    ref_direct(ref_scratch(f, SECOND), f, middle);
}

/* END = (V(x) + V(p))/2 */
static void mean_field(ref_frame *f)
{
    arb_ptr change = ref_scratch(f, END);
    _arb_vec_add(change, ref_scratch(f, FIRST), ref_scratch(f, SECOND), f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(change, change, f->d, -1);
}

static void projected_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr change = ref_scratch(f, END), second = ref_scratch(f, SECOND);
    arb_ptr t = ref_scratch(f, NUMBERS), square = t + 1;
    (void)z;
    fields(f);
    mean_field(f);
    _arb_vec_add(next, f->x, change, f->d, f->prec);
    for (slong i = 0; i < f->d; i += 3) {
        if (ref_sphere_is_point(f->x + i)) continue;
        so3_dot(t, f->x + i, second + i, f->prec);
        so3_dot(square, change + i, change + i, f->prec);
        arb_add(t, t, square, f->prec);
        so3_dot(square, f->x + i, f->x + i, f->prec);
        arb_div(t, t, square, f->prec);
        ref_sphere_rescale(next + i, t, square, f->prec);
    }
}

static void projected_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                     arb_srcptr dx)
{
    arb_ptr first = ref_scratch(f, FIRST), end = ref_scratch(f, END);
    arb_ptr dfirst = ref_scratch(f, DFIRST), dmiddle = ref_scratch(f, DMIDDLE);
    arb_ptr dsecond = ref_scratch(f, DSECOND), numbers;
    (void)z;
    (void)dz;
    _arb_vec_zero(out, f->d);
    if (!dx) return;
    numbers = _arb_vec_init(4);
    fields(f);
    mean_field(f);
    ref_direct_tangent(dfirst, f, f->x, dx);
    _arb_vec_add(dmiddle, dx, dfirst, f->d, f->prec);
    _arb_vec_add(first, f->x, first, f->d, f->prec);
    for (slong i = 0; i < f->d; i += 3)
        ref_sphere_rescale_tangent(dmiddle + i, first + i, f->x + i, dx + i, numbers, f->prec);
    ref_direct_tangent(dsecond, f, ref_scratch(f, MIDDLE), dmiddle);
    _arb_vec_add(out, dfirst, dsecond, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
    _arb_vec_add(out, out, dx, f->d, f->prec);
    _arb_vec_add(end, end, f->x, f->d, f->prec);
    for (slong i = 0; i < f->d; i += 3)
        ref_sphere_rescale_tangent(out + i, end + i, f->x + i, dx + i, numbers, f->prec);
    _arb_vec_clear(numbers, 4);
}

/* (1 + l) times the largest of 1 and |x|/|w| over the vectors, w the argument of the last N */
static void projected_condition(mag_t kappa, ref_frame *f)
{
    arb_ptr end = ref_scratch(f, END), square = ref_scratch(f, NUMBERS), of_x = square + 1;
    REF_LOCAL(mag, most, ratio);
    ref_direct_predictor_condition(kappa, f);
    fields(f);
    mean_field(f);
    _arb_vec_add(end, end, f->x, f->d, f->prec);
    mag_one(most);
    for (slong i = 0; i < f->d; i += 3) {
        if (ref_sphere_is_point(f->x + i)) continue;
        so3_dot(of_x, f->x + i, f->x + i, f->prec);
        so3_dot(square, end + i, end + i, f->prec);
        arb_div(square, of_x, square, f->prec);
        arb_get_mag(ratio, square);
        mag_sqrt(ratio, ratio);
        mag_max(most, most, ratio);
    }
    mag_mul(kappa, kappa, most);
}

const ref_scheme ref_schemes_projected[] = {{.name = "heun-projected",
                                             .scratch = VECTORS - REF_FRAME_VECTORS,
                                             .suits = ref_sphere_suits,
                                             .finish = projected_finish,
                                             .finish_tangent = projected_finish_tangent,
                                             .condition = projected_condition},
                                            {.name = NULL}};
