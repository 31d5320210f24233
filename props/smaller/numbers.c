/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Shorter numbers: 0, 1, a power of two, few digits; of a whole list, then one by one. */
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 0; 1 or -1; without its sign; one digit; a power of two; two to four digits; two bits. */
enum { ZERO, ONE, PLUS, DIGIT, POWER, DIGITS, MOST_DIGITS = DIGITS + 2, BITS, WAYS };

static double shorter(double old, int way)
{
    char text[SLP_NUMBER_CHARS];
    if (way == ZERO) return 0;
    if (way == ONE) return copysign(1, old);
    if (way == PLUS) return fabs(old);
    if (way == POWER) return copysign(ldexp(1, old == 0 ? 0 : ilogb(old)), old);
    if (way == BITS) return old == 0 ? 0 : ldexp(rint(ldexp(old, 1 - ilogb(old))), ilogb(old) - 1);
    snprintf(text, sizeof text, "%.*g", way == DIGIT ? 1 : way - DIGITS + 2, old);
    return strtod(text, NULL);
}

/* The lists of numbers of c: h, x, dw, then the parameters; {0, NULL} for one that it has not. */
static slp_numbers numbers_of(slp_case *c, size_t list)
{
    if (list == 0) return (slp_numbers){1, &c->h};
    if (list == 1) return (slp_numbers){c->dw_count, c->dw};
    if (list == 2) return (slp_numbers){c->x_count, c->x};
    return c->params[list - 3];
}
enum { LISTS = SLP_MAX_PARAMS + 3 };

/* Lists whose numbers may be made shorter together: not those that count or name something. */
static bool can_be_changed(const slp_case *c, size_t list)
{
    return list < 3 || smaller_is_kind(c, list - 3, SLP_PARAM_NUMBERS);
}

/* Changes each number of a set of lists; a number that is 0 stays. */
static bool try_lists(smaller *s, unsigned lists, int way)
{
    SLP_CLEARED(slp_case) candidate = {0};
    slp_need_memory(slp_case_copy(&candidate, s->best));
    for (size_t list = 0; list < LISTS; list++) {
        const slp_numbers at = numbers_of(&candidate, list);
        for (size_t i = 0; i < at.count && lists >> list & 1; i++)
            if (at.at[i] != 0) at.at[i] = shorter(at.at[i], way);
    }
    return smaller_try(s, &candidate);
}

/* All numbers 1 or -1; those of two lists, whose sizes may have to change together; of one. */
static void shorten_lists(smaller *s)
{
    unsigned all = 0;
    for (size_t list = 0; list < LISTS; list++)
        if (can_be_changed(s->best, list)) all |= 1u << list;
    if (try_lists(s, all, ONE)) return;
    for (size_t one = 0; one < LISTS; one++) {
        if (!(all >> one & 1) || numbers_of(s->best, one).count == 0) continue;
        if (numbers_of(s->best, one).count > 1 && try_lists(s, 1u << one, ZERO)) continue;
        if (try_lists(s, 1u << one, ONE)) continue;
        for (size_t other = one + 1; other < LISTS; other++)
            if (all >> other & 1 && numbers_of(s->best, other).count > 0)
                try_lists(s, 1u << one | 1u << other, ONE);
        try_lists(s, 1u << one, DIGIT);
    }
}

/* Parts of a list become 0, large ones first.  Parts overlap: on su(N) only two numbers of the
 * diagonal whose sum is 0 can become 0. */
static void zero_parts(smaller *s, size_t list)
{
    SLP_CLEARED(slp_case) candidate = {0};
    const size_t count = numbers_of(s->best, list).count;
    for (size_t part = count / 2; part > 1; part /= 2)
        for (size_t from = 0; from + part <= count && !smaller_is_spent(s); from += part / 2) {
            slp_need_memory(slp_case_copy(&candidate, s->best));
            double *at = numbers_of(&candidate, list).at + from;
            for (size_t i = 0; i < part; i++) at[i] = 0;
            smaller_try(s, &candidate);
        }
}

static void shorten_number(smaller *s, size_t list, size_t i)
{
    SLP_CLEARED(slp_case) candidate = {0};
    bool better = false;
    for (int way = 0; way < WAYS && !better; way++) {
        const double old = numbers_of(s->best, list).at[i], fresh = shorter(old, way);
        if (memcmp(&fresh, &old, sizeof old) == 0) continue;
        slp_need_memory(slp_case_copy(&candidate, s->best));
        numbers_of(&candidate, list).at[i] = fresh;
        better = smaller_try(s, &candidate);
    }
}

void smaller_numbers(smaller *s)
{
    shorten_lists(s);
    for (size_t list = 0; list < LISTS; list++)
        if (can_be_changed(s->best, list)) zero_parts(s, list);
    for (size_t list = 0; list < LISTS; list++)
        for (size_t i = 0; i < numbers_of(s->best, list).count && !smaller_is_spent(s); i++)
            shorten_number(s, list, i);
}
