/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrices of every small size, and generators between the sizes at which algorithms change:
 * products by their definition, the exponential of a turn and the differential of the exponential
 * by what they satisfy.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#include "fast/matrix/matrix.h"

#define U 0x1p-53
enum { LARGEST = 20 };

/* Between -1 and 1, no two alike. */
static double entry(size_t i)
{
    return sin(1.3 * (double)i + 0.7);
}

static double *room(size_t count)
{
    double *all = calloc(count ? count : 1, sizeof *all);
    assert_non_null(all);
    return all;
}

/* part p of entry ij of a b */
static long double product_entry(const fast_matrices *k, const double *a, const double *b, size_t p,
                                 size_t i, size_t j)
{
    const size_t n = k->n, q = n * n;
    long double sum = 0;
    for (size_t l = 0; l < n; l++) {
        const double *left = a + i * n + l, *right = b + l * n + j;
        if (k->parts == 1)
            sum += (long double)*left * *right;
        else if (p == 0)
            sum += (long double)*left * *right - (long double)left[q] * right[q];
        else
            sum += (long double)*left * right[q] + (long double)left[q] * *right;
    }
    return sum;
}

/* Entries are at most 1: three products of n terms, of parts at most 2, and their differences leave
 * less than 16 n (n + 2) u. */
static void products_of_every_size(void **state)
{
    (void)state;
    for (size_t n = 1; n <= LARGEST; n++)
        for (size_t parts = 1; parts <= 2; parts++) {
            const fast_matrices k = {n, parts};
            const size_t size = fast_matrix_size(&k);
            double *a = room(3 * size + fast_matrix_product_work_size(&k)), *b = a + size,
                   *c = b + size;
            for (size_t i = 0; i < 2 * size; i++) a[i] = entry(i);
            fast_matrix_product(c, &k, a, b, c + size);
            for (size_t p = 0; p < parts; p++)
                for (size_t i = 0; i < n; i++)
                    for (size_t j = 0; j < n; j++) {
                        long double off = c[(p * n + i) * n + j] - product_entry(&k, a, b, p, i, j);
                        assert_le(fabsl(off), 16 * U * (double)(n * (n + 2)));
                    }
            free(a);
        }
}

/* e^a - I of a = angle [[0, -1], [1, 0]] is a turn less 1.  Of the series' six products of 2 x 2
 * matrices and the doubling, each rounds an entry below |a| about five times, and the first terms
 * weigh most: below 8 u |a|.  Where |a| <= 1/2 is not reached by halving, what the series leaves
 * out is |a|^17/17!, above 16 u |a| from 0.98 on. */
static void turns_about_one(void **state)
{
    (void)state;
    const fast_matrices k = {2, 1};
    double *work = room(fast_matrix_work_size(&k));
    for (double angle = 0.4; angle < 2.05; angle += 0.005) {
        const double a[4] = {0, -angle, angle, 0}, half = sin(angle / 2);
        double f[4];
        const int doublings = angle > 0.5 ? ilogb(2 * angle) + 1 : 0;
        fast_matrix_exponential(f, &k, a, work);
        const double allowed = 8 * U * angle * (1 << (doublings > 1 ? doublings - 1 : 0));
        assert_le(fabs(f[2] - sin(angle)), allowed);
        assert_le(fabs(f[1] + sin(angle)), allowed);
        assert_le(fabs(f[0] + 2 * half * half), allowed);
    }
    free(work);
}

/* With A = ad*_xi: A dexp(A) x = e^A x - x.  On so(n), |xi| up to 2^7: each of the at most nine
 * doublings and the 26 terms before them round n + 2 products an entry, and A magnifies by 2|xi|.
 * Every other xi has equal entries, whose operator norm is some 2n/pi times them. */
static void dexp_of_large_generators(void **state)
{
    (void)state;
    for (size_t n = 3; n <= LARGEST; n++) {
        const fast_matrices k = {n, 1};
        const size_t d = n * (n - 1) / 2;
        fast_algebra g;
        fast_algebra_son(&g, &k);
        double *xi = room(5 * d + fast_algebra_work_size(&g)), *x = xi + d, *mean = x + d,
               *left = mean + d, *right = left + d, *work = right + d;
        for (int e = -6; e <= 5; e++) {
            double size = 0;
            for (size_t i = 0; i < d; i++) {
                xi[i] = ldexp(e % 2 ? 0.98 : entry(i), e / 2);
                x[i] = entry(i + d);
                size += 2 * xi[i] * xi[i];
            }
            size = sqrt(size);
            fast_algebra_dexp_dual(mean, &g, xi, x, work);
            g.coadjoint(left, &g, xi, mean, work);
            g.flow(right, &g, xi, NULL, x, work);
            for (size_t i = 0; i < d; i++)
                assert_le(fabs(left[i] - (right[i] - x[i])),
                          35 * U * (double)((n + 2) * d) * (1 + 2 * size));
        }
        free(xi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products_of_every_size),
                                       cmocka_unit_test(turns_about_one),
                                       cmocka_unit_test(dexp_of_large_generators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
