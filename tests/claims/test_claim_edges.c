/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers that are none, at the edges of what decides a claim: an interval with a NaN is not
 * measured, nothing is decided by it or by a bound made of it, and a fit or a slope of too few
 * levels, too few blocks, or sums that are no numbers is not known. */
#include "reports/claims/statistics/fit.h"
#include "reports/claims/statistics/functional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* ---- Conditions ---- */

static const slp_interval halves[] = {
    {NAN, 1, 1, true}, {0, NAN, 1, true}, {NAN, NAN, 1, true}, {0, 1, 1, false}};

static void no_number_decides_nothing(void **unused)
{
    (void)unused;
    for (int is = 0; is < SLP_PREDICATES; is++)
        for (size_t i = 0; i < 4; i++) {
            slp_condition c = {.is = (slp_predicate)is, .low = 5, .high = 5};
            slp_measurement m[2] = {{.values = {halves[i]}}, {.values = {{1, 1, 1, true}}}};
            assert_int_equal(slp_condition_truth(&c, m), SLP_OPEN);
            /* as a bound */
            c.bound_is_value = true;
            c.of.measure = 1;
            assert_int_equal(slp_condition_truth(&c, m), SLP_OPEN);
        }
    /* a predicate that there is not */
    slp_condition none = {.is = SLP_PREDICATES};
    slp_measurement m = {.values = {{1, 1, 1, true}}};
    assert_int_equal(slp_condition_truth(&none, &m), SLP_OPEN);
}

static void equal_wants_one_number(void **unused)
{
    static const struct {
        double lo, hi, low, high;
        slp_truth truth;
    } table[] = {{2, 2, 2, 2, SLP_TRUE},  {2, 3, 2, 2, SLP_OPEN},  {2, 2, 2, 3, SLP_OPEN},
                 {2, 2, 1, 3, SLP_OPEN},  {2, 2, 3, 3, SLP_FALSE}, {4, 5, 2, 3, SLP_FALSE},
                 {0, 1, 2, 3, SLP_FALSE}, {3, 3, 2, 3, SLP_OPEN}};
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        slp_condition c = {.is = SLP_IS_EQUAL, .low = table[i].low, .high = table[i].high};
        slp_measurement m = {.values = {{table[i].lo, table[i].hi, 1, true}}};
        assert_int_equal(slp_condition_truth(&c, &m), table[i].truth);
    }
}

static void shown(const char *wanted, double lo, double hi, double level, const char *unit)
{
    char text[80];
    slp_interval v = {lo, hi, level, true};
    slp_interval_print(text, sizeof text, &v, unit);
    assert_string_equal(text, wanted);
}

static void intervals_are_shown(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        char text[80];
        slp_interval_print(text, sizeof text, &halves[i], "s");
        assert_string_equal(text, "not measured");
    }
    shown("2", 2, 2, 1, NULL);
    shown("2", 2, 2, 1, "");
    shown("2 s", 2, 2, 1, "s");
    shown("0 ± 1", -1, 0.5, 1, NULL);
    shown("in [-1, 0.5]", -1, 0.5, 0.99, NULL); /* of a sample 0 is not the middle */
    shown("1.25", 1.25, 1.25001, 1, NULL);
    shown("in [1, inf] s", 1, INFINITY, 1, "s");
    shown("at most 1 s", 0, 1, 1, "s");
}

/* ---- Fits ---- */

static slp_slope_sums sums_of(size_t levels, size_t blocks)
{
    slp_slope_sums s = {.levels = levels, .blocks = blocks};
    for (size_t l = 0; l < levels; l++)
        for (size_t b = 0; b < blocks; b++) {
            /* x + x^2 at x = 2^-l, scattered a little from block to block */
            const double x = ldexp(1, -(int)l);
            s.sum[l][b] = 10 * (0.5 * x + 0.75 * x * x) * (1 + 0.001 * (double)((b + l) % 3));
            s.count[b] = 10;
        }
    return s;
}

static void fits_need_levels_and_blocks(void **unused)
{
    double x[SLP_SLOPE_LEVELS];
    (void)unused;
    for (size_t l = 0; l < SLP_SLOPE_LEVELS; l++) x[l] = -(double)l;
    slp_slope_sums s = sums_of(5, 4);
    slp_fit fit = slp_fit_powers(&s, x);
    assert_true(fit.known);
    assert_lt(fabs(fit.first.lo - 1), 0.05);
    assert_lt(fabs(fit.first.hi - 1), 0.05);
    s = sums_of(2, 4);
    assert_false(slp_fit_powers(&s, x).known);
    s = sums_of(5, 2);
    assert_false(slp_fit_powers(&s, x).known);
    s = sums_of(5, 4);
    s.sum[2][1] = NAN;
    assert_false(slp_fit_powers(&s, x).known);
    s = sums_of(5, 4);
    s.sum[0][3] = INFINITY;
    assert_false(slp_fit_powers(&s, x).known);
}

static void slopes_need_levels_and_blocks(void **unused)
{
    double x[SLP_SLOPE_LEVELS];
    (void)unused;
    for (size_t l = 0; l < SLP_SLOPE_LEVELS; l++) x[l] = -(double)l;
    slp_slope_sums s = sums_of(5, 4);
    assert_true(slp_slope(NULL, &s, x, 1).known);
    s = sums_of(1, 4);
    assert_false(slp_slope(NULL, &s, x, 1).known);
    s = sums_of(5, 2);
    assert_false(slp_slope(NULL, &s, x, 1).known);
    for (size_t b = 0; b < 4; b++) {
        s = sums_of(5, 4);
        /* without block b the mean of level 3 is 0, and its logarithm is not there */
        for (size_t k = 0; k < 4; k++) s.sum[3][k] = k == b ? 5 : 0;
        assert_false(slp_slope(NULL, &s, x, 1).known);
    }
}

/* ---- Functionals ---- */

static void functionals_are_read(void **unused)
{
    static const struct {
        const char *text;
        slp_status status;
    } table[] = {{"1e-3 x1", SLP_OK},
                 {"1e+3 x1 - 2^-8 x2*x3", SLP_OK},
                 {"2E-3*x1^2 + x2", SLP_OK},
                 {"1-x1", SLP_INPUT},
                 {"1e999 x1", SLP_INPUT},
                 {"x4", SLP_INPUT},
                 {"x1*", SLP_INPUT},
                 {"x1^0", SLP_INPUT},
                 {"x1^9", SLP_INPUT},
                 {"x1^8*x2", SLP_INPUT},
                 {"2", SLP_INPUT},
                 {"x1 x2 ;", SLP_INPUT},
                 {"", SLP_INPUT},
                 {"+ x1", SLP_OK},
                 {"-\tx1\n", SLP_OK}};
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        slp_functional f;
        slp_error err = {0};
        const slp_status status = slp_functional_read(&f, table[i].text, 3, &err);
        if (status != table[i].status || (status != SLP_OK) != (*err.text != 0))
            fail_msg("%s: %d %s", table[i].text, status, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_decides_nothing),
        cmocka_unit_test(equal_wants_one_number),
        cmocka_unit_test(intervals_are_shown),
        cmocka_unit_test(fits_need_levels_and_blocks),
        cmocka_unit_test(slopes_need_levels_and_blocks),
        cmocka_unit_test(functionals_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
