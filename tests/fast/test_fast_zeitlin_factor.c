/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Factors of the quantised Laplacian, entry by entry, on every order of every size up to 40:
 * elimination of the tridiagonal matrix
 *   2j(j+1) - 2 s_k s_(k+m) on the diagonal, -c_k c_(k+m) beside it, j = (n-1)/2, s_k = j - k,
 *     c_k^2 = (k+1)(n-1-k),
 * whose entries' squares are integers, in long double.  That loses a factor diagonal/pivot < n^2 of
 * its 2^-64; the factors' own sums of positive terms round some six times a row. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#include "fast/system/zeitlin.h"

enum { LARGEST = 40 };

static double hop_square(size_t n, size_t k)
{
    return (double)(k + 1) * (double)(n - 1 - k);
}

static void near(double value, long double exact, size_t k)
{
    assert_le(fabsl(value - exact), (16 + 6 * (long double)k) * 0x1p-53L * fabsl(exact));
}

static void entry_by_entry(void **state)
{
    static double inverse[LARGEST * LARGEST], ratio[LARGEST * LARGEST];
    (void)state;
    for (size_t n = 2; n <= LARGEST; n++) {
        fast_zeitlin_factor(inverse, ratio, n);
        const double twice_j = (double)n - 1;
        for (size_t m = 1; m < n; m++) {
            long double pivot = 0, square = 0;
            for (size_t k = 0; k + m < n; k++) {
                const double at = twice_j - 2 * (double)k, beyond = at - 2 * (double)m,
                             diagonal = 0.5 * (twice_j * (twice_j + 2) - at * beyond);
                pivot = diagonal - (k ? square / pivot : 0);
                square = k + m + 1 < n ? hop_square(n, k) * hop_square(n, k + m) : 0;
                near(inverse[k * n + m], 1 / pivot, k);
                near(ratio[k * n + m], sqrtl(square) / pivot, k);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(entry_by_entry)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
