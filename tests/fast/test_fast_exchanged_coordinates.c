/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stages that cannot be solved without exchanging rows.  With a = 2 (I - R), R a cyclic permutation
 * of the m positions, and b = c = 0, I - P/2 of the isospectral stage on sp(2m, R) is diag(R^T, 2 I
 * - R): its first pivot is exactly zero, and its singular values lie between 1 and 3.  The factors
 * of generators of ordinary steps exchange nothing.
 * Calls the BLAS. */
#include "fast/matrix/sp.h"
#include "tests/fast/symplectic_steps.h"

#include <stdlib.h>
#include <stddef.h>
#include "tests/support/cmocka.h"

enum { MOST_M = 4, MOST_D = MOST_M * (2 * MOST_M + 1) };

/* D(xi)^-1 D(xi) x = x.  |D(xi) x| <= 9 |x| with error below 64 n u |x|; each of the two solves is
 * exact for a matrix off by 3 n g u |M|, g <= 2^(n-1) the growth of pivots, here n of them 1 but m,
 * which gives g <= 2^(m-1) <= 8: with |M| |M^-1| <= 3 and |M^-1| <= 1 in all below (9 64 + 2 3 3 8)
 * n u |x| < 2^13 u |x| for n <= 8. */
static void zero_pivots(void **state)
{
    (void)state;
    for (size_t m = 2; m <= MOST_M; m++) {
        const size_t n = 2 * m, d = m * (2 * m + 1);
        fast_matrices shape = {n, 1};
        fast_algebra g;
        double xi[MOST_D] = {0}, x[MOST_D], y[MOST_D], z[MOST_D];
        fast_algebra_sp(&g, &shape);
        double *work = calloc(fast_algebra_work_size(&g), sizeof *work);
        assert_non_null(work);
        for (size_t i = 0; i < m; i++) {
            xi[i * m + i] = 2;
            xi[i * m + (i + 1) % m] = -2;
        }
        symplectic_draw(x, d, 7 + (uint32_t)m, 1);
        g.cayley_change(y, &g, xi, x, work);
        for (size_t i = 0; i < d; i++) y[i] += x[i];
        g.cayley_stage(z, &g, xi, y, work);
        assert_le(symplectic_largest(z, x, d), 0x1p13 * U);
        free(work);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zero_pivots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
