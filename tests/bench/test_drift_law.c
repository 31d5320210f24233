/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The law of growth: what it says of a trend, of a walk, and of both, where the answer is known. */
#include "tests/support/cmocka.h"

#include "tests/bench/drift_law.h"
#include "tests/fast/large_scales.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 1 << 14, VALUES = 32, POINTS = DRIFT_BLOCKS + DRIFT_POINTS };

/* E_j(n) = trend n + size (a walk of steps of standard deviation 1), seeds fixed. */
static void fit(drift_law *law, double trend, double size)
{
    size_t times[POINTS];
    const size_t count = drift_times(times, STEPS);
    double *errors = calloc(count * VALUES, sizeof *errors);
    assert_non_null(errors);
    for (size_t j = 0; j < VALUES; j++) {
        uint64_t seed = 1000 + j;
        double walk = 0;
        for (size_t i = 0, made = 0; i < count; i++) {
            for (; made < times[i]; made++) walk += sqrt(3) * large_scales_uniform(&seed);
            errors[i * VALUES + j] = trend * (double)made + size * walk;
        }
    }
    drift_fit(law, errors, STEPS, VALUES);
    free(errors);
}

static void times_ascend(void **state)
{
    (void)state;
    size_t times[POINTS], blocks = 0, powers = 0;
    const size_t count = drift_times(times, STEPS);
    assert_le(count, POINTS);
    for (size_t i = 0; i < count; i++) {
        if (i) assert_gt(times[i], times[i - 1]);
        blocks += times[i] % (STEPS / DRIFT_BLOCKS) == 0;
        powers += (times[i] & (times[i] - 1)) == 0;
    }
    assert_int_equal(times[count - 1], STEPS);
    assert_int_equal(blocks, DRIFT_BLOCKS);
    assert_int_equal(powers, 15);
}

/* Exact: exponent 1, all changes alike. */
static void trend(void **state)
{
    (void)state;
    drift_law law;
    fit(&law, -0.25, 0);
    assert_true(law.biased);
    assert_le(fabs(law.walk - 8), 1e-9);
    assert_le(fabs(law.exponent - 1), 1e-9);
    assert_le(fabs(law.per_step - 0.25), 1e-12);
    assert_le(fabs(law.per_root - 0.25 * sqrt(STEPS)), 1e-9);
    assert_int_equal(law.at[law.points - 1], STEPS);
}

/* Root mean squares of 32 independent values have a standard deviation of 1/sqrt(64) of themselves:
 * five of them; the exponent, 1/8 over a range of ln 1024 in ln n, of about 0.03: three of them,
 * seeds being fixed. */
static void walk(void **state)
{
    (void)state;
    drift_law law;
    fit(&law, 0, 1);
    assert_false(law.biased);
    assert_le(fabs(law.walk - 1), 5.0 / 8);
    assert_le(fabs(law.per_root - 1), 5.0 / 8);
    assert_le(fabs(law.exponent - 0.5), 0.1);
    /* a walk and four times as much trend by the end */
    fit(&law, 4 / sqrt(STEPS), 1);
    assert_true(law.biased);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(times_ascend), cmocka_unit_test(trend),
                                       cmocka_unit_test(walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
