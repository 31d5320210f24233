/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Canonical systems on T*R: parameters in the exchange format, and drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t one;
    const double *model = slp_case_param(c, "model", &one);
    if (slp_expect_count(err, c, "beta", 1, "the amplitude of the first noise") ||
        slp_expect_count(err, c, "gamma", 1, "the amplitude of the second noise"))
        return SLP_INPUT;
    const size_t beta = slp_case_count(c, "beta"), gamma = slp_case_count(c, "gamma");
    if (model[0] == 0 && gamma)
        return slp_error_set(err, c->line, c->id, "gamma",
                             "model=kubo has no second noise; leave gamma out");
    c->d = 2;
    c->M = beta + gamma;
    return SLP_OK;
}

/* kubo: all of it; pendulum: p^2/2, -cos q, then each noise. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t one;
    const double *model = slp_case_param(c, "model", &one);
    const size_t noises = slp_case_count(c, "beta") + slp_case_count(c, "gamma");
    (void)err;
    *count = model && model[0] == 0 ? 1 : 2 + noises;
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave the step small enough for a certificate with |h| <= 2^-6
 * (oracle/contract/draw/case.c): amplitudes are at most 1/2 and |dW| <= 0.51, so the gradient's
 * Lipschitz constant is at most 2^-6 + 0.26 <= 0.28, half of which bounds the contraction of every
 * stage map.  Kubo's oscillator is linear, and its state may have any scale; the pendulum's angle
 * may have gone round many times. */

static void draw_state(double x[2], slp_draw *from, bool kubo, int level)
{
    uint64_t kind = slp_draw_below(from, 8);
    x[0] = slp_draw_between(from, -2, 2);
    x[1] = slp_draw_between(from, -2, 2);
    if (kind == 0) { /* at rest, or through the lowest point */
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        bool minus = slp_draw_chance(from, 1, 2);
        if (minus) slp_draw_mark(from, SLP_DRAW_NEGATIVE_ZERO);
        x[slp_draw_below(from, 2)] = minus ? -0.0 : 0;
    }
    if (kind == 1 && kubo) {
        bool small = slp_draw_chance(from, 1, 2);
        int scale = 4 + (int)slp_draw_below(from, level > 1 ? 400 : 30);
        slp_draw_mark(from, small ? SLP_DRAW_SMALL_NORM : SLP_DRAW_LARGE_NORM);
        for (int i = 0; i < 2; i++) x[i] = ldexp(x[i], small ? -scale : scale);
    }
    if (kind == 1 && !kubo) { /* upright, off it by 2^-4 .. 2^-43 */
        slp_draw_mark(from, SLP_DRAW_SEPARATRIX);
        x[0] = 0x1.921fb54442d18p+1 + ldexp(1, -4 - (int)slp_draw_below(from, 40));
        x[1] = 0;
    }
    if (kind == 2 && !kubo) {
        slp_draw_mark(from, SLP_DRAW_LARGE_NORM);
        x[0] *= (double)(1 + slp_draw_below(from, 1000));
    }
    slp_draw_denormal(x, 2, from, level);
    if (level == 1 && x[0] == 0 && x[1] == 0) x[0] = 1;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double model = slp_draw_chance(from, 1, 2) ? 1 : 0, x[2];
    uint64_t noises = slp_draw_below(from, 4); /* a set of the two */
    double amplitude[2];
    draw_state(x, from, model == 0, level);
    for (int k = 0; k < 2; k++)
        amplitude[k] = slp_draw_chance(from, 1, 8) ? 0 : slp_draw_between(from, -0.5, 0.5);
    slp_status status = slp_case_set_param(c, "model", &model, 1, NULL);
    if (status == SLP_OK && (noises & 1))
        status = slp_case_set_param(c, "beta", amplitude, 1, NULL);
    if (model == 0) noises &= 1;
    if (status == SLP_OK && (noises & 2))
        status = slp_case_set_param(c, "gamma", amplitude + 1, 1, NULL);
    if (noises == 0) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (noises == 3) slp_draw_mark(from, SLP_DRAW_MANY_NOISES);
    return status == SLP_OK ? slp_case_set_x(c, x, 2) : status;
}

const slp_system slp_system_canonical = {
    .name = "canonical",
    .about = "canonical system in one degree of freedom, state (q, p), T*R",
    .source = "GBW section 2",
    .algebra = SLP_VECTOR,
    .has = SLP_LAW_POISSON | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .params = {{"model", SLP_PARAM_WORD, true, "kubo pendulum",
                "kubo: H0 = (q^2+p^2)/2; pendulum: H0 = p^2/2 - cos q"},
               {"beta", SLP_PARAM_NUMBERS, false, NULL,
                "kubo: H1 = beta (q^2+p^2)/2; pendulum: H1 = beta sin q"},
               {"gamma", SLP_PARAM_NUMBERS, false, NULL, "pendulum: H2 = gamma p"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
};
