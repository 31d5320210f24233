/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sine-Euler equations on the torus, on su(N), N odd: parameters in the exchange format, and
 * drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw_su.h"

#include <math.h>

static slp_status modes_in_range(slp_error *err, const slp_case *c, size_t n)
{
    size_t count;
    const double *mode = slp_case_param(c, "modes", &count);
    double K = (double)((n - 1) / 2);
    for (size_t i = 0; i < count; i += 2)
        if (fabs(mode[i]) > K || fabs(mode[i + 1]) > K || (mode[i] == 0 && mode[i + 1] == 0))
            return slp_error_set(err, c->line, c->id, "modes",
                                 "mode %zu is %.0f:%.0f, must be within -%.0f..%.0f and not 0:0",
                                 i / 2 + 1, mode[i], mode[i + 1], K, K);
    return SLP_OK;
}

static size_t noises_of(const slp_case *c)
{
    return slp_case_count(c, "amp") ? slp_case_count(c, "modes") / 2 : 0;
}

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 3, SLP_MAX_MATRIX)) return SLP_INPUT;
    if (n % 2 == 0)
        return slp_error_set(err, c->line, c->id, "n", "is %zu, must be odd: 3, 5, 7, ...", n);
    if (slp_expect_count(err, c, "amp", 1, "the amplitude of every noise") ||
        modes_in_range(err, c, n))
        return SLP_INPUT;
    c->d = n * n;
    c->M = noises_of(c);
    return SLP_OK;
}

static slp_status member(const slp_case *c, const double *x, slp_error *err)
{
    return slp_expect_trace_free(err, c, x, (size_t)*slp_case_param(c, "n", &(size_t){0}));
}

/* The energy of each pair of modes m, -m; then each noise. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 3, SLP_MAX_MATRIX)) return SLP_INPUT;
    *count = (n * n - 1) / 2 + noises_of(c);
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c), where |dW| <=
 * 2^-3 * 4.1 = 0.51.  With N <= 7, |X| <= 4 and |a| <= 0.1 the drift is at most 2^-6 * 4 N/4pi =
 * 0.035, its Lipschitz constant times |X| as small, and each of at most 4 modes adds at most 0.051
 * * 2N/4pi = 0.057 to the operator norm: the stage map contracts with about 0.3.
 * Beyond N = 11 amplitudes fall with N. */

enum { LARGE = 11 };

/* Waves across the diagonal only, T_(0,m): X is constant along cyclic diagonals, and so is its
 * stream function. */
static void draw_wave(double *x, slp_draw *from, size_t n)
{
    size_t m = 1 + (size_t)slp_draw_below(from, (n - 1) / 2);
    double re = slp_draw_normal(from), im = slp_draw_normal(from);
    for (size_t i = 0; i < n * n; i++) x[i] = 0;
    for (size_t k = 0; k < n; k++) {
        bool below = k + m >= n;
        size_t at = below ? slp_draw_su_entry(n, k + m - n, k) : slp_draw_su_entry(n, k, k + m);
        x[at] = below ? -re : re;
        x[at + 1] = im;
    }
}

static slp_status draw_noise(slp_case *c, slp_draw *from, size_t n)
{
    uint64_t kind = slp_draw_below(from, 4); /* no noise, zero amplitude, noise */
    double modes[8], amp = kind < 2 ? 0 : slp_draw_between(from, -0.1, 0.1);
    if (n > LARGE) amp *= (double)LARGE / (double)n;
    size_t count = 1 + (size_t)slp_draw_below(from, 4), K = (n - 1) / 2;
    if (kind < 2) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (kind == 0) return SLP_OK;
    for (size_t i = 0; i < count; i++) {
        modes[2 * i] = (double)slp_draw_below(from, n) - (double)K;
        modes[2 * i + 1] = (double)slp_draw_below(from, n) - (double)K;
        if (modes[2 * i] == 0 && modes[2 * i + 1] == 0) modes[2 * i] = 1;
    }
    const slp_status status = slp_case_set_param(c, "modes", modes, 2 * count, NULL);
    return status == SLP_OK ? slp_case_set_param(c, "amp", &amp, 1, NULL) : status;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    static const unsigned char sizes[8] = {3, 3, 3, 3, 5, 5, 5, 7};
    double x[SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST], shape[SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST];
    size_t n = sizes[slp_draw_below(
        from, level > 1 ? 5 : 8)]; /* large steps need Jacobians, which cost n^9 */
    if (from->large) n = 9 + 2 * (size_t)slp_draw_below(from, 2);
    /* a splitting has (n^2-1)/2 factors, each a product of matrices */
    const bool splits = c->scheme && c->scheme->splits;
    if (from->many) n = slp_draw_octave(from, 6, splits ? LARGE : SLP_DRAW_SU_MANY - 1) | 1;
    if (!slp_draw_wanted_size(&n, from, 3, SLP_DRAW_SU_MOST) || n % 2 == 0) return SLP_DOMAIN;
    const double size = (double)n;
    draw_wave(shape, from, n);
    slp_draw_su(x, from, n, shape, level);
    slp_status status = slp_case_set_x(c, x, n * n);
    if (status == SLP_OK) status = slp_case_set_param(c, "n", &size, 1, NULL);
    return status == SLP_OK ? draw_noise(c, from, n) : status;
}

const slp_system slp_system_sine_euler = {
    .name = "sine-euler",
    .about = "sine-bracket truncation of Euler's equations on the torus, su(N)",
    .source = "LECG section 6",
    .algebra = SLP_SUN,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "N, size of the matrices, odd, 3 to 1023"},
               {"modes", SLP_PARAM_PAIRS, false, NULL,
                "modes a:b with noise, one Wiener process each, within -K..K, K = (N-1)/2"},
               {"amp", SLP_PARAM_NUMBERS, false, NULL, "a: amplitude of the noises"}},
    .shape = shape,
    .member = member,
    .draw = draw,
    .factors = factors,
};
