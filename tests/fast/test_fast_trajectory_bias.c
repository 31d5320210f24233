/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How much of a last difference may stay: 4 a^3 delta <= 2^-9 u|x|, a what turning was at the step
 * before, on matrices beyond 32 x 32; nothing on smaller ones, which go to the floor; and anything
 * where a coarser tolerance is asked for (fast/trajectory/residual.c). */
#include "tests/support/cmocka.h"

#include <math.h>

#include "fast/trajectory/trajectory.h"

static void what_may_stay(void **state)
{
    (void)state;
    for (int power = -8; power <= 0; power++)
        for (int e = -40; e <= 40; e += 20) {
            /* powers of two: both sides are exact */
            const double a = ldexp(1, power), scale = ldexp(1, e),
                         delta = ldexp(scale, -9 - 53 - 2 - 3 * power);
            fast_trajectory t = {.tolerance = FAST_ROUNDOFF, .turn = a, .shape = {33, 2}};
            assert_true(fast_trajectory_unbiased(&t, delta, scale));
            assert_false(fast_trajectory_unbiased(&t, nextafter(delta, INFINITY), scale));
            t.shape.n = 32;
            assert_false(fast_trajectory_unbiased(&t, delta, scale));
            t.tolerance = nextafter(FAST_ROUNDOFF, 1);
            assert_true(fast_trajectory_unbiased(&t, 2 * delta, scale));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_may_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
