/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-gauss4: the two-stage Gauss rule on T*G, which is symplectic there, seen on the dual
 * (Modin and Viviani 2020).  The stage z is (x_1, x_2); with L_i = I + sum_j a_ij Xi(x_j)* L_j,
 *     x_i = L_i x L_i+ = T(z)_i,   x' = x + (ad*_{Xi(x_1)} x_1 + ad*_{Xi(x_2)} x_2)/2,
 * T with its generators held fixed being a linear system for the L_i.  Derivations:
 * ref/scheme/gauss.md.  Tested by tests/ref/test_ref_gauss.c,
 * tests/ref/test_ref_gauss_stated.c, tests/ref/test_ref_golden.c. */
#include "ref/matrix/matrix.h"
#include "ref/scheme/scheme.h"

/* Scratch: two vectors each. */
enum { XI = 0, DXI = 2, TERM = 4, MORE = 5 };

static bool gauss_suits(const ref_algebra *algebra)
{
    return algebra->congruence_change && algebra->ad && (algebra->gauss || algebra->to_matrix);
}

static void generators(ref_frame *f, arb_srcptr z)
{
    for (slong j = 0; j < 2; j++) ref_frame_generator(ref_scratch(f, XI + j), f, z + j * f->d);
}

static void generator_tangents(ref_frame *f, arb_srcptr z, arb_srcptr dz)
{
    for (slong j = 0; j < 2; j++)
        ref_frame_generator_tangent(ref_scratch(f, DXI + j), f, z + j * f->d, dz + j * f->d);
}

static void gauss_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    generators(f, z);
    if (f->algebra->gauss)
        f->algebra->gauss->change(out, f->algebra, ref_scratch(f, XI), f->x, f->prec);
    else
        ref_matrix_gauss(out, f->algebra, ref_scratch(f, XI), f->x, f->prec);
    for (slong i = 0; i < f->k; i += f->d) _arb_vec_add(out + i, out + i, f->x, f->d, f->prec);
}

static void gauss_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                arb_srcptr dx)
{
    arb_srcptr dxi = dz ? ref_scratch(f, DXI) : NULL;
    generators(f, z);
    if (dz) generator_tangents(f, z, dz);
    if (f->algebra->gauss)
        f->algebra->gauss->tangent(out, f->algebra, ref_scratch(f, XI), dxi, f->x, dx, f->prec);
    else
        ref_matrix_gauss_tangent(out, f->algebra, ref_scratch(f, XI), dxi, f->x, dx, f->prec);
}

static void gauss_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    arb_ptr turn = ref_scratch(f, TERM), sum = ref_scratch(f, MORE);
    generators(f, z);
    ref_frame_apply(sum, f, f->algebra->ad, ref_scratch(f, XI), z);
    ref_frame_apply(turn, f, f->algebra->ad, ref_scratch(f, XI + 1), z + f->d);
    _arb_vec_add(sum, sum, turn, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(sum, sum, f->d, -1);
    _arb_vec_add(next, f->x, sum, f->d, f->prec);
}

static void gauss_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                 arb_srcptr dx)
{
    arb_ptr term = ref_scratch(f, TERM);
    _arb_vec_zero(out, f->d);
    if (dz) {
        generators(f, z);
        generator_tangents(f, z, dz);
        for (slong j = 0; j < 2; j++) {
            arb_srcptr xi = ref_scratch(f, XI + j), at = z + j * f->d;
            ref_frame_vary(term, f, f->algebra->ad, xi, ref_scratch(f, DXI + j), at);
            _arb_vec_add(out, out, term, f->d, f->prec);
            ref_frame_along(term, f, f->algebra->ad, xi, dz + j * f->d);
            _arb_vec_add(out, out, term, f->d, f->prec);
        }
        _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
    }
    if (dx) _arb_vec_add(out, out, dx, f->d, f->prec);
}

/* Upper bounds of the |a_ij|, of beta_i = sum_j |a_ij| and of gamma_i = sum_j |a_ij| beta_j. */
enum { A11, A12, A21, A22, BETA1, BETA2, GAMMA1, GAMMA2, PRODUCT, CONSTANTS };

static void bound_constants(mag_struct *c)
{
    REF_LOCAL_VEC(arb, 4, a);
    ref_gauss_tableau(a, MAG_BITS);
    for (slong i = 0; i < 4; i++) arb_get_mag(c + A11 + i, a + i);
    for (slong i = 0; i < 2; i++) mag_add(c + BETA1 + i, c + A11 + 2 * i, c + A12 + 2 * i);
    for (slong i = 0; i < 2; i++) {
        mag_mul(c + GAMMA1 + i, c + A11 + 2 * i, c + BETA1);
        mag_addmul(c + GAMMA1 + i, c + A12 + 2 * i, c + BETA2);
    }
    mag_mul(c + PRODUCT, c + A12, c + A21);
}

/* q = an upper bound of 1/(1 - t), infinite where t >= 1 */
static void reciprocal_rest(mag_t q, const mag_t t)
{
    REF_LOCAL(mag, rest);
    mag_one(rest);
    mag_sub_lower(rest, rest, t);
    mag_one(q);
    mag_div(q, q, rest); /* over 0: infinite */
}

/* |L_i| <= l_i where |Psi_j| <= p: l_2 = e_2/(1 - gamma_2 p^2), l_1 = e_1 + gamma_1 p^2 l_2, with
 * e_i = (1 + beta_i^2 p^2)^(1/2) where the Psi_j are skew-Hermitian, else e_i = 1 + beta_i p */
static void factor_bounds(mag_struct *l, const mag_struct *c, const mag_t p, bool skew)
{
    REF_LOCAL(mag, square, q);
    for (slong i = 0; i < 2; i++) {
        mag_mul(l + i, c + BETA1 + i, p);
        if (skew) mag_mul(l + i, l + i, l + i);
        mag_add_ui(l + i, l + i, 1);
        if (skew) mag_sqrt(l + i, l + i);
    }
    mag_mul(square, p, p);
    mag_mul(q, c + GAMMA2, square);
    reciprocal_rest(q, q);
    mag_mul(l + 1, l + 1, q);
    mag_mul(square, square, c + GAMMA1);
    mag_addmul(l, square, l + 1);
}

/* |dL_i| <= d_i max_j |dPsi_j|: with r_i = |a_i1| l_1 + |a_i2| l_2 and s = 1/(1 - p/4),
 *     d_2 = (s r_2 + |a_21| p s^2 r_1)/(1 - |a_12 a_21| p^2 s^2),  d_1 = s (r_1 + |a_12| p d_2) */
static void factor_slopes(mag_struct *d, const mag_struct *c, const mag_t p, const mag_struct *l)
{
    REF_LOCAL(mag, s, q, t);
    for (slong i = 0; i < 2; i++) {
        mag_mul(d + i, c + A11 + 2 * i, l);
        mag_addmul(d + i, c + A12 + 2 * i, l + 1);
    }
    mag_mul(t, c + A11, p);
    reciprocal_rest(s, t);
    mag_mul(t, p, s);
    mag_mul(q, t, t);
    mag_mul(q, q, c + PRODUCT);
    reciprocal_rest(q, q);
    mag_mul(t, t, c + A21);
    mag_addmul(d + 1, t, d);
    mag_mul(d + 1, d + 1, s);
    mag_mul(d + 1, d + 1, q);
    mag_mul(t, p, c + A12);
    mag_addmul(d, t, d + 1);
    mag_mul(d, d, s);
}

/* |T(y) - T(z)| <= max_i 2 d_i l_i lip |x|_2 |y - z|, |.|_2 the operator norm of the matrix. */
static void gauss_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    const slong e = f->algebra->gauss ? f->algebra->gauss->norm_exponent : 0;
    REF_LOCAL(mag, rho, lip);
    REF_LOCAL_VEC(mag, CONSTANTS, c);
    REF_LOCAL_VEC(mag, 2, l, d);
    bound_constants(c);
    ref_frame_generator_bound(rho, lip, f, R);
    mag_mul_2exp_si(rho, rho, e);
    factor_bounds(l, c, rho, !f->algebra->form);
    factor_slopes(d, c, rho, l);
    for (slong i = 0; i < 2; i++) mag_mul(d + i, d + i, l + i);
    mag_max(L, d, d + 1);
    mag_mul(L, L, lip);
    mag_mul(L, L, f->x_span);
    mag_mul_2exp_si(L, L, 1 + e);
}

const ref_scheme ref_schemes_gauss[] = {{.name = "isospectral-gauss4",
                                         .stages = 2,
                                         .suits = gauss_suits,
                                         .stage = gauss_stage,
                                         .stage_tangent = gauss_stage_tangent,
                                         .finish = gauss_finish,
                                         .finish_tangent = gauss_finish_tangent,
                                         .lipschitz = gauss_lipschitz},
                                        {.name = NULL}};
