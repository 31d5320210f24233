/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: numbers, of the exchange format (oracle/contract/number/number.c, list.c) and of
 * claims (reports/claims/language/number.c).
 *
 * The bytes are one text.  Whether it is a number is asked of a regular expression of
 * oracle/FORMAT.md, and which number of MPFR, rounded once to binary64 with gradual underflow.
 * What is refused leaves the output as it was. */
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/number/number.h"
#include "reports/claims/claim.h"

#include <gmp.h>
#include <math.h>
#include <mpfr.h>
#include <regex.h>

#define HEX     "0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)([pP][+-]?[0-9]+)?"
#define DECIMAL "([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
#define PAIR    "[+-]?[0-9]+:[+-]?[0-9]+"

/* What a text is, compiled once. */
enum { NUMBER, INTEGER, PAIRS, POWER, FORMS };
static bool matches(const char *text, int form)
{
    static const char *const patterns[FORMS] = {"^[+-]?(" HEX "|" DECIMAL ")$", "^[+-]?[0-9]+$",
                                                "^" PAIR "(," PAIR ")*$", "^2\\^-?[0-9]+$"};
    static regex_t compiled[FORMS];
    static bool known[FORMS];
    if (!known[form])
        HOLDS(regcomp(&compiled[form], patterns[form], REG_EXTENDED | REG_NOSUB) == 0);
    known[form] = true;
    return regexec(&compiled[form], text, 0, NULL, 0) == 0;
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The binary64 number nearest to q, ties to even; q was rounded to 53 bits with this ternary value.
 */
static double nearest(mpfr_t q, int ternary)
{
    mpfr_check_range(q, ternary, MPFR_RNDN);
    mpfr_subnormalize(q, ternary, MPFR_RNDN);
    return mpfr_get_d(q, MPFR_RNDN);
}

/* The number that a well formed text says, infinite where binary64 has none. */
static double meant(const char *text)
{
    mpfr_t q;
    char *end;
    const mpfr_exp_t lowest = mpfr_get_emin(), highest = mpfr_get_emax();
    const bool hex = strpbrk(text, "xX") != NULL;
    mpfr_init2(q, 53);
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    int ternary = mpfr_strtofr(q, text, &end, hex ? 16 : 10, MPFR_RNDN);
    HOLDS(*end == 0);
    ternary = mpfr_subnormalize(q, ternary, MPFR_RNDN);
    const double value = mpfr_get_d(q, MPFR_RNDN);
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    mpfr_clear(q);
    return value;
}

static void one_number(slp_span span, const char *text)
{
    const double untouched = -0x1.23456789abcdep+77;
    double value = untouched;
    const char *fault = slp_number_parse(&value, span);
    const bool whole = strlen(text) == span.length;
    if (!whole || !matches(text, NUMBER)) {
        HOLDS(fault && *fault && same(value, untouched));
        return;
    }
    const double exact = meant(text);
    if (isinf(exact)) {
        HOLDS(fault && strstr(fault, "overflows") && same(value, untouched));
        return;
    }
    HOLDS(fault == NULL);
    HOLDS(same(value, exact));
    HOLDS(same(value, strtod(text, NULL)));
}

static void one_integer(slp_span span, const char *text)
{
    const int64_t untouched = 81985529216486895;
    int64_t value = untouched;
    const char *fault = slp_integer_parse(&value, span, -1000000, INT64_MAX);
    mpz_t exact, least, most;
    const bool whole = strlen(text) == span.length && matches(text, INTEGER);
    mpz_init(exact);
    mpz_init_set_si(least, -1000000);
    mpz_init_set_str(most, "9223372036854775807", 10);
    if (whole) mpz_set_str(exact, text + (*text == '+'), 10);
    if (whole && mpz_cmp(exact, least) >= 0 && mpz_cmp(exact, most) <= 0) {
        HOLDS(fault == NULL);
        HOLDS(mpz_cmp_si(exact, value) == 0);
    } else {
        HOLDS(fault && *fault && value == untouched);
    }
    mpz_clears(exact, least, most, NULL);
}

/* A list is its items, read one by one; refused, it says which of them is at fault. */
static void one_list(slp_span span)
{
    slp_numbers list = {7, (double *)1};
    size_t which = 0, i = 0;
    const char *fault = slp_list_parse(&list, &which, span), *wrong = NULL;
    const char *at = span.at, *end = span.at + span.length;
    if (span.length == 0) {
        HOLDS(fault && !list.at && !list.count);
        return;
    }
    for (const char *comma = at; comma && !wrong; i++) {
        double value;
        comma = memchr(at, ',', (size_t)(end - at));
        slp_span item = {at, (size_t)((comma ? comma : end) - at)};
        wrong = slp_number_parse(&value, item);
        if (!wrong && !fault) HOLDS(i < list.count && same(list.at[i], value));
        if (comma) at = comma + 1;
    }
    HOLDS((wrong == NULL) == (fault == NULL));
    if (wrong) HOLDS(strcmp(fault, wrong) == 0 && which == i && !list.at && !list.count);
    if (!wrong) HOLDS(list.count == i);
    free(list.at);
}

static void one_list_of_pairs(slp_span span, const char *text)
{
    slp_numbers list = {7, (double *)1};
    size_t which = 0;
    const char *fault = slp_pairs_parse(&list, &which, span);
    const bool whole = strlen(text) == span.length && matches(text, PAIRS);
    if (fault) {
        HOLDS(*fault && !list.at && !list.count);
    } else {
        const char *at = text;
        HOLDS(whole && list.count % 2 == 0);
        for (size_t i = 0; i < list.count; i++) {
            char *end;
            HOLDS(list.at[i] == (double)strtol(at, &end, 10) && fabs(list.at[i]) <= 1e6);
            at = end + 1;
        }
        HOLDS(at == text + span.length + 1);
    }
    free(list.at);
}

/* What a claim may write for a number: plain ones of fewer than 64 characters, p/q, 2^k. */
static bool plain(double *value, const char *text)
{
    if (strlen(text) > 63 || !matches(text, NUMBER)) return false;
    *value = meant(text);
    return isfinite(*value);
}

static bool claims(double *value, const char *text)
{
    const char *slash = strchr(text, '/');
    if (matches(text, POWER)) {
        const double power = strtod(text + 2, NULL);
        *value = power >= -1074 && power <= 1023 ? ldexp(1, (int)power) : INFINITY;
        return isfinite(*value);
    }
    if (!slash) return plain(value, text);
    double p, q;
    char *first = fuzz_text((const uint8_t *)text, (size_t)(slash - text));
    const bool both = plain(&p, first) && plain(&q, slash + 1) && q != 0;
    free(first);
    if (!both) return false;
    mpfr_t quotient, divisor;
    const mpfr_exp_t lowest = mpfr_get_emin(), highest = mpfr_get_emax();
    mpfr_init2(quotient, 53);
    mpfr_init2(divisor, 53);
    mpfr_set_d(quotient, p, MPFR_RNDN);
    mpfr_set_d(divisor, q, MPFR_RNDN);
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    *value = nearest(quotient, mpfr_div(quotient, quotient, divisor, MPFR_RNDN));
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    mpfr_clears(quotient, divisor, NULL);
    return isfinite(*value);
}

static void one_of_a_claim(const char *text)
{
    double value = 7, exact = 7;
    const bool good = claims(&exact, text);
    HOLDS(slp_claim_number(&value, text) == good);
    if (good) HOLDS(same(value, exact));
}

/* Any pattern of bits that is a finite number prints as text that reads back to the bit, here and
 * by the C library. */
static void printed(uint64_t bits)
{
    double value, back;
    char text[SLP_NUMBER_CHARS];
    memcpy(&value, &bits, sizeof value);
    slp_number_print(text, value);
    HOLDS(strlen(text) < SLP_NUMBER_CHARS);
    const char *fault = slp_number_parse(&back, (slp_span){text, strlen(text)});
    HOLDS((fault == NULL) == (isfinite(value) != 0));
    if (!fault) HOLDS(same(back, value) && same(strtod(text, NULL), value));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *text = fuzz_text(bytes, count);
    const slp_span span = {text, count};
    uint64_t bits = 0;
    one_number(span, text);
    one_integer(span, text);
    one_list(span);
    one_list_of_pairs(span, text);
    one_of_a_claim(text);
    if (count) memcpy(&bits, bytes, count < sizeof bits ? count : sizeof bits);
    printed(bits);
    free(text);
    return 0;
}
