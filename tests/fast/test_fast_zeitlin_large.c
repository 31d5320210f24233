/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's Laplacian at sizes beyond those that are solved entry by entry elsewhere: what is
 * solved satisfies the tridiagonal equations of fast/system/zeitlin.h on every diagonal, and
 * harmonics are eigenvectors of them.  Sums of three terms of sizes up to n^2 |v|, and errors of v
 * below 4 n u |v| (factors lose nothing, a sweep makes n roundings): 64 n^3 u |v| bounds the
 * residual. */
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "fast/system/zeitlin.h"

#include <math.h>
#include <stdlib.h>

#define U 0x1p-53

static double *numbers(size_t count)
{
    double *p = calloc(count, sizeof *p);
    assert_non_null(p);
    return p;
}

/* c_k^2 */
static double square(size_t n, size_t k)
{
    return k + 1 < n ? (double)(k + 1) * (double)(n - 1 - k) : 0;
}

/* (-Delta v)_k on diagonal m; v_k at v[k stride] */
static double laplacian(const double *v, size_t stride, size_t n, size_t m, size_t k)
{
    const double j = 0.5 * (double)(n - 1), s = j - (double)k, t = s - (double)m;
    double sum = (2 * j * (j + 1) - 2 * s * t) * v[k * stride];
    if (k + m + 1 < n) sum -= sqrt(square(n, k) * square(n, k + m)) * v[(k + 1) * stride];
    if (k) sum -= sqrt(square(n, k - 1) * square(n, k + m - 1)) * v[(k - 1) * stride];
    return sum;
}

static void equations_are_satisfied(void **state)
{
    static const size_t sizes[] = {41, 64, 97, 150};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        double *f = numbers(n * n), *v = numbers(n * n), *inverse = numbers(n * n),
               *ratio = numbers(n * n), mean = 0, most = 0;
        for (size_t i = 0; i < n * n; i++) f[i] = sin(1 + (double)(i * i % 1009));
        for (size_t k = 0; k < n; k++) mean += f[k * n] / (double)n;
        for (size_t k = 0; k < n; k++) f[k * n] -= mean;
        for (size_t i = 0; i < n * n; i++) v[i] = f[i];
        fast_zeitlin_factor(inverse, ratio, n);
        fast_zeitlin_solve(v, n, inverse, ratio, n);
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m + k < n; m++) most = fmax(most, fabs(v[k * n + m]));
        const double allowed = 64 * (double)(n * n * n) * U * most;
        assert_lt(allowed, 0x1p-16); /* of right sides of the size 1 */
        for (size_t m = 0; m < n; m++)
            for (size_t k = 0; k + m < n; k++)
                assert_le(fabs(laplacian(v + m, n, n, m, k) - f[k * n + m]), allowed);
        free(f);
        free(v);
        free(inverse);
        free(ratio);
    }
}

static void harmonics_are_eigenvectors(void **state)
{
    enum { N = 96 };
    double a[N];
    (void)state;
    for (size_t m = 0; m < N; m += 5)
        for (size_t l = m; l < N; l += 7) {
            double length = 0;
            fast_zeitlin_eigenvector(a, N, l, m);
            for (size_t k = 0; k < N - m; k++) {
                length += a[k] * a[k];
                assert_le(fabs(laplacian(a, 1, N, m, k) - (double)(l * (l + 1)) * a[k]),
                          64.0 * N * N * N * U);
            }
            assert_le(fabs(length - 1), 4 * N * U);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations_are_satisfied),
        cmocka_unit_test(harmonics_are_eigenvectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
