/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A Lie-Poisson system on sp(2m, R), the matrix algebra whose J is not the identity: parameters in
 * the exchange format, and drawing of cases. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>

enum { MOST_SIZE = 32 }; /* d = 528, and 139 656 numbers of `quadratic` */

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, MOST_SIZE)) return SLP_INPUT;
    if (n % 2 != 0)
        return slp_error_set(err, c->line, c->id, "n", "is %zu; give an even number, 2m", n);
    c->d = n * (n + 1) / 2;
    if (slp_expect_count(err, c, "quadratic", c->d * (c->d + 1) / 2,
                         "the upper triangle of a symmetric d x d matrix, d = n(n+1)/2") ||
        slp_expect_groups(err, c, "noise", c->d, "d = n(n+1)/2 for each noise"))
        return SLP_INPUT;
    c->M = slp_case_count(c, "noise") / c->d;
    return SLP_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave the generator small enough for a certificate with |h| <= 2^-6
 * (oracle/contract/draw/case.c).  Before scaling the coordinates have |x| <= 1, hence |X|_F <= sqrt
 * 2; Q has diagonal in [1/2, 2] and rows whose other entries sum to at most 2/5, so that h W^-1 Q
 * has norm at most 2.4 * 2^-6 = 0.0375, and the energy is definite: its level sets are compact
 * although the group is not. Noises have sum |b_k| <= 1/5 and |dW| <= 0.51
 * (oracle/contract/system/rigid_body.c): |Xi| <= 0.155, and the stage maps contract with about
 * 0.22.  Scaling x by 2^k and Q by 2^-k leaves all of it as it is. */

enum { LARGE_N = 8, MANY_N = 12, MOST_N = 16, MOST_D = MOST_N * (MOST_N + 1) / 2, MOST_NOISES = 6 };

static void draw_quadratic(double *Q, size_t d, slp_draw *from, int scale)
{
    uint64_t kind = slp_draw_below(from, 8);
    if (kind <= 1) slp_draw_mark(from, SLP_DRAW_EQUAL);
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++, Q++) {
            if (j > i)
                *Q = kind <= 2 ? 0 : slp_draw_between(from, -0.4, 0.4) / (double)d;
            else
                *Q = kind <= 1 ? 1 : slp_draw_between(from, 0.5, 2);
            *Q = ldexp(*Q, -scale);
        }
}

static slp_status draw_noise(slp_case *c, size_t d, slp_draw *from)
{
    double b[MOST_NOISES * MOST_D];
    uint64_t kind = slp_draw_below(from, 6); /* none, zero amplitude, one to three, up to six */
    size_t count = kind == 0   ? 0
                   : kind == 1 ? 1
                   : kind == 5 ? 1 + (size_t)slp_draw_below(from, MOST_NOISES)
                               : 1 + (size_t)slp_draw_below(from, 3);
    double most = kind == 1 ? 0 : 0.2 / sqrt((double)d) / (double)(count ? count : 1);
    for (size_t i = 0; i < count * d; i++) b[i] = most * slp_draw_between(from, -1, 1);
    if (kind <= 1) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    if (count > d) slp_draw_mark(from, SLP_DRAW_MANY_NOISES);
    return count ? slp_case_set_param(c, "noise", b, count * d, NULL) : SLP_OK;
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    static const unsigned char sizes[8] = {2, 4, 4, 2, 4, 4, 4, 6};
    double x[MOST_D], Q[MOST_D * (MOST_D + 1) / 2];
    size_t n = from->large ? LARGE_N + 2 * (size_t)slp_draw_below(from, 2)
                           : sizes[slp_draw_below(from, 8)];
    if (from->many) n = 2 * slp_draw_octave(from, LARGE_N / 2, MANY_N / 2);
    if (!slp_draw_wanted_size(&n, from, 2, MOST_N) || n % 2) return SLP_DOMAIN;
    const size_t d = n * (n + 1) / 2;
    int scale = slp_draw_scale(from, level);
    draw_quadratic(Q, d, from, scale);
    slp_draw_vector(x, d, from, level);
    for (size_t i = 0; i < d; i++) x[i] = ldexp(x[i], scale);
    slp_draw_signs_of_zeros(x, d, from);
    slp_status status = slp_case_set_param(c, "n", &(double){(double)n}, 1, NULL);
    if (status == SLP_OK) status = slp_case_set_param(c, "quadratic", Q, d * (d + 1) / 2, NULL);
    if (status == SLP_OK) status = draw_noise(c, d, from);
    return status == SLP_OK ? slp_case_set_x(c, x, d) : status;
}

const slp_system slp_system_symplectic = {
    .name = "symplectic",
    .about = "quadratic Hamiltonian with linear noise on sp(2m,R), the J-quadratic algebra with J "
             "other than I",
    .source = "EJLL section 2",
    .algebra = SLP_SP,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "2m, size of the matrices, even, 2 to 32"},
               {"quadratic", SLP_PARAM_NUMBERS, true, NULL,
                "Q, symmetric d x d, its upper triangle row by row: H0 = x.Qx/2 in coordinates"},
               {"noise", SLP_PARAM_NUMBERS, false, NULL,
                "d numbers a noise: H_k = b_k.x in coordinates"}},
    .shape = shape,
    .draw = draw,
};
