/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Magnetohydrodynamics on the sphere in Zeitlin's matrices, on su(N) over the dual numbers: state
 * (W, Theta), vorticity and magnetic potential,
 *     H0 = -<Delta_N^-1 W, W>/2 - <Delta_N Theta, Theta>/2 >= 0,
 *     Xi(W, Theta; h, dW) = (-h Delta_N^-1 W + sum_lm dW_lm (a/(l(l+1))) <T_lm, W> T_lm,
 *                            -h Delta_N Theta),
 * l = shell..N-1, m = -l..l: the noise of zeitlin-sphere, on W.  Xi is a linear map, diagonal in
 * the orthonormal basis T_lm of both halves: its largest factor is its Lipschitz constant.
 * It is not built of terms: no polynomial has this algebra.
 * Derivations: ref/system/zeitlin.md section 5.  Tested by tests/ref/test_ref_mhd.c. */
#include "ref/matrix/sun.h"
#include "ref/matrix/sun_dual.h"
#include "ref/system/system.h"
#include "ref/system/zeitlin.h"

enum { SIZE, AMP, SHELL };

/* Where the parts of the pack begin: h, the Lipschitz constant, factors of Delta_N, the noise. */
enum { STEP, LIPSCHITZ, FACTOR };

static slong shell_of(const ref_system *sys)
{
    slong N = sys->algebra.n;
    return sys->count[SHELL] ? (slong)sys->param[SHELL][0] : (N + 1) / 2;
}

static slong filter_at(const ref_system *sys)
{
    return FACTOR + ref_zeitlin_factor_size(sys->algebra.n);
}

/* The parameter is one whole number from lo to hi. */
static slp_status require_whole(const ref_system *sys, int p, double lo, double hi, slp_error *err)
{
    double value = sys->count[p] == 1 ? sys->param[p][0] : 0;
    if (sys->count[p] == 1 && value >= lo && value <= hi && value == (double)(slong)value)
        return SLP_OK;
    slp_error_set(err, 0, NULL, sys->table->keys[p], "must be one whole number from %.0f to %.0f",
                  lo, hi);
    return SLP_DOMAIN;
}

static slp_status mhd_read(ref_system *sys, slp_error *err)
{
    slong N;
    if (require_whole(sys, SIZE, 2, SLP_MAX_MATRIX, err)) return SLP_DOMAIN;
    N = (slong)sys->param[SIZE][0];
    if (sys->count[SHELL] && require_whole(sys, SHELL, 1, (double)(N - 1), err)) return SLP_DOMAIN;
    if (sys->count[AMP] > 1) {
        slp_error_set(err, 0, NULL, "amp", "%zu numbers; give one amplitude, or leave it out",
                      sys->count[AMP]);
        return SLP_DOMAIN;
    }
    ref_algebra_sun_dual(&sys->algebra, N);
    slong shell = shell_of(sys);
    sys->M = sys->count[AMP] ? N * N - shell * shell : 0;
    sys->casimir_count = 2 * (N - 1);
    sys->pack_size = filter_at(sys) + (sys->M ? ref_zeitlin_filter_size(N, shell) : 0);
    return SLP_OK;
}

static void mhd_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                       slong prec)
{
    slong N = sys->algebra.n, shell = sys->M ? shell_of(sys) : N;
    REF_LOCAL(arb, a);
    REF_LOCAL(mag, flow, field);
    if (sys->M) arb_set_d(a, sys->param[AMP][0]);
    arb_set(pack + STEP, h);
    ref_zeitlin_lipschitz(pack + LIPSCHITZ, N, shell, a, h, dW, prec);
    arb_get_mag(flow, pack + LIPSCHITZ);
    arb_get_mag(field, h); /* |h| N(N-1), the factor of -h Delta_N on degree N-1 */
    mag_mul_ui(field, field, (ulong)(N * (N - 1)));
    mag_max(field, field, flow);
    arf_set_mag(arb_midref(pack + LIPSCHITZ), field);
    ref_zeitlin_factor(pack + FACTOR, N, prec);
    if (sys->M) ref_zeitlin_filter(pack + filter_at(sys), N, shell, a, dW, prec);
}

static void mhd_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                          slong prec)
{
    slong N = sys->algebra.n, d = N * N;
    if (arb_is_zero(pack + STEP)) {
        _arb_vec_zero(xi, 2 * d);
    } else {
        ref_zeitlin_invert(xi, N, pack + FACTOR, x, prec);
        ref_zeitlin_apply(xi + d, N, x + d, prec);
        _arb_vec_scalar_mul(xi, xi, 2 * d, pack + STEP, prec);
    }
    if (sys->M) ref_zeitlin_add_noise(xi, N, shell_of(sys), pack + filter_at(sys), x, prec);
}

static void mhd_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                  arb_srcptr dx, slong prec)
{
    (void)x;
    mhd_generator(dxi, sys, pack, dx, prec);
}

static void mhd_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                    const mag_t R)
{
    (void)sys;
    (void)x;
    (void)R;
    arb_get_mag(lip, pack + LIPSCHITZ);
}

static void mhd_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong N = sys->algebra.n, size = ref_zeitlin_factor_size(N);
    REF_LOCAL_VEC(arb, size + 2 * N * N, factor);
    arb_ptr gradient = factor + size;
    ref_zeitlin_factor(factor, N, prec);
    ref_zeitlin_invert(gradient, N, factor, x, prec);
    ref_zeitlin_apply(gradient + N * N, N, x + N * N, prec);
    sys->algebra.pairing(energy, &sys->algebra, x, gradient, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

static void mhd_casimir_name(char name[32], const ref_system *sys, slong i)
{
    const slong half = sys->algebra.n - 1;
    if (i < half)
        snprintf(name, 32, "Tr (-iTheta)^%d", (int)(i + 2));
    else
        snprintf(name, 32, "Tr (-iTheta)^%d (-iW)", (int)(i - half + 1));
}

/* Tr (-iTheta)^k, then Tr (-iTheta)^(k-1) (-iW), each for k = 2..N */
static void mhd_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong N = sys->algebra.n;
    ref_algebra sun;
    ref_algebra_sun(&sun, N);
    ref_power_traces(values, &sun, x + N * N, prec);
    ref_mixed_traces(values + N - 1, &sun, x + N * N, x, prec);
}

/* Of W as on zeitlin-sphere, with the condition N(N-1)/2 of its solve; of Theta twice |h| N(N-1)
 * |Theta|.  The condition is part of the terms here, since it is one of the first alone. */
static void mhd_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                      const arb_t h, arb_srcptr dW)
{
    slong N = sys->algebra.n;
    ref_algebra sun;
    ref_algebra_sun(&sun, N);
    REF_LOCAL(mag, size, field);
    sun.norm(size, &sun, x);
    ref_zeitlin_terms(terms, N, sys->M ? shell_of(sys) : N, sys->M ? sys->param[AMP][0] : 0, size,
                      h, dW);
    mag_mul_ui(terms, terms, (ulong)(N * (N - 1) / 2));
    sun.norm(size, &sun, x + N * N);
    arb_get_mag(field, h);
    mag_mul_ui(field, field, (ulong)(2 * N * (N - 1)));
    mag_addmul(terms, field, size);
    mag_one(condition);
}

const ref_system_table ref_system_mhd_sphere = {
    .name = "mhd-sphere",
    .read = mhd_read,
    .keys = {"n", "amp", "shell", NULL},
    .freeze = mhd_freeze,
    .generator = mhd_generator,
    .generator_tangent = mhd_generator_tangent,
    .generator_lipschitz = mhd_generator_lipschitz,
    .energy = mhd_energy,
    .casimir_name = mhd_casimir_name,
    .casimirs = mhd_casimirs,
    .terms = mhd_terms,
};
