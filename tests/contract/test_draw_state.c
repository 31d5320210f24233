/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What draws of states have in common: scales are what their marks say, zeros take one sign. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <stdbool.h>

static bool marked(const slp_draw *from, slp_draw_class which)
{
    return from->classes >> which & 1;
}

static void scales_are_as_marked(void **state)
{
    (void)state;
    for (int level = 1; level <= 2; level++) {
        int most = level > 1 ? 403 : 33, small = 0, large = 0, reach = 0;
        enum { DRAWS = 20000 };
        for (uint64_t number = 0; number < DRAWS; number++) {
            slp_draw from;
            slp_draw_init(&from, 11, number);
            int k = slp_draw_scale(&from, level);
            assert_int_equal(marked(&from, SLP_DRAW_SMALL_NORM), k < 0);
            assert_int_equal(marked(&from, SLP_DRAW_LARGE_NORM), k > 0);
            assert_true(k == 0 || (k * (k < 0 ? -1 : 1) >= 4 && k <= most && k >= -most));
            small += k < 0;
            large += k > 0;
            reach = k > reach ? k : reach;
        }
        /* one in sixteen each, 1250 with deviation 34: the seed is fixed, and another would fall
         * once in 10^9 */
        assert_true(small > 1250 - 6 * 35 && small < 1250 + 6 * 35);
        assert_gt(large, 1250 - 6 * 35);
        assert_lt(large, 1250 + 6 * 35);
        assert_gt(reach, most - most / 10);
    }
}

static void zeros_take_one_sign(void **state)
{
    int negative = 0;
    (void)state;
    for (uint64_t number = 0; number < 200; number++) {
        double x[4] = {0, -1.5, 0, 2}, full[2] = {1, -1};
        slp_draw from;
        slp_draw_init(&from, 12, number);
        slp_draw_signs_of_zeros(x, 4, &from);
        assert_true(x[0] == 0 && x[2] == 0 && x[1] == -1.5 && x[3] == 2);
        assert_int_equal(signbit(x[0]) != 0, signbit(x[2]) != 0);
        assert_true(marked(&from, SLP_DRAW_ZERO_STATE));
        assert_int_equal(marked(&from, SLP_DRAW_NEGATIVE_ZERO), signbit(x[0]) != 0);
        negative += signbit(x[0]) != 0;
        slp_draw_init(&from, 12, number);
        slp_draw_signs_of_zeros(full, 2, &from);
        assert_int_equal(from.classes, 0);
    }
    assert_gt(negative, 50);
    assert_lt(negative, 150); /* 100 with deviation 7 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_are_as_marked),
        cmocka_unit_test(zeros_take_one_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
