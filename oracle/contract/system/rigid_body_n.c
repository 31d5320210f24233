/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The free rigid body in n dimensions, on so(n): parameters in the exchange format, and drawing of
 * cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    c->d = n * (n - 1) / 2;
    if (slp_expect_count(err, c, "inertia", c->d, "one for each of the d = n(n-1)/2 coordinates") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "quad", 1, "the amplitude of the noise in every coordinate"))
        return SLP_INPUT;
    c->M = slp_case_count(c, "quad") ? c->d : 0;
    return SLP_OK;
}

/* x_i^2/(2 I_i) with the noise of that coordinate, in the order of coordinates. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    *count = n * (n - 1) / 2;
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave the generator small enough for a certificate with |h| <= 2^-6
 * (oracle/contract/draw/case.c).  Before scaling |x| <= 2, 1/I <= 2, c <= 0.1 and |dW| <= 0.51 at h
 * = 2^-6 (oracle/contract/system/rigid_body.c), so that a weight h/I + c dW of the generator is at
 * most 0.083 and |Xi| at most 0.166.  In the Frobenius norm the stage maps then contract with at
 * most 0.17 + 1.09 * 0.166 = 0.36.  Scaling x and I by 2^k and c by 2^-k leaves all of it as it is.
 */

enum {
    USUAL_N = 6,
    LARGE_N = 10,
    SPLIT_N = 12,
    MANY_N = 31,
    MOST_N = 64,
    MOST_D = MOST_N * (MOST_N - 1) / 2
};

/* A splitting has a factor for each coordinate, so the judge computes smaller ones in a second. */
static size_t draw_size(slp_draw *from, bool splits)
{
    static const unsigned char sizes[16] = {3, 4, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5, 2, 6, 6};
    if (from->many) return slp_draw_octave(from, USUAL_N + 2, splits ? SPLIT_N : MANY_N);
    return from->large ? USUAL_N + 1 + (size_t)slp_draw_below(from, LARGE_N - USUAL_N)
                       : sizes[slp_draw_below(from, 16)];
}

/* Moments of inertia; false: the default 1, 2, ..., d, written out all the same */
static bool draw_inertia(double *inertia, size_t d, slp_draw *from)
{
    uint64_t kind = slp_draw_below(from, 8);
    for (size_t i = 0; i < d; i++)
        inertia[i] = kind <= 1   ? (double)(i + 1)
                     : kind == 2 ? (double)(1 + slp_draw_below(from, 4)) / 2
                     : kind == 3 ? 1
                                 : slp_draw_between(from, 0.5, 4);
    if (kind == 4 && d > 1) inertia[d - 1] = inertia[0];
    for (size_t i = 1; i < d; i++)
        for (size_t j = 0; j < i; j++)
            if (inertia[i] == inertia[j]) slp_draw_mark(from, SLP_DRAW_EQUAL);
    return kind > 0;
}

/* A coordinate whose moment lies between two others, about which rotation is unstable for n = 3 */
static size_t middle(const double *inertia, size_t d)
{
    for (size_t i = 0; i < d; i++) {
        bool below = false, above = false;
        for (size_t j = 0; j < d; j++) {
            below = below || inertia[j] < inertia[i];
            above = above || inertia[j] > inertia[i];
        }
        if (below && above) return i;
    }
    return 0;
}

static void draw_state(double *x, const double *inertia, size_t d, slp_draw *from, int level)
{
    bool any = false;
    for (size_t i = 0; i < d; i++) x[i] = 0;
    switch (slp_draw_below(from, 10)) {
    case 0: /* rotation in one plane */
        slp_draw_mark(from, SLP_DRAW_AXIS);
        x[slp_draw_below(from, d)] = slp_draw_chance(from, 1, 2) ? -1 : 1;
        break;
    case 1: /* near a separatrix: all but in one plane, off it by 2^-4 .. 2^-43 */
        slp_draw_mark(from, SLP_DRAW_SEPARATRIX);
        for (size_t i = 0; i < d; i++) x[i] = ldexp(1, -4 - (int)slp_draw_below(from, 40));
        x[middle(inertia, d)] = 1;
        break;
    case 2: /* small quarters, zeros among them: |x| <= sqrt(15)/2 */
        for (size_t i = 0; i < d; i++) x[i] = ((double)slp_draw_below(from, 5) - 2) / 4;
        break;
    default:
        slp_draw_direction(x, d, from, slp_draw_between(from, 0.5, 2), 0);
    }
    if (slp_draw_chance(from, 1, 12) && d > 1) x[slp_draw_below(from, d)] = 0;
    if (level > 1 && slp_draw_chance(from, 1, 16))
        for (size_t i = 0; i < d; i++) x[i] = 0;
    slp_draw_denormal(x, d, from, level);
    for (size_t i = 0; i < d; i++) any = any || x[i] != 0;
    if (level == 1 && !any) x[0] = 1;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double inertia[MOST_D], x[MOST_D];
    size_t n = draw_size(from, c->scheme && c->scheme->splits);
    if (!slp_draw_wanted_size(&n, from, 2, MOST_N)) return SLP_DOMAIN;
    const size_t d = n * (n - 1) / 2;
    bool give = draw_inertia(inertia, d, from);
    draw_state(x, inertia, d, from, level);
    int scale = slp_draw_scale(from, level);
    for (size_t i = 0; i < d; i++) {
        x[i] = ldexp(x[i], scale);
        inertia[i] = ldexp(inertia[i], scale);
    }
    slp_draw_signs_of_zeros(x, d, from);
    slp_status status = slp_case_set_param(c, "n", &(double){(double)n}, 1, NULL);
    if (status == SLP_OK && (give || scale))
        status = slp_case_set_param(c, "inertia", inertia, d, NULL);
    uint64_t noise = slp_draw_below(from, 4); /* none, zero amplitude, some */
    double amplitude = noise <= 1 ? 0 : ldexp(slp_draw_between(from, 0, 0.1), -scale);
    if (noise <= 1) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (status == SLP_OK && noise > 0) status = slp_case_set_param(c, "quad", &amplitude, 1, NULL);
    return status == SLP_OK ? slp_case_set_x(c, x, d) : status;
}

const slp_system slp_system_rigid_body_n = {
    .name = "rigid-body-n",
    .about = "free rigid body in n dimensions with quadratic noise, so(n)",
    .source = "EJLL section 6.2",
    .algebra = SLP_SON,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .turns = true,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "size of the matrices, 2 to 1024"},
               {"inertia", SLP_PARAM_NUMBERS, false, NULL,
                "n(n-1)/2 positive numbers, X_ij with i<j row by row; 1,2,3,... when left out"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c: M = d noises, c X_ij on entry ij and its mirror"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
};
