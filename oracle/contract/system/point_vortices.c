/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices on the sphere, on su(2)^n: parameters in the exchange format, and drawing of
 * cases.  Every x is in the dual of the algebra, so it is accepted here.  Coincident vortices are
 * outside the domain; fast/ and ref/ report SLP_DOMAIN. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    if (slp_expect_nonzero(err, c, "gamma") ||
        slp_expect_count(err, c, "quad", 3, "one amplitude for each axis"))
        return SLP_INPUT;
    c->d = 3 * slp_case_count(c, "gamma");
    c->M = slp_case_count(c, "quad");
    return SLP_OK;
}

/* The energy of each pair i < j, row by row; then the noise of each axis. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    const size_t vortices = slp_case_count(c, "gamma");
    (void)err;
    *count = vortices * (vortices - 1) / 2 + slp_case_count(c, "quad");
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c), where |dW| <=
 * 2^-3 * 4.1 = 0.51.  With n <= 5, |Gamma| <= 2, lengths in [3/4, 5/4] and squared chords s >= 1/4
 * between directions, t = 2/s <= 8 and
 *   |xi_i| <= 4 * 2 * 2^-6/4pi * sqrt(2t - 1) * 4/3 + 0.051 * 5/4 <= 0.12,
 * and the Lipschitz constant of Xi is at most 4 * 2 * 2^-6/4pi * (sqrt(t^2 + 4t) + t) * (4/3)^2 +
 * 0.051 = 0.37: a stage map contracts with about (0.12 + 5/4 * 0.37)/2 = 0.3.  Scaling x and Gamma
 * by 2^k and quad by 2^-k leaves all of it as it is.  More than CROWD vortices come closer to one
 * another, their strengths are smaller by the square of how many times more there are. */

enum { USUAL = 5, LARGE = 8, CROWD = 14, MANY = 63, MOST = 128, TRIES = 16 };

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The square of the least chord between directions: 1/4, and less among more vortices, whose caps
 * of that size would not fit the sphere. */
static double least_square(size_t wanted)
{
    return wanted > CROWD ? 2 / (double)wanted : 0.25;
}

/* Whether the chord between two directions is at least so long. */
static bool far_enough(const double a[3], const double b[3], double square)
{
    return dot(a, b) <= (1 - square / 2) * sqrt(dot(a, a) * dot(b, b));
}

/* Draws positions of up to MOST vortices that are far enough apart; returns how many. */
static size_t draw_positions(double x[3 * MOST], slp_draw *from)
{
    size_t wanted = from->many    ? slp_draw_octave(from, USUAL + 1, MANY)
                    : from->large ? USUAL + 1 + (size_t)slp_draw_below(from, LARGE - USUAL)
                                  : 1 + (size_t)slp_draw_below(from, USUAL);
    if (!slp_draw_wanted_size(&wanted, from, 1, MOST)) return 0;
    const double square = least_square(wanted);
    size_t n = 0;
    for (size_t i = 0; i < wanted; i++)
        for (int tries = 0; tries < TRIES; tries++) {
            bool room = true;
            slp_draw_spin(x + 3 * n, from);
            for (size_t j = 0; j < n; j++) room = room && far_enough(x + 3 * n, x + 3 * j, square);
            if (!room) continue;
            n++;
            break;
        }
    return n;
}

/* Equal strengths, unit strengths of both signs, or any. */
static void draw_strengths(double gamma[MOST], slp_draw *from, size_t n, int scale)
{
    uint64_t kind = slp_draw_below(from, 4);
    double all = slp_draw_between(from, 0.5, 2);
    const double part = n > CROWD ? (double)CROWD / (double)n : 1, crowd = part * part;
    if (kind == 0) slp_draw_mark(from, SLP_DRAW_EQUAL);
    for (size_t i = 0; i < n; i++) {
        double size = kind == 0 ? all : kind == 1 ? 1 : slp_draw_between(from, 0.25, 2);
        bool minus = kind > 0 && slp_draw_chance(from, 1, 2);
        gamma[i] = crowd * ldexp(minus ? -size : size, scale);
    }
}

static slp_status draw_noise(slp_case *c, slp_draw *from, int scale)
{
    uint64_t kind = slp_draw_below(from, 4); /* none, a zero amplitude, noise */
    double quad[3];
    for (int k = 0; k < 3; k++)
        quad[k] = kind == 1 ? 0 : ldexp(slp_draw_between(from, 0, 0.1), -scale);
    if (kind <= 1) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    return kind == 0 ? SLP_OK : slp_case_set_param(c, "quad", quad, 3, NULL);
}

/* Zero coordinates take either sign; the extreme classes: the last two vortices near each other, a
 * denormal coordinate. */
static void draw_details(double *x, slp_draw *from, size_t n, int level)
{
    bool minus = slp_draw_chance(from, 1, 2);
    if (level > 1 && n > 1 && slp_draw_chance(from, 1, 8)) {
        double near = ldexp(1, -1 - (int)slp_draw_below(from, 14));
        for (size_t k = 0; k < 3; k++)
            x[3 * n - 3 + k] = x[3 * n - 6 + k] + near * slp_draw_normal(from);
    }
    slp_draw_denormal(x, 3 * n, from, level);
    slp_draw_zeros(x, 3 * n, from, minus);
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double x[3 * MOST], gamma[MOST];
    size_t n = draw_positions(x, from);
    if (n == 0 || (from->size && n < from->size)) return SLP_DOMAIN;
    int scale = slp_draw_scale(from, level);
    for (size_t i = 0; i < 3 * n; i++) x[i] = ldexp(x[i], scale);
    draw_strengths(gamma, from, n, scale);
    draw_details(x, from, n, level);
    slp_status status = slp_case_set_param(c, "gamma", gamma, n, NULL);
    if (status == SLP_OK) status = draw_noise(c, from, scale);
    return status == SLP_OK ? slp_case_set_x(c, x, 3 * n) : status;
}

const slp_system slp_system_point_vortices = {
    .name = "point-vortices",
    .about = "point vortices on the sphere with shared quadratic noise, su(2)^n",
    .source = "EJLL section 6.3",
    .algebra = SLP_SU2N,
    .vector = "vortex",
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .only_quadratic_casimirs = true,
    .turns = true,
    .divides_by_lengths = true,
    .params = {{"gamma", SLP_PARAM_NUMBERS, true, NULL,
                "strengths of the n vortices, none of them 0"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c1,c2,c3: three noises shared by all vortices, xi_i += dW_k c_k x_ik e_k"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
};
