/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sine-bracket truncation of Euler's equations on the torus, su(N), N odd: X = i sum_m omega_m T_m,
 * eps = 2 pi/N,
 *     Xi(X; h, dW) = -(i/2 eps) sum_m (h omega_m/|m|^2) T_m - (i/2 eps) sum_k dW_k a (T_{n_k} +
 *       T_{-n_k}),
 * an affine map whose linear part multiplies omega_m by -h/(2 eps |m|^2): Lipschitz constant |h|/(2
 * eps).  Energy sum_m |omega_m|^2/(2 |m|^2), which is -(2 eps/N) times the Hamiltonian that Xi is
 * the gradient of.
 * It is not built of terms: its coefficients are irrational, and the bound of terms is 1.34 times
 * as large (ref/system/polynomial.md section 2).
 * Source: LECG section 6, (55).  Derivations: ref/system/zeitlin.md section 6.  Tested by
 * tests/ref/test_ref_sine.c. */
#include "ref/matrix/sun.h"
#include "ref/system/casimirs.h"
#include "ref/system/sine.h"
#include "ref/system/system.h"
#include "ref/system/zeitlin.h"

enum { SIZE, MODES, AMP };

/* The pack: -h/(2 eps), the kernels, and where there is noise its constant, N^2 numbers. */
enum { FACTOR, KERNEL };

static slong constant_at(const ref_system *sys)
{
    return KERNEL + ref_sine_kernel_size(sys->algebra.n);
}

static slp_status check_modes(const ref_system *sys, slong K, slp_error *err)
{
    const double *mode = sys->param[MODES];
    for (size_t i = 0; i + 1 < sys->count[MODES]; i += 2)
        for (size_t j = i; j < i + 2; j++)
            if (!(mode[j] >= -(double)K && mode[j] <= (double)K) ||
                mode[j] != (double)(slong)mode[j] || (mode[i] == 0 && mode[i + 1] == 0)) {
                slp_error_set(err, 0, NULL, "modes", "mode %zu must be within -%ld..%ld and not 0",
                              i / 2 + 1, (long)K, (long)K);
                return SLP_DOMAIN;
            }
    return SLP_OK;
}

static slp_status sine_read(ref_system *sys, slp_error *err)
{
    double size = sys->count[SIZE] == 1 ? sys->param[SIZE][0] : 0;
    slong N = size >= 3 && size <= SLP_MAX_MATRIX ? (slong)size : 0;
    if (N % 2 == 0 || (double)N != size) {
        slp_error_set(err, 0, NULL, "n", "must be an odd number from 3 to %d", SLP_MAX_MATRIX - 1);
        return SLP_DOMAIN;
    }
    if (sys->count[AMP] > 1 || sys->count[MODES] % 2) {
        slp_error_set(err, 0, NULL, sys->count[AMP] > 1 ? "amp" : "modes",
                      "give one amplitude, and modes in pairs");
        return SLP_DOMAIN;
    }
    if (check_modes(sys, (N - 1) / 2, err)) return SLP_DOMAIN;
    ref_algebra_sun(&sys->algebra, N);
    sys->M = sys->count[AMP] ? (slong)sys->count[MODES] / 2 : 0;
    sys->casimir_count = N - 1;
    sys->pack_size = constant_at(sys) + (sys->M ? N * N : 0);
    return SLP_OK;
}

/* c = factor / (2 eps) = factor N / (4 pi) */
static void over_two_eps(arb_t c, slong N, slong prec)
{
    REF_LOCAL(arb, pi);
    arb_const_pi(pi, prec + 4);
    arb_mul_2exp_si(pi, pi, 2);
    arb_mul_si(c, c, N, prec);
    arb_div(c, c, pi, prec);
}

static void sine_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                        slong prec)
{
    slong N = sys->algebra.n;
    REF_LOCAL_VEC(arb, 2 * N + 1, roots);
    arb_ptr c = roots + 2 * N, constant = pack + constant_at(sys);
    ref_sine_roots(roots, N, prec);
    arb_neg(pack + FACTOR, h);
    over_two_eps(pack + FACTOR, N, prec);
    ref_sine_kernel(pack + KERNEL, N, roots, prec);
    if (sys->M) _arb_vec_zero(constant, N * N);
    for (slong k = 0; k < sys->M; k++) {
        const double *mode = sys->param[MODES] + 2 * k;
        arb_set_d(c, -sys->param[AMP][0]);
        arb_mul(c, c, dW + k, prec);
        over_two_eps(c, N, prec);
        ref_sine_add_mode(constant, N, (slong)mode[0], (slong)mode[1], c, roots, prec);
    }
}

static void sine_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                   arb_srcptr x, arb_srcptr dx, slong prec)
{
    slong N = sys->algebra.n;
    (void)x;
    if (arb_is_zero(pack + FACTOR)) {
        _arb_vec_zero(dxi, N * N);
        return;
    }
    ref_sine_convolve(dxi, N, pack + KERNEL, dx, prec);
    _arb_vec_scalar_mul(dxi, dxi, N * N, pack + FACTOR, prec);
}

static void sine_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                           slong prec)
{
    slong N = sys->algebra.n;
    sine_generator_tangent(xi, sys, pack, x, x, prec);
    if (sys->M) _arb_vec_add(xi, xi, pack + constant_at(sys), N * N, prec);
}

/* 1/|m|^2 <= 1 */
static void sine_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                     arb_srcptr x, const mag_t R)
{
    (void)sys;
    (void)x;
    (void)R;
    arb_get_mag(lip, pack + FACTOR);
}

/* |T_m|^2 = N in the pairing: <x, kappa * x> = N sum |omega_m|^2/|m|^2 */
static void sine_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong N = sys->algebra.n, size = ref_sine_kernel_size(N);
    REF_LOCAL_VEC(arb, size + N * N + 2 * N, kernel);
    arb_ptr stream = kernel + size;
    arb_ptr roots = stream + N * N;
    ref_sine_roots(roots, N, prec);
    ref_sine_kernel(kernel, N, roots, prec);
    ref_sine_convolve(stream, N, kernel, x, prec);
    sys->algebra.pairing(energy, &sys->algebra, x, stream, prec);
    arb_div_si(energy, energy, 2 * N, prec);
}

/* (|h| |X| + sum_k |dW_k a| |T_n + T_-n|)/(2 eps), |T_n + T_-n| = (2N)^(1/2): the size of the terms
 * if all of X had |m| = 1.  The errors of transforms have the size of X in every mode. */
static void sine_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                       const arb_t h, arb_srcptr dW)
{
    slong N = sys->algebra.n;
    (void)condition;
    REF_LOCAL(mag, one, amplitude);
    mag_zero(terms);
    if (sys->M) {
        mag_set_d(amplitude, sys->param[AMP][0] < 0 ? -sys->param[AMP][0] : sys->param[AMP][0]);
        for (slong k = 0; k < sys->M; k++) {
            arb_get_mag(one, dW + k);
            mag_add(terms, terms, one);
        }
        mag_mul(terms, terms, amplitude);
        mag_set_ui(one, (ulong)(2 * N));
        mag_sqrt(one, one);
        mag_mul(terms, terms, one);
    }
    sys->algebra.norm(one, &sys->algebra, x);
    arb_get_mag(amplitude, h);
    mag_addmul(terms, amplitude, one);
    mag_mul_ui(terms, terms, (ulong)N);
    mag_div_ui(terms, terms, 12); /* 4 pi > 12 */
}

/* ---- Factors: the energy of modes m, -m, for m > 0 in lexicographic order; then each noise.
 * Modes m and -m commute, so the part of X in both stays in their flow, and with it
 *     xi = -(h/(2 eps |m|^2)) (the part of X in m and -m). ---- */

static slong pair_count(const ref_system *sys)
{
    return (sys->algebra.n * sys->algebra.n - 1) / 2;
}

static slong sine_factors(const ref_system *sys)
{
    return pair_count(sys) + sys->M;
}

/* The k-th m > 0: (0, 1), ..., (0, K), (1, -K), ..., (1, K), (2, -K), ... */
static void mode_of(slong m[2], slong N, slong k)
{
    const slong K = (N - 1) / 2;
    m[0] = k < K ? 0 : 1 + (k - K) / N;
    m[1] = k < K ? k + 1 : (k - K) % N - K;
}

/* -h/(2 eps |m|^2) */
static void pair_weight(arb_t c, const ref_system *sys, slong k, const arb_t h, slong prec)
{
    slong m[2];
    mode_of(m, sys->algebra.n, k);
    arb_neg(c, h);
    over_two_eps(c, sys->algebra.n, prec);
    arb_div_si(c, c, m[0] * m[0] + m[1] * m[1], prec);
}

static void noise_factor(arb_ptr xi, const ref_system *sys, slong k, arb_srcptr dW, arb_ptr roots,
                         arb_t c, slong prec)
{
    const double *mode = sys->param[MODES] + 2 * k;
    _arb_vec_zero(xi, sys->algebra.d);
    arb_set_d(c, -sys->param[AMP][0]);
    arb_mul(c, dW + k, c, prec);
    over_two_eps(c, sys->algebra.n, prec);
    ref_sine_add_mode(xi, sys->algebra.n, (slong)mode[0], (slong)mode[1], c, roots, prec);
}

static void sine_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                        arb_srcptr x, slong prec)
{
    const slong N = sys->algebra.n;
    REF_LOCAL_VEC(arb, 2 * N + 1, roots);
    arb_ptr c = roots + 2 * N;
    slong m[2];
    ref_sine_roots(roots, N, prec);
    if (k >= pair_count(sys)) {
        noise_factor(xi, sys, k - pair_count(sys), dW, roots, c, prec);
    } else {
        mode_of(m, N, k);
        pair_weight(c, sys, k, h, prec);
        ref_sine_pair(xi, N, m[0], m[1], x, roots, prec);
        _arb_vec_scalar_mul(xi, xi, sys->algebra.d, c, prec);
    }
}

static void sine_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)x;
    if (k < pair_count(sys))
        sine_factor(dxi, sys, k, h, dW, dx, prec);
    else
        _arb_vec_zero(dxi, sys->algebra.d);
}

/* Taking the part in two modes is an orthogonal projection. */
static void sine_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                  arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    (void)dW;
    (void)x;
    (void)R;
    REF_LOCAL(arb, c);
    if (k < pair_count(sys)) pair_weight(c, sys, k, h, MAG_BITS + 2);
    arb_get_mag(lip, c);
}

/* The part is a sum over a diagonal of X, whose roundings have the size of X. */
static void sine_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                              const arb_t h, arb_srcptr dW, arb_srcptr x)
{
    (void)condition;
    REF_LOCAL(mag, size);
    if (k < pair_count(sys)) {
        sine_factor_lipschitz(terms, sys, k, h, dW, x, NULL);
        sys->algebra.norm(size, &sys->algebra, x);
        mag_mul(terms, terms, size);
    } else {
        REF_LOCAL_VEC(arb, sys->algebra.d, xi);
        sine_factor(xi, sys, k, h, dW, x, MAG_BITS + 2);
        sys->algebra.norm(terms, &sys->algebra, xi);
    }
}

const ref_system_table ref_system_sine_euler = {
    .name = "sine-euler",
    .read = sine_read,
    .keys = {"n", "modes", "amp", NULL},
    .freeze = sine_freeze,
    .generator = sine_generator,
    .generator_tangent = sine_generator_tangent,
    .generator_lipschitz = sine_generator_lipschitz,
    .energy = sine_energy,
    .casimir_name = ref_sun_casimir_name,
    .casimirs = ref_sun_casimirs,
    .terms = sine_terms,
    .factors = sine_factors,
    .factor = sine_factor,
    .factor_tangent = sine_factor_tangent,
    .factor_lipschitz = sine_factor_lipschitz,
    .factor_terms = sine_factor_terms,
};
