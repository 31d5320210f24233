/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Patterns of the numbers of a key: tried on a copy of the case, which the format then checks. */
#include "oracle/contract/draw/draw_pattern.h"
#include "oracle/contract/draw/draw_form.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 34, MOST_NUMBERS = 4096, MOST_TRIES = 64 };

#define WORD(name, word) [SLP_PATTERN_##name] = word,

const char *slp_pattern_word(slp_pattern which)
{
    static const char *const words[] = {SLP_PATTERNS(WORD)};
    return (unsigned)which < SLP_PATTERN_COUNT ? words[which] : NULL;
}

bool slp_has_pattern(const double *numbers, size_t count, size_t least, slp_pattern which)
{
    size_t zeros = 0, equal = 0, negative = 0;
    bool far = false;
    for (size_t i = 0; i < count; i++) {
        const double size = fabs(numbers[i]);
        zeros += size == 0;
        negative += numbers[i] < 0;
        equal += numbers[i] == numbers[0];
        far = far || (size != 0 && (size < ldexp(1, -FAR) || size > ldexp(1, FAR)));
    }
    switch (which) {
    case SLP_PATTERN_LEFT_OUT:
        return count == 0;
    case SLP_PATTERN_ZERO:
        return count > 0 && zeros == count;
    case SLP_PATTERN_PARTLY_ZERO:
        return zeros > 0 && zeros < count;
    case SLP_PATTERN_ONE:
        return count == least;
    case SLP_PATTERN_MANY:
        return count >= 4 * least;
    case SLP_PATTERN_EQUAL:
        return count > 1 && equal == count && zeros == 0;
    case SLP_PATTERN_NEAR:
        return count > 1 && numbers[0] != numbers[1] &&
               fabs(numbers[0] - numbers[1]) <= ldexp(fabs(numbers[0]), -7);
    case SLP_PATTERN_NEGATIVE:
        return negative > 0;
    case SLP_PATTERN_EXTREME:
        return far;
    default:
        return false;
    }
}

static bool has_terms(const slp_case *c, size_t p)
{
    return p < SLP_MAX_PARAMS && c->system->params[p].kind == SLP_PARAM_TERMS;
}

/* How many numbers p has; of terms those are the coefficients. */
static size_t count_at(const slp_case *c, size_t p)
{
    if (has_terms(c, p))
        return slp_terms_get_coefficients(NULL, c->params[p].at, c->params[p].count);
    return p < SLP_MAX_PARAMS ? c->params[p].count : p == SLP_PATTERN_X ? c->x_count : c->dw_count;
}

static double number_at(const slp_case *c, size_t p, size_t i)
{
    if (has_terms(c, p)) return *slp_terms_coefficient(&c->params[p], i);
    return (p < SLP_MAX_PARAMS ? c->params[p].at : p == SLP_PATTERN_X ? c->x : c->dw)[i];
}

static const char *key_of(const slp_case *c, size_t p)
{
    return p < SLP_MAX_PARAMS ? c->system->params[p].key : p == SLP_PATTERN_X ? "x" : "dw";
}

/* The terms of p, repeated or cut so that there are `count`, with these coefficients. */
static slp_status set_terms(slp_case *c, size_t p, const double *numbers, size_t count,
                            slp_error *err)
{
    const slp_numbers was = c->params[p];
    double *list = malloc((count * (SLP_TERM_HEAD + SLP_MAX_DEGREE) + 1) * sizeof *list);
    size_t written = 0, at = 0;
    if (!list) return SLP_MEMORY;
    for (size_t i = 0; i < count; i++) {
        slp_term term;
        if (at >= was.count) at = 0;
        slp_terms_next(&term, &at, was.at, was.count);
        term.c = numbers[i];
        written += slp_terms_write(list + written, &term);
    }
    const slp_status status = slp_case_set_param(c, c->system->params[p].key, list, written, err);
    free(list);
    return status;
}

/* SLP_OK if the format takes the case with these numbers under p; SLP_INPUT with err if not. */
static slp_status set_pattern(slp_case *c, size_t p, const double *numbers, size_t count,
                              slp_draw *from, slp_error *err)
{
    slp_status status = p == SLP_PATTERN_X    ? slp_case_set_x(c, numbers, count)
                        : p == SLP_PATTERN_DW ? slp_case_set_dw(c, numbers, count)
                        : has_terms(c, p)
                            ? set_terms(c, p, numbers, count, err)
                            : slp_case_set_param(c, c->system->params[p].key, numbers, count, err);
    if (status == SLP_OK && p < SLP_MAX_PARAMS) return slp_draw_settle(c, from, err);
    if (status == SLP_OK) status = slp_case_shape(c, err);
    return status == SLP_OK ? slp_case_check(c, err) : status;
}

/* Zeros: each number by a coin, or a run of numbers that is one of several alike: of the numbers of
 * noises, those of one noise. */
static void make_partly_zero(double *at, size_t count, slp_draw *from)
{
    size_t part = 0, divisors = 0, kept = 0, last = (size_t)slp_draw_below(from, count);
    while (at[last] == 0) last = (last + 1) % count;
    const double value = at[last];
    if (slp_draw_chance(from, 1, 2)) { /* some divisor of count below it */
        for (size_t k = 1; k < count; k++) divisors += count % k == 0;
        size_t left = divisors ? (size_t)slp_draw_below(from, divisors) : 0;
        for (size_t k = 1; k < count && part == 0; k++)
            if (count % k == 0 && left-- == 0) part = k;
    }
    if (part) {
        const size_t first = part * (size_t)slp_draw_below(from, count / part);
        for (size_t i = 0; i < part; i++) at[first + i] = 0;
    } else {
        for (size_t i = 0; i < count; i++)
            if (slp_draw_chance(from, 1, 2)) at[i] = 0;
    }
    for (size_t i = 0; i < count; i++) kept += at[i] != 0;
    if (kept == 0) at[last] = value;
    if (kept == count) at[last] = 0;
}

/* One number or all, some power of two away; moments of inertia up, as the generator divides by
 * them, so that no pattern makes it large. */
static void make_extreme(double *at, size_t count, const char *key, slp_draw *from)
{
    const int size = FAR + 4 + (int)slp_draw_below(from, 60);
    const int k = strcmp(key, "inertia") == 0 ? size : -size;
    const bool all = slp_draw_chance(from, 1, 2);
    size_t only = (size_t)slp_draw_below(from, count);
    while (at[only] == 0) only = (only + 1) % count;
    for (size_t i = 0; i < count; i++)
        if (all || i == only) at[i] = ldexp(at[i], k);
}

/* The second number := the first times 1 + 2^-7 to 1 + 2^-51, as far as the arithmetic has it. */
static void make_near(double *at, const slp_arithmetic *a, slp_draw *from)
{
    enum { LEAST = 7, MOST = 51 };
    const int bits = a && a->bits < MOST + 2 ? a->bits : MOST + 2, most = bits - 2;
    const int range = most > LEAST ? most - LEAST + 1 : 1;
    const int k = LEAST + (int)slp_draw_below(from, (uint64_t)range);
    at[1] = slp_arithmetic_round(a, at[0] * (1 + ldexp(1, -k)));
}

/* Each number changes its sign by a coin, and one that is not 0 is negative. */
static void make_negative(double *at, size_t count, slp_draw *from)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (slp_draw_chance(from, 1, 2)) at[i] = -at[i];
        any = any || at[i] < 0;
    }
    for (size_t i = 0; i < count && !any; i++) {
        any = at[i] != 0;
        at[i] = any ? -at[i] : at[i];
    }
}

/* The numbers of p with the pattern into list, which has room for 8 times as many and 2; returns
 * how many. */
static size_t made(double *list, const slp_case *c, size_t p, slp_pattern which, slp_draw *from)
{
    const size_t there = count_at(c, p);
    size_t count = there;
    for (size_t i = 0; i < count; i++) list[i] = number_at(c, p, i);
    /* so that a key of one number is asked whether it takes two */
    const bool two =
        which == SLP_PATTERN_PARTLY_ZERO || which == SLP_PATTERN_EQUAL || which == SLP_PATTERN_NEAR;
    if (count == 1 && two) list[count++] = list[0];
    switch (which) {
    case SLP_PATTERN_LEFT_OUT:
        return 0;
    case SLP_PATTERN_ZERO:
        for (size_t i = 0; i < count; i++) list[i] = 0;
        break;
    case SLP_PATTERN_PARTLY_ZERO:
        make_partly_zero(list, count, from);
        break;
    case SLP_PATTERN_MANY: {
        const size_t times = 4 + (size_t)slp_draw_below(from, 5);
        const bool amounts = p >= SLP_MAX_PARAMS || has_terms(c, p) ||
                             c->system->params[p].kind == SLP_PARAM_NUMBERS;
        for (size_t i = 0; amounts && i < there; i++)
            list[i] = slp_arithmetic_round(c->arithmetic, list[i] / (double)times);
        for (size_t i = there; i < there * times; i++) list[i] = list[i - there];
        return there * times;
    }
    case SLP_PATTERN_EQUAL:
        for (size_t i = 1; i < count && list[0] == 0; i++) list[0] = list[i];
        for (size_t i = 0; i < count; i++) list[i] = list[0];
        break;
    case SLP_PATTERN_NEAR:
        for (size_t i = 1; i < count && list[0] == 0; i++) list[0] = list[i];
        make_near(list, c->arithmetic, from);
        break;
    case SLP_PATTERN_NEGATIVE:
        make_negative(list, count, from);
        break;
    case SLP_PATTERN_EXTREME:
        make_extreme(list, count, key_of(c, p), from);
        break;
    default:
        break;
    }
    return count;
}

/* Fewer numbers: the fewest that the format takes. */
static slp_status make_one(slp_case *c, size_t p, const double *list, size_t count, slp_draw *from,
                           slp_error *err)
{
    slp_status status = SLP_INPUT;
    for (size_t k = 1; k <= count && k <= MOST_TRIES && status == SLP_INPUT; k++)
        status = set_pattern(c, p, list, k, from, err);
    return status;
}

/* Whether a pattern can be tried on these numbers. */
static bool can_try(const slp_case *c, size_t p, slp_pattern which)
{
    const size_t count = count_at(c, p);
    bool any = false;
    if (count == 0 || count > MOST_NUMBERS) return false;
    for (size_t i = 0; i < count; i++) any = any || number_at(c, p, i) != 0;
    if (which == SLP_PATTERN_LEFT_OUT) return true;
    return any && (p >= SLP_MAX_PARAMS || c->system->params[p].kind != SLP_PARAM_WORD);
}

slp_status slp_draw_pattern(slp_case *c, size_t p, slp_pattern which, slp_draw *from,
                            slp_error *err)
{
    slp_case was;
    if (!can_try(c, p, which)) return SLP_UNSUPPORTED;
    double *list = calloc(8 * count_at(c, p) + 2, sizeof *list);
    slp_case_init(&was);
    slp_status status = list ? slp_case_copy(&was, c) : SLP_MEMORY;
    if (status == SLP_OK) {
        const size_t now = made(list, c, p, which, from);
        status = which == SLP_PATTERN_ONE ? make_one(c, p, list, now, from, err)
                                          : set_pattern(c, p, list, now, from, err);
        if (status != SLP_OK) { /* c is as it was */
            const slp_case changed = *c;
            *c = was;
            was = changed;
        }
    }
    free(list);
    slp_case_clear(&was);
    return status;
}

static double *place_of(slp_case *c, size_t p, size_t i)
{
    return has_terms(c, p) ? slp_terms_coefficient(&c->params[p], i) : &c->params[p].at[i];
}

/* One number becomes 2 to 2^40 times smaller than it was, of moments of inertia as much larger:
 * ratios of every size. */
static slp_status draw_amounts(slp_case *c, size_t p, slp_draw *from)
{
    slp_error err;
    slp_case was;
    slp_case_init(&was);
    const size_t count = count_at(c, p);
    slp_status status = slp_case_copy(&was, c);
    const int k = 1 + (int)slp_draw_below(from, 40);
    double *one = place_of(c, p, (size_t)slp_draw_below(from, count));
    *one = ldexp(*one, strcmp(c->system->params[p].key, "inertia") == 0 ? k : -k);
    if (!slp_arithmetic_is_wider(c->arithmetic)) *one = slp_arithmetic_round(c->arithmetic, *one);
    if (status == SLP_OK && slp_case_check(c, &err) != SLP_OK) {
        const slp_case tmp = *c;
        *c = was;
        was = tmp;
    }
    slp_case_clear(&was);
    return status;
}

/* Of the state and of the increments: all 0, some 0, all equal, two nearly equal.  Vortices in one
 * place, or of no length, are outside the domain. */
static slp_status draw_of_case(slp_case *c, slp_draw *from)
{
    static const slp_pattern likely[] = {SLP_PATTERN_ZERO, SLP_PATTERN_PARTLY_ZERO,
                                         SLP_PATTERN_EQUAL, SLP_PATTERN_NEAR};
    enum { LIKELY = sizeof likely / sizeof *likely };
    slp_error err;
    const slp_pattern of_x = likely[slp_draw_below(from, LIKELY)],
                      of_dw = likely[slp_draw_below(from, LIKELY)];
    const bool x = slp_draw_chance(from, 1, 32), dw = slp_draw_chance(from, 1, 16);
    slp_status status = SLP_OK;
    if (x && !c->system->divides_by_lengths)
        status = slp_draw_pattern(c, SLP_PATTERN_X, of_x, from, &err);
    if (dw && status != SLP_MEMORY) status = slp_draw_pattern(c, SLP_PATTERN_DW, of_dw, from, &err);
    return status == SLP_MEMORY ? status : SLP_OK;
}

slp_status slp_draw_patterns(slp_case *c, slp_draw *from)
{
    /* numbers of which some are 0 are the likeliest: ports leave noises out there, and take the
     * increments of others for theirs */
    static const slp_pattern likely[] = {
        SLP_PATTERN_PARTLY_ZERO, SLP_PATTERN_PARTLY_ZERO, SLP_PATTERN_PARTLY_ZERO,
        SLP_PATTERN_PARTLY_ZERO, SLP_PATTERN_NEGATIVE,    SLP_PATTERN_NEGATIVE,
        SLP_PATTERN_NEGATIVE,    SLP_PATTERN_ZERO,        SLP_PATTERN_LEFT_OUT,
        SLP_PATTERN_ONE,         SLP_PATTERN_MANY,        SLP_PATTERN_EQUAL,
        SLP_PATTERN_NEAR,        SLP_PATTERN_EXTREME};
    slp_error err;
    slp_status status = SLP_OK;
    if (slp_draw_chance(from, 1, 4)) return slp_draw_forms(c, from);
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key && status == SLP_OK; p++) {
        const slp_pattern which = likely[slp_draw_below(from, sizeof likely / sizeof *likely)];
        const bool wanted = slp_draw_chance(from, 1, 2), amounts = slp_draw_chance(from, 1, 4);
        if (!wanted || c->params[p].count == 0) continue;
        if (slp_draw_pattern(c, p, which, from, &err) == SLP_MEMORY) status = SLP_MEMORY;
        if (amounts && status == SLP_OK && c->params[p].count > 0 &&
            (has_terms(c, p) || c->system->params[p].kind == SLP_PARAM_NUMBERS))
            status = draw_amounts(c, p, from);
    }
    if (status == SLP_OK) status = draw_of_case(c, from);
    return status;
}
