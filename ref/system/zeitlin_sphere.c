/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Euler's equations on the sphere in Zeitlin's matrices, su(N): H0 = -<Delta_N^-1 X, X>/2 > 0,
 *     Xi(X; h, dW) = -h Delta_N^-1 X + sum_lm dW_lm (a/(l(l+1))) <T_lm, X> T_lm,
 *     l = shell..N-1, m = -l..l.
 * On a planet that turns X - f T_10 stands in H0 for X, which adds -h f/2 T_10 to Xi.
 * A linear map apart from that, diagonal in the orthonormal basis T_lm: its largest factor is its
 * Lipschitz constant.  It is not built of terms: Delta_N^-1 has N^3 of them, with a bound 1.13
 * times as large, where its solve takes N^2 operations.  Source: EJLL section 6.4, with (41) and
 * (43) corrected: ref/system/zeitlin.md.  Tested by tests/ref/test_ref_zeitlin.c. */
#include "ref/matrix/sun.h"
#include "ref/system/casimirs.h"
#include "ref/system/system.h"
#include "ref/system/zeitlin.h"

#include <math.h>

enum { SIZE, AMP, SHELL, CORIOLIS };

/* Where the parts of the pack begin: h, the Lipschitz constant, -h f/2, factors of Delta_N, the
 * noise. */
enum { STEP, LIPSCHITZ, PLANET, FACTOR };

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

static slp_status zeitlin_read(ref_system *sys, slp_error *err)
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
    if (sys->count[CORIOLIS] > 1) {
        slp_error_set(err, 0, NULL, "coriolis", "%zu numbers; give one, or leave it out",
                      sys->count[CORIOLIS]);
        return SLP_DOMAIN;
    }
    ref_algebra_sun(&sys->algebra, N);
    slong shell = shell_of(sys);
    sys->M = sys->count[AMP] ? N * N - shell * shell : 0;
    sys->casimir_count = N - 1;
    sys->pack_size = filter_at(sys) + (sys->M ? ref_zeitlin_filter_size(N, shell) : 0);
    return SLP_OK;
}

static void zeitlin_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                           slong prec)
{
    slong N = sys->algebra.n;
    REF_LOCAL(arb, a);
    if (sys->M) arb_set_d(a, sys->param[AMP][0]);
    arb_set(pack + STEP, h);
    ref_zeitlin_lipschitz(pack + LIPSCHITZ, N, sys->M ? shell_of(sys) : N, a, h, dW, prec);
    arb_zero(pack + PLANET);
    if (sys->count[CORIOLIS]) {
        arb_set_d(pack + PLANET, -0.5 * sys->param[CORIOLIS][0]);
        arb_mul(pack + PLANET, pack + PLANET, h, prec);
    }
    ref_zeitlin_factor(pack + FACTOR, N, prec);
    if (sys->M) ref_zeitlin_filter(pack + filter_at(sys), N, shell_of(sys), a, dW, prec);
}

/* xi = the part of Xi that is linear in x */
static void linear_part(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                        slong prec)
{
    slong N = sys->algebra.n;
    if (arb_is_zero(pack + STEP)) {
        _arb_vec_zero(xi, N * N);
    } else {
        ref_zeitlin_invert(xi, N, pack + FACTOR, x, prec);
        _arb_vec_scalar_mul(xi, xi, N * N, pack + STEP, prec);
    }
    if (sys->M) ref_zeitlin_add_noise(xi, N, shell_of(sys), pack + filter_at(sys), x, prec);
}

static void zeitlin_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                              slong prec)
{
    linear_part(xi, sys, pack, x, prec);
    if (sys->count[CORIOLIS]) ref_zeitlin_add_axis(xi, sys->algebra.n, pack + PLANET, prec);
}

static void zeitlin_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                      arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)x;
    linear_part(dxi, sys, pack, dx, prec);
}

static void zeitlin_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                        arb_srcptr x, const mag_t R)
{
    (void)sys;
    (void)x;
    (void)R;
    arb_get_mag(lip, pack + LIPSCHITZ);
}

/* energy += -(f/2) <T_10, X> + f^2/4, since -Delta_N^-1 T_10 = T_10/2 and |T_10| = 1 */
static void add_planet(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    REF_LOCAL(arb, f, term);
    arb_set_d(f, 0.5 * sys->param[CORIOLIS][0]);
    ref_zeitlin_along_axis(term, sys->algebra.n, x, prec);
    arb_submul(energy, f, term, prec);
    arb_addmul(energy, f, f, prec);
}

static void zeitlin_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong N = sys->algebra.n, size = ref_zeitlin_factor_size(N);
    REF_LOCAL_VEC(arb, size + N * N, factor);
    arb_ptr stream = factor + size;
    ref_zeitlin_factor(factor, N, prec);
    ref_zeitlin_invert(stream, N, factor, x, prec);
    sys->algebra.pairing(energy, &sys->algebra, x, stream, prec);
    arb_mul_2exp_si(energy, energy, -1);
    if (sys->count[CORIOLIS]) add_planet(energy, sys, x, prec);
}

/* The planet adds |h f|/2 |T_10|.  A solve may amplify by |Delta^-1| |Delta|. */
static void zeitlin_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                          const arb_t h, arb_srcptr dW)
{
    slong N = sys->algebra.n;
    REF_LOCAL(mag, half, one);
    sys->algebra.norm(one, &sys->algebra, x);
    ref_zeitlin_terms(terms, N, sys->M ? shell_of(sys) : N, sys->M ? sys->param[AMP][0] : 0, one, h,
                      dW);
    if (sys->count[CORIOLIS]) {
        arb_get_mag(one, h);
        mag_set_d(half, 0.5 * fabs(sys->param[CORIOLIS][0]));
        mag_addmul(terms, one, half);
    }
    mag_set_ui(condition, (ulong)(N * (N - 1) / 2));
}

const ref_system_table ref_system_zeitlin_sphere = {
    .name = "zeitlin-sphere",
    .read = zeitlin_read,
    .keys = {"n", "amp", "shell", "coriolis", NULL},
    .freeze = zeitlin_freeze,
    .generator = zeitlin_generator,
    .generator_tangent = zeitlin_generator_tangent,
    .generator_lipschitz = zeitlin_generator_lipschitz,
    .energy = zeitlin_energy,
    .casimir_name = ref_sun_casimir_name,
    .casimirs = ref_sun_casimirs,
    .terms = zeitlin_terms,
};
