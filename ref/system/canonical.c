/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Canonical systems on T*R, state (q, p), GBW section 2.  `beta` and `gamma` are amplitudes of
 * noises; a noise exists only if its amplitude is given:
 *     kubo      H0 = (q^2 + p^2)/2,     H_beta = beta (q^2 + p^2)/2:   Xi = (h + beta dW) (q, p),
 *     pendulum  H0 = p^2/2 - cos q,     H_beta = beta sin q, H_gamma = gamma p:
 *               Xi = (h sin q + beta dW cos q, h p + gamma dW').
 * Frozen as h, beta dW, gamma dW'; of kubo as h + beta dW.  No Casimirs: the bracket is not
 * degenerate.  It is not built of terms: the pendulum's sine is no polynomial.
 * Tested by tests/ref/test_ref_canonical.c. */
#include "ref/algebra/vector.h"
#include "ref/system/system.h"

enum { MODEL, BETA, GAMMA };
enum { STEP, ALONG_BETA, ALONG_GAMMA, PACK };

static bool is_kubo(const ref_system *sys)
{
    return sys->param[MODEL][0] == 0;
}

static slp_status canonical_read(ref_system *sys, slp_error *err)
{
    ref_algebra_vector(&sys->algebra);
    if (sys->count[MODEL] != 1 || (sys->param[MODEL][0] != 0 && sys->param[MODEL][0] != 1)) {
        slp_error_set(err, 0, NULL, "model", "no known model; give kubo or pendulum");
        return SLP_DOMAIN;
    }
    if (sys->count[BETA] > 1 || sys->count[GAMMA] > 1) {
        slp_error_set(err, 0, NULL, sys->count[BETA] > 1 ? "beta" : "gamma",
                      "more than one amplitude; give 1, or leave it out");
        return SLP_DOMAIN;
    }
    if (is_kubo(sys) && sys->count[GAMMA]) {
        slp_error_set(err, 0, NULL, "gamma", "kubo has no second noise; leave gamma out");
        return SLP_DOMAIN;
    }
    sys->M = (slong)(sys->count[BETA] + sys->count[GAMMA]);
    sys->casimir_count = 0;
    sys->pack_size = PACK;
    return SLP_OK;
}

static void canonical_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                             slong prec)
{
    slong k = 0;
    arb_set_round(pack + STEP, h, prec);
    for (int noise = 0; noise < 2; noise++) {
        arb_ptr amount = pack + ALONG_BETA + noise;
        arb_zero(amount);
        if (sys->count[BETA + noise] == 0) continue;
        arb_set_d(amount, sys->param[BETA + noise][0]);
        arb_mul(amount, amount, dW + k, prec);
        k++;
    }
    if (is_kubo(sys)) arb_add(pack + STEP, pack + STEP, pack + ALONG_BETA, prec);
}

static void canonical_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                slong prec)
{
    if (is_kubo(sys)) {
        arb_mul(xi, pack + STEP, x, prec);
        arb_mul(xi + 1, pack + STEP, x + 1, prec);
        return;
    }
    arb_sin_cos(xi, xi + 1, x, prec);
    arb_mul(xi, xi, pack + STEP, prec);
    arb_addmul(xi, xi + 1, pack + ALONG_BETA, prec);
    arb_mul(xi + 1, pack + STEP, x + 1, prec);
    arb_add(xi + 1, xi + 1, pack + ALONG_GAMMA, prec);
}

/* slope = h cos q - beta dW sin q, the derivative of the pendulum's first component */
static void pendulum_slope(arb_t slope, arb_srcptr pack, const arb_t q, slong prec)
{
    REF_LOCAL(arb, sine);
    arb_sin_cos(sine, slope, q, prec);
    arb_mul(slope, slope, pack + STEP, prec);
    arb_submul(slope, sine, pack + ALONG_BETA, prec);
}

static void canonical_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                        arb_srcptr x, arb_srcptr dx, slong prec)
{
    if (is_kubo(sys)) {
        arb_mul(dxi, pack + STEP, dx, prec);
    } else {
        pendulum_slope(dxi, pack, x, prec);
        arb_mul(dxi, dxi, dx, prec);
    }
    arb_mul(dxi + 1, pack + STEP, dx + 1, prec);
}

/* The derivative is diagonal: |h| (kubo: |h + beta dW|) and |h cos q - beta dW sin q|, which is at
 * most sqrt(h^2 + (beta dW)^2) and at most its largest value for q within R. */
static void canonical_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                          arb_srcptr x, const mag_t R)
{
    arb_get_mag(lip, pack + STEP);
    if (is_kubo(sys)) return;
    REF_LOCAL(arb, q);
    REF_LOCAL(mag, most, here);
    arb_get_mag(most, pack + ALONG_BETA);
    mag_hypot(most, most, lip);
    if (mag_cmp_2exp_si(R, 2) < 0) {
        arb_set(q, x);
        arb_add_error_mag(q, R);
        pendulum_slope(q, pack, q, 64);
        arb_get_mag(here, q);
        mag_min(most, most, here);
    }
    mag_max(lip, lip, most);
}

static void canonical_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    REF_LOCAL(arb, potential);
    if (is_kubo(sys)) {
        arb_sqr(potential, x, prec);
        arb_mul_2exp_si(potential, potential, -1);
    } else {
        arb_cos(potential, x, prec);
        arb_neg(potential, potential);
    }
    arb_sqr(energy, x + 1, prec);
    arb_mul_2exp_si(energy, energy, -1);
    arb_add(energy, energy, potential, prec);
}

/* The bracket is not degenerate: the list of Casimirs is empty. */
static void canonical_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    (void)values;
    (void)sys;
    (void)x;
    (void)prec;
}

/* ---- Factors.  kubo: all of it, a turn by alpha = h + beta dW in the plane, which is the flow of
 * the constant generator J^-1 (R - I) x, R the turn.  pendulum: p^2/2, -cos q, then each noise. */

enum { KINETIC, POTENTIAL, NOISES };

static slong canonical_factors(const ref_system *sys)
{
    return is_kubo(sys) ? 1 : NOISES + sys->M;
}

/* The amplitude of noise k times its increment. */
static void amount(arb_t out, const ref_system *sys, slong k, arb_srcptr dW, slong prec)
{
    arb_set_d(out, sys->param[sys->count[BETA] && k == 0 ? BETA : GAMMA][0]);
    arb_mul(out, out, dW + k, prec);
}

static void kubo_angle(arb_t alpha, const ref_system *sys, const arb_t h, arb_srcptr dW, slong prec)
{
    arb_zero(alpha);
    if (sys->M) amount(alpha, sys, 0, dW, prec);
    arb_add(alpha, alpha, h, prec);
}

/* xi = (p (1 - cos) + q sin, p sin - q (1 - cos)) of alpha; 1 - cos = 2 sin^2(alpha/2) */
static void kubo_factor(arb_ptr xi, const ref_system *sys, const arb_t h, arb_srcptr dW,
                        arb_srcptr x, slong prec)
{
    REF_LOCAL_VEC(arb, 3, w);
    arb_ptr sine = w + 1, gap = w + 2;
    kubo_angle(w, sys, h, dW, prec);
    arb_sin(sine, w, prec);
    arb_mul_2exp_si(gap, w, -1);
    arb_sin(gap, gap, prec);
    arb_sqr(gap, gap, prec);
    arb_mul_2exp_si(gap, gap, 1);
    arb_mul(xi, x + 1, gap, prec);
    arb_addmul(xi, x, sine, prec);
    arb_mul(xi + 1, x + 1, sine, prec);
    arb_submul(xi + 1, x, gap, prec);
}

static void canonical_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h,
                             arb_srcptr dW, arb_srcptr x, slong prec)
{
    if (is_kubo(sys)) {
        kubo_factor(xi, sys, h, dW, x, prec);
        return;
    }
    _arb_vec_zero(xi, 2);
    if (k == KINETIC) {
        arb_mul(xi + 1, h, x + 1, prec);
    } else if (k == POTENTIAL) {
        arb_sin(xi, x, prec);
        arb_mul(xi, xi, h, prec);
    } else if (sys->count[BETA] && k == NOISES) {
        amount(xi + 1, sys, 0, dW, prec);
        arb_cos(xi, x, prec);
        arb_mul(xi, xi, xi + 1, prec);
        arb_zero(xi + 1);
    } else {
        amount(xi + 1, sys, k - NOISES, dW, prec);
    }
}

static void canonical_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                     arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    if (is_kubo(sys)) {
        kubo_factor(dxi, sys, h, dW, dx, prec);
        return;
    }
    _arb_vec_zero(dxi, 2);
    if (k == KINETIC) {
        arb_mul(dxi + 1, h, dx + 1, prec);
    } else if (k == POTENTIAL) {
        arb_cos(dxi, x, prec);
        arb_mul(dxi, dxi, h, prec);
        arb_mul(dxi, dxi, dx, prec);
    } else if (sys->count[BETA] && k == NOISES) {
        amount(dxi + 1, sys, 0, dW, prec);
        arb_sin(dxi, x, prec);
        arb_neg(dxi, dxi);
        arb_mul(dxi, dxi, dxi + 1, prec);
        arb_mul(dxi, dxi, dx, prec);
        arb_zero(dxi + 1);
    }
}

/* kubo: |R - I| = 2 |sin(alpha/2)| <= min(|alpha|, 2); pendulum: |h|, |beta dW| or 0 */
static void canonical_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                       arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    (void)x;
    (void)R;
    REF_LOCAL(arb, number);
    REF_LOCAL(mag, two);
    mag_set_ui(two, 2);
    if (is_kubo(sys)) {
        kubo_angle(number, sys, h, dW, MAG_BITS + 2);
    } else if (k < NOISES) {
        arb_set(number, h);
    } else if (sys->count[BETA] && k == NOISES) {
        amount(number, sys, 0, dW, MAG_BITS + 2);
    }
    arb_get_mag(lip, number);
    if (is_kubo(sys)) mag_min(lip, lip, two);
}

/* kubo: the angle is a rounded sum, whose parts may cancel, and moves the state by |x| times its
 * error: (|h| + |beta dW|) |x|; pendulum: |xi| */
static void canonical_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                                   const arb_t h, arb_srcptr dW, arb_srcptr x)
{
    REF_LOCAL_VEC(arb, 2, xi);
    (void)condition;
    REF_LOCAL(mag, size);
    if (is_kubo(sys)) {
        arb_get_mag(size, h);
        if (sys->M) amount(xi, sys, 0, dW, MAG_BITS + 2);
        arb_get_mag(terms, xi);
        mag_add(size, size, terms);
        sys->algebra.norm(terms, &sys->algebra, x);
        mag_mul(terms, terms, size);
    } else {
        canonical_factor(xi, sys, k, h, dW, x, MAG_BITS + 2);
        sys->algebra.norm(terms, &sys->algebra, xi);
    }
}

const ref_system_table ref_system_canonical = {
    .name = "canonical",
    .read = canonical_read,
    .keys = {"model", "beta", "gamma", NULL},
    .freeze = canonical_freeze,
    .generator = canonical_generator,
    .generator_tangent = canonical_generator_tangent,
    .generator_lipschitz = canonical_generator_lipschitz,
    .energy = canonical_energy,
    .casimirs = canonical_casimirs,
    .factors = canonical_factors,
    .factor = canonical_factor,
    .factor_tangent = canonical_factor_tangent,
    .factor_lipschitz = canonical_factor_lipschitz,
    .factor_terms = canonical_factor_terms,
};
