/* What the noise of a case does, and which Wiener paths it is sampled on. */
#include "props/statistics/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/contract/noise.h"

enum { PREC = 768, STRIDE = -200, SMALL = -90 };

/* A place near the state and in general position: brackets of fields vanish on thin sets that a trajectory leaves at once
 * ((1, -1, -1) for the quadratic noises of a body). */
static void beside(arb_ptr to, const prop_ground *ground)
{
    arb_t unit;
    arb_init(unit);
    prop_unit(unit, ground->x, ground->d);
    arb_mul_2exp_si(unit, unit, 53 - 4);
    for (slong i = 0; i < ground->d; i++) {
        arb_sqrt_ui(to + i, (ulong)(2 * i + 3), PREC);
        arb_sin(to + i, to + i, PREC);
        arb_mul(to + i, to + i, unit, PREC);
        arb_add(to + i, to + i, ground->x + i, PREC);
        arb_get_mid_arb(to + i, to + i); /* one point, so that quotients stay sharp */
    }
    arb_clear(unit);
}

/* V_k(x + 2^STRIDE sign along), or Xi_k there, x beside the state */
static void noise_at(arb_ptr out, const prop_ground *ground, slong k, arb_srcptr along, int sign,
                     bool generator)
{
    arb_ptr x = _arb_vec_init(ground->d), alone = _arb_vec_init(ground->M);
    arb_t none, stride;
    arb_init(none);
    arb_init(stride);
    arb_one(stride);
    arb_mul_2exp_si(stride, stride, STRIDE);
    arb_one(alone + k);
    beside(x, ground);
    for (slong i = 0; along && i < ground->d; i++) {
        if (sign > 0)
            arb_addmul(x + i, stride, along + i, PREC);
        else
            arb_submul(x + i, stride, along + i, PREC);
    }
    (generator ? ref_generator : ref_field)(out, ground->sys, x, none, alone, PREC);
    arb_clear(none);
    arb_clear(stride);
    _arb_vec_clear(x, ground->d);
    _arb_vec_clear(alone, ground->M);
}

/* out = the derivative of V_k (or Xi_k) along v, to some 2^-400 */
static void derivative(arb_ptr out, const prop_ground *ground, slong k, arb_srcptr v,
                       bool generator)
{
    arb_ptr behind = _arb_vec_init(ground->d);
    noise_at(out, ground, k, v, 1, generator);
    noise_at(behind, ground, k, v, -1, generator);
    _arb_vec_sub(out, out, behind, ground->d, PREC);
    _arb_vec_scalar_mul_2exp_si(out, out, ground->d, -STRIDE - 1);
    _arb_vec_clear(behind, ground->d);
}

static bool vanishes(arb_srcptr v, slong d)
{
    mag_t size;
    bool none = true;
    mag_init(size);
    for (slong i = 0; i < d; i++) {
        arb_get_mag(size, v + i);
        none = none && mag_cmp_2exp_si(size, SMALL) < 0;
    }
    mag_clear(size);
    return none;
}

bool prop_noise_moves(const prop_ground *ground)
{
    arb_ptr v = _arb_vec_init(ground->d);
    bool any = false;
    for (slong k = 0; k < ground->M && !any; k++) {
        noise_at(v, ground, k, NULL, 1, false);
        any = !vanishes(v, ground->d);
    }
    _arb_vec_clear(v, ground->d);
    return any;
}

prop_noise_kind prop_noise_look(const prop_ground *ground)
{
    prop_noise_kind kind = {.commute = true, .ito_same = true};
    slong d = ground->d;
    arb_ptr all = _arb_vec_init(5 * d), v = all, w = all + d, one = all + 2 * d, two = all + 3 * d;
    arb_ptr apart = all + 4 * d;
    for (slong k = 0; k < ground->M; k++) {
        noise_at(v, ground, k, NULL, 1, false);
        kind.any = kind.any || !vanishes(v, d);
        derivative(one, ground, k, v, true);
        kind.ito_same = kind.ito_same && vanishes(one, d);
        derivative(one, ground, k, v, false);
        _arb_vec_add(apart, apart, one, d, PREC);
        for (slong j = 0; j < k && kind.commute; j++) {
            noise_at(w, ground, j, NULL, 1, false);
            derivative(one, ground, j, v, false);
            derivative(two, ground, k, w, false);
            _arb_vec_sub(one, one, two, d, PREC);
            kind.commute = vanishes(one, d);
        }
    }
    for (slong i = 0; i < d; i++)
        kind.ito = hypot(kind.ito, arf_get_d(arb_midref(apart + i), ARF_RND_NEAR) / 2);
    _arb_vec_clear(all, 5 * d);
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
