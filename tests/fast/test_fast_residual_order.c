/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a residual r contributes to a trajectory's update, W + xi e, is taken with e = r - (xi r -
 * (xi r)*)/2 wherever the second term counts, for residuals of the size that steps leave too: runs
 * of matrices beyond 32 x 32, where it would add up, are too long to show it.  xi e, with e by
 * products written out, against what W gains: off by products of n < 64 terms in binary32, n 2^-24
 * |xi| |r|, twice.  Without the second term it would be off by |xi| |xi r - (xi r)*|/2, many times
 * that.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/trajectory/trajectory.h"
#include "tests/fast/trajectory_systems.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 35, Q = N * N };

static double complex entry(const double *m, size_t i, size_t j)
{
    return m[i * N + j] + m[Q + i * N + j] * I;
}

static void times(double complex *c, const double *a, const double complex *b)
{
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double complex sum = 0;
            for (size_t l = 0; l < N; l++) sum += entry(a, i, l) * b[l * N + j];
            c[i * N + j] = sum;
        }
}

static double norm(const double complex *m)
{
    double sum = 0;
    for (size_t i = 0; i < Q; i++) sum += creal(m[i] * conj(m[i]));
    return sqrt(sum);
}

/* One map at a distance of about delta from the stage of a step with |Xi|_F about 1/2. */
static void with_residual(double delta)
{
    static double complex r[Q], e[Q], product[Q], turned[Q], gain[Q];
    path_trial t;
    fast_trajectory *path;
    double h = 1, xi = 0, scaled;
    path_trial_open(&t, "sine-euler", N, false, 1, 3);
    assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
    for (int pass = 0; pass < 2; pass++) {
        t.sys->table->freeze(path->frozen, t.sys, h, NULL);
        memcpy(path->z, path->x, 2 * Q * sizeof *path->z);
        for (int k = 0; k < (pass ? 100 : 1); k++) {
            fast_trajectory_map(path);
            if (pass) memcpy(path->z, path->next, 2 * Q * sizeof *path->z);
        }
        xi = 0;
        for (size_t i = 0; i < 2 * Q; i++) xi += path->xi[i] * path->xi[i];
        xi = sqrt(xi);
        h = 0.5 / xi;
    }
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < i; j++) { /* skew-Hermitian, as stages are */
            const double p = delta / N * path_trial_uniform(&t.seed);
            path->z[i * N + j] += p;
            path->z[j * N + i] -= p;
        }
    fast_trajectory_map(path);
    assert_gt(path->delta, delta / 8);
    assert_lt(path->delta, 8 * delta);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            r[i * N + j] = entry(path->next, i, j) - entry(path->z, i, j);
    memset(path->w, 0, 2 * Q * sizeof *path->w);
    fast_trajectory_residual(path, 1);
    scaled = norm(r);
    times(product, path->xi, r);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            turned[i * N + j] = (product[i * N + j] - conj(product[j * N + i])) / 2;
            e[i * N + j] = r[i * N + j] - turned[i * N + j];
        }
    times(product, path->xi, e);
    for (size_t i = 0; i < Q; i++) gain[i] = path->w[i] + path->w[Q + i] * I - product[i];
    const double allowed = 2 * N * 0x1p-24 * xi * scaled;
    assert_le(norm(gain), allowed);
    times(product, path->xi, turned);
    assert_gt(norm(product), 16 * allowed);
    fast_trajectory_free(path);
    path_trial_close(&t);
}

static void second_order_counts(void **state)
{
    (void)state;
    with_residual(0x1p-18);
    with_residual(0x1p-48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(second_order_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
