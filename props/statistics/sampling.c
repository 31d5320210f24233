/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Properties of a case's noise, and the choice of its Wiener paths. */
#include "props/statistics/sampling.h"

#include <math.h>
#include <string.h>

enum { PREC = 768, STRIDE = -200, SMALL = -90 };

/* A state near x in general position.  Brackets of fields vanish on thin sets, which a trajectory
 * leaves at once: for example at (1, -1, -1) for the quadratic noises of a body. */
static void state_beside(arb_ptr to, const ref_exact_step *exact_step)
{
    REF_LOCAL(arb, unit);
    prop_unit(unit, exact_step->x, exact_step->d);
    arb_mul_2exp_si(unit, unit, 53 - 4);
    for (slong i = 0; i < exact_step->d; i++) {
        arb_sqrt_ui(to + i, (ulong)(2 * i + 3), PREC);
        arb_sin(to + i, to + i, PREC);
        arb_mul(to + i, to + i, unit, PREC);
        arb_add(to + i, to + i, exact_step->x + i, PREC);
        arb_get_mid_arb(to + i, to + i); /* one point, so that quotients stay sharp */
    }
}

/* V_k(x + 2^STRIDE sign along), or Xi_k there, x beside the state */
static void noise_at(arb_ptr out, const ref_exact_step *exact_step, slong k, arb_srcptr along,
                     int sign, bool generator)
{
    REF_LOCAL_VEC(arb, exact_step->d, x);
    REF_LOCAL_VEC(arb, exact_step->M, alone);
    REF_LOCAL(arb, none, stride);
    arb_one(stride);
    arb_mul_2exp_si(stride, stride, STRIDE);
    arb_one(alone + k);
    state_beside(x, exact_step);
    for (slong i = 0; along && i < exact_step->d; i++) {
        if (sign > 0)
            arb_addmul(x + i, stride, along + i, PREC);
        else
            arb_submul(x + i, stride, along + i, PREC);
    }
    (generator ? ref_generator : ref_field)(out, exact_step->sys, x, none, alone, PREC);
}

/* out = the derivative of V_k (or Xi_k) along v, to some 2^-400 */
static void field_derivative(arb_ptr out, const ref_exact_step *exact_step, slong k, arb_srcptr v,
                             bool generator)
{
    REF_LOCAL_VEC(arb, exact_step->d, behind);
    noise_at(out, exact_step, k, v, 1, generator);
    noise_at(behind, exact_step, k, v, -1, generator);
    _arb_vec_sub(out, out, behind, exact_step->d, PREC);
    _arb_vec_scalar_mul_2exp_si(out, out, exact_step->d, -STRIDE - 1);
}

static bool vanishes(arb_srcptr v, slong d)
{
    bool none = true;
    REF_LOCAL(mag, size);
    for (slong i = 0; i < d; i++) {
        arb_get_mag(size, v + i);
        none = none && mag_cmp_2exp_si(size, SMALL) < 0;
    }
    return none;
}

bool prop_noise_moves(const ref_exact_step *exact_step)
{
    REF_LOCAL_VEC(arb, exact_step->d, v);
    bool any = false;
    const slong noises = exact_step->M - ref_system_areas(exact_step->sys);
    for (slong k = 0; k < noises && !any; k++) {
        noise_at(v, exact_step, k, NULL, 1, false);
        any = !vanishes(v, exact_step->d);
    }
    return any;
}

prop_noise_kind prop_noise_kind_of(const ref_exact_step *exact_step)
{
    prop_noise_kind kind = {.commute = true, .ito_same = true, .ito_field_same = true};
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, 5 * d, all);
    arb_ptr v = all, w = all + d, one = all + 2 * d, two = all + 3 * d;
    arb_ptr apart = all + 4 * d;
    const slong noises = exact_step->M - ref_system_areas(exact_step->sys);
    for (slong k = 0; k < noises; k++) {
        noise_at(v, exact_step, k, NULL, 1, false);
        kind.any = kind.any || !vanishes(v, d);
        field_derivative(one, exact_step, k, v, true);
        kind.ito_same = kind.ito_same && vanishes(one, d);
        field_derivative(one, exact_step, k, v, false);
        kind.ito_field_same = kind.ito_field_same && vanishes(one, d);
        _arb_vec_add(apart, apart, one, d, PREC);
        for (slong j = 0; j < k && kind.commute; j++) {
            noise_at(w, exact_step, j, NULL, 1, false);
            field_derivative(one, exact_step, j, v, false);
            field_derivative(two, exact_step, k, w, false);
            _arb_vec_sub(one, one, two, d, PREC);
            kind.commute = vanishes(one, d);
        }
    }
    for (slong i = 0; i < d; i++)
        kind.ito = hypot(kind.ito, arf_get_d(arb_midref(apart + i), ARF_RND_NEAR) / 2);
    return kind;
}

uint64_t prop_path_seed(const slp_case *c)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a over the bits of h and x */
    for (size_t i = 0; i <= c->d; i++) {
        uint64_t bits;
        memcpy(&bits, i ? c->x + i - 1 : &c->h, sizeof bits);
        for (int b = 0; b < 64; b += 8) hash = (hash ^ (bits >> b & 0xff)) * 0x100000001b3u;
    }
    return hash;
}
