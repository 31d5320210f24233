/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where Xi is linear in the state, 2^k x moves by steps 2^-k h as x does by steps h, and a power of
 * two rounds nothing: the same bits, the same number of evaluations and the same relative residual,
 * as far as no number leaves the normal ones.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/system/system.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 6 };

static const struct {
    const char *system;
    size_t n;
} subjects[] = {{"rigid-body-n", 5},
                {"rigid-body-n", 34},
                {"sine-euler", 5},
                {"zeitlin-sphere", 4},
                {"zeitlin-sphere", 33}};

/* Iterations and residual of each step, and the last state. */
static void walk(double *x, fast_report reports[STEPS], const path_trial *t, int scale,
                 double tolerance)
{
    fast_trajectory *path;
    const size_t d = t->c.d;
    for (size_t i = 0; i < d; i++) x[i] = ldexp(t->c.x[i], scale);
    assert_int_equal(fast_trajectory_new(&path, t->sys, x, tolerance), SLP_OK);
    for (size_t s = 0; s < STEPS; s++)
        assert_int_equal(fast_trajectory_step(path, &reports[s], ldexp(t->c.h, -scale), NULL),
                         SLP_OK);
    fast_trajectory_state(x, path);
    for (size_t i = 0; i < d; i++) x[i] = ldexp(x[i], -scale);
    fast_trajectory_free(path);
}

static void no_scale_matters(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++)
        for (int coarse = 0; coarse < 2; coarse++) {
            path_trial t;
            path_trial_open(&t, subjects[s].system, subjects[s].n, false, 0.25, 31 + s);
            const size_t size = t.c.d * sizeof(double);
            double *one = path_trial_numbers(t.c.d), *other = path_trial_numbers(t.c.d);
            fast_report reports[2][STEPS];
            walk(one, reports[0], &t, 0, coarse ? 1e-6 : 0);
            assert_memory_not_equal(one, t.c.x, size);
            for (int scale = -60; scale <= 60; scale += 60) {
                walk(other, reports[1], &t, scale, coarse ? 1e-6 : 0);
                assert_memory_equal(one, other, size);
                for (int k = 0; k < STEPS; k++) {
                    assert_int_equal(reports[1][k].iterations, reports[0][k].iterations);
                    assert_true(reports[1][k].residual == reports[0][k].residual);
                }
            }
            free(one);
            free(other);
            path_trial_close(&t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_scale_matters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
