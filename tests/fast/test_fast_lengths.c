/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a trajectory measures to decide when to stop and what to start from is taken over all
 * entries: |T(z) - z| and |x' - x| in the Frobenius norm, diagonals and every tile among them.
 * Sums of n^2 squares, in several sums or in one: 4 n^2 u of themselves.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/trajectory/trajectory.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

static double apart(const double *a, const double *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static void lengths_are_of_all_entries(void **state)
{
    static const struct {
        const char *system;
        size_t n;
    } subjects[] = {{"rigid-body-n", 3},   {"rigid-body-n", 40},   {"rigid-body-n", 70},
                    {"zeitlin-sphere", 3}, {"zeitlin-sphere", 34}, {"sine-euler", 5},
                    {"sine-euler", 65}};
    (void)state;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) {
        path_trial t;
        fast_trajectory *path;
        const size_t n = subjects[s].n;
        path_trial_open(&t, subjects[s].system, n, false, 0.25, 5 + s);
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
        const size_t size = fast_matrix_size(&path->shape);
        const double share = 4 * (double)(n * n) * U;
        double *before = path_trial_numbers(size);
        t.sys->table->freeze(path->frozen, t.sys, 0.25, NULL);
        memcpy(path->z, path->x, size * sizeof *before);
        const double delta = fast_trajectory_map(path), left = apart(path->next, path->z, size);
        assert_gt(left, 0x1p-20);
        assert_le(fabs(delta / left - 1), share);
        assert_true(path->delta == delta);
        memcpy(before, path->x, size * sizeof *before);
        const double moved = fast_trajectory_finish(path), went = apart(path->x, before, size);
        /* x' - x rounds at the size of x, which is 1 */
        assert_true(went > 0x1p-20 && fabs(moved - went) <= share * went + (double)n * U);
        free(before);
        fast_trajectory_free(path);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths_are_of_all_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
