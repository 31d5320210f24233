/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The plain loops that replace a BLAS and LAPACK where there is none: against sums in a wider
 * format, and against LAPACK itself.  Sizes on both sides of every block; leading dimensions larger
 * than the matrix.  Bounds: gamma_n = n u of a sum of n terms, componentwise.
 * Calls the BLAS. */
#include "fast/plain/plain.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { MOST = 131, LEAD = MOST + 3, NUMBERS = 2 * LEAD * MOST };
static const size_t sizes[] = {1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 67, 96, 130, MOST};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const double u = DBL_EPSILON / 2;

/* Numbers between -1 and 1, others for each seed. */
static void fill(double *a, size_t count, uint64_t seed)
{
    uint64_t s = 0x9e3779b97f4a7c15u * (seed + 1);
    for (size_t i = 0; i < count; i++) {
        s ^= s << 13, s ^= s >> 7, s ^= s << 17;
        a[i] = (double)(int64_t)s * 0x1p-63;
    }
}

static double *numbers(size_t count, uint64_t seed)
{
    double *made = malloc(count * sizeof *made);
    assert_non_null(made);
    fill(made, count, seed);
    return made;
}

static void products(void **state)
{
    (void)state;
    double *a = numbers(NUMBERS, 1), *b = numbers(NUMBERS * 8, 2), *c = numbers(NUMBERS * 8, 3);
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s], rows = sizes[(s + 3) % SIZES];
        const size_t columns = s % 3 ? sizes[(s + 5) % SIZES] : 521, lc = columns + 1;
        fast_plain_product(c, lc, a, LEAD, b, columns + 2, rows, columns, n);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < columns; j++) {
                long double sum = 0, size = 0;
                for (size_t k = 0; k < n; k++) {
                    const long double term =
                        (long double)a[i * LEAD + k] * b[k * (columns + 2) + j];
                    sum += term;
                    size += fabsl(term);
                }
                const double error = (double)fabsl(sum - c[i * lc + j]);
                assert_le(error, 1.01 * (double)n * u * (double)size);
            }
    }
    free(a), free(b), free(c);
}

static void products_in_binary32(void **state)
{
    (void)state;
    enum { N = 67 };
    static float a[N * N], b[N * N], c[N * N];
    double *from = numbers(2 * N * N, 4);
    for (size_t i = 0; i < N * N; i++) a[i] = (float)from[i], b[i] = (float)from[N * N + i];
    fast_plain_product32(c, N, a, N, b, N, N, N, N);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = 0, size = 0;
            for (size_t k = 0; k < N; k++) {
                const double term = (double)a[i * N + k] * (double)b[k * N + j];
                sum += term;
                size += fabs(term);
            }
            assert_le(fabs(sum - (double)c[i * N + j]), 1.01 * N * 0x1p-24 * size);
        }
    free(from);
}

/* |A - P^T L U| <= gamma_n |L||U|, entry by entry, and |L| <= 1. */
static void check_real_factor(const double *a, const double *lu, const int *pivot, size_t n)
{
    size_t row[MOST];
    for (size_t i = 0; i < n; i++) row[i] = i;
    for (size_t i = 0; i < n; i++) {
        const size_t to = (size_t)pivot[i] - 1, kept = row[i];
        assert_ge(to, i);
        assert_lt(to, n);
        row[i] = row[to], row[to] = kept;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            long double sum = 0, size = 0;
            for (size_t k = 0; k <= (i < j ? i : j); k++) {
                const double l = k == i ? 1 : lu[k * LEAD + i];
                assert_le(fabs(l), 1);
                sum += (long double)l * lu[j * LEAD + k];
                size += fabsl((long double)l * lu[j * LEAD + k]);
            }
            assert_le((double)fabsl(sum - a[j * LEAD + row[i]]),
                      1.1 * (double)(n + 1) * u * (double)size);
        }
}

/* The larger of the residuals |A y - b| in units of n u (|A||y| + |b|), entry by entry; parts = 2:
 * complex.  Gauss's method with partial pivoting keeps it near 1. */
static double residual(const double *a, const double *y, const double *b, size_t n, size_t columns,
                       size_t parts)
{
    double most = 0;
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < n; i++)
            for (size_t p = 0; p < parts; p++) {
                long double sum = -(long double)b[parts * (j * LEAD + i) + p];
                long double size = fabsl(sum);
                for (size_t k = 0; k < n; k++)
                    for (size_t q = 0; q < parts; q++) {
                        /* the part p of a y: a_p y_0 -+ a_{1-p} y_1 */
                        const double x = a[parts * (k * LEAD + i) + (p ^ q)];
                        const long double term = (long double)x * y[parts * (j * LEAD + k) + q];
                        sum += q == 1 && p == 0 ? -term : term;
                        size += fabsl(term);
                    }
                if (size > 0 && (double)(fabsl(sum) / size) > most)
                    most = (double)(fabsl(sum) / size);
            }
    return most / ((double)n * u);
}

static void factors(void **state)
{
    (void)state;
    for (size_t parts = 1; parts <= 2; parts++)
        for (size_t s = 0; s < SIZES; s++) {
            const size_t n = sizes[s], columns = sizes[(s + 4) % SIZES];
            double *a = numbers(NUMBERS, 10 + s), *lu = numbers(NUMBERS, 10 + s);
            double *b = numbers(NUMBERS, 40 + s), *y = numbers(NUMBERS, 40 + s);
            int pivot[MOST];
            if (parts == 1) {
                assert_int_equal(fast_plain_factor(lu, LEAD, pivot, n), 0);
                check_real_factor(a, lu, pivot, n);
                fast_plain_solve(y, LEAD, lu, LEAD, pivot, n, columns);
            } else {
                assert_int_equal(fast_plain_factor_complex(lu, LEAD, pivot, n), 0);
                fast_plain_solve_complex(y, LEAD, lu, LEAD, pivot, n, columns);
            }
            /* |L||U||y| is larger than |A||y| by the growth of the pivots, below 8 here */
            assert_le(residual(a, y, b, n, columns, parts), 3 * 8);
            free(a), free(lu), free(b), free(y);
        }
}

/* A zero column gives LAPACK's number, and LAPACK's pivots. */
static void singular(void **state)
{
    (void)state;
    enum { N = 40, ZERO = 36 };
    double *a = numbers(NUMBERS, 70), *same = numbers(NUMBERS, 70);
    int pivot[N];
    lapack_int theirs[N];
    for (size_t i = 0; i < N; i++) a[ZERO * LEAD + i] = same[ZERO * LEAD + i] = 0;
    const int info = (int)LAPACKE_dgetrf(LAPACK_COL_MAJOR, N, N, same, LEAD, theirs);
    assert_int_equal(info, ZERO + 1);
    assert_int_equal(fast_plain_factor(a, LEAD, pivot, N), info);
    for (size_t i = 0; i < ZERO; i++) assert_int_equal(pivot[i], theirs[i]);
    fill(a, NUMBERS, 71);
    for (size_t i = 0; i < 2 * N; i++) a[2 * ZERO * LEAD + i] = 0;
    assert_int_equal(fast_plain_factor_complex(a, LEAD, pivot, N), ZERO + 1);
    free(a), free(same);
}

static void hermitian(double *h, size_t n, uint64_t seed)
{
    fill(h, 2 * n * n, seed);
    for (size_t i = 0; i < n; i++) {
        h[2 * (i * n + i) + 1] = 0;
        for (size_t j = 0; j < i; j++) {
            h[2 * (i * n + j)] = h[2 * (j * n + i)];
            h[2 * (i * n + j) + 1] = -h[2 * (j * n + i) + 1];
        }
    }
}

/* Against LAPACK's: both are within a few n u |h|. */
static void check_eigenvalues(double *h, size_t n)
{
    double *same = malloc(2 * n * n * sizeof *same), *work = malloc(4 * n * sizeof *work);
    double mine[MOST], theirs[MOST], size = 0;
    assert_non_null(same);
    assert_non_null(work);
    memcpy(same, h, 2 * n * n * sizeof *same);
    for (size_t i = 0; i < 2 * n * n; i++) size = hypot(size, h[i]);
    assert_int_equal(LAPACKE_zheevd(LAPACK_COL_MAJOR, 'N', 'L', (lapack_int)n,
                                    (lapack_complex_double *)same, (lapack_int)n, theirs),
                     0);
    fast_plain_eigenvalues(mine, h, n, work);
    for (size_t i = 0; i < n; i++) assert_le(fabs(mine[i] - theirs[i]), 8 * (double)n * u * size);
    free(same), free(work);
}

static void eigenvalues(void **state)
{
    (void)state;
    double *h = numbers(2 * MOST * MOST, 0);
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s];
        for (int kind = 0; kind < 4; kind++) {
            hermitian(h, n, 80 + s);
            for (size_t i = 0; i < 2 * n * n; i++) {
                if (kind == 1) h[i] = scalbn(h[i], -900);
                if (kind == 2) h[i] = 0;
                if (kind == 3 && i % 2) h[i] = 0; /* real: columns whose head may be 0 */
                if (kind == 3 && i / 2 / n + 1 == i / 2 % n) h[i] = 0;
            }
            check_eigenvalues(h, n);
        }
    }
    double lambda[3], work[12];
    hermitian(h, 3, 99);
    h[2] = NAN;
    fast_plain_eigenvalues(lambda, h, 3, work);
    for (int i = 0; i < 3; i++) assert_true(isnan(lambda[i]));
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),    cmocka_unit_test(products_in_binary32),
        cmocka_unit_test(factors),     cmocka_unit_test(singular),
        cmocka_unit_test(eigenvalues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
