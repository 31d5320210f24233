/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The fields of single noises and their derivatives, from the reference. */
#include "props/order/order.h"

#include <math.h>

enum { STRIDE = -200 };

void prop_noise_field(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr at, slong prec)
{
    REF_LOCAL_VEC(arb, step->M, alone);
    REF_LOCAL(arb, h);
    arb_one(k < 0 ? h : alone + k);
    ref_field(out, step->sys, at, h, alone, prec);
}

/* to = x + sign 2^STRIDE v */
static void beside(arb_ptr to, const ref_exact_step *step, int sign, arb_srcptr v, slong prec)
{
    REF_LOCAL(arb, part);
    for (slong i = 0; i < step->d; i++) {
        arb_mul_2exp_si(part, v + i, STRIDE);
        (sign > 0 ? arb_add : arb_sub)(to + i, step->x + i, part, prec);
    }
}

void prop_noise_derivative(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr v,
                           slong prec)
{
    REF_LOCAL_VEC(arb, 2 * step->d, at);
    arb_ptr behind = at + step->d;
    beside(at, step, -1, v, prec);
    prop_noise_field(behind, step, k, at, prec);
    beside(at, step, 1, v, prec);
    prop_noise_field(out, step, k, at, prec);
    _arb_vec_sub(out, out, behind, step->d, prec);
    _arb_vec_scalar_mul_2exp_si(out, out, step->d, -STRIDE - 1);
}

double prop_size_of(arb_srcptr v, slong d)
{
    double sum = 0;
    for (slong i = 0; i < d; i++) sum = hypot(sum, arf_get_d(arb_midref(v + i), ARF_RND_NEAR));
    return sum;
}

void prop_noise_bracket(arb_ptr v, const ref_exact_step *step, slong j, slong k, slong prec)
{
    enum { CANCELS = 100 };
    const slong d = step->d;
    REF_LOCAL_VEC(arb, 2 * d, field);
    arb_ptr other = field + d;
    prop_noise_field(field, step, j, step->x, prec);
    prop_noise_derivative(v, step, k, field, prec);
    const double part = prop_size_of(v, d);
    prop_noise_field(field, step, k, step->x, prec);
    prop_noise_derivative(other, step, j, field, prec);
    _arb_vec_sub(v, v, other, d, prec);
    if (prop_size_of(v, d) <= ldexp(part, -CANCELS)) _arb_vec_zero(v, d);
}
