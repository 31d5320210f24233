/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws cases in the numbers of a declared arithmetic: a case that was drawn in binary64 is rounded
 * to a narrower one, or gets more bits in a wider one. */
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/contract/number/exact_text.h"
#include "oracle/contract/draw/draw_su.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Narrower arithmetics ----------------------------------------------------------------- */

/* v rounded; instead of 0 +-2^low, instead of infinity a quarter of the range's end. */
static double rounded(const slp_arithmetic *a, double v, int low)
{
    double r = slp_arithmetic_round(a, v);
    if (v != 0 && r == 0) r = copysign(ldexp(1, low), v);
    return isinf(r) ? copysign(ldexp(1, a->most - 2), v) : r;
}

/* A subnormal number of binary64 becomes one of a. */
static double at_own_least(const slp_arithmetic *a, double v)
{
    if (v == 0 || fabs(v) >= 0x1p-1022) return v;
    const int e = ilogb(v);
    return ldexp(v, a->least + (e + 1074) % (a->bits - 1) - e);
}

/* Steps below the range of a become small ones of it. */
static double fit_step(const slp_arithmetic *a, double h)
{
    const int normal = -(a->least + a->bits - 1);
    h = at_own_least(a, h);
    if (h != 0 && fabs(h) < ldexp(1, a->least) && normal > 4)
        h = copysign(ldexp(1, -normal + -ilogb(h) % (normal / 2)), h);
    return rounded(a, h, a->least);
}

/* Diagonals of su(N) are rounded to multiples of one power of 2, so that their sum is exact, and
 * the last one makes it 0. */
static void fit_diagonal(double *x, size_t n, const slp_arithmetic *a)
{
    double largest = 0, trace = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
    if (largest == 0) return;
    int grid = ilogb(largest) + 2 - a->bits;
    for (size_t k = 1; k < n; k *= 2) grid++;
    if (grid < a->least) grid = a->least;
    for (size_t i = 0; i + 1 < n; i++) {
        x[i] = ldexp(nearbyint(ldexp(x[i], -grid)), grid);
        trace += x[i];
    }
    x[n - 1] = trace == 0 ? x[n - 1] * 0 : -trace;
}

static double dot(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/* True if 1 - c_ij of two vortices is at most sixteen roundings of c_ij. */
static bool too_close(const slp_case *c)
{
    const double least = ldexp(16, -c->arithmetic->bits);
    for (size_t i = 0; i + 2 < c->d; i += 3)
        for (size_t j = 0; j < i; j += 3) {
            const double sizes = dot(c->x + i, c->x + i) * dot(c->x + j, c->x + j);
            if (sizes > 0x1p-900 && sizes < 0x1p900 &&
                1 - dot(c->x + i, c->x + j) / sqrt(sizes) <= least)
                return true;
        }
    return false;
}

static slp_status fit_narrower(slp_case *c, const slp_arithmetic *a)
{
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const slp_param_kind kind = c->system->params[p].kind;
        double *at;
        for (size_t i = 0; kind == SLP_PARAM_NUMBERS && i < c->params[p].count; i++)
            c->params[p].at[i] = rounded(a, c->params[p].at[i], a->least + a->bits - 1);
        for (size_t i = 0;
             kind == SLP_PARAM_TERMS && (at = slp_terms_coefficient(&c->params[p], i)); i++)
            *at = rounded(a, *at, a->least + a->bits - 1);
    }
    c->h = fit_step(a, c->h);
    for (size_t i = 0; i < c->dw_count; i++)
        c->dw[i] = rounded(a, at_own_least(a, c->dw[i]), a->least);
    size_t n;
    const size_t blocks = slp_draw_su_blocks(&n, c);
    for (size_t b = 0; b < blocks; b++) fit_diagonal(c->x + b * n * n, n, a);
    for (size_t i = 0; i < c->x_count; i++)
        if (blocks == 0 || i % (n * n) >= n)
            c->x[i] = rounded(a, at_own_least(a, c->x[i]), a->least);
    return c->system->divides_by_lengths && too_close(c) ? SLP_DOMAIN : SLP_OK;
}

/* ---- Wider arithmetics -------------------------------------------------------------------- */

/* A list as text that grows. */
typedef struct text {
    char *at;
    size_t length, room;
} text;

/* Writes v with more bits: hex digits drawn behind its own 13, times 2^scale.  A number of few bits
 * (0, 1, 2^-8) stays as it is. */
static void write_wider(text *t, double v, int scale, const slp_arithmetic *a, slp_draw *from)
{
    enum { DIGITS = 13, MOST = 100 };
    char *to = t->at + t->length;
    const bool simple = v == 0 || ldexp(v, 30 - ilogb(v)) == nearbyint(ldexp(v, 30 - ilogb(v)));
    const int exponent = v == 0 ? 0 : ilogb(v);
    /* two parts: now and then zeros between them */
    int more = a->two_parts ? 53 : a->bits - 53, zeros = 0;
    if (more > 4 * (MOST - DIGITS)) more = 4 * (MOST - DIGITS);
    const int here = exponent + scale;
    if (here - 53 - more < a->least) more = here - 53 - a->least;
    if (simple || more <= 0 || fabs(v) < 0x1p-1022) more = 0;
    if (a->two_parts && more > 0) {
        if (slp_draw_chance(from, 1, 4)) zeros = 4 * (int)slp_draw_below(from, 6);
        more = 52; /* a tail of 52 bits behind a bit that is 0 */
        if (here - 53 - zeros - more < -1074) more = 0;
    }
    if (t->length) *to++ = ',';
    if (v == 0 || here < a->least) {
        to += sprintf(to, "%s0x0p+0", signbit(v) ? "-" : "");
        t->length = (size_t)(to - t->at);
        return;
    }
    uint64_t bits = (uint64_t)ldexp(fabs(v), 52 - exponent); /* below 2^53 */
    if (here - 52 < a->least) bits &= UINT64_MAX << (a->least + 52 - here);
    to += sprintf(to, "%s0x1.%013llx", v < 0 ? "-" : "",
                  (unsigned long long)(bits & 0xfffffffffffffu));
    for (; zeros > 0 && more > 0; zeros -= 4) *to++ = '0';
    bool first = true;
    while (more > 0) {
        unsigned digit = (unsigned)slp_draw_below(from, 16);
        if (first && a->two_parts) digit &= 7;
        if (more < 4) digit &= 15u << (4 - more);
        if (more <= 4) digit |= more < 4 ? 1u << (4 - more) : 1; /* the last bit is used */
        *to++ = "0123456789abcdef"[digit & 15u];
        more -= 4;
        first = false;
    }
    to += sprintf(to, "p%+d", here);
    t->length = (size_t)(to - t->at);
}

/* The list with more bits, times 2^scale.  The first `kept` numbers of each `block` keep theirs. */
static slp_status widen(double *at, slp_exact **exact, size_t count, size_t kept, size_t block,
                        int scale, const slp_arithmetic *a, slp_draw *from)
{
    enum { EACH = 140 };
    char fault[SLP_EXACT_FAULT];
    slp_arithmetic plain = *slp_arithmetic_binary64();
    slp_numbers read;
    size_t item;
    text t = {.at = malloc(EACH * count + 1)};
    slp_exact_free(*exact);
    *exact = NULL;
    if (!t.at) return SLP_MEMORY;
    if (count == 0) {
        free(t.at);
        return SLP_OK;
    }
    for (size_t i = 0; i < count; i++)
        write_wider(&t, at[i], scale, i % block < kept ? &plain : a, from);
    const slp_status status =
        slp_exact_list(&read, exact, (slp_span){t.at, t.length}, a, &item, fault);
    free(t.at);
    if (status != SLP_OK) return status;
    memcpy(at, read.at, count * sizeof *at);
    free(read.at);
    return SLP_OK;
}

/* The scale 2^k of states beyond binary64, with h and dw times 2^-k if h_too and dw_too, so that
 * the generator stays: parameters are binary64 numbers.  0 where no such scale is possible. */
static int own_scale(const slp_case *c, slp_draw *from, bool *with_steps)
{
    const slp_arithmetic *a = from->arithmetic;
    double largest = 0;
    size_t count;
    for (size_t i = 0; i < c->d; i++) largest = fmax(largest, fabs(c->x[i]));
    const int here = largest > 0 ? ilogb(largest) : 0, room = a->most - 1024;
    *with_steps = false;
    const double *terms = slp_case_param(c, "terms", &count);
    if (c->system->algebra == SLP_VECTOR || room < 1024 || largest == 0 ||
        slp_terms_degree(terms, count, SIZE_MAX) > 2)
        return 0;
    if (here > 300) { /* a huge state */
        *with_steps = true;
        return 1 + (int)slp_draw_below(from, (uint64_t)room);
    }
    if (here > -300 || c->system->divides_by_lengths) return 0;
    /* a tiny state, half of them subnormal */
    if (slp_draw_chance(from, 1, 2))
        return a->least + a->bits - 2 - here - (int)slp_draw_below(from, (uint64_t)(a->bits / 2));
    return -1 - (int)slp_draw_below(from, (uint64_t)room);
}

static slp_status fit_wider(slp_case *c, slp_draw *from, bool range)
{
    const slp_arithmetic *a = from->arithmetic;
    bool with_steps = false;
    const int scale = range ? own_scale(c, from, &with_steps) : 0;
    /* of vortices the drift does not grow with the state, the noise does */
    const bool h_too = with_steps && !c->system->divides_by_lengths;
    size_t n;
    const size_t block = slp_draw_su_blocks(&n, c) ? n * n : 1;
    slp_status status = widen(&c->h, &c->exact_h, 1, 0, 1, h_too ? -scale : 0, a, from);
    if (status == SLP_OK) status = widen(c->x, &c->exact_x, c->x_count, n, block, scale, a, from);
    if (status == SLP_OK)
        status = widen(c->dw, &c->exact_dw, c->dw_count, 0, 1, with_steps ? -scale : 0, a, from);
    return status;
}

slp_status slp_draw_fit(slp_case *c, slp_draw *from, bool range)
{
    const slp_arithmetic *a = from->arithmetic;
    if (slp_arithmetic_is_binary64(a)) return SLP_OK;
    const slp_status status = slp_case_set_arithmetic(c, a);
    if (status != SLP_OK) return status;
    return slp_arithmetic_is_wider(a) ? fit_wider(c, from, range) : fit_narrower(c, a);
}
