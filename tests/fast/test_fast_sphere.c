/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A vector that is given a length has the same bits at every size, up to a power of two. */
#include "tests/support/cmocka.h"

#include "fast/scheme/sphere.h"

#include <math.h>

static void every_size_has_the_same_bits(void **state)
{
    (void)state;
    for (int n = 0; n < 50; n++) {
        const double x[3] = {sin(n), 0.3 * cos(3 * n), n % 5 ? 0.7 : 0},
                     a[3] = {0.01 * cos(n), n % 3 ? -x[1] : 0.1, 0.2 * sin(2 * n)};
        double w[3], to[3], from[3], large[3];
        fast_sphere_project(w, x, a);
        assert_le(fabs(hypot(hypot(w[0], w[1]), w[2]) - hypot(hypot(x[0], x[1]), x[2])), 0x1p-51);
        for (int e = -1000; e <= 1000; e += 25) {
            for (int i = 0; i < 3; i++) from[i] = ldexp(x[i], e), to[i] = ldexp(a[i], e);
            fast_sphere_project(large, from, to);
            for (int i = 0; i < 3; i++) assert_true(large[i] == ldexp(w[i], e));
        }
    }
}

/* The sum is much longer than x, or nothing, which has no direction; and a vector 0 stays. */
static void sizes_may_differ(void **state)
{
    static const double x[3] = {0.6, 0, 0.8}, back[3] = {-0.6, 0, -0.8}, none[3] = {0, 0, 0},
                        far[3] = {0, 0x3p1000, 0x4p1000};
    double w[3];
    (void)state;
    fast_sphere_project(w, x, far);
    assert_le(fabs(w[1] - 0.6), 0x1p-52);
    assert_le(fabs(w[2] - 0.8), 0x1p-52);
    fast_sphere_project(w, x, back);
    for (int i = 0; i < 3; i++) assert_true(!isfinite(w[i]));
    fast_sphere_project(w, none, none);
    for (int i = 0; i < 3; i++) assert_true(w[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_has_the_same_bits),
        cmocka_unit_test(sizes_may_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
