/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stages of R^3 at generators whose squares overflow, along each axis: what stands across them is
 * gone, below 2^-900, and along them the resolvent keeps x, while D^-1 loses it too. */
#include "tests/support/cmocka.h"

#include <math.h>

#include "fast/algebra/rotation.h"

static void nothing_overflows(void **state)
{
    static const double x[3] = {1, 2, -3};
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double xi[3] = {0.5, -0.25, 0.125}, out[3][3];
            xi[axis] = sign * 0x1p1000;
            fast_rotation_resolvent(out[0], xi, x);
            fast_rotation_stage(out[1], xi, x);
            fast_spin_stage(out[2], xi, x);
            for (int k = 0; k < 3; k++)
                for (int i = 0; i < 3; i++)
                    assert_lt(fabs(out[k][i] - (k == 0 && i == axis ? x[i] : 0)), 0x1p-900);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_overflows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
