/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's matrix hydrodynamics on the sphere, on su(N): parameters in the exchange format, and
 * drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw_su.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    size_t shell = (n + 1) / 2;
    if (slp_expect_count(err, c, "amp", 1, "the amplitude of every noise") ||
        slp_expect_count(err, c, "coriolis", 1, "f, of the planet's vorticity") ||
        slp_expect_integer(&shell, err, c, "shell", 1, n - 1))
        return SLP_INPUT;
    c->d = n * n;
    c->M =
        slp_case_count(c, "amp") ? n * n - shell * shell : 0; /* sum of 2l+1 over l = shell..n-1 */
    return SLP_OK;
}

static slp_status member(const slp_case *c, const double *x, slp_error *err)
{
    return slp_expect_trace_free(err, c, x, (size_t)*slp_case_param(c, "n", &(size_t){0}));
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c), where |dW| <=
 * 2^-3 * 4.1 = 0.51.  With |X| <= 4 and |a| <= 0.1 the generator multiplies no harmonic by more
 * than (2^-6 + 0.051)/2 < 0.034, so |Xi| <= 0.14 and its Lipschitz constant times |X| is as small:
 * the stage map z -> x + [Xi(z), z]/2 + ... contracts with about 0.3.  A planet's vorticity with
 * |f| <= 1 adds 2^-6/2 to |Xi|. */

/* Degrees 1 and 2: with s_k = (n-1)/2 - k, i times c_1 s_k + c_2 (s_k^2 - mean) on the diagonal and
 * (c_3 + c_4 (s_k + s_{k+1})) times the entries of the raising spin matrix beside it. */
static void draw_large_scale(double *x, slp_draw *from, size_t n)
{
    double c[6];
    for (size_t i = 0; i < n * n; i++) x[i] = 0;
    for (size_t i = 0; i < 6; i++) c[i] = slp_draw_normal(from);
    for (size_t k = 0; k < n; k++) {
        double s = (double)(n - 1) / 2 - (double)k;
        x[k] = c[0] * s + c[1] * s * s;
        if (k + 1 == n) break;
        double hop = sqrt((double)((k + 1) * (n - 1 - k)));
        x[slp_draw_su_entry(n, k, k + 1)] = hop * (c[2] + c[3] * (2 * s - 1));
        x[slp_draw_su_entry(n, k, k + 1) + 1] = hop * (c[4] + c[5] * (2 * s - 1));
    }
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    static const unsigned char sizes[16] = {2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 8};
    double x[SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST], shape[SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST];
    static const unsigned char larger[8] = {7, 7, 7, 9, 9, 10, 10, SLP_DRAW_SU_LARGE};
    size_t n = from->large ? larger[slp_draw_below(from, 8)] : sizes[slp_draw_below(from, 16)];
    if (level > 1 && n > 4) n = 4; /* large steps need Jacobians, which cost n^9 */
    if (from->many) n = slp_draw_octave(from, 6, SLP_DRAW_SU_MANY);
    if (!slp_draw_wanted_size(&n, from, 2, SLP_DRAW_SU_MOST)) return SLP_DOMAIN;
    uint64_t kind = slp_draw_below(from, 4); /* no noise, zero amplitude, noise */
    double size = (double)n, amp = kind < 2 ? 0 : slp_draw_between(from, -0.1, 0.1);
    double shell = (double)(1 + slp_draw_below(from, n - 1));
    if (kind < 2) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    draw_large_scale(shape, from, n);
    slp_draw_su(x, from, n, shape, level);
    slp_status status = slp_case_set_x(c, x, n * n);
    if (status == SLP_OK) status = slp_case_set_param(c, "n", &size, 1, NULL);
    if (status == SLP_OK && kind) status = slp_case_set_param(c, "amp", &amp, 1, NULL);
    if (slp_draw_chance(from, 1, 2) && status == SLP_OK)
        status = slp_case_set_param(c, "shell", &shell, 1, NULL);
    const bool turning = slp_draw_chance(from, 1, 4);
    const double coriolis = slp_draw_between(from, -1, 1);
    if (turning && status == SLP_OK) status = slp_case_set_param(c, "coriolis", &coriolis, 1, NULL);
    return status;
}

const slp_system slp_system_zeitlin_sphere = {
    .name = "zeitlin-sphere",
    .about = "Euler's equations on the sphere in Zeitlin's matrices, su(N)",
    .source = "EJLL section 6.4",
    .algebra = SLP_SUN,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .turns = true,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "N, size of the matrices, 2 to 1024"},
               {"amp", SLP_PARAM_NUMBERS, false, NULL,
                "a: noises on the harmonics of degree shell..N-1"},
               {"shell", SLP_PARAM_NUMBERS, false, NULL,
                "lowest degree with noise, 1 to N-1; N/2 rounded up when left out"},
               {"coriolis", SLP_PARAM_NUMBERS, false, NULL,
                "f: the planet's vorticity is f T_10; 0 when left out"}},
    .shape = shape,
    .member = member,
    .draw = draw,
};
