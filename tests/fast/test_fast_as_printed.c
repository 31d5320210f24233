/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The inverse of what GBW (54) prints, at generators of every size: iterates of its stage may land
 * anywhere on their way.  With a = xi/2,
 *     z + a x z - (a.z) a = x;
 * the left side in long double.  z is made of quotients of sums of at most 16 products: it solves
 * the relation up to 64 u of the sizes of its terms, (1 + |a|)^2 |z|.  The pole |a| = 1 is passed
 * by. */
#include "tests/support/cmocka.h"

#include "fast/algebra/rotation.h"

#include <math.h>

static void inverse_at_every_size(void **state)
{
    static const double axis[3] = {0.36, -0.48, 0.8}, x[3] = {0.7, -1.1, 0.4};
    (void)state;
    for (int e = -40; e < 40; e++) {
        const double size =
            ldexp(1.37, e / 2) * (e % 2 ? 1.3 : 1); /* |a|, up to 2^20: beyond there is no answer */
        double xi[3], z[3];
        long double a[3], along = 0, length = 0;
        for (int i = 0; i < 3; i++) xi[i] = 2 * size * axis[i];
        fast_rotation_stage_printed(z, xi, x);
        for (int i = 0; i < 3; i++) {
            a[i] = 0.5L * xi[i];
            along += a[i] * z[i];
            length += (long double)z[i] * z[i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const long double left = z[i] + (a[j] * z[k] - a[k] * z[j]) - along * a[i];
            const double allowed = 64 * 0x1p-53 * (1 + size) * (1 + size) * (double)sqrtl(length);
            if (!(fabsl(left - x[i]) <= allowed))
                fail_msg("e %d: %Lg of %g", e, left - x[i], allowed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inverse_at_every_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
