/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of the exchange format: printing is canonical and reads back bit for bit, reading is
 * correctly rounded. */
#include "tests/support/cmocka.h"

#include "oracle/contract/number/number.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 */
static uint64_t bits(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double from_bits(uint64_t pattern)
{
    double value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

static uint64_t to_bits(double value)
{
    uint64_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    return pattern;
}

static slp_span span(const char *text)
{
    return (slp_span){text, strlen(text)};
}

/* A double of every class: any pattern, denormals, few bits, next to powers of two. */
static double random_double(uint64_t *state)
{
    uint64_t r = bits(state), kind = bits(state) % 4;
    uint64_t sign = r & UINT64_C(1) << 63, exponent = (r >> 52 & 0x7ff) % 2047;
    if (kind == 0) return from_bits(sign | exponent << 52 | (r & 0xfffffffffffffu));
    if (kind == 1) return from_bits(sign | (r & 0xfffffffffffffu) >> bits(state) % 53);
    if (kind == 2) return from_bits(sign | exponent << 52 | UINT64_C(1) << bits(state) % 52);
    return from_bits((sign | exponent << 52) + (bits(state) % 2 ? 1 : 0));
}

static void reads_back_bit_for_bit(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < 100000; i++) {
        double value = random_double(&state), back;
        char text[SLP_NUMBER_CHARS], libc[64];
        slp_number_print(text, value);
        assert_null(slp_number_parse(&back, span(text)));
        assert_int_equal(to_bits(back), to_bits(value));
        /* and another reader agrees: C's own */
        assert_int_equal(to_bits(strtod(text, NULL)), to_bits(value));
        /* and what C prints is read */
        snprintf(libc, sizeof libc, i % 2 ? "%a" : "%.17g", value);
        assert_null(slp_number_parse(&back, span(libc)));
        assert_int_equal(to_bits(back), to_bits(value));
    }
}

static void printed_form_is_canonical(void **unused)
{
    static const struct {
        double value;
        const char *text;
    } known[] = {{0.0, "0x0p+0"},
                 {-0.0, "-0x0p+0"},
                 {1.0, "0x1p+0"},
                 {-2.5, "-0x1.4p+1"},
                 {0.1, "0x1.999999999999ap-4"},
                 {2.0 / 3, "0x1.5555555555555p-1"},
                 {DBL_MAX, "0x1.fffffffffffffp+1023"},
                 {DBL_MIN, "0x1p-1022"},
                 {0x1p-1074, "0x0.0000000000001p-1022"},
                 {-0x1p-1023, "-0x0.8p-1022"}};
    (void)unused;
    char text[SLP_NUMBER_CHARS];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        slp_number_print(text, known[i].value);
        assert_string_equal(text, known[i].text);
    }
    slp_number_print(text, NAN);
    assert_string_equal(text[0] == '-' ? text + 1 : text, "nan");
    slp_number_print(text, -INFINITY);
    assert_string_equal(text, "-inf");
}

/* Longer mantissas than binary64 holds, near ties and in the denormal range, against MPFR. */
static void hex_is_correctly_rounded(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    mpfr_t exact;
    mpfr_init2(exact, 400);
    int ties = 0;
    for (int i = 0; i < 30000; i++) {
        char digits[40], text[96];
        int length = 1 + (int)(bits(&state) % 30);
        for (int k = 0; k < length; k++) {
            uint64_t r = bits(&state) % 24;
            digits[k] = r < 16 ? "0123456789abcdef"[r] : "008f"[r % 4];
        }
        digits[length] = 0;
        int point = (int)(bits(&state) % (uint64_t)(length + 1));
        int exponent = (int)(bits(&state) % 2300) - 1200;
        if (i % 3 == 0) exponent = -1074 + (int)(bits(&state) % 8) - 4 * (length - point);
        snprintf(text, sizeof text, "%s0x%.*s.%sp%d", i % 2 ? "-" : "", point, digits,
                 digits + point, exponent);
        mpfr_set_str(exact, text, 16, MPFR_RNDN);
        double expected = mpfr_get_d(exact, MPFR_RNDN), value = 1;
        ties += mpfr_get_d(exact, MPFR_RNDU) != mpfr_get_d(exact, MPFR_RNDD);
        const char *fault = slp_number_parse(&value, span(text));
        if (isinf(expected)) {
            assert_non_null(fault);
        } else {
            assert_null(fault);
            assert_int_equal(to_bits(value), to_bits(expected));
        }
    }
    mpfr_clear(exact);
    assert_gt(ties, 3000); /* rounding was really asked for */
}

static void hex_ties_go_to_even(void **unused)
{
    static const struct {
        const char *text;
        double value;
    } known[] = {{"0x1.00000000000008p+0", 1},
                 {"0x1.00000000000018p+0", 1 + 0x1p-51},
                 {"0x1.000000000000080000000000000001p+0", 1 + 0x1p-52},
                 {"0x1.fffffffffffff7p+1023", DBL_MAX},
                 {"0x1p-1075", 0},
                 {"0x1.8p-1074", 0x1p-1073},
                 {"0x1.00000000000000001p-1075", 0x1p-1074},
                 {"0x1p-99999999999999999999", 0},
                 {"0x0p+99999999999999999999", 0},
                 {"0x.8p0", 0.5},
                 {"0X1.8P1", 3},
                 {"0x0123456789p0", 4886718345},
                 {"0xabcdefp0", 11259375},
                 {"0xABCDEFp0", 11259375},
                 {"0x10", 16}};
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double value = 7;
        assert_null(slp_number_parse(&value, span(known[i].text)));
        assert_int_equal(to_bits(value), to_bits(known[i].value));
    }
}

static void decimals_are_correctly_rounded(void **unused)
{
    static const char *const known[] = {
        "0.1", "1e23", "9007199254740993", "2.2250738585072011e-308", "4.9e-324", "2.4e-324",
        "1e-400", "-0", "5.", ".5", "+1.5e+3", "8.826771486218105810717710747880610103721e-1",
        /* a little above a tie, in bits beyond the first 64 */
        "3216877181371670357e+08",
        /* 2^-1075 exactly: a tie between 0 and the least denormal, and a little above it */
        "2.4703282292062327208299439643411068618252990130716238221279284125033775e-324",
        "2.4703282292062327208299439643411068618252990130716238221279284125033776e-324"};
    (void)unused;
    mpfr_t exact;
    mpfr_init2(exact, 2000);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double value = 7;
        assert_null(slp_number_parse(&value, span(known[i])));
        mpfr_set_str(exact, known[i], 10, MPFR_RNDN);
        assert_int_equal(to_bits(value), to_bits(mpfr_get_d(exact, MPFR_RNDN)));
    }
    mpfr_clear(exact);
}

/* Decimals of up to 21 digits, of every form and near ties, beside MPFR. */
static void short_decimals_are_correctly_rounded(void **unused)
{
    uint64_t state = 5;
    mpfr_t exact;
    (void)unused;
    mpfr_init2(exact, 2000);
    for (size_t i = 0; i < 60000; i++) {
        char text[100];
        const unsigned long long whole = bits(&state) >> bits(&state) % 64,
                                 part = bits(&state) >> bits(&state) % 64;
        const int power = (int)(bits(&state) % 64) - 32;
        const char *const sign = i % 8 ? "" : "-";
        const double near = ldexp((double)(whole >> 11 | 1), (int)(bits(&state) % 80) - 60);
        if (i % 4 == 0)
            snprintf(text, sizeof text, "%s%llu.%llu", sign, whole >> 32, part);
        else if (i % 4 == 1)
            snprintf(text, sizeof text, "%s%llue%+03d", sign, whole, power);
        else if (i % 4 == 2) /* 54 bits: ties, and one beside */
            snprintf(text, sizeof text, "%llu", 2 * (whole >> 11 | 1ull << 52) + part % 3);
        else
            snprintf(text, sizeof text, "%s%.*g", sign, (int)(part % 21), near);
        double value = 7;
        assert_null(slp_number_parse(&value, span(text)));
        mpfr_set_str(exact, text, 10, MPFR_RNDN);
        assert_int_equal(to_bits(value), to_bits(mpfr_get_d(exact, MPFR_RNDN)));
    }
    mpfr_clear(exact);
}

static void refuses_what_is_no_finite_number(void **unused)
{
    static const char *const wrong[] = {"",
                                        "-",
                                        "+",
                                        ".",
                                        "0x",
                                        "0x.",
                                        "0xp1",
                                        "0x1p",
                                        "0x1p+",
                                        "1e",
                                        "1e+",
                                        "1.2.3",
                                        "0x1.2.3p0",
                                        "--1",
                                        "+-1",
                                        "1 ",
                                        " 1",
                                        "1x",
                                        "1e5.",
                                        "0x1g",
                                        "1d5",
                                        "1,5",
                                        "nan",
                                        "inf",
                                        "-inf",
                                        "infinity",
                                        "NAN",
                                        "nan(1)",
                                        "1e309",
                                        "-1e309",
                                        "0x1p1024",
                                        "0x1.fffffffffffff8p+1023",
                                        "1e999999999999999999999",
                                        "0b1",
                                        "1_000",
                                        "\xd9\xa1"};
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value;
        if (!slp_number_parse(&value, span(wrong[i]))) fail_msg("accepted '%s'", wrong[i]);
    }
    double value;
    assert_string_equal(slp_number_parse(&value, span("nan")),
                        "is not finite; only finite numbers are exchanged");
    assert_string_equal(slp_number_parse(&value, span("-inf")),
                        "is not finite; only finite numbers are exchanged");
}

static void integers_are_whole_and_in_range(void **unused)
{
    (void)unused;
    int64_t value;
    assert_null(slp_integer_parse(&value, span("-9223372036854775808"), INT64_MIN, INT64_MAX));
    assert_true(value == INT64_MIN);
    assert_null(slp_integer_parse(&value, span("9223372036854775807"), INT64_MIN, INT64_MAX));
    assert_true(value == INT64_MAX);
    assert_null(slp_integer_parse(&value, span("007"), 0, 10));
    assert_int_equal(value, 7);
    static const char *const wrong[] = {"",
                                        "-",
                                        "1.0",
                                        "1e3",
                                        "0x10",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "99999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(slp_integer_parse(&value, span(wrong[i]), INT64_MIN, INT64_MAX));
    assert_non_null(slp_integer_parse(&value, span("11"), 0, 10));
    assert_non_null(slp_integer_parse(&value, span("-1"), 0, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back_bit_for_bit),
        cmocka_unit_test(printed_form_is_canonical),
        cmocka_unit_test(hex_is_correctly_rounded),
        cmocka_unit_test(hex_ties_go_to_even),
        cmocka_unit_test(decimals_are_correctly_rounded),
        cmocka_unit_test(short_decimals_are_correctly_rounded),
        cmocka_unit_test(refuses_what_is_no_finite_number),
        cmocka_unit_test(integers_are_whole_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
