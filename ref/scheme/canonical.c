/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* canonical-midpoint, EJLL (22) with the factor 1/2 applied once, on Lie-Poisson states: with (Q,
 * P) lifted from (I, x), the midpoint rule on T*G reads, through the momentum map,
 *     D(xi) z = x,   x' = x + ad*_xi z,   Q' = Q tau(xi),   P' = P tau(xi)^-*,   xi = Xi(z),
 * solved by z = T(z) = D(Xi(z))^-1 x, the half step for Q and P with xi held fixed.  Derivation:
 * ref/scheme/rkmk.md section 3.
 * Tested by tests/ref/test_ref_group.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/scheme.h"

static bool canonical_suits(const ref_algebra *algebra)
{
    return algebra->congruence_inverse && algebra->ad && algebra->cayley_matrix;
}

static void canonical_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0);
    ref_frame_generator(xi, f, z);
    ref_frame_apply(out, f, f->algebra->congruence_inverse, xi, f->x);
}

static void canonical_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                    arb_srcptr dx)
{
    const ref_action *inverse = f->algebra->congruence_inverse;
    arb_ptr xi = ref_scratch(f, 0), dxi = ref_scratch(f, 1), term = ref_scratch(f, 2);
    ref_frame_generator(xi, f, z);
    _arb_vec_zero(out, f->d);
    if (dz) {
        ref_frame_generator_tangent(dxi, f, z, dz);
        ref_frame_vary(out, f, inverse, xi, dxi, f->x);
    }
    if (dx) {
        ref_frame_along(term, f, inverse, xi, dx);
        _arb_vec_add(out, out, term, f->d, f->prec);
    }
}

static void canonical_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0), change = ref_scratch(f, 1);
    ref_frame_generator(xi, f, z);
    ref_frame_apply(change, f, f->algebra->ad, xi, z);
    _arb_vec_add(next, f->x, change, f->d, f->prec);
}

static void canonical_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                     arb_srcptr dx)
{
    arb_ptr xi = ref_scratch(f, 0), dxi = ref_scratch(f, 1), term = ref_scratch(f, 2);
    _arb_vec_zero(out, f->d);
    if (dz) {
        ref_frame_generator(xi, f, z);
        ref_frame_generator_tangent(dxi, f, z, dz);
        ref_frame_vary(out, f, f->algebra->ad, xi, dxi, z);
        ref_frame_along(term, f, f->algebra->ad, xi, dz);
        _arb_vec_add(out, out, term, f->d, f->prec);
    }
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

/* slope(rho) lip span(x) */
static void canonical_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    REF_LOCAL(mag, rho, lip, size);
    ref_frame_generator_bound(rho, lip, f, R);
    f->algebra->congruence_inverse->bound(size, L, f->algebra, rho);
    mag_mul(L, L, lip);
    mag_mul(L, L, f->x_span);
}

/* f = tau(Xi(z)) */
static void canonical_group(acb_mat_t f, ref_frame *frame, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(frame, 0);
    ref_frame_generator(xi, frame, z);
    frame->algebra->cayley_matrix(f, frame->algebra, xi, frame->prec);
}

const ref_scheme ref_schemes_canonical[] = {{.name = "canonical-midpoint",
                                             .stages = 1,
                                             .suits = canonical_suits,
                                             .stage = canonical_stage,
                                             .stage_tangent = canonical_stage_tangent,
                                             .finish = canonical_finish,
                                             .finish_tangent = canonical_finish_tangent,
                                             .lipschitz = canonical_lipschitz,
                                             .group = canonical_group},
                                            {.name = NULL}};
