/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of arithmetics, their text, and rounding to the narrow ones. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/number/float_environment.h"

#include <math.h>
#include <string.h>

/* double-double: every accurate operation has a relative error of at most 2^-102, and its low part
 * an error of 2^-1073 where it underflows (judge.md, 9). */
static const slp_arithmetic table[] = {
    {.name = "bfloat16", .bits = 8, .least = -133, .most = 128, .sum_bits = 8},
    {.name = "binary16", .bits = 11, .least = -24, .most = 16, .sum_bits = 11},
    {.name = "binary32", .bits = 24, .least = -149, .most = 128, .sum_bits = 24},
    {.name = "binary64", .bits = 53, .least = -1074, .most = 1024, .sum_bits = 53},
    {.name = "extended", .bits = 64, .least = -16445, .most = 16384, .sum_bits = 64},
    {.name = "double-double",
     .bits = 102,
     .least = -1072,
     .most = 1024,
     .sum_bits = 102,
     .two_parts = true},
    {.name = "binary128", .bits = 113, .least = -16494, .most = 16384, .sum_bits = 113}};

enum { COUNT = sizeof table / sizeof *table, BINARY64 = 3, MOST_BITS = 1024, FARTHEST = 1 << 20 };

const slp_arithmetic *slp_arithmetic_at(size_t i)
{
    return i < COUNT ? &table[i] : NULL;
}

const slp_arithmetic *slp_arithmetic_find(const char *name)
{
    for (size_t i = 0; name && i < COUNT; i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

const slp_arithmetic *slp_arithmetic_binary64(void)
{
    return &table[BINARY64];
}

bool slp_arithmetic_same(const slp_arithmetic *a, const slp_arithmetic *b)
{
    if (!a) a = &table[BINARY64];
    if (!b) b = &table[BINARY64];
    return a->bits == b->bits && a->least == b->least && a->most == b->most &&
           a->sum_bits == b->sum_bits && a->two_parts == b->two_parts;
}

bool slp_arithmetic_is_binary64(const slp_arithmetic *a)
{
    return slp_arithmetic_same(a, NULL);
}

bool slp_arithmetic_is_wider(const slp_arithmetic *a)
{
    const slp_arithmetic *b = &table[BINARY64];
    return a && (a->two_parts || a->bits > b->bits || a->least < b->least || a->most > b->most);
}

double slp_arithmetic_round(const slp_arithmetic *a, double value)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!a || a->two_parts || value == 0 || !isfinite(value)) return value;
    int lowest = ilogb(value) + 1 - a->bits; /* exponent of the last bit kept */
    if (lowest < a->least) lowest = a->least;
    /* with all 53 bits kept there is nothing to round; otherwise value/2^lowest < 2^53 */
    const bool whole = lowest <= ilogb(value) - 52 || lowest <= -1074;
    const double kept = whole ? value : ldexp(nearbyint(ldexp(value, -lowest)), lowest);
    if (a->most < 1024 && fabs(kept) >= ldexp(1, a->most)) return copysign(HUGE_VAL, value);
    return kept;
}

bool slp_arithmetic_has(const slp_arithmetic *a, double value)
{
    return isfinite(value) && slp_arithmetic_round(a, value) == value;
}

/* ---- Text --------------------------------------------------------------------------------- */

/* Reads 2^E at *at; false if it is none. */
static bool read_power(int *exponent, const char **at)
{
    const char *p = *at;
    if (p[0] != '2' || p[1] != '^') return false;
    p += 2;
    const char *digits = p + (*p == '-');
    int64_t value;
    const size_t length = strspn(digits, "0123456789") + (size_t)(digits - p);
    if (slp_integer_parse(&value, (slp_span){p, length}, -FARTHEST, FARTHEST)) return false;
    *exponent = (int)value;
    *at = p + length;
    return true;
}

static slp_status refuse(slp_error *err, const char *text, size_t length, const char *why)
{
    return slp_error_set(err, 0, NULL, "arithmetic", "'%.*s' %s", (int)(length < 60 ? length : 60),
                         text, why);
}

/* Why these numbers make no arithmetic; NULL if they do. */
static const char *limits_fault(int unit, int least, int most)
{
    if (unit > -2 || unit < -MOST_BITS) return "has a unit that is not from 2^-2 to 2^-1024";
    if (least - unit > 0 || most < 2) /* 1 and 2 are numbers, and 1 + 2u */
        return "has a range without the numbers from 1 to 2; say 2^-149..2^128";
    return NULL;
}

static slp_status parse_limits(slp_arithmetic *a, const char *text, size_t length, slp_error *err)
{
    int unit, least, most;
    const char *p = text;
    if (!read_power(&unit, &p) || *p++ != ':' || !read_power(&least, &p) || *p++ != '.' ||
        *p++ != '.' || !read_power(&most, &p) || p != text + length)
        return refuse(err, text, length,
                      "is no unit and range; write 2^-24:2^-149..2^128 as for binary32");
    const char *fault = limits_fault(unit, least, most);
    if (fault) return refuse(err, text, length, fault);
    *a = (slp_arithmetic){
        .bits = -unit, .least = least, .most = most, .sum_bits = -unit, .tolerance = 0};
    snprintf(a->name, sizeof a->name, "2^%d:2^%d..2^%d", unit, least, most);
    for (size_t i = 0; i < COUNT; i++)
        if (slp_arithmetic_same(a, &table[i])) *a = table[i];
    return SLP_OK;
}

static slp_status parse_one(slp_arithmetic *a, const char *text, size_t length, slp_error *err)
{
    const char *names[COUNT + 1] = {NULL};
    char hint[SLP_HINT_CHARS];
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = table[i].name;
        if (slp_span_is((slp_span){text, length}, names[i])) {
            *a = table[i];
            return SLP_OK;
        }
    }
    if (length > 1 && text[0] == '2' && text[1] == '^') return parse_limits(a, text, length, err);
    slp_hint(hint, (slp_span){text, length}, names);
    return slp_error_set(err, 0, NULL, "arithmetic",
                         "unknown arithmetic '%.*s'%s; one of bfloat16 binary16 binary32 binary64 "
                         "extended double-double binary128, a pair such as binary16+binary32, or "
                         "unit and range, 2^-24:2^-149..2^128",
                         (int)(length < 40 ? length : 40), text, hint);
}

slp_status slp_arithmetic_parse(slp_arithmetic *a, const char *text, slp_error *err)
{
    if (!a || !text)
        return slp_error_set(err, 0, NULL, "arithmetic", "no text, or no place for it, was given");
    slp_arithmetic stored, sums;
    const size_t length = strcspn(text, "+");
    if (parse_one(&stored, text, length, err) != SLP_OK) return SLP_INPUT;
    if (text[length] == '+') {
        const char *second = text + length + 1;
        if (parse_one(&sums, second, strlen(second), err) != SLP_OK) return SLP_INPUT;
        if (sums.bits < stored.bits || sums.least > stored.least || sums.most < stored.most)
            return refuse(err, text, strlen(text),
                          "sums in narrower numbers than it stores; name the wider one second");
        char name[sizeof stored.name];
        const int size = snprintf(name, sizeof name, "%s+%s", stored.name, sums.name);
        if (size >= (int)sizeof name) return refuse(err, text, strlen(text), "is too long");
        stored.sum_bits = sums.bits;
        if (sums.bits > stored.bits) memcpy(stored.name, name, sizeof name);
    }
    *a = stored;
    return SLP_OK;
}
