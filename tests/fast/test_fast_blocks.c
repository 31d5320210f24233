/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories beyond the sizes of one block: W xi is made in blocks of columns, 32 wide up to n =
 * 256 and an eighth of n beyond, everything else in tiles of 32.  At n = 130 there are five of
 * either, the last of two columns; at n = 265 blocks are 40 wide and lie across tiles.  Against
 * single steps, which go by LU factors of whole matrices, from the same states; allowed is what
 * tests/fast/test_fast_trajectory.c derives for |Xi|_F <= 1/2, |X|_F = 1: (8 + 4 n) u in the
 * Frobenius norm.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/system/system.h"
#include "tests/fast/trajectory_systems.h"

#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

static const struct {
    const char *system;
    size_t n;
} subjects[] = {{"rigid-body-n", 130},
                {"zeitlin-sphere", 130},
                {"sine-euler", 131},
                {"rigid-body-n", 265},
                {"zeitlin-sphere", 265}};

static void many_blocks(void **state)
{
    enum { STEPS = 2 }; /* the first from the state itself, the second from a guess */
    (void)state;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) {
        path_trial t;
        const size_t n = subjects[s].n;
        path_trial_open(&t, subjects[s].system, n, false, 0x1p-4, 71 + s);
        double *x = path_trial_numbers(t.c.d), *y = path_trial_numbers(t.c.d);
        fast_trajectory *path;
        memcpy(x, t.c.x, t.c.d * sizeof *x);
        assert_int_equal(fast_trajectory_new(&path, t.sys, x, 0), SLP_OK);
        for (int i = 0; i < STEPS; i++) {
            assert_int_equal(fast_step(y, NULL, t.rule, t.sys, x, t.c.h, NULL, t.room), SLP_OK);
            assert_gt(path_trial_norm(&t, y, x), 0x1p-20);
            assert_int_equal(fast_trajectory_step(path, NULL, t.c.h, NULL), SLP_OK);
            fast_trajectory_state(x, path);
            assert_le(path_trial_norm(&t, x, y), (8 + 4 * (double)n) * U);
        }
        fast_trajectory_free(path);
        free(x);
        free(y);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
