/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Magnetohydrodynamics on the sphere in Zeitlin's matrices, on su(N) over the dual numbers:
 * parameters in the exchange format, and drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw_su.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    size_t shell = (n + 1) / 2;
    if (slp_expect_count(err, c, "amp", 1, "the amplitude of every noise") ||
        slp_expect_integer(&shell, err, c, "shell", 1, n - 1))
        return SLP_INPUT;
    c->d = 2 * n * n;
    c->M =
        slp_case_count(c, "amp") ? n * n - shell * shell : 0; /* sum of 2l+1 over l = shell..n-1 */
    return SLP_OK;
}

/* The traces of W and Theta are 0. */
static slp_status member(const slp_case *c, const double *x, slp_error *err)
{
    const size_t n = (size_t)*slp_case_param(c, "n", &(size_t){0});
    const slp_status status = slp_expect_trace_free(err, c, x, n);
    return status == SLP_OK ? slp_expect_trace_free(err, c, x + n * n, n) : status;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c).  The magnetic
 * part of the generator, -h Delta Theta, multiplies a harmonic by up to 2^-6 N(N-1), which is then
 * the Lipschitz constant of Xi for N > 2; its product with |x| bounds how the stage map contracts.
 * So W, drawn with |W| <= 4, is scaled to |W| <= 32/(N(N-1)), and Theta to a quarter of that, by
 * powers of 2 (W stays for N = 2).  Then |h Delta Theta| <= 1/8, the constant times |W| is at most
 * 1/2, and |h Delta^-1 W| and the noise, |a| <= 0.1 and |dW| <= 0.51, are 0.14 at most, as on
 * zeitlin-sphere. */

/* Degrees 1 and 2 of W in one draw, of Theta in the other, as a current sheet is: i times c_1 s_k +
 * c_2 s_k^2 on the diagonal, s_k = (n-1)/2 - k, and c_3 times the raising spin matrix beside it. */
static void draw_large_scale(double *x, slp_draw *from, size_t n)
{
    double c[4];
    for (size_t i = 0; i < n * n; i++) x[i] = 0;
    for (size_t i = 0; i < 4; i++) c[i] = slp_draw_normal(from);
    for (size_t k = 0; k < n; k++) {
        const double s = (double)(n - 1) / 2 - (double)k;
        x[k] = c[0] * s + c[1] * s * s;
        if (k + 1 == n) break;
        const double hop = sqrt((double)((k + 1) * (n - 1 - k)));
        x[slp_draw_su_entry(n, k, k + 1)] = hop * c[2];
        x[slp_draw_su_entry(n, k, k + 1) + 1] = hop * c[3];
    }
}

/* One of the two matrices, at most 4 2^-less long. */
static void draw_matrix(double *x, slp_draw *from, size_t n, int less, int level)
{
    double shape[SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST];
    draw_large_scale(shape, from, n);
    slp_draw_su(x, from, n, shape, level);
    for (size_t i = 0; i < n * n; i++) x[i] = ldexp(x[i], -less);
    /* where numbers became subnormal, their sum is exact but may differ from 0 */
    double trace = 0;
    for (size_t i = 0; i + 1 < n; i++) trace += x[i];
    if (trace != 0) x[n - 1] = -trace;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    enum { MOST = SLP_DRAW_SU_MOST * SLP_DRAW_SU_MOST };
    static const unsigned char sizes[16] = {2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5};
    static const unsigned char larger[8] = {7, 7, 7, 7, 8, 8, 9, 10};
    double x[2 * MOST];
    size_t n = from->large ? larger[slp_draw_below(from, 8)] : sizes[slp_draw_below(from, 16)];
    if (level > 1 && n > 3) n = 3; /* large steps need Jacobians, which cost n^9 */
    if (from->many) n = slp_draw_octave(from, 6, SLP_DRAW_SU_MANY);
    if (!slp_draw_wanted_size(&n, from, 2, SLP_DRAW_SU_MOST)) return SLP_DOMAIN;
    uint64_t kind = slp_draw_below(from, 4); /* no noise, zero amplitude, noise */
    double size = (double)n, amp = kind < 2 ? 0 : slp_draw_between(from, -0.1, 0.1);
    double shell = (double)(1 + slp_draw_below(from, n - 1));
    int less = 0;
    if (kind < 2) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (n > 2) /* 4 2^-less <= 32/(n(n-1)) */
        while (n * (n - 1) > (size_t)8 << less) less++;
    draw_matrix(x, from, n, less, level);
    draw_matrix(x + n * n, from, n, less + 2, level);
    switch (slp_draw_below(from, 10)) {
    case 0: /* no field: W moves as on zeitlin-sphere */
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        for (size_t i = n * n; i < 2 * n * n; i++) x[i] = 0;
        break;
    case 1: /* a field at rest */
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        for (size_t i = 0; i < n * n; i++) x[i] = 0;
        break;
    default:
        break;
    }
    slp_status status = slp_case_set_x(c, x, 2 * n * n);
    if (status == SLP_OK) status = slp_case_set_param(c, "n", &size, 1, NULL);
    if (status == SLP_OK && kind) status = slp_case_set_param(c, "amp", &amp, 1, NULL);
    if (slp_draw_chance(from, 1, 2) && status == SLP_OK)
        status = slp_case_set_param(c, "shell", &shell, 1, NULL);
    return status;
}

const slp_system slp_system_mhd_sphere = {
    .name = "mhd-sphere",
    .about = "magnetohydrodynamics on the sphere, state (W, Theta), su(N) over the dual numbers",
    .source = "Modin and Roop, Zeitlin's matrices",
    .algebra = SLP_SUN_DUAL,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_POISSON | SLP_LAW_ENERGY |
           SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .turns = true,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "N, size of the matrices, 2 to 1024"},
               {"amp", SLP_PARAM_NUMBERS, false, NULL,
                "a: noises on the harmonics of W of degree shell..N-1"},
               {"shell", SLP_PARAM_NUMBERS, false, NULL,
                "lowest degree with noise, 1 to N-1; N/2 rounded up when left out"}},
    .shape = shape,
    .member = member,
    .draw = draw,
};
