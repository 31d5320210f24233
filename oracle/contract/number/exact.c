/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of a declared arithmetic, read to all their bits: hex floats and decimals of any length
 * as whole numbers times a power of two, rounded correctly. */
#include "oracle/contract/number/exact_text.h"
#include "oracle/contract/number/float_environment.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Whole numbers of any size ------------------------------------------------------------ */

/* sum at[i] 2^(32 i), without leading zero words; lost: memory was refused. */
typedef struct whole {
    uint32_t *at;
    size_t count, room;
    bool lost;
} whole;

static void clear(whole *n)
{
    free(n->at);
    *n = (whole){0};
}

static bool make_room(whole *n, size_t words)
{
    if (n->lost || words <= n->room) return !n->lost;
    const size_t room = 2 * words + 4;
    uint32_t *at = realloc(n->at, room * sizeof *at);
    n->lost = !at;
    if (!at) return false;
    n->at = at;
    n->room = room;
    return true;
}

static void trim(whole *n)
{
    while (n->count && n->at[n->count - 1] == 0) n->count--;
}

static void copy(whole *to, const whole *from)
{
    to->lost = to->lost || from->lost;
    if (from->count == 0 || !make_room(to, from->count)) {
        to->count = 0;
        return;
    }
    memcpy(to->at, from->at, from->count * sizeof *to->at);
    to->count = from->count;
}

/* n := n factor + more */
static void multiply(whole *n, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    if (!make_room(n, n->count + 1)) return;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->at[i] * factor;
        n->at[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) n->at[n->count++] = (uint32_t)carry;
    trim(n);
}

/* n := floor(n / divisor); true if something is left over */
static bool divide(whole *n, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        rest = rest << 32 | n->at[i];
        n->at[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(n);
    return rest != 0;
}

static long length_in_bits(const whole *n)
{
    if (n->count == 0) return 0;
    long bits = 32 * ((long)n->count - 1);
    for (uint32_t top = n->at[n->count - 1]; top; top >>= 1) bits++;
    return bits;
}

static bool has_bit(const whole *n, long i)
{
    return i >= 0 && (size_t)i / 32 < n->count && (n->at[i / 32] >> (i % 32) & 1);
}

/* True if one of the lowest `bits` bits is set. */
static bool any_below(const whole *n, long bits)
{
    for (size_t i = 0; i < n->count && 32 * (long)i < bits; i++) {
        const long left = bits - 32 * (long)i;
        if (left >= 32 ? n->at[i] != 0 : (n->at[i] & ((UINT32_C(1) << left) - 1)) != 0) return true;
    }
    return false;
}

static void shift_up(whole *n, long bits)
{
    const size_t words = (size_t)bits / 32;
    const int few = (int)(bits % 32);
    if (n->count == 0 || bits == 0 || !make_room(n, n->count + words + 1)) return;
    n->at[n->count] = 0;
    for (size_t i = n->count + 1; i-- > 0;) {
        const uint64_t pair = (uint64_t)n->at[i] << 32 | (i ? n->at[i - 1] : 0);
        n->at[i + words] = (uint32_t)(pair >> (32 - few));
    }
    for (size_t i = 0; i < words; i++) n->at[i] = 0;
    n->count += words + 1;
    trim(n);
}

static void shift_down(whole *n, long bits)
{
    const size_t words = (size_t)bits / 32;
    const int few = (int)(bits % 32);
    if (words >= n->count) {
        n->count = 0;
        return;
    }
    n->count -= words;
    for (size_t i = 0; i < n->count; i++) {
        const uint32_t above = i + 1 < n->count ? n->at[i + 1 + words] : 0;
        n->at[i] = (uint32_t)(((uint64_t)above << 32 | n->at[i + words]) >> few);
    }
    trim(n);
}

static int compare(const whole *a, const whole *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;)
        if (a->at[i] != b->at[i]) return a->at[i] < b->at[i] ? -1 : 1;
    return 0;
}

/* a := |a - b| */
static void subtract(whole *a, const whole *b)
{
    const bool swap = compare(a, b) < 0;
    if (!make_room(a, b->count)) return;
    const size_t count = a->count > b->count ? a->count : b->count;
    int64_t borrow = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t p = i < a->count ? a->at[i] : 0, q = i < b->count ? b->at[i] : 0;
        const int64_t rest = (swap ? q - p : p - q) + borrow;
        a->at[i] = (uint32_t)rest;
        borrow = rest < 0 ? -1 : 0;
    }
    a->count = count;
    trim(a);
}

static void multiply_by_power_of_ten(whole *n, long power)
{
    for (; power >= 9; power -= 9) multiply(n, 1000000000, 0);
    for (; power > 0; power--) multiply(n, 10, 0);
}

/* ---- Numbers ------------------------------------------------------------------------------ */

/* n 2^exponent, n odd or 0 */
typedef struct number {
    whole n;
    long exponent;
} number;

static void make_odd(number *v)
{
    long zeros = 0;
    while (v->n.count && !has_bit(&v->n, zeros)) zeros++;
    shift_down(&v->n, zeros);
    v->exponent = v->n.count ? v->exponent + zeros : 0;
}

/* Rounds to `bits` bits, to multiples of 2^least, to nearest even; rest: the value is a little
 * more than v. */
static void round_to(number *v, long bits, long least, bool rest)
{
    long lowest = v->exponent + length_in_bits(&v->n) - bits;
    if (lowest < least) lowest = least;
    const long drop = lowest - v->exponent;
    if (drop > 0) {
        const bool half = has_bit(&v->n, drop - 1);
        const bool up = half && (rest || any_below(&v->n, drop - 1) || has_bit(&v->n, drop));
        shift_down(&v->n, drop);
        v->exponent = lowest;
        if (up) multiply(&v->n, 1, 1);
    }
    make_odd(v);
}

/* The nearest double; what is beyond double is the largest or the smallest. */
static double nearest_double(const number *v, bool *is_exact)
{
    number r = {.exponent = v->exponent};
    double value = 0;
    copy(&r.n, &v->n);
    const long top = v->exponent + length_in_bits(&v->n);
    *is_exact = false;
    if (v->n.count == 0) {
        *is_exact = true;
    } else if (top > 1024) {
        value = DBL_MAX;
    } else if (top < -1074) {
        value = 0x1p-1074;
    } else {
        round_to(&r, 53, -1074, false);
        for (size_t i = r.n.count; i-- > 0;) value = value * 0x1p32 + r.n.at[i];
        value = ldexp(value, (int)r.exponent);
        *is_exact = r.exponent == v->exponent && compare(&r.n, &v->n) == 0;
        if (value == 0) value = 0x1p-1074;
        if (value > DBL_MAX) value = DBL_MAX;
    }
    clear(&r.n);
    return value;
}

/* True if v, rounded to binary64, leaves a binary64 number. */
static bool has_two_parts(const number *v)
{
    number head = {.exponent = v->exponent}, tail = {.exponent = v->exponent};
    copy(&head.n, &v->n);
    copy(&tail.n, &v->n);
    round_to(&head, 53, -1074, false);
    bool fits = v->exponent >= -1074 && head.exponent + length_in_bits(&head.n) <= 1024;
    if (fits && head.n.count) {
        shift_up(&head.n, head.exponent - v->exponent);
        subtract(&tail.n, &head.n);
        make_odd(&tail);
        fits = length_in_bits(&tail.n) <= 53;
    }
    clear(&head.n);
    clear(&tail.n);
    return fits;
}

/* ---- Text --------------------------------------------------------------------------------- */

/* More digits than these no number of an arithmetic has. */
enum { MOST_HEX = 1200, MOST_DECIMAL = 25000, FAR = 100000 };

/* The digits as a whole number. */
static void read_whole(whole *n, const slp_digits *d)
{
    size_t taken = 0;
    for (const char *p = d->at; p < d->end && taken < d->count; p++) {
        if (*p == '.' || (taken == 0 && *p == '0')) continue;
        multiply(n, d->hex ? 16 : 10, (uint32_t)slp_digit_value(*p, d->hex ? 16 : 10));
        taken++;
    }
}

/* v := the decimal D 10^power, rounded to a.  True if v prints as D with as many digits. */
static bool read_decimal(number *v, whole *decimal, long power, const slp_arithmetic *a)
{
    /* double-double: 107 bits are two parts, and closer than its unit to what was printed */
    const long bits = a->two_parts ? 107 : a->bits, least = a->two_parts ? -1074 : a->least;
    bool rest = false;
    copy(&v->n, decimal);
    v->exponent = 0;
    if (power >= 0) {
        multiply_by_power_of_ten(&v->n, power);
    } else {
        const long more = bits + 4 + -power * 10 / 3 + 32;
        shift_up(&v->n, more);
        v->exponent = -more;
        long left = -power;
        for (; left >= 9; left -= 9) rest = divide(&v->n, 1000000000) || rest;
        for (; left > 0; left--) rest = divide(&v->n, 10) || rest;
    }
    round_to(v, bits, least, rest);
    if (a->two_parts || decimal->lost || v->n.lost) return true;
    /* |D 10^power - v| <= 10^power / 2, times 2 10^-power 2^shift */
    whole left = {0}, right = {0}, unit = {0};
    copy(&left, decimal);
    copy(&right, &v->n);
    multiply(&unit, 1, 1);
    shift_up(&left, 1);
    if (power >= 0) {
        multiply_by_power_of_ten(&left, power);
        multiply_by_power_of_ten(&unit, power);
    } else {
        multiply_by_power_of_ten(&right, -power);
    }
    shift_up(&right, 1);
    if (v->exponent >= 0) {
        shift_up(&right, v->exponent);
    } else {
        shift_up(&left, -v->exponent);
        shift_up(&unit, -v->exponent);
    }
    subtract(&left, &right);
    const bool prints = compare(&left, &unit) <= 0;
    clear(&left);
    clear(&right);
    clear(&unit);
    return prints;
}

static const char *widths_fault(const number *v, const slp_arithmetic *a)
{
    if (v->exponent + length_in_bits(&v->n) > a->most) return "is beyond the largest number of";
    if (v->exponent < (a->two_parts ? -1074 : a->least)) return "is below the spacing of";
    if (a->two_parts ? !has_two_parts(v) : length_in_bits(&v->n) > a->bits)
        return "has more bits than a number of";
    return NULL;
}

/* What is wrong with the number, whose text has the form of one; NULL if nothing is. */
static const char *read_number(number *v, const slp_digits *d, const slp_arithmetic *a)
{
    if (d->count == 0) return NULL;
    const long place = d->hex ? 4 * d->last + d->power : d->last + d->power;
    const long top = d->hex ? place + 4 * (long)d->count : place + (long)d->count;
    if (d->count > (d->hex ? MOST_HEX : MOST_DECIMAL)) return "has more bits than a number of";
    if (top > (d->hex ? (long)a->most + 4 : (long)(a->most * 0.3011) + 4) || top > FAR)
        return "is beyond the largest number of";
    if (top < (d->hex ? (long)a->least - 4 : (long)((a->least - 1) * 0.3011) - 4) || top < -FAR)
        return "is below the spacing of";
    if (d->hex) {
        read_whole(&v->n, d);
        v->exponent = place;
        make_odd(v);
        return v->n.lost ? slp_memory_fault : widths_fault(v, a);
    }
    whole decimal = {0};
    read_whole(&decimal, d);
    const bool prints = read_decimal(v, &decimal, place, a);
    const bool lost = decimal.lost || v->n.lost;
    clear(&decimal);
    if (lost) return slp_memory_fault;
    const char *fault = v->n.count == 0 ? "is below the spacing of" : widths_fault(v, a);
    return fault ? fault : prints ? NULL : "has more digits than a number of";
}

/* ---- Lists -------------------------------------------------------------------------------- */

slp_exact *slp_exact_new(size_t count, size_t words)
{
    slp_exact *exact = calloc(1, sizeof *exact);
    const size_t each = SLP_EXACT_HEAD + words;
    if (exact) exact->at = calloc(count * each + 1, sizeof *exact->at);
    if (!exact || !exact->at) {
        free(exact);
        return NULL;
    }
    exact->count = count;
    exact->words = words;
    for (size_t i = 0; i < count; i++) exact->at[i * each + 1] = SLP_EXACT_DOUBLE;
    return exact;
}

void slp_exact_free(slp_exact *exact)
{
    if (!exact) return;
    free(exact->at);
    free(exact->text);
    free(exact);
}

void slp_exact_copy(slp_exact *to, size_t at, const slp_exact *from, size_t first, size_t count)
{
    for (size_t i = 0; from && i < count && first + i < from->count; i++)
        memcpy(to->at + (at + i) * (SLP_EXACT_HEAD + to->words),
               from->at + (first + i) * (SLP_EXACT_HEAD + from->words),
               (SLP_EXACT_HEAD + from->words) * sizeof *to->at);
}

bool slp_exact_equal(const slp_exact *a, const slp_exact *b)
{
    if (!a || !b) return a == b;
    return a->count == b->count && a->words == b->words &&
           memcmp(a->at, b->at, a->count * (SLP_EXACT_HEAD + a->words) * sizeof *a->at) == 0;
}

/* Number i of `count` becomes v, which is lost; false if memory is refused. */
static bool put_number(slp_exact **exact, size_t count, size_t i, double nearest, number *v)
{
    const long fraction = length_in_bits(&v->n) - 1;
    const size_t words = ((size_t)fraction + 51) / 52;
    if (!*exact || (*exact)->words < words) {
        slp_exact *more = slp_exact_new(count, words);
        if (!more) return false;
        slp_exact_copy(more, 0, *exact, 0, i);
        slp_exact_free(*exact);
        *exact = more;
    }
    double *at = (*exact)->at + i * (SLP_EXACT_HEAD + (*exact)->words);
    at[0] = nearest;
    at[1] = (double)(v->exponent + fraction);
    shift_up(&v->n, 52 * (long)words - fraction);
    for (size_t w = 0; w < words; w++) {
        uint64_t word = 0;
        for (long b = 52; b-- > 0;)
            word = 2 * word + has_bit(&v->n, 52 * (long)(words - 1 - w) + b);
        at[SLP_EXACT_HEAD + w] = (double)word;
    }
    return !v->n.lost;
}

/* v := the number of these e and words */
static void get_number(number *v, const double *from, size_t words)
{
    multiply(&v->n, 1, 1);
    for (size_t w = 1; w <= words; w++) {
        const uint64_t word = (uint64_t)from[w];
        multiply(&v->n, 1 << 26, (uint32_t)(word >> 26));
        multiply(&v->n, 1 << 26, (uint32_t)(word & ((1 << 26) - 1)));
    }
    v->exponent = (long)from[0] - 52 * (long)words;
    make_odd(v);
}

bool slp_exact_fits(size_t *item, const double *at, const slp_exact *exact, size_t count,
                    const slp_arithmetic *a)
{
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) {
        const double *own = slp_exact_at(exact, i, at[i]);
        number v = {.exponent = 0};
        *item = i + 1;
        if (own) get_number(&v, own, exact->words);
        fits = own ? !v.n.lost && !widths_fault(&v, a)
                   : !isfinite(at[i]) || slp_arithmetic_has(a, at[i]);
        clear(&v.n);
    }
    return fits;
}

/* True if the double `value` is exactly what these digits say: a hex float of at most 53 bits, or a
 * whole number of at most 15 digits. */
static bool is_plain(const slp_digits *d, double value)
{
    const double size = fabs(value);
    const char *p = d->at;
    if (d->count == 0) return true;
    if (!d->hex) return d->last >= 0 && d->power == 0 && d->count + (size_t)d->last <= 15;
    while (*p == '0' || *p == '.') p++;
    return d->hex && (d->count <= 13 || (d->count == 14 && *p == '1')) && size > 0x1p-960 &&
           size < 0x1p960;
}

bool slp_is_rounded(slp_span list, const slp_numbers *read)
{
    const char *at = list.at;
    for (size_t i = 0; i < read->count && at; i++) {
        slp_digits d;
        if (slp_digits_read(&d, slp_list_next(&at, list)) || !is_plain(&d, read->at[i]))
            return true;
    }
    return false;
}

/* Reads item to->count of `count`.  NULL, or what is wrong; `about` says whether that is a thing of
 * the arithmetic. */
static const char *read_item(slp_numbers *to, slp_exact **exact, size_t count, slp_span item,
                             const slp_arithmetic *a, bool *about)
{
    double value = 0;
    slp_digits d;
    const char *fault = slp_digits_read(&d, item);
    *about = !fault;
    if (fault) return fault;
    fault = slp_digits_round(&value, &d);
    if (fault == slp_memory_fault) return fault;
    /* what overflows binary64 may be a number of a */
    if (!fault && is_plain(&d, value) && slp_arithmetic_has(a, value)) {
        to->at[to->count++] = value;
        return NULL;
    }
    number v = {.exponent = 0};
    bool is_double = true;
    fault = read_number(&v, &d, a);
    if (!fault) {
        value = nearest_double(&v, &is_double);
        if (d.negative) value = -value;
        if (!is_double && !put_number(exact, count, to->count, value, &v)) fault = slp_memory_fault;
        to->at[to->count++] = value;
    }
    if (v.n.lost) fault = slp_memory_fault;
    clear(&v.n);
    return fault;
}

slp_status slp_exact_list(slp_numbers *to, slp_exact **exact, slp_span given,
                          const slp_arithmetic *a, size_t *item, char fault[SLP_EXACT_FAULT])
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    *exact = NULL;
    const char *wrong = slp_list_begin(to, item, given, 1);
    if (wrong) snprintf(fault, SLP_EXACT_FAULT, "%s", wrong);
    if (wrong) return wrong == slp_memory_fault ? SLP_MEMORY : SLP_INPUT;
    const size_t count = slp_list_items(given);
    bool about = false;
    for (const char *at = given.at; at && !wrong;) {
        const slp_span here = slp_list_next(&at, given);
        *item = to->count + 1;
        wrong = read_item(to, exact, count, here, a, &about);
        if (wrong && about)
            snprintf(fault, SLP_EXACT_FAULT, "%.*s%s %s %s",
                     (int)(here.length < 60 ? here.length : 60), here.at,
                     here.length < 60 ? "" : "...", wrong, a->name);
        else if (wrong)
            snprintf(fault, SLP_EXACT_FAULT, "%s", wrong);
    }
    if (!wrong) return SLP_OK;
    slp_exact_free(*exact);
    *exact = NULL;
    free(to->at);
    *to = (slp_numbers){0, NULL};
    return wrong == slp_memory_fault ? SLP_MEMORY : SLP_INPUT;
}
