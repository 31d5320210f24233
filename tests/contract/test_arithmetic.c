/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Arithmetics: the table, their text, which doubles are numbers of theirs, and rounding. */
#include "oracle/contract/number/arithmetic.h"

#include <math.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_arithmetic parsed(const char *text)
{
    slp_arithmetic a;
    slp_error err;
    assert_int_equal(slp_arithmetic_parse(&a, text, &err), SLP_OK);
    return a;
}

static void the_table_is_sorted_and_found(void **unused)
{
    (void)unused;
    size_t count = 0;
    for (; slp_arithmetic_at(count); count++) {
        const slp_arithmetic *a = slp_arithmetic_at(count);
        assert_ptr_equal(slp_arithmetic_find(a->name), a);
        assert_int_equal(a->sum_bits, a->bits);
        if (count) assert_gt(a->bits, slp_arithmetic_at(count - 1)->bits);
        const slp_arithmetic same = parsed(a->name);
        assert_memory_equal(&same, a, sizeof same);
    }
    assert_int_equal(count, 7);
    assert_null(slp_arithmetic_find("binary65"));
    assert_null(slp_arithmetic_find(NULL));
    assert_string_equal(slp_arithmetic_binary64()->name, "binary64");
}

static void text_describes_other_arithmetics(void **unused)
{
    (void)unused;
    assert_string_equal(parsed("2^-24:2^-149..2^128").name, "binary32");
    const slp_arithmetic own = parsed("2^-30:2^-500..2^400");
    assert_int_equal(own.bits, 30);
    assert_int_equal(own.least, -500);
    assert_int_equal(own.most, 400);
    assert_true(slp_arithmetic_same(
        &own, &(slp_arithmetic){.bits = 30, .least = -500, .most = 400, .sum_bits = 30}));
    const slp_arithmetic pair = parsed("binary16+binary32");
    assert_string_equal(pair.name, "binary16+binary32");
    assert_int_equal(pair.bits, 11);
    assert_int_equal(pair.sum_bits, 24);
    assert_int_equal(pair.least, -24);
    assert_string_equal(parsed("binary64+binary64").name, "binary64");
    const slp_arithmetic again = parsed(parsed("2^-30:2^-500..2^400+binary64").name);
    assert_int_equal(again.sum_bits, 53);
}

static void wrong_text_is_refused(void **unused)
{
    static const char *const rows[][2] = {
        {"binary23", "did you mean binary32?"},
        {"", "unknown arithmetic"},
        {"half", "binary16+binary32"},
        {"2^-24", "is no unit and range"},
        {"2^-24:2^-149..2^128x", "is no unit and range"},
        {"2^-1:2^-149..2^128", "has a unit"},
        {"2^-24:2^-20..2^128", "has a range"},
        {"2^-24:2^-149..2^0", "has a range"},
        {"2^-24:2^-149..2^99999999", "is no unit and range"},
        {"binary32+binary16", "sums in narrower numbers"},
        {"binary64+bfloat16", "sums in narrower numbers"},
        {"bfloat16+binary16", "sums in narrower numbers"}, /* its range is smaller */
        {"binary16+", "unknown arithmetic"}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_arithmetic a = {.bits = 7};
        slp_error err = {0};
        assert_int_equal(slp_arithmetic_parse(&a, rows[i][0], &err), SLP_INPUT);
        assert_int_equal(a.bits, 7);
        assert_non_null(strstr(err.text, rows[i][1]));
    }
}

static void narrow_numbers_are_told(void **unused)
{
    static const struct {
        const char *name;
        double value, rounded;
    } rows[] = {{"binary16", 65504, 65504},
                {"binary16", 65519.99, 65504},
                {"binary16", 65520, INFINITY},
                {"binary16", -1e6, -INFINITY},
                {"binary16", 0x1p-24, 0x1p-24},
                {"binary16", 0x1p-25, 0},
                {"binary16", -0x1.8p-25, -0x1p-24},
                {"binary16", 0x1.8p-24, 0x1p-23},
                {"binary16", 1 + 0x1p-11, 1},
                {"binary16", 1 + 0x3p-11, 1 + 0x1p-9},
                {"bfloat16", 0x1.01p+0, 0x1p+0},
                {"bfloat16", 0x1.02p+0, 0x1.02p+0},
                {"bfloat16", 0x1p-133, 0x1p-133},
                {"binary32", 0.1, 0.1f},
                {"binary32", 0x1p-150, 0},
                {"binary32", 0x1.000002p-149, 0x1p-149},
                {"binary32", 0x1.ffffffp+127, INFINITY},
                {"binary32", -0.0, -0.0},
                {"binary64", 0.1, 0.1},
                {"binary64", 0x1p-1074, 0x1p-1074},
                {"extended", 0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023},
                {"double-double", 0x1p-1074, 0x1p-1074},
                {"2^-60:2^-60..2^1024", 0x1.0000000000001p-10, 0x1p-10},
                {"2^-60:2^-60..2^1024", 0x1p1000, 0x1p1000}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const slp_arithmetic a = parsed(rows[i].name);
        const double got = slp_arithmetic_round(&a, rows[i].value);
        assert_memory_equal(&got, &rows[i].rounded, sizeof got);
        assert_int_equal(slp_arithmetic_has(&a, rows[i].value), got == rows[i].value);
    }
    assert_true(slp_arithmetic_has(NULL, 0.1));
    assert_false(slp_arithmetic_has(NULL, INFINITY));
    assert_false(slp_arithmetic_has(slp_arithmetic_find("extended"), NAN));
}

static void some_are_wider(void **unused)
{
    static const char *const wider[] = {"extended", "double-double", "binary128",
                                        "2^-24:2^-2000..2^128", NULL};
    static const char *const others[] = {"bfloat16", "binary16",           "binary32",
                                         "binary64", "binary16+binary128", NULL};
    (void)unused;
    for (size_t i = 0; wider[i]; i++) {
        const slp_arithmetic a = parsed(wider[i]);
        assert_true(slp_arithmetic_is_wider(&a));
        assert_false(slp_arithmetic_is_binary64(&a));
    }
    for (size_t i = 0; others[i]; i++) {
        const slp_arithmetic a = parsed(others[i]);
        assert_false(slp_arithmetic_is_wider(&a));
    }
    assert_false(slp_arithmetic_is_wider(NULL));
    assert_true(slp_arithmetic_is_binary64(NULL));
    assert_true(slp_arithmetic_is_binary64(slp_arithmetic_binary64()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_sorted_and_found),
        cmocka_unit_test(text_describes_other_arithmetics), cmocka_unit_test(wrong_text_is_refused),
        cmocka_unit_test(narrow_numbers_are_told), cmocka_unit_test(some_are_wider)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
