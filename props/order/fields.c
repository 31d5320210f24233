/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The fields of single noises and their derivatives, from the reference. */
#include "props/order/order.h"

#include <math.h>

enum { STRIDE = -200 };

void prop_noise_field(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr at, slong prec)
{
    arb_ptr alone = _arb_vec_init(step->M);
    arb_t h;
    arb_init(h);
    arb_one(k < 0 ? h : alone + k);
    ref_field(out, step->sys, at, h, alone, prec);
    arb_clear(h);
    _arb_vec_clear(alone, step->M);
}

/* to = x + sign 2^STRIDE v */
static void beside(arb_ptr to, const ref_exact_step *step, int sign, arb_srcptr v, slong prec)
{
    arb_t part;
    arb_init(part);
    for (slong i = 0; i < step->d; i++) {
        arb_mul_2exp_si(part, v + i, STRIDE);
        (sign > 0 ? arb_add : arb_sub)(to + i, step->x + i, part, prec);
    }
    arb_clear(part);
}

void prop_noise_derivative(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr v,
                           slong prec)
{
    arb_ptr at = _arb_vec_init(2 * step->d), behind = at + step->d;
    beside(at, step, -1, v, prec);
    prop_noise_field(behind, step, k, at, prec);
    beside(at, step, 1, v, prec);
    prop_noise_field(out, step, k, at, prec);
    _arb_vec_sub(out, out, behind, step->d, prec);
    _arb_vec_scalar_mul_2exp_si(out, out, step->d, -STRIDE - 1);
    _arb_vec_clear(at, 2 * step->d);
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
    arb_ptr field = _arb_vec_init(2 * d), other = field + d;
    prop_noise_field(field, step, j, step->x, prec);
    prop_noise_derivative(v, step, k, field, prec);
    const double part = prop_size_of(v, d);
    prop_noise_field(field, step, k, step->x, prec);
    prop_noise_derivative(other, step, j, field, prec);
    _arb_vec_sub(v, v, other, d, prec);
    if (prop_size_of(v, d) <= ldexp(part, -CANCELS)) _arb_vec_zero(v, d);
    _arb_vec_clear(field, 2 * d);
}
