/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's sphere in binary64: the Laplacian and its eigenvectors against their definition by spin
 * matrices, the noise as projections, and trajectories against single steps.
 * Calls the BLAS. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/trajectory/trajectory.h"
#include "fast/system/zeitlin.h"
#include "tests/support/depth.h"
#include "tests/fast/large_scales.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

#define U 0x1p-53

static double *numbers(size_t count)
{
    double *p = calloc(count ? count : 1, sizeof *p);
    assert_non_null(p);
    return p;
}

static double spin(size_t n, size_t k)
{
    return 0.5 * ((double)n - 1) - (double)k;
}

/* <k|S_+|k+1> */
static double ladder_factor(size_t n, size_t k)
{
    return sqrt((double)(k + 1) * (double)(n - 1 - k));
}

/* out = sum_a [S_a, [S_a, X]] of a real matrix: z twice, and 1/2 ([S_+,[S_-,X]] + [S_-,[S_+,X]]) */
static void commute(double *out, const double *x, size_t n, int kind)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double left = 0, right = 0;
            if (kind == 0) {
                left = spin(n, i) * x[i * n + j];
                right = x[i * n + j] * spin(n, j);
            } else if (kind > 0) {
                if (i + 1 < n) left = ladder_factor(n, i) * x[(i + 1) * n + j];
                if (j > 0) right = x[i * n + j - 1] * ladder_factor(n, j - 1);
            } else {
                if (i > 0) left = ladder_factor(n, i - 1) * x[(i - 1) * n + j];
                if (j + 1 < n) right = x[i * n + j + 1] * ladder_factor(n, j);
            }
            out[i * n + j] = left - right;
        }
}

static void laplacian(double *out, const double *x, size_t n)
{
    static const int kinds[3][2] = {{0, 0}, {1, -1}, {-1, 1}};
    double *once = numbers(n * n), *twice = numbers(n * n);
    memset(out, 0, n * n * sizeof *out);
    for (int c = 0; c < 3; c++) {
        commute(once, x, n, kinds[c][0]);
        commute(twice, once, n, kinds[c][1]);
        for (size_t i = 0; i < n * n; i++) out[i] += (c ? 0.5 : 1) * twice[i];
    }
    free(once);
    free(twice);
}

/* -Delta_N A_lm = l(l+1) A_lm to roundings of n^2/2, the largest entry of the operator, and A
 * orthonormal. */
static void eigenvectors(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 17; n += n < 6 ? 1 : 11)
        for (size_t m = 0; m < n; m++) {
            double *a = numbers(n * n), *x = numbers(n * n), *y = numbers(n * n);
            for (size_t l = m; l < n; l++) {
                fast_zeitlin_eigenvector(a + l * n, n, l, m);
                memset(x, 0, n * n * sizeof *x);
                for (size_t k = 0; k + m < n; k++) x[k * n + k + m] = a[l * n + k];
                laplacian(y, x, n);
                for (size_t i = 0; i < n * n; i++)
                    assert_le(fabs(y[i] - (double)(l * (l + 1)) * x[i]),
                              16 * U * (double)(n * n * n));
                for (size_t p = m; p <= l; p++) {
                    double dot = 0;
                    for (size_t k = 0; k + m < n; k++) dot += a[l * n + k] * a[p * n + k];
                    assert_le(fabs(dot - (p == l)), 8 * U * (double)n);
                }
            }
            free(a);
            free(x);
            free(y);
        }
}

/* Of high degree the recurrence grows from 1 past 2^400 and is scaled on the way, twice for the
 * first of these, not for the last; the vector is still one of unit length and satisfies its rows.
 */
static void large_eigenvector(void **state)
{
    (void)state;
    const size_t n = 1000, diagonal[] = {0, 1, 400}, degree[] = {950, 900, 700};
    for (size_t e = 0; e < 3; e++) {
        const size_t m = diagonal[e], l = degree[e];
        double *a = numbers(n), square = 0;
        fast_zeitlin_eigenvector(a, n, l, m);
        for (size_t k = 0; k + m < n; k++) {
            double row = (0.5 * ((double)n * (double)n - 1) - 2 * spin(n, k) * spin(n, k + m) -
                          (double)(l * (l + 1))) *
                         a[k];
            if (k) row -= ladder_factor(n, k - 1) * ladder_factor(n, k - 1 + m) * a[k - 1];
            if (k + m + 1 < n) row -= ladder_factor(n, k) * ladder_factor(n, k + m) * a[k + 1];
            assert_le(fabs(row), 64 * U * (double)(n * n));
            square += a[k] * a[k];
        }
        assert_le(fabs(square - 1), 1e-13);
        free(a);
    }
}

/* The solve undoes the Laplacian on what has no trace, and ignores a trace; the inverse's largest
 * entry sum is 1/2. */
static void solves(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (size_t n = 2; n <= 33; n += 1 + n / 4) {
        double *x = numbers(n * n), *y = numbers(n * n), *f = numbers(n * n),
               *inverse = numbers(n * n), *ratio = numbers(n * n), mean = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++) x[i * n + j] = large_scales_uniform(&seed);
        for (size_t i = 0; i < n; i++) mean += x[i * n + i] / (double)n;
        for (size_t i = 0; i < n; i++) x[i * n + i] -= mean;
        laplacian(y, x, n);
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m + k < n; m++) f[k * n + m] = y[k * n + k + m] + (m ? 0 : 5);
        fast_zeitlin_factor(inverse, ratio, n);
        fast_zeitlin_solve(f, n, inverse, ratio, n);
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m + k < n; m++)
                assert_le(fabs(f[k * n + m] - x[k * n + k + m]), 4 * U * (double)(n * n * n));
        free(x);
        free(y);
        free(f);
        free(inverse);
        free(ratio);
    }
}

static fast_system *sphere(size_t n, double amp)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    const double size = (double)n;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=z system=zeitlin-sphere scheme=tmk n=2 h=0.25 steps=1 "
                                    "x=0,0,0,1",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "n", &size, 1, &err), SLP_OK);
    if (amp != 0) assert_int_equal(slp_case_set_param(&c, "amp", &amp, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    slp_case_clear(&c);
    return sys;
}

static double largest(const double *v, const double *w, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(v[i] - (w ? w[i] : 0)));
    return most;
}

/* Trajectories against fast_step from the same states: both solve to u|x|, in products of n terms.
 * With noise too; odd sizes, sizes of one block and of several; a step that the trajectory's
 * iteration leaves to the general rule. */
static void trajectories(void **state)
{
    (void)state;
    static const size_t sizes[] = {2, 3, 7, 24, 33, 50, 70};
    const fast_scheme *rule = fast_scheme_find("isospectral-midpoint");
    uint64_t seed = 5;
    for (size_t s = 0; s < 14; s += depth_stride(3)) {
        const size_t n = sizes[s / 2], d = n * n;
        fast_system *sys = sphere(n, s % 2 ? 0.2 : 0);
        double *x = numbers(d), *y = numbers(d), *dW = numbers(d),
               *room = numbers(fast_step_work_size(rule, sys));
        fast_trajectory *path;
        fast_report report;
        unsigned first = 0;
        large_scales(x, n, 5, &seed);
        assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
        for (int k = 0; k < 8; k++) {
            double h = k < 6 ? 0.25 : 0.5;
            for (size_t i = 0; i < fast_system_M(sys); i++) dW[i] = large_scales_uniform(&seed);
            assert_int_equal(fast_step(y, &report, rule, sys, x, h, dW, room), SLP_OK);
            assert_int_equal(fast_trajectory_step(path, &report, h, dW), SLP_OK);
            fast_trajectory_state(x, path);
            assert_le(largest(x, y, d), (8 + 2 * sqrt((double)n)) * U * largest(y, NULL, d));
            if (k == 0) first = report.iterations;
            if (s % 2 == 0 && n > 40 && k == 5) assert_le(report.iterations + 2, first);
        }
        fast_trajectory_free(path);
        fast_system_free(sys);
        free(x);
        free(y);
        free(dW);
        free(room);
    }
}

/* Where motion is smooth a guess of degree q misses by |z| (omega h)^(q + 1), and an evaluation
 * gains a factor of the contraction L; |Xi| bounds both omega h and L.  Degree 8 or 9, at which
 * roundings of stages end it, therefore saves more evaluations than it leaves. */
static void smooth(void **state)
{
    (void)state;
    const size_t n = 40;
    uint64_t seed = 11;
    unsigned first = 0, sum = 0;
    double x[1600];
    fast_system *sys = sphere(n, 0);
    fast_trajectory *path;
    fast_report report;
    large_scales(x, n, 5, &seed);
    assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
    for (int k = 0; k < 42; k++) {
        assert_int_equal(fast_trajectory_step(path, &report, 0.25, NULL), SLP_OK);
        if (k == 0) first = report.iterations;
        if (k >= 22) sum += report.iterations;
    }
    print_message("# %u evaluations from x, then %u in 20 steps\n", first, sum);
    assert_le(2 * sum, 20 * first);
    fast_trajectory_free(path);
    fast_system_free(sys);
}

/* Eigenvalues over a run: rounding adds up like a random walk, u |X| sqrt(steps) with a constant of
 * the order of one. */
static void spectrum(void **state)
{
    (void)state;
    const int steps = (int)(2000 / depth_stride(10));
    const size_t n = 24;
    uint64_t seed = 9;
    const fast_matrices k = {n, 2};
    fast_system *sys = sphere(n, 0);
    double x[576], y[576], before[24], after[24];
    fast_trajectory *path;
    large_scales(x, n, 5, &seed);
    assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
    for (int s = 0; s < steps; s++)
        assert_int_equal(fast_trajectory_step(path, NULL, 0.25, NULL), SLP_OK);
    fast_trajectory_state(y, path);
    fast_matrix_spectrum(before, &k, x);
    fast_matrix_spectrum(after, &k, y);
    double size = fmax(fabs(before[0]), fabs(before[n - 1]));
    assert_le(largest(after, before, n), 4 * U * size * sqrt(steps));
    assert_gt(largest(x, y, n * n), 0.1);
    assert_le(fabs(fast_energy(sys, y) - fast_energy(sys, x)), 1e-3 * fast_energy(sys, x));
    fast_trajectory_free(path);
    fast_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenvectors), cmocka_unit_test(large_eigenvector),
        cmocka_unit_test(solves),       cmocka_unit_test(trajectories),
        cmocka_unit_test(smooth),       cmocka_unit_test(spectrum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
