/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body, on so(3) in coordinates of R^3: parameters in the exchange format, and drawing of
 * cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    if (slp_expect_count(err, c, "inertia", 3, "the principal moments") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "quad", 3, "one amplitude for each axis") ||
        slp_expect_groups(err, c, "lin", 3, "one vector for each noise"))
        return SLP_INPUT;
    c->d = 3;
    c->M = slp_case_count(c, "quad") + slp_case_count(c, "lin") / 3;
    return SLP_OK;
}

/* x_k^2/(2 I_k) with the noise of that axis, k = 1, 2, 3; then each noise of lin. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    (void)err;
    *count = 3 + slp_case_count(c, "lin") / 3;
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave the generator small enough for a certificate with |h| <= 2^-6
 * (oracle/contract/draw/case.c).  Before scaling |x| <= 2, 1/I <= 2, sum of amplitudes of lin <=
 * 0.2, of each quad <= 0.1, and |dW| <= sqrt(h) A_h <= 2^-3 * 4.1 = 0.51 at h = 2^-6.  Then
 *   |Xi| <= 2^-6 * 4 + sqrt(3) * 0.51 * 0.1 * 2 + 0.51 * 0.2 <= 0.35,
 * and its Lipschitz constant times |x| is at most 0.24: the stage map z -> x + ad*_Xi(z) z / 2
 * contracts with about (0.35 + 0.24)/2 = 0.3.  Scaling x and I by 2^k and quad by 2^-k leaves all
 * of it as it is. */

static double draw_moment(slp_draw *from)
{
    uint64_t kind = slp_draw_below(from, 8);
    return kind == 0   ? 1
           : kind == 1 ? (double)(1 + slp_draw_below(from, 8)) / 2
                       : slp_draw_between(from, 0.5, 4);
}

static void draw_inertia(double inertia[3], slp_draw *from)
{
    for (int i = 0; i < 3; i++) inertia[i] = draw_moment(from);
    switch (slp_draw_below(from, 16)) {
    case 1:
        inertia[2] = inertia[1];
        break;
    case 2:
        inertia[1] = inertia[0];
        break;
    case 3:
        inertia[1] = inertia[2] = inertia[0];
        break;
    default:
        break;
    }
    if (inertia[0] == inertia[1] || inertia[1] == inertia[2] || inertia[0] == inertia[2])
        slp_draw_mark(from, SLP_DRAW_EQUAL);
}

/* The axis of the middle moment, about which rotation is unstable. */
static int middle(const double inertia[3])
{
    for (int i = 0; i < 3; i++) {
        double a = inertia[(i + 1) % 3], b = inertia[(i + 2) % 3];
        if ((a - inertia[i]) * (b - inertia[i]) <= 0) return i;
    }
    return 1;
}

static void draw_state(double x[3], slp_draw *from, const double inertia[3], int level)
{
    for (int i = 0; i < 3; i++) x[i] = 0;
    switch (slp_draw_below(from, 10)) {
    case 0:
        slp_draw_mark(from, SLP_DRAW_AXIS);
        x[slp_draw_below(from, 3)] = slp_draw_chance(from, 1, 2) ? -1 : 1;
        break;
    case 1: /* near a separatrix: all but on the unstable axis, off it by 2^-4 .. 2^-43 */
        slp_draw_mark(from, SLP_DRAW_SEPARATRIX);
        for (int i = 0; i < 3; i++)
            x[i] = i == middle(inertia) ? 1 : ldexp(1, -4 - (int)slp_draw_below(from, 40));
        break;
    case 2: /* small halves, zeros among them */
        for (int i = 0; i < 3; i++) x[i] = ((double)slp_draw_below(from, 5) - 2) / 2;
        break;
    default:
        slp_draw_direction(x, 3, from, slp_draw_between(from, 0.5, 2), 0);
    }
    if (level > 1 && slp_draw_chance(from, 1, 16)) x[0] = x[1] = x[2] = 0;
    slp_draw_denormal(x, 3, from, level);
    if (level == 1 && x[0] == 0 && x[1] == 0 && x[2] == 0) x[0] = 1;
}

/* Zero coordinates, of either sign. */
static void draw_zeros(double x[3], slp_draw *from)
{
    if (slp_draw_chance(from, 1, 12)) {
        size_t i = (size_t)slp_draw_below(from, 3);
        if (x[(i + 1) % 3] != 0 || x[(i + 2) % 3] != 0) x[i] = 0;
    }
    slp_draw_signs_of_zeros(x, 3, from);
}

static slp_status draw_noise(slp_case *c, slp_draw *from, int scale)
{
    enum { MOST = 6 };
    /* which noises: none, a zero amplitude, quad, lin, both, more than dimensions */
    uint64_t kind = slp_draw_below(from, 10);
    double quad[3], lin[3 * MOST];
    size_t vectors = kind == 5 || kind == 6 ? 1 + (size_t)slp_draw_below(from, 3)
                     : kind == 7            ? 1 + (size_t)slp_draw_below(from, MOST)
                     : kind == 8            ? 4 + (size_t)slp_draw_below(from, 3)
                                            : 0;
    bool with_quad = (kind >= 1 && kind <= 4) || kind == 7 || kind == 9;
    for (int i = 0; i < 3; i++)
        quad[i] = kind == 1 ? 0 : ldexp(slp_draw_between(from, 0, 0.1), -scale);
    for (size_t i = 0; i < 3 * vectors; i++)
        lin[i] = slp_draw_between(from, -0.1, 0.1) / (double)vectors;
    if (kind <= 1) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if ((with_quad ? 3 : 0) + vectors > 3) slp_draw_mark(from, SLP_DRAW_MANY_NOISES);
    slp_status status = with_quad ? slp_case_set_param(c, "quad", quad, 3, NULL) : SLP_OK;
    if (status == SLP_OK && vectors) status = slp_case_set_param(c, "lin", lin, 3 * vectors, NULL);
    return status;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double inertia[3], x[3];
    draw_inertia(inertia, from);
    draw_state(x, from, inertia, level);
    int scale = slp_draw_scale(from, level);
    for (int i = 0; i < 3; i++) {
        x[i] = ldexp(x[i], scale);
        inertia[i] = ldexp(inertia[i], scale);
    }
    draw_zeros(x, from);
    slp_status status = slp_case_set_param(c, "inertia", inertia, 3, NULL);
    if (status == SLP_OK) status = draw_noise(c, from, scale);
    return status == SLP_OK ? slp_case_set_x(c, x, 3) : status;
}

const slp_system slp_system_rigid_body = {
    .name = "rigid-body",
    .about = "free rigid body with quadratic and linear noise, so(3)",
    .source = "EJLL section 6.1, GBW section 7",
    .algebra = SLP_SO3,
    .areas = true,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .only_quadratic_casimirs = true,
    .turns = true,
    .params = {{"inertia", SLP_PARAM_NUMBERS, true, NULL, "I1,I2,I3 > 0"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c1,c2,c3: three noises, grad H_k = c_k x_k e_k"},
               {"lin", SLP_PARAM_NUMBERS, false, NULL,
                "3 numbers a noise: grad H_k = chi_k, after those of quad"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
};
