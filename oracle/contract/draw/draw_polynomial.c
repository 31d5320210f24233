/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drawing of polynomials.
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c), where |dW| <=
 * 2^-3 * 4.1 = 0.51.  Let R be a power of two with |x| <= R, in the Euclidean norm of the
 * coordinates.  A term c x_i x_j ... of degree g adds at most |c| g R^(g-1) to the norm of the
 * gradient, and R times its part of the Hessian is at most g-1 <= 3 times that.  The terms of H_0
 * have sum |c| g R^(g-1) <= 1, and those of all noises together <= 1/16.  So without the weights of
 * the pairing
 *   |Xi| <= a = 2^-6 + 0.51/16 = 0.048,  and R times the Lipschitz constant of Xi <= 3a.
 * Weights of so, su and sp are 1 and 2.  In the Frobenius norm |Xi|_F <= sqrt 2 |Xi|, |[A, B]|_F <=
 * sqrt 2 |A|_F |B|_F, |X|_F <= sqrt 2 R, so that the stage map z -> x + [Xi(z), z]/2 + ...
 * contracts with about a + 3 sqrt 2 a = 0.25.  On sp, which is not compact, the second sqrt 2 is a
 * 2: 0.36.  On su(2)^n weights are at least 1/2, and |xi x z| <= |xi| |z|: 2 (a + 3a)/2 = 0.2.  On
 * se(3) the pairs (Pi, Gamma) and (omega, v) have |ad*| <= sqrt 2 |xi| |x|: less than on so(n).  On
 * T*R the sums are R times as large, and J grad H has the Lipschitz constant 3a.  Where |x| is
 * below 2^-290, R stops there; a c below 2^-1000 becomes 0: level 2 alone. */
#include "oracle/contract/draw/draw_polynomial.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/draw/draw_su.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEGREE = 4,
    FEW = 8,         /* terms of most cases */
    LOTS = 24,       /* terms of a case with many */
    MOST_TERMS = 64, /* with those that are there twice */
    NOISES = 3,
    LEAST_MANY = 4, /* noises of the mixture's large cases */
    MOST_MANY = 12,
    FAR = 290,
    MOST = 1000 /* exponents of coefficients */
};

/* ---- Scaling ---- */

/* The numbers of the parameter of kind SLP_PARAM_TERMS, which the system has. */
static slp_numbers *terms_of(slp_case *c)
{
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_TERMS) return &c->params[p];
    return NULL;
}

/* The degree whose coefficients stay when a state is scaled. */
static int fixed_degree(const slp_case *c)
{
    return c->system->algebra == SLP_VECTOR ? 2 : 1;
}

/* 2^k c, or 0 where that is below 2^-MOST. */
static double shifted(double c, int k)
{
    return c == 0 || ilogb(c) + k < -MOST ? 0 : ldexp(c, k);
}

void slp_draw_scale_terms(slp_case *c, int k)
{
    slp_numbers *list = terms_of(c);
    double *at;
    int room = MOST;
    for (size_t i = 0; k < 0 && (at = slp_terms_coefficient(list, i)); i++)
        if (*at != 0 && (int)at[1] > fixed_degree(c)) {
            const int left = (MOST - ilogb(*at)) / ((int)at[1] - fixed_degree(c));
            if (left < room) room = left;
        }
    if (k < -room) k = room > 0 ? -room : 0;
    for (size_t i = 0; (at = slp_terms_coefficient(list, i)); i++) {
        const int by = -k * ((int)at[1] - fixed_degree(c));
        *at = shifted(*at, by);
    }
}

void slp_draw_scale_energy(slp_case *c, int k, size_t least)
{
    const slp_numbers *list = terms_of(c);
    for (size_t at = 0; at < list->count; at += SLP_TERM_HEAD + (size_t)list->at[at + 2]) {
        bool wanted = list->at[at] == 0;
        for (size_t j = 0; j < (size_t)list->at[at + 2]; j++)
            wanted = wanted && list->at[at + SLP_TERM_HEAD + j] >= (double)least;
        if (wanted) list->at[at + 1] = ldexp(list->at[at + 1], k);
    }
}

/* ---- Size and state ---- */

enum {
    SPINS = 5,
    LARGE_SPINS = 8,
    MANY_SPINS = 191,
    MOST_SPINS = 1024,
    LARGE_SO = 10,
    MANY_SO = 31,
    MOST_SO = 64,
    LARGE_SP = 8,
    MANY_SP = 12,
    MOST_SP = 16
};

/* Sizes as other systems on the algebra draw them; 1 where there is one size alone. */
static bool draw_size(size_t *n, slp_draw *from, slp_algebra algebra, int level)
{
    static const unsigned char so[8] = {3, 4, 4, 5, 3, 4, 2, 6}, su[8] = {2, 3, 3, 3, 2, 3, 4, 4},
                               sp[8] = {2, 4, 4, 2, 4, 2, 4, 6};
    *n = 1;
    switch (algebra) {
    case SLP_SU2N:
        *n = from->many    ? slp_draw_octave(from, SPINS + 1, MANY_SPINS)
             : from->large ? SPINS + 1 + (size_t)slp_draw_below(from, LARGE_SPINS - SPINS)
                           : 1 + (size_t)slp_draw_below(from, SPINS);
        return slp_draw_wanted_size(n, from, 1, MOST_SPINS);
    case SLP_SON:
        *n = from->many    ? slp_draw_octave(from, 8, MANY_SO)
             : from->large ? 7 + (size_t)slp_draw_below(from, LARGE_SO - 6)
                           : so[slp_draw_below(from, 8)];
        return slp_draw_wanted_size(n, from, 2, MOST_SO);
    case SLP_SUN:
        *n = from->many    ? slp_draw_octave(from, 6, SLP_DRAW_SU_MANY)
             : from->large ? 5 + (size_t)slp_draw_below(from, 6)
                           : su[slp_draw_below(from, 8)];
        if (level > 1 && *n > 3) *n = 3; /* large steps need Jacobians */
        return slp_draw_wanted_size(n, from, 2, SLP_DRAW_SU_MOST);
    case SLP_SP:
        *n = from->many    ? 2 * slp_draw_octave(from, LARGE_SP / 2, MANY_SP / 2)
             : from->large ? LARGE_SP + 2 * (size_t)slp_draw_below(from, 2)
                           : sp[slp_draw_below(from, 8)];
        return slp_draw_wanted_size(n, from, 2, MOST_SP) && *n % 2 == 0;
    default:
        return true;
    }
}

/* The exponent of R: the least power of two that is not below |x|, at least -FAR; 0 for x = 0. */
static int exponent_of(const double *x, size_t d)
{
    double most = 0, square = 0;
    for (size_t i = 0; i < d; i++) most = fmax(most, fabs(x[i]));
    if (most == 0) return 0;
    int e = ilogb(most) + 1;
    for (size_t i = 0; i < d; i++) square += ldexp(x[i], -e) * ldexp(x[i], -e);
    for (; square > 1; square /= 4) e++;
    return e < -FAR ? -FAR : e;
}

static slp_status draw_x(slp_case *c, slp_draw *from, size_t n, size_t d, int *e, int level)
{
    double *x = malloc(d * sizeof *x);
    if (!x) return SLP_MEMORY;
    if (c->system->algebra == SLP_SUN) {
        slp_draw_su(x, from, n, NULL, level);
    } else {
        /* on T*R the generator would have the size of x, and the judge's bound that of its square
         */
        const bool scaled = c->system->algebra != SLP_VECTOR || level > 1;
        const int scale = scaled ? slp_draw_scale(from, level) : 0;
        slp_draw_vector(x, d, from, level);
        for (size_t i = 0; i < d; i++) x[i] = ldexp(x[i], scale);
        slp_draw_signs_of_zeros(x, d, from);
    }
    *e = exponent_of(x, d);
    const slp_status status = slp_case_set_x(c, x, d);
    free(x);
    return status;
}

/* ---- Terms ---- */

typedef struct polynomials {
    slp_term term[MOST_TERMS]; /* c within -1..1: the bounds above are yet to be met */
    size_t count;
} polynomials;

/* Any monomial; now and then a power. */
static slp_term draw_term(slp_draw *from, size_t k, size_t d, size_t degree)
{
    slp_term t = {.k = k, .degree = degree};
    const bool power = slp_draw_chance(from, 1, 4);
    const double c = slp_draw_between(from, 0.25, 1);
    t.c = slp_draw_chance(from, 1, 2) ? -c : c;
    for (size_t j = 0; j < degree; j++)
        t.index[j] = j && power ? t.index[0] : (size_t)slp_draw_below(from, d);
    return t;
}

/* The monomial of a term once more, with its indices in the reverse order: a part of it, or its
 * opposite but for 2^-20 of it, so that the two nearly cancel. */
static void repeat_term(polynomials *to, slp_draw *from, size_t which)
{
    slp_term t = to->term[which];
    for (size_t j = 0; j < t.degree; j++) t.index[j] = to->term[which].index[t.degree - 1 - j];
    const double part = slp_draw_between(from, -1, 1);
    t.c *= slp_draw_chance(from, 1, 4) ? -1 + 0x1p-20 : part;
    if (to->count < MOST_TERMS) to->term[to->count++] = t;
}

/* Kinds of cases: degree 1 alone; one term; quadratic with linear noise, as many systems are; many
 * terms; any. */
static void draw_polynomials(polynomials *to, slp_draw *from, size_t M, size_t d)
{
    const uint64_t kind = slp_draw_below(from, 10);
    const size_t some = 2 + (size_t)slp_draw_below(from, FEW - 1);
    const size_t count = M > NOISES ? 2 * M + some : kind == 1 ? 1 : kind == 2 ? LOTS : some;
    to->count = 0;
    for (size_t i = 0; i < count; i++) {
        /* the energy has the first term, then every second one */
        const size_t k = M == 0 || i % 2 == 0 ? 0 : 1 + (i / 2) % M;
        const size_t any = 1 + (size_t)slp_draw_below(from, DEGREE);
        const size_t degree = kind == 0                ? 1
                              : kind == 3 || kind == 4 ? (k ? 1 : 2)
                              : i == 0 && any == 1     ? 2
                                                       : any;
        to->term[to->count++] = draw_term(from, k, d, degree);
    }
    if (kind == 0 || count == 1) slp_draw_mark(from, SLP_DRAW_FEW_TERMS);
    for (size_t times = (size_t)slp_draw_below(from, 3); times > 0; times--)
        repeat_term(to, from, (size_t)slp_draw_below(from, count));
    const size_t zero = 1 + (size_t)slp_draw_below(from, to->count);
    if (slp_draw_chance(from, 1, 4) && zero < to->count) to->term[zero].c = 0;
}

/* The factors that make the bounds hold, powers of two: 2^-m |c| summed over the terms of the
 * energy, or of the noises, is at most the bound. */
static void meet_bounds(polynomials *to, int e, int fixed)
{
    int less[2] = {0, 4};
    for (int noisy = 0; noisy < 2; noisy++) {
        double sum = 0;
        for (size_t i = 0; i < to->count; i++)
            if ((to->term[i].k > 0) == noisy)
                sum += fabs(to->term[i].c) * (double)to->term[i].degree;
        for (; sum > 1; sum /= 2) less[noisy]++;
    }
    for (size_t i = 0; i < to->count; i++) {
        slp_term *t = &to->term[i];
        t->c = shifted(t->c, -less[t->k > 0] - e * ((int)t->degree - fixed));
    }
}

static slp_status set_terms(slp_case *c, const polynomials *from)
{
    double list[MOST_TERMS * (SLP_TERM_HEAD + DEGREE)];
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) count += slp_terms_write(list + count, from->term + i);
    return slp_case_set_param(c, "terms", list, count, NULL);
}

/* `noises`: left out in most cases where it changes nothing. */
static slp_status draw_noises(slp_case *c, slp_draw *from, size_t M, size_t most)
{
    const bool more = slp_draw_chance(from, 1, 8), give = slp_draw_chance(from, 1, 4);
    const double noises = (double)(M + (more ? 1 + (size_t)slp_draw_below(from, 2) : 0));
    if (most == 0) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    return more || give ? slp_case_set_param(c, "noises", &noises, 1, NULL) : SLP_OK;
}

static slp_status draw_weights(slp_case *c, slp_draw *from, size_t n)
{
    double weights[MOST_SPINS];
    const bool give = slp_draw_chance(from, 1, 2), any_sign = slp_draw_chance(from, 1, 4);
    if (!give) return SLP_OK;
    for (size_t i = 0; i < n; i++) {
        weights[i] = slp_draw_between(from, 0.5, 2);
        if (any_sign && slp_draw_chance(from, 1, 2)) weights[i] = -weights[i];
    }
    return slp_case_set_param(c, "weights", weights, n, NULL);
}

slp_status slp_draw_polynomial(slp_case *c, slp_draw *from, int level)
{
    const slp_algebra_kind *kind = slp_algebra_kind_of(c->system->algebra);
    polynomials drawn;
    size_t n, word = 0;
    int e;
    if (!draw_size(&n, from, kind->algebra, level)) return SLP_DOMAIN;
    const size_t d = slp_algebra_coordinates(kind->algebra, n);
    const bool give = kind->least || slp_draw_chance(from, 1, 4);
    const double size = (double)n;
    while (slp_algebra_kind_at(word) != kind) word++;
    slp_status status = slp_case_set_param(c, "algebra", &(double){(double)word}, 1, NULL);
    if (status == SLP_OK && give) status = slp_case_set_param(c, "size", &size, 1, NULL);
    if (status == SLP_OK && kind->algebra == SLP_SU2N) status = draw_weights(c, from, n);
    if (status == SLP_OK) status = draw_x(c, from, n, d, &e, level);
    if (status != SLP_OK) return status;
    const size_t M = from->many
                         ? LEAST_MANY + (size_t)slp_draw_below(from, MOST_MANY - LEAST_MANY + 1)
                         : (size_t)slp_draw_below(from, NOISES + 1);
    draw_polynomials(&drawn, from, M, d);
    meet_bounds(&drawn, e, fixed_degree(c));
    size_t most = 0;
    for (size_t i = 0; i < drawn.count; i++)
        if (drawn.term[i].c != 0 && drawn.term[i].k > most) most = drawn.term[i].k;
    if (M > d) slp_draw_mark(from, SLP_DRAW_MANY_NOISES);
    status = set_terms(c, &drawn);
    if (status == SLP_OK) status = draw_noises(c, from, M, most);
    if (status == SLP_OK) slp_draw_factors(c);
    return status;
}
