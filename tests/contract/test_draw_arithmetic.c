/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases drawn in declared arithmetics: every number is one of it, wide ones use all bits and the
 * whole range, and binary64 draws what it always drew. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/contract/number/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

enum { PAIRS = 8, CASES = 640 };

static size_t some_pairs(slp_draw_pair pairs[PAIRS])
{
    static const char *const names[PAIRS][2] = {
        {"rigid-body", "isospectral-midpoint"},  {"rigid-body-n", "tmk"},
        {"point-vortices", "implicit-midpoint"}, {"zeitlin-sphere", "isospectral-midpoint"},
        {"sine-euler", "rkmk-rk4-exp"},          {"heavy-top", "variational-cayley"},
        {"canonical", "canonical-midpoint"},     {"symplectic", "tmk"}};
    size_t count = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        pairs[count].system = slp_system_find(names[i][0]);
        pairs[count].scheme = slp_scheme_find(names[i][1]);
        if (slp_pair_makes_sense(pairs[count].system, pairs[count].scheme, NULL)) count++;
    }
    return count;
}

/* The longest of the exact numbers in characters, and their largest and smallest exponents. */
static void look_at(const double *at, const slp_exact *exact, size_t *longest, long *low,
                    long *high)
{
    for (size_t i = 0; exact && i < exact->count; i++) {
        char text[800] = "";
        FILE *to = fmemopen(text, sizeof text, "w");
        slp_exact_print(to, at[i], exact, i);
        fclose(to);
        const long exponent = strtol(strchr(text, 'p') + 1, NULL, 10);
        if (strlen(text) > *longest) *longest = strlen(text);
        if (text[2 + (*text == '-')] == '1' && exponent < *low) *low = exponent;
        if (exponent > *high) *high = exponent;
    }
}

static void drawn_cases_are_in_it(const char *name, size_t longest, long low, long high)
{
    slp_draw_pair pairs[PAIRS] = {{0}};
    const size_t count = some_pairs(pairs);
    slp_arithmetic a;
    slp_case c;
    slp_error err;
    slp_mixed_class which;
    size_t seen_longest = 0, nonzero = 0;
    long seen_low = 0, seen_high = 0;
    assert_int_equal(slp_arithmetic_parse(&a, name, NULL), SLP_OK);
    slp_case_init(&c);
    for (uint64_t i = 0; i < CASES; i++) {
        assert_int_equal(slp_draw_mixed_in(&c, &which, pairs, count, 3, i, &a), SLP_OK);
        assert_true(slp_arithmetic_same(c.arithmetic, &a));
        assert_int_equal(slp_case_check(&c, &err), SLP_OK);
        look_at(c.x, c.exact_x, &seen_longest, &seen_low, &seen_high);
        look_at(&c.h, c.exact_h, &seen_longest, &seen_low, &seen_high);
        for (size_t k = 0; k < c.d; k++) {
            nonzero += c.x[k] != 0;
            if (c.exact_x || c.x[k] == 0) continue;
            const long exponent = ilogb(c.x[k]);
            if (exponent < seen_low) seen_low = exponent;
            if (exponent > seen_high) seen_high = exponent;
        }
    }
    assert_gt(nonzero, CASES);
    assert_ge(seen_longest, longest);
    assert_le(seen_low, low);
    assert_ge(seen_high, high);
    slp_case_clear(&c);
}

static void narrow_ones(void **unused)
{
    (void)unused;
    drawn_cases_are_in_it("bfloat16", 0, -130, 60);
    drawn_cases_are_in_it("binary16", 0, -23, 9);
    drawn_cases_are_in_it("binary32", 0, -147, 60);
    drawn_cases_are_in_it("binary16+binary32", 0, -23, 9);
}

static void wide_ones(void **unused)
{
    (void)unused;
    drawn_cases_are_in_it("extended", 22, -16400, 10000);
    drawn_cases_are_in_it("double-double", 32, -1060, 700);
    drawn_cases_are_in_it("binary128", 34, -16400, 10000);
}

static void binary64_is_drawn_as_ever(void **unused)
{
    slp_draw_pair pairs[PAIRS] = {{0}};
    const size_t count = some_pairs(pairs);
    slp_case c, d;
    slp_mixed_class which;
    (void)unused;
    slp_case_init(&c);
    slp_case_init(&d);
    for (uint64_t i = 0; i < CASES; i++) {
        slp_draw_mixed_in(&c, &which, pairs, count, 3, i, slp_arithmetic_binary64());
        slp_draw_mixed(&d, &which, pairs, count, 3, i);
        assert_null(c.arithmetic);
        assert_int_equal(c.x_count, d.x_count);
        assert_memory_equal(c.x, d.x, c.x_count * sizeof *c.x);
        assert_memory_equal(&c.h, &d.h, sizeof c.h);
    }
    slp_case_clear(&c);
    slp_case_clear(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(narrow_ones), cmocka_unit_test(wide_ones),
                                       cmocka_unit_test(binary64_is_drawn_as_ever)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
