/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where a trajectory's iteration ends: at the first difference delta with 2 L delta <= (1 - L)
 * tolerance |x|, L the largest ratio of differences that this step has seen
 * (fast/trajectory/trajectory.c).  First steps from one state at many tolerances go through the
 * same differences, so that those which ended earlier tell what the others saw.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/system/system.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 200, TOLERANCES = 60 };

static fast_report first_step(const path_trial *t, double h, double tolerance)
{
    fast_trajectory *path;
    fast_report report;
    assert_int_equal(fast_trajectory_new(&path, t->sys, t->c.x, tolerance), SLP_OK);
    assert_int_equal(fast_trajectory_step(path, &report, h, NULL), SLP_OK);
    fast_trajectory_free(path);
    return report;
}

/* The steepest contraction met. */
static double as_the_rule_says(const char *system, size_t n, double h)
{
    path_trial t;
    double difference[MOST] = {0}, steepest = 0;
    path_trial_open(&t, system, n, false, 0.25, 7);
    for (int k = 0; k < TOLERANCES; k++) {
        const double tolerance = exp2(-2 - 0.5 * k);
        const fast_report r = first_step(&t, h, tolerance);
        double L = 0;
        assert_in_range(r.iterations, 1, MOST - 1);
        difference[r.iterations] = r.residual;
        for (size_t i = 2; i <= r.iterations; i++)
            if (difference[i] > 0 && difference[i - 1] > 0)
                L = fmax(L, difference[i] / difference[i - 1]);
        /* rounded: the last of 53 bits of each side */
        assert_le(2 * L * r.residual, (1 - L) * tolerance * (1 + 0x1p-48));
        steepest = fmax(steepest, L);
    }
    path_trial_close(&t);
    return steepest;
}

static void ends_are_as_the_rule_says(void **state)
{
    double steepest = 0;
    (void)state;
    for (int h = 1; h <= 4; h++) {
        steepest = fmax(steepest, as_the_rule_says("rigid-body-n", 5, h));
        steepest = fmax(steepest, as_the_rule_says("sine-euler", 5, 2 * h));
        steepest = fmax(steepest, as_the_rule_says("zeitlin-sphere", 4, 1.375 * h));
    }
    assert_gt(steepest, 0.6);
    assert_le(steepest, 0.75); /* beyond which steps go another way */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_are_as_the_rule_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
