/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The variational integrator, GBW (41): with D(xi) = [dtau^-1_xi]* and C(xi) = Ad* of tau(xi),
 * unknowns mu1 and mu2, xi = Xi((mu1 + mu2)/2)/2,
 *     D(xi) mu1 = x,   D(-xi) mu1 = D(xi) mu2,   x' = D(-xi) mu2.
 * Since D(-xi) = C(xi) D(xi) (ref/certificate/certificate.md section 2), the mean z = (mu1 + mu2)/2
 * satisfies
 *     z = T(z) = D(xi)^-1 (x + C(xi) x) / 2,   x' = C(xi) C(xi) x,   xi = Xi(z)/2. */
#include "ref/scheme/variational_rule.h"

/* xi in scratch 0 */
static arb_ptr half_generator(ref_frame *f, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(f, 0);
    ref_frame_generator(xi, f, z);
    _arb_vec_scalar_mul_2exp_si(xi, xi, f->d, -1);
    return xi;
}

void ref_variational_stage(arb_ptr out, ref_frame *f, const ref_variational *rule, arb_srcptr z)
{
    arb_ptr xi = half_generator(f, z), sum = ref_scratch(f, 1);
    ref_frame_apply(sum, f, rule->turn, xi, f->x);
    _arb_vec_add(sum, sum, f->x, f->d, f->prec);
    ref_frame_apply(out, f, rule->inverse, xi, sum);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
}

void ref_variational_stage_tangent(arb_ptr out, ref_frame *f, const ref_variational *rule,
                                   arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    arb_ptr xi = half_generator(f, z), sum = ref_scratch(f, 1), dsum = ref_scratch(f, 2);
    arb_ptr dxi = ref_scratch(f, 3), term = ref_scratch(f, 4);
    _arb_vec_zero(out, f->d);
    _arb_vec_zero(dsum, f->d);
    if (dz) {
        ref_frame_generator_tangent(dxi, f, z, dz);
        _arb_vec_scalar_mul_2exp_si(dxi, dxi, f->d, -1);
        ref_frame_apply(sum, f, rule->turn, xi, f->x);
        _arb_vec_add(sum, sum, f->x, f->d, f->prec);
        ref_frame_vary(out, f, rule->inverse, xi, dxi, sum);
        ref_frame_vary(dsum, f, rule->turn, xi, dxi, f->x);
    }
    if (dx) {
        ref_frame_along(term, f, rule->turn, xi, dx);
        _arb_vec_add(dsum, dsum, term, f->d, f->prec);
        _arb_vec_add(dsum, dsum, dx, f->d, f->prec);
    }
    ref_frame_apply(term, f, rule->inverse, xi, dsum);
    _arb_vec_add(out, out, term, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
}

void ref_variational_finish(arb_ptr next, ref_frame *f, const ref_variational *rule, arb_srcptr z)
{
    arb_ptr xi = half_generator(f, z), once = ref_scratch(f, 1);
    ref_frame_apply(once, f, rule->turn, xi, f->x);
    ref_frame_apply(next, f, rule->turn, xi, once);
}

void ref_variational_finish_tangent(arb_ptr out, ref_frame *f, const ref_variational *rule,
                                    arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    arb_ptr xi = half_generator(f, z), once = ref_scratch(f, 1), donce = ref_scratch(f, 2);
    arb_ptr dxi = ref_scratch(f, 3), term = ref_scratch(f, 4);
    _arb_vec_zero(out, f->d);
    _arb_vec_zero(donce, f->d);
    if (dz) {
        ref_frame_generator_tangent(dxi, f, z, dz);
        _arb_vec_scalar_mul_2exp_si(dxi, dxi, f->d, -1);
        ref_frame_apply(once, f, rule->turn, xi, f->x);
        ref_frame_vary(out, f, rule->turn, xi, dxi, once);
        ref_frame_vary(donce, f, rule->turn, xi, dxi, f->x);
    }
    if (dx) {
        ref_frame_along(term, f, rule->turn, xi, dx);
        _arb_vec_add(donce, donce, term, f->d, f->prec);
    }
    ref_frame_apply(term, f, rule->turn, xi, donce);
    _arb_vec_add(out, out, term, f->d, f->prec);
}

/* |dT| <= (inverse.slope (1 + turn.size) + inverse.size turn.slope) |dxi| |x| / 2,  |dxi| <= lip
 * |dz| / 2, on |xi| <= rho/2 */
void ref_variational_lipschitz(mag_t L, ref_frame *f, const ref_variational *rule, const mag_t R)
{
    REF_LOCAL(mag, rho, lip, size, slope, turn_size, turn_slope);
    ref_frame_generator_bound(rho, lip, f, R);
    mag_mul_2exp_si(rho, rho, -1);
    rule->inverse->bound(size, slope, f->algebra, rho);
    rule->turn->bound(turn_size, turn_slope, f->algebra, rho);
    mag_add_ui(turn_size, turn_size, 1);
    mag_mul(L, slope, turn_size);
    mag_addmul(L, size, turn_slope);
    mag_mul(L, L, lip);
    mag_mul(L, L, f->x_span);
    mag_mul_2exp_si(L, L, -2);
}
