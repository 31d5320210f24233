/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of the exchange format.  Printing gives the same text on every platform.  Reading rounds
 * correctly and does not depend on the locale. */
#include "oracle/contract/number/number.h"
#include "oracle/contract/number/float_environment.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
/* Whether one of eight is not finite: 1 added to an exponent of all ones goes into the sign. */
static bool one_not_finite(const double at[8])
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    const pair size = {UINT64_MAX >> 1, UINT64_MAX >> 1};
    const pair one = {UINT64_C(1) << 52, UINT64_C(1) << 52};
    pair bits[4];
    memcpy(bits, at, sizeof bits);
    for (int i = 0; i < 4; i++) bits[i] = (bits[i] & size) + one;
    const pair all = (bits[0] | bits[1]) | (bits[2] | bits[3]);
    return (all[0] | all[1]) >> 63;
}
#endif

size_t slp_first_not_finite(const double *at, size_t count)
{
    size_t i = 0;
#ifdef __GNUC__
    while (count - i >= 8 && !one_not_finite(at + i)) i += 8;
#endif
    while (i < count && isfinite(at[i])) i++;
    return i;
}

void slp_number_print(char text[SLP_NUMBER_CHARS], double value)
{
    if (!text) return;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const char *sign = bits >> 63 ? "-" : "";
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffu;
    if (biased == 0x7ff) {
        snprintf(text, SLP_NUMBER_CHARS, "%s%s", sign, fraction ? "nan" : "inf");
        return;
    }
    int exponent = biased ? biased - 1023 : fraction ? -1022 : 0;
    /* digit by digit: a case may have a million numbers */
    char *to = text;
    if (*sign) *to++ = '-';
    *to++ = '0';
    *to++ = 'x';
    *to++ = biased ? '1' : '0';
    if (fraction) *to++ = '.';
    for (uint64_t left = fraction << 12; left; left <<= 4) *to++ = "0123456789abcdef"[left >> 60];
    *to++ = 'p';
    *to++ = exponent < 0 ? '-' : '+';
    const int size = exponent < 0 ? -exponent : exponent;
    for (int ten = 1000; ten; ten /= 10)
        if (size >= ten || ten == 1) *to++ = (char)('0' + size / ten % 10);
    *to = '\0';
}

int slp_digit_value(char c, int base)
{
    int v = c >= '0' && c <= '9'   ? c - '0'
            : c >= 'a' && c <= 'f' ? c - 'a' + 10
            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                   : 99;
    return v < base ? v : -1;
}

/* Reads [+-]D; false if there is none.  Saturates at +-10^9, far beyond every exponent. */
static bool read_exponent(long *exponent, const char **at, const char *end)
{
    const char *p = *at;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    const char *first = p;
    long sum = 0;
    for (; p < end && slp_digit_value(*p, 10) >= 0; p++)
        if (sum < 1000000000) sum = 10 * sum + slp_digit_value(*p, 10);
    *exponent = negative ? -sum : sum;
    *at = p;
    return p > first;
}

/* Reads digits and at most one point up to d->end; false if there is no digit. */
static bool read_digits(slp_digits *d, const char *p, const char *end)
{
    const int base = d->hex ? 16 : 10;
    long after = 0, zeros = 0, behind = -SLP_HEAD;
    bool point = false;
    int v;
    for (d->at = p; p < end; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if ((v = slp_digit_value(*p, base)) < 0) break;
        after += point;
        zeros = v ? 0 : zeros + 1;
        if (!v && !d->count) continue;
        if (d->count++ < SLP_HEAD) d->head = (unsigned)base * d->head + (unsigned)v;
        behind++;
    }
    if (d->count) d->count -= (size_t)zeros;
    d->last = zeros - after;
    d->head_last = (behind > 0 ? behind : 0) - after;
    d->end = p;
    return p - d->at > point;
}

const char *slp_digits_read(slp_digits *d, slp_span text)
{
    const char *p = text.at, *end = text.at + text.length;
    *d = (slp_digits){.stop = end};
    if (p == end) return "is empty";
    d->negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if (end - p >= 3 && strchr("nNiI", *p))
        return "is not finite; only finite numbers are exchanged";
    d->hex = end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    if (!read_digits(d, d->hex ? p + 2 : p, end)) return "is not a number";
    p = d->end;
    if (p < end && (*p | 32) == (d->hex ? 'p' : 'e')) {
        p++;
        if (!read_exponent(&d->power, &p, end)) return "has no digits in its exponent";
    }
    return p < end ? "is not a number" : NULL;
}

/* m 2^e, rounded to nearest even, with gradual underflow.  sticky: there are nonzero bits below
 * those of m. */
static double rounded(uint64_t m, long e, bool sticky)
{
    if (m == 0) return 0;
    int top = 63;
    while (!(m >> top)) top--;
    long lowest = e + top - 52; /* exponent of the last bit kept */
    if (lowest < -1074) lowest = -1074;
    long drop = lowest - e;
    if (drop > 0) {
        if (drop > 64) return 0;
        uint64_t kept = drop == 64 ? 0 : m >> drop;
        uint64_t half = UINT64_C(1) << (drop - 1);
        uint64_t rest = m & (half | (half - 1));
        if (rest > half || (rest == half && (sticky || (kept & 1)))) kept++;
        m = kept;
        e = lowest;
    }
    if (e > 1100) return HUGE_VAL;
    return ldexp((double)m, (int)e); /* m <= 2^53, or fewer than 53 bits: exact */
}

const char slp_memory_fault[] = "cannot be read: out of memory";

/* Only text already checked to be [D][.D][e[+-]D] reaches strtod, in the C locale.  NULL, or
 * slp_memory_fault. */
static const char *decimal_value(double *value, const char *text)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) return slp_memory_fault;
    locale_t before = uselocale(c_locale);
    *value = strtod(text, NULL);
    uselocale(before);
    freelocale(c_locale);
    return NULL;
}

static const char *round_decimal(double *value, const slp_digits *d)
{
    char room[64];
    const size_t length = (size_t)(d->stop - d->at);
    char *text = length < sizeof room ? room : malloc(length + 1);
    if (!text) return slp_memory_fault;
    memcpy(text, d->at, length);
    text[length] = 0;
    const char *fault = decimal_value(value, text);
    if (text != room) free(text);
    return fault;
}

const char *slp_digits_round(double *value, const slp_digits *d)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    double size = 0;
    if (d->hex)
        size = rounded(d->head, 4 * d->head_last + d->power, d->count > SLP_HEAD);
    else if (round_decimal(&size, d))
        return slp_memory_fault;
    if (size > DBL_MAX) return "overflows binary64; the largest is 0x1.fffffffffffffp+1023";
    *value = d->negative ? -size : size;
    return NULL;
}

/* A decimal of at most 19 digits, times 10^power. */
typedef struct short_decimal {
    bool negative;
    uint64_t digits;
    int power;
} short_decimal;

static const char *read_short_digits(short_decimal *d, int *count, const char *p, const char *end)
{
    for (; p < end && (unsigned)(*p - '0') < 10; p++, ++*count)
        d->digits = 10 * d->digits + (unsigned)(*p - '0');
    return p;
}

/* False: the text is something else, or longer.  No more is said of it. */
static bool read_short_decimal(short_decimal *d, slp_span text)
{
    const char *p = text.at, *const end = text.at + text.length;
    int count = 0;
    if (text.length > 26) return false;
    *d = (short_decimal){.negative = p < end && *p == '-'};
    if (d->negative) p++;
    p = read_short_digits(d, &count, p, end);
    if (p < end && *p == '.') {
        const char *const point = p + 1;
        p = read_short_digits(d, &count, point, end);
        d->power = (int)(point - p);
    }
    if (count == 0 || count > 19) return false;
    if (p == end) return true;
    if (*p != 'e' || end - p < 3 || end - p > 4 || (p[1] != '-' && p[1] != '+')) return false;
    int power = 0;
    for (const char *digit = p + 2; digit < end; digit++) {
        if ((unsigned)(*digit - '0') >= 10) return false;
        power = 10 * power + (*digit - '0');
    }
    d->power += p[1] == '-' ? -power : power;
    return true;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
enum { MOST_FIVES = 27 }; /* 5^27 < 2^63 */

/* digits times 10^power, rounded once: by 64 bits of the exact product or quotient with a power of
 * five, and whether something is left.  False: 5^|power| does not fit. */
static bool round_short_decimal(double *size, const short_decimal *d)
{
    const int fives = d->power < 0 ? -d->power : d->power;
    uint64_t by = 1, m = d->digits;
    if (fives > MOST_FIVES) return false;
    for (int k = 0; k < fives; k++) by *= 5;
    if (m == 0) {
        *size = 0;
    } else if (d->power < 0) {
        const int up = __builtin_clzll(m), over = __builtin_clzll(by);
        const wide above = (wide)(m << up) << 63,
                   below = by << over; /* quotient in 62 to 64 bits */
        const uint64_t quotient = (uint64_t)(above / below);
        *size = rounded(quotient, over - up - 63 + d->power, above != quotient * below);
    } else {
        const wide product = (wide)m * by;
        const uint64_t high = (uint64_t)(product >> 64);
        const int drop = high ? 64 - __builtin_clzll(high) : 0;
        const uint64_t kept = (uint64_t)(product >> drop);
        *size = rounded(kept, drop + d->power, (wide)kept << drop != product);
    }
    return true;
}
#else
static bool round_short_decimal(double *size, const short_decimal *d)
{
    return (void)size, (void)d, false;
}
#endif

const char *slp_number_parse(double *value, slp_span text)
{
    slp_digits d;
    short_decimal s;
    double size;
    if (read_short_decimal(&s, text) && round_short_decimal(&size, &s)) {
        *value = s.negative ? -size : size;
        return NULL;
    }
    const char *fault = slp_digits_read(&d, text);
    return fault ? fault : slp_digits_round(value, &d);
}
