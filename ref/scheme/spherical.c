/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* spherical-midpoint (McLachlan, Modin and Verdier), for algebras whose orbits are products of
 * spheres: x' = x + V(m), V(z) = ad*_{Xi(z)} z, where each vector of m is along the same vector of
 * x + x' and has the length that it has in x.  The stage is m:
 *     m = T(m) = N(x + V(m)/2),  N(w)_i = |x_i| w_i/|w_i|,
 * since (x + x')/2 = x + V(m)/2.  A vector that is 0 in x stays 0.  Derivation of the bound and of
 * what the rule keeps: ref/scheme/spheres.md.  Tested by tests/ref/test_ref_spheres.sh. */
#include "ref/scheme/sphere.h"

#include "ref/algebra/so3_vector.h"

/* Scratch vectors beside those of direct_field.h; NUMBERS has single numbers. */
enum { HALF = 4, MEAN, NUMBERS, MORE, VECTORS };

/* HALF = V(z)/2, and w = x + V(z)/2 */
static void set_middle(arb_ptr w, ref_frame *f, arb_srcptr z)
{
    arb_ptr half = ref_scratch(f, HALF);
    ref_direct_half(half, f, z);
    _arb_vec_add(w, f->x, half, f->d, f->prec);
}

/* t = (|w|^2 - |x|^2)/|x|^2 = (2 x + a).a/|x|^2 for w = x + a */
static void spherical_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_ptr half = ref_scratch(f, HALF);
    arb_ptr t = ref_scratch(f, NUMBERS), square = t + 1, both = ref_scratch(f, MORE);
    set_middle(out, f, z);
    for (slong i = 0; i < f->d; i += 3) {
        if (ref_sphere_is_point(f->x + i)) {
            _arb_vec_zero(out + i, 3);
            continue;
        }
        _arb_vec_add(both, f->x + i, out + i, 3, f->prec);
        so3_dot(t, both, half + i, f->prec);
        so3_dot(square, f->x + i, f->x + i, f->prec);
        arb_div(t, t, square, f->prec);
        ref_sphere_rescale(out + i, t, square, f->prec);
    }
}

static void spherical_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                    arb_srcptr dx)
{
    REF_LOCAL_VEC(arb, 4, numbers);
    arb_ptr w = ref_scratch(f, MEAN);
    set_middle(w, f, z);
    _arb_vec_zero(out, f->d);
    if (dz) ref_direct_half_tangent(out, f, z, dz);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
    for (slong i = 0; i < f->d; i += 3) {
        if (!dx && ref_sphere_is_point(f->x + i))
            _arb_vec_zero(out + i, 3);
        else
            ref_sphere_rescale_tangent(out + i, w + i, f->x + i, dx ? dx + i : NULL, numbers,
                                       f->prec);
    }
}

static void spherical_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr change = ref_scratch(f, HALF);
    ref_direct_half(change, f, z);
    _arb_vec_scalar_mul_2exp_si(change, change, f->d, 1);
    _arb_vec_add(next, f->x, change, f->d, f->prec);
}

static void spherical_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                     arb_srcptr dx)
{
    _arb_vec_zero(out, f->d);
    if (dz) ref_direct_half_tangent(out, f, z, dz);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, 1);
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

/* The largest 1/sqrt(1 - (R/|x_i|)^2) over vectors that are not 0 */
static void largest_stretch(mag_t most, const ref_frame *f, const mag_t R)
{
    REF_LOCAL(arb, share, square);
    REF_LOCAL(mag, one);
    mag_one(most);
    for (slong i = 0; i < f->d; i += 3) {
        if (ref_sphere_is_point(f->x + i)) continue;
        so3_dot(square, f->x + i, f->x + i, f->prec);
        arb_zero(share);
        arb_add_error_mag(share, R);
        arb_sqr(share, share, f->prec);
        arb_div(share, share, square, f->prec);
        arb_sub_ui(share, share, 1, f->prec);
        arb_neg(share, share);
        arb_rsqrt(share, share, f->prec);
        if (arb_is_finite(share))
            arb_get_mag(one, share);
        else
            mag_inf(one);
        mag_max(most, most, one);
    }
}

static void spherical_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    REF_LOCAL(mag, most);
    ref_direct_half_lipschitz(L, f, R);
    largest_stretch(most, f, R);
    if (mag_is_inf(most))
        mag_inf(L);
    else
        mag_mul(L, L, most);
}

const ref_scheme ref_schemes_spherical[] = {{.name = "spherical-midpoint",
                                             .stages = 1,
                                             .scratch = VECTORS - REF_FRAME_VECTORS,
                                             .suits = ref_sphere_suits,
                                             .stage = spherical_stage,
                                             .stage_tangent = spherical_stage_tangent,
                                             .finish = spherical_finish,
                                             .finish_tangent = spherical_finish_tangent,
                                             .lipschitz = spherical_lipschitz},
                                            {.name = NULL}};
