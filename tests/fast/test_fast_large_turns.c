/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Large steps of the classical rules lose nothing of the state.  Where Xi is constant both are
 * Cayley's rotation, and about an axis of coordinates nothing is rounded along it.  Across it the
 * resolvent, of size 2/|Xi|, undoes what r = x + ad* x/2 lost at its own size, and 2m - x and z
 * round at the size of x: within 32u|x|, where the sum of increments would be off by u|Xi||x|. */
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include "tests/support/cmocka.h"

#define U 0x1p-53

static void by(const char *scheme, int axis, double turn)
{
    static const double inertia[3] = {1, 2, 3}, x[3] = {0.625, -0.75, 0.4375};
    double lin[3] = {0, 0, 0}, y[3], dW = 1;
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    /* x' = x x xi: by -turn in the plane of j and k, half of whose tangent is turn/2 */
    const double a = turn / 2, c = (1 - a * a) / (1 + a * a), s = 2 * a / (1 + a * a);
    fast_report report;
    lin[axis] = turn;
    fast_system *sys = fast_body_new(inertia, NULL, lin, 1);
    assert_int_equal(fast_body_step(y, &report, scheme, sys, x, 0, &dW), SLP_OK);
    assert_true(y[axis] == x[axis]);
    assert_le(fabs(y[j] - (c * x[j] + s * x[k])), 32 * U);
    assert_le(fabs(y[k] - (c * x[k] - s * x[j])), 32 * U);
    fast_system_free(sys);
}

static void nothing_is_lost(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int n = 0; n < 40; n++) {
            const double turn = exp2(0.5 + n / 2.0);
            by("implicit-midpoint", axis, n % 2 ? -turn : turn);
            by("trapezoidal", axis, n % 2 ? -turn : turn);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
