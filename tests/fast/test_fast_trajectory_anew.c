/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step of another length is taken as if it were the first: what is remembered of stages does not
 * fit it, and how fast those settled says nothing of its own.  So from the state that shorter steps
 * led to it has the bits, the evaluations and the residual that it has on a new trajectory from
 * there.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/system/system.h"
#include "tests/fast/trajectory_systems.h"

#include <stdlib.h>
#include <string.h>

enum { BEFORE = 4 };

static const struct {
    const char *system;
    size_t n;
} subjects[] = {{"rigid-body-n", 5},
                {"rigid-body-n", 34},
                {"sine-euler", 5},
                {"zeitlin-sphere", 4},
                {"zeitlin-sphere", 33}};

static void as_if_it_were_the_first(void **state)
{
    static const double tolerances[] = {0, 1e-9, 1e-6, 1e-3};
    (void)state;
    for (size_t s = 0; s < 4 * sizeof subjects / sizeof *subjects; s++) {
        path_trial t;
        fast_trajectory *long_ago, *anew;
        fast_report one, other;
        const double tolerance = tolerances[s % 4];
        path_trial_open(&t, subjects[s / 4].system, subjects[s / 4].n, false, 0x1p-9, 31 + s);
        const size_t size = t.c.d * sizeof(double);
        double *x = path_trial_numbers(t.c.d), *y = path_trial_numbers(t.c.d), h = 1;
        assert_int_equal(fast_trajectory_new(&long_ago, t.sys, t.c.x, tolerance), SLP_OK);
        for (int k = 0; k < BEFORE; k++)
            assert_int_equal(fast_trajectory_step(long_ago, &one, t.c.h, NULL), SLP_OK);
        fast_trajectory_state(x, long_ago);
        assert_int_equal(fast_trajectory_new(&anew, t.sys, x, tolerance), SLP_OK);
        assert_int_equal(fast_trajectory_step(long_ago, &one, h, NULL), SLP_OK);
        assert_int_equal(fast_trajectory_step(anew, &other, h, NULL), SLP_OK);
        fast_trajectory_state(x, long_ago);
        fast_trajectory_state(y, anew);
        assert_memory_equal(x, y, size);
        assert_int_equal(one.iterations, other.iterations);
        assert_true(one.residual == other.residual);
        fast_trajectory_free(long_ago);
        fast_trajectory_free(anew);
        free(x);
        free(y);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_if_it_were_the_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
