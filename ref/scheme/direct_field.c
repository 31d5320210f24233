/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The right-hand side V(z) = ad*_{Xi(z)} z and its Lipschitz bound. */
#include "ref/scheme/direct_field.h"

bool ref_direct_suits(const ref_algebra *algebra)
{
    return algebra->ad != NULL;
}

void ref_direct(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0);
    ref_frame_generator(xi, f, z);
    ref_frame_apply(out, f, f->algebra->ad, xi, z);
}

void ref_direct_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz)
{
    arb_ptr xi = ref_scratch(f, 0), dxi = ref_scratch(f, 1), term = ref_scratch(f, 2);
    ref_frame_generator(xi, f, z);
    ref_frame_generator_tangent(dxi, f, z, dz);
    ref_frame_vary(out, f, f->algebra->ad, xi, dxi, z);
    ref_frame_along(term, f, f->algebra->ad, xi, dz);
    _arb_vec_add(out, out, term, f->d, f->prec);
}

void ref_direct_half(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    ref_direct(out, f, z);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
}

void ref_direct_half_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz)
{
    ref_direct_tangent(out, f, z, dz);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
}

void ref_direct_half_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    REF_LOCAL(mag, rho, lip, size, reach);
    ref_frame_generator_bound(rho, lip, f, R);
    f->algebra->ad->bound(size, L, f->algebra, rho);
    mag_add(reach, f->x_span, R);
    mag_mul(L, L, lip);
    mag_mul(L, L, reach);
    mag_add(L, L, size);
    mag_mul_2exp_si(L, L, -1);
}

void ref_direct_predictor_condition(mag_t kappa, ref_frame *f)
{
    arb_ptr first = ref_scratch(f, 4);
    REF_LOCAL(mag, R);
    ref_direct(first, f, f->x);
    f->algebra->norm(R, f->algebra, first);
    ref_direct_half_lipschitz(kappa, f, R);
    mag_mul_2exp_si(kappa, kappa, 1);
    mag_add_ui(kappa, kappa, 1);
}
