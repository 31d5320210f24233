/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top, on se(3)*: parameters in the exchange format, and drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <string.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    if (slp_expect_count(err, c, "inertia", 3, "the principal moments") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "chi", 3, "the centre of mass, times the weight") ||
        slp_expect_groups(err, c, "noise", 7, "a (3 numbers), b (3), c (1) for each Hamiltonian"))
        return SLP_INPUT;
    c->d = 6;
    c->M = slp_case_count(c, "noise") / 7;
    return SLP_OK;
}

/* Pi_k^2/(2 I_k), k = 1, 2, 3; chi.Gamma; then of each noise c|Pi|^2 if c is not 0, and a.Pi +
 * b.Gamma.  With both b and c there is no such flow: c|Pi|^2 and b.Gamma do not commute, and one
 * noise that acts on one after the other would solve another equation. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t numbers;
    const double *noise = slp_case_param(c, "noise", &numbers);
    *count = 4;
    for (size_t k = 0; 7 * k < numbers; k++) {
        const double *b = noise + 7 * k + 3;
        const bool linear = b[0] != 0 || b[1] != 0 || b[2] != 0, square = b[3] != 0;
        if (linear && square) {
            slp_error_set(err, c->line, c->id, "noise",
                          "Hamiltonian %zu has both b and c, and then no exact flow, which %s "
                          "needs; set one of them to 0, or give each to a noise of its own",
                          k + 1, c->scheme ? c->scheme->name : "splitting");
            return SLP_INPUT;
        }
        *count += square ? 2 : 1;
    }
    return SLP_OK;
}

/* One of b and c of each noise becomes 0, in turn. */
static void leave_factors(slp_case *c)
{
    enum { TERMS = 7, B = 3, C = 6 };
    for (size_t p = 0; c->system->params[p].key; p++)
        if (strcmp(c->system->params[p].key, "noise") == 0)
            for (size_t i = 0; i < c->params[p].count; i++) {
                const bool even = i / TERMS % 2 == 0;
                if (i % TERMS >= B && (i % TERMS < C) == even) c->params[p].at[i] = 0;
            }
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave the generator small enough for a certificate with |h| <= 2^-6
 * (oracle/contract/draw/case.c).  Before scaling |Pi| <= 2, |Gamma| <= 1, 1/I <= 2, |chi| <= 1,
 * over all noises sum |a|, sum |b| <= 0.18, sum |c| <= 0.05, and |dW| <= sqrt(h) A_h <= 0.51 at h =
 * 2^-6.  Then
 *   |omega| <= 2^-6 * 4 + 0.51 (0.18 + 2 * 0.05 * 2) <= 0.26,  |u| <= 2^-6 + 0.51 * 0.18 <= 0.11,
 * and the Lipschitz constant 2^-6 * 2 + 0.51 * 0.1 <= 0.09 times |x| is at most 0.2: stage maps
 * contract with about (2/sqrt 3)(0.28 + 0.2)/2 = 0.28.  Scaling x and I by 2^k and c by 2^-k leaves
 * all of it as it is. */

enum { MOST_NOISES = 8 };

static void draw_inertia(double inertia[3], slp_draw *from)
{
    for (int i = 0; i < 3; i++)
        inertia[i] = slp_draw_chance(from, 1, 4) ? (double)(1 + slp_draw_below(from, 8)) / 2
                                                 : slp_draw_between(from, 0.5, 4);
    if (slp_draw_chance(from, 1, 4))
        inertia[1] = inertia[0]; /* Lagrange's top, with chi on its axis */
    if (inertia[0] == inertia[1] || inertia[1] == inertia[2] || inertia[0] == inertia[2])
        slp_draw_mark(from, SLP_DRAW_EQUAL);
}

/* Along an axis, of length 1 and either sign. */
static void draw_axis(double v[3], slp_draw *from)
{
    size_t axis = 2 - (size_t)slp_draw_below(from, 3);
    for (size_t i = 0; i < 3; i++) v[i] = 0;
    v[axis] = slp_draw_chance(from, 1, 2) ? -1 : 1;
}

static void draw_state(double x[6], slp_draw *from, int level)
{
    switch (slp_draw_below(from, 8)) {
    /* upright or hanging, turning about an axis: an equilibrium where chi is along it too */
    case 0:
        slp_draw_mark(from, SLP_DRAW_AXIS);
        draw_axis(x, from);
        draw_axis(x + 3, from);
        break;
    case 1: /* the unstable upright top, off it by 2^-4 .. 2^-43 */
        slp_draw_mark(from, SLP_DRAW_SEPARATRIX);
        for (int i = 0; i < 6; i++)
            x[i] = i % 3 == 2 ? 1 : ldexp(1, -4 - (int)slp_draw_below(from, 40));
        break;
    case 2: /* one half zero */
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        slp_draw_direction(x, 3, from, slp_draw_between(from, 0.5, 2), 2);
        slp_draw_direction(x + 3, 3, from, slp_draw_between(from, 0.5, 1), 2);
        for (int i = 0, half = slp_draw_chance(from, 1, 2) ? 3 : 0; i < 3; i++) x[half + i] = 0;
        break;
    default:
        slp_draw_direction(x, 3, from, slp_draw_between(from, 0.5, 2), 2);
        slp_draw_direction(x + 3, 3, from, slp_draw_between(from, 0.5, 1), 2);
    }
    if (level > 1 && slp_draw_chance(from, 1, 16)) {
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        for (int i = 0; i < 6; i++) x[i] = 0;
    }
    slp_draw_denormal(x, 6, from, level);
    if (slp_draw_chance(from, 1, 12)) { /* zeros of the other sign */
        slp_draw_mark(from, SLP_DRAW_NEGATIVE_ZERO);
        x[0] = -0.0;
    }
}

/* Noises: none, one of the kinds of GBW section 8.3, or several with all of a, b and c. */
static slp_status draw_noise(slp_case *c, slp_draw *from, int scale)
{
    double noise[7 * MOST_NOISES] = {0};
    uint64_t kind = slp_draw_below(from, 8);
    size_t count = kind == 0   ? 0
                   : kind < 6  ? 1 + (size_t)slp_draw_below(from, 3)
                   : kind == 6 ? 1
                               : 7;
    for (size_t k = 0; k < count; k++) {
        double *n = noise + 7 * k;
        bool all = kind >= 4 && kind != 6;
        for (int i = 0; i < 3; i++) {
            if (all || kind == 1) n[i] = slp_draw_between(from, -0.1, 0.1) / (double)count;
            if (all || kind == 2) n[3 + i] = slp_draw_between(from, -0.1, 0.1) / (double)count;
        }
        if (all || kind == 3)
            n[6] = ldexp(slp_draw_between(from, -0.05, 0.05) / (double)count, -scale);
    }
    if (kind == 0 || kind == 6) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (count > 6) slp_draw_mark(from, SLP_DRAW_MANY_NOISES);
    const slp_status status =
        count ? slp_case_set_param(c, "noise", noise, 7 * count, NULL) : SLP_OK;
    if (status == SLP_OK) slp_draw_factors(c);
    return status;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double inertia[3], chi[3], x[6];
    int scale = 0;
    draw_inertia(inertia, from);
    draw_state(x, from, level);
    if (slp_draw_chance(from, 1, 8)) {
        bool small = slp_draw_chance(from, 1, 2);
        scale = 4 + (int)slp_draw_below(from, level > 1 ? 400 : 30);
        if (small) scale = -scale;
        slp_draw_mark(from, small ? SLP_DRAW_SMALL_NORM : SLP_DRAW_LARGE_NORM);
    }
    for (int i = 0; i < 3; i++) inertia[i] = ldexp(inertia[i], scale);
    for (int i = 0; i < 6; i++) x[i] = ldexp(x[i], scale);
    if (slp_draw_chance(from, 1, 3))
        draw_axis(chi, from);
    else
        slp_draw_direction(chi, 3, from, slp_draw_between(from, 0.1, 1), 2);
    if (slp_draw_chance(from, 1, 12)) chi[0] = chi[1] = chi[2] = 0; /* a free body */
    slp_status status = slp_case_set_param(c, "inertia", inertia, 3, NULL);
    if (status == SLP_OK) status = slp_case_set_param(c, "chi", chi, 3, NULL);
    if (status == SLP_OK) status = draw_noise(c, from, scale);
    return status == SLP_OK ? slp_case_set_x(c, x, 6) : status;
}

const slp_system slp_system_heavy_top = {
    .name = "heavy-top",
    .about = "heavy top, state (Pi, Gamma), se(3)*",
    .source = "LECG section 5, GBW section 8",
    .algebra = SLP_SE3,
    .areas = true,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_POISSON | SLP_LAW_ENERGY |
           SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .only_quadratic_casimirs = true,
    .turns = true,
    .params = {{"inertia", SLP_PARAM_NUMBERS, true, NULL, "I1,I2,I3 > 0"},
               {"chi", SLP_PARAM_NUMBERS, true, NULL, "centre of mass times weight, 3 numbers"},
               {"noise", SLP_PARAM_NUMBERS, false, NULL,
                "7 numbers a noise, a,b,c: Hamiltonian a.Pi + b.Gamma + c|Pi|^2"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
    .leave_factors = leave_factors,
};
