/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Student's t of the intervals: its two-sided level is SLP_LEVEL, rounded up to three decimals, for
 * 1 to 30 degrees of freedom; beyond them that of 30, which is larger.  With t = sqrt(n) tan(theta)
 * the density is cos(theta)^(n-1) up to a factor. */
#include "tests/support/cmocka.h"

#include "reports/claims/statistics/slope.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECES = 4000, MOST = 40 };

/* Simpson's rule for cos^power over [0, theta]; its error is below theta^5 power^2 / (180 PIECES^4)
 * = 1e-13 */
static double integral(double theta, int power)
{
    double sum = 0, step = theta / PIECES;
    for (int i = 0; i <= PIECES; i++)
        sum += (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2) * pow(cos(step * i), power);
    return sum * step / 3;
}

/* P(|T| > t) of n degrees of freedom */
static double outside(double t, int n)
{
    return 1 - integral(atan(t / sqrt(n)), n - 1) / integral(acos(0), n - 1);
}

/* t of `blocks` blocks whose estimates have the jackknife's variance 1 */
static double half_width(int blocks)
{
    double left[MOST] = {0};
    left[0] = sqrt(blocks / (2.0 * (blocks - 1)));
    left[blocks - 1] = -left[0];
    slp_interval v = slp_jackknife_interval(0, left, (size_t)blocks);
    assert_true(v.known);
    assert_lt(fabs(v.lo + v.hi), 1e-12);
    return v.hi;
}

static void levels_are_as_stated(void **unused)
{
    (void)unused;
    for (int n = 1; n <= 30; n++) {
        double t = half_width(n + 1);
        assert_le(outside(t + 1e-9, n), SLP_MISS);
        assert_gt(outside(t - 0.001, n), SLP_MISS);
    }
    for (int n = 31; n < MOST; n++) assert_lt(fabs(half_width(n + 1) - half_width(31)), 1e-12);
}

/* The words of the methods are the levels in percent. */
static void words_are_the_levels(void **unused)
{
    char text[40];
    (void)unused;
    snprintf(text, sizeof text, "%.6g %%", 100 * SLP_LEVEL);
    assert_string_equal(text, SLP_LEVEL_TEXT);
    snprintf(text, sizeof text, "%.6g %%", 100 * SLP_LEVEL_OF_TWO);
    assert_string_equal(text, SLP_LEVEL_OF_TWO_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_as_stated),
                                       cmocka_unit_test(words_are_the_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
