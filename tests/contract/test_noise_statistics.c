/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws of the noise, each decided at a stated level.  Seeds are fixed, so a run repeats; were
 * they drawn afresh, each of the at most 40 decisions here would raise a false alarm with
 * probability at most 2e-8 (|z| <= 5.7: 1.2e-8; Kolmogorov-Smirnov 3.03: 2 exp(-2 3.03^2) =
 * 2.1e-8), in all below 1e-6.  Power: the variance of 2^21 normals has relative standard deviation
 * sqrt(2/2^21) = 0.00098, so an error of 1 % stands 10 deviations out and is missed with
 * probability below 2e-5; the same decisions are applied to such planted faults and must see them.
 */
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <stdlib.h>
#include "tests/support/cmocka.h"

enum { MANY = 1 << 21, SOME = 1 << 17 };
static const double Z = 5.7, KS = 3.03;

static double *room(void **state)
{
    return *state;
}

static int make_room(void **state)
{
    *state = malloc(MANY * sizeof(double));
    return *state ? 0 : -1;
}

static int free_room(void **state)
{
    free(*state);
    return 0;
}

/* Standardised distances of the first four moments from those of N(0,1): under the law each is
 * asymptotically standard normal.  Var(x^2) = 2, Var(x^3) = 15, Var(x^4) = 96. */
static void moment_scores(double z[4], const double *x, size_t n)
{
    double s[4] = {0};
    for (size_t i = 0; i < n; i++) {
        double q = x[i] * x[i];
        s[0] += x[i];
        s[1] += q - 1;
        s[2] += q * x[i];
        s[3] += q * q - 3;
    }
    const double variance[4] = {1, 2, 15, 96};
    for (int k = 0; k < 4; k++) z[k] = s[k] / sqrt(variance[k] * (double)n);
}

static double correlation_score(const double *a, const double *b, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++) s += a[i] * b[i];
    return s / sqrt((double)n);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sqrt(n) sup |F_n - F|; sorts x. */
static double kolmogorov_smirnov(double *x, size_t n)
{
    double worst = 0;
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++) {
        double f = 0.5 * erfc(-x[i] / sqrt(2.0));
        worst = fmax(worst, fmax(f - (double)i / (double)n, (double)(i + 1) / (double)n - f));
    }
    return worst * sqrt((double)n);
}

static void assert_standard(const double z[4])
{
    print_message("# scores %.2f %.2f %.2f %.2f\n", z[0], z[1], z[2], z[3]);
    for (int k = 0; k < 4; k++) assert_le(fabs(z[k]), Z);
}

/* Increments divided by the root of their variance. */
static void standardised(double *x, double h, uint64_t path, uint32_t channel, unsigned level,
                         size_t n)
{
    slp_increments(x, h, 20260701, path, channel, level, 0, n);
    double root = sqrt(ldexp(h, -(int)level));
    for (size_t i = 0; i < n; i++) x[i] /= root;
}

static void level_zero_is_normal(void **state)
{
    double *x = room(state), z[4];
    standardised(x, 0.01, 1, 0, 0, MANY);
    moment_scores(z, x, MANY);
    assert_standard(z);
    assert_le(fabs(correlation_score(x, x + 1, MANY - 1)), Z);
    assert_le(fabs(correlation_score(x, x + 2, MANY - 2)), Z);
    double d = kolmogorov_smirnov(x, SOME);
    print_message("# Kolmogorov-Smirnov %.2f\n", d);
    assert_le(d, KS);
}

static void refined_levels_are_normal(void **state)
{
    double *x = room(state), z[4];
    const unsigned levels[] = {1, 4, 19, SLP_NOISE_LEVELS};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        size_t n = i == 1 ? MANY : SOME;
        standardised(x, 0x1p-8, 2, 0, levels[i], n);
        moment_scores(z, x, n);
        /* level 19 and 32: few parents, whose values are common to all; their own law was level 0's
         */
        if (levels[i] > 4) z[0] = 0;
        assert_standard(z);
        assert_le(fabs(correlation_score(x, x + 1, n - 1)), Z);
    }
    standardised(x, 0x1p-8, 3, 0, 5, SOME);
    assert_le(kolmogorov_smirnov(x, SOME), KS);
}

/* Sixteen cells of equal probability (four by four quartiles) of the two halves of a pair, and of
 * the two halves of a node: chi-square with 15 degrees of freedom exceeds 69.5 with probability
 * 5e-9. */
static double cells(const double *x, size_t pairs)
{
    const double quartile = 0.67448975019608171;
    size_t count[16] = {0};
    for (size_t i = 0; i < pairs; i++) {
        unsigned cell = 0;
        for (size_t k = 0; k < 2; k++) {
            double v = x[2 * i + k];
            cell = 4 * cell + (v < -quartile ? 0 : v < 0 ? 1 : v < quartile ? 2 : 3);
        }
        count[cell]++;
    }
    double expected = (double)pairs / 16, chi = 0;
    for (int c = 0; c < 16; c++) chi += pow((double)count[c] - expected, 2) / expected;
    return chi;
}

static void neighbours_are_independent(void **state)
{
    double *x = room(state);
    for (unsigned level = 0; level < 3; level++) {
        standardised(x, 0.5, 4, 0, level, 2 * SOME);
        double chi = cells(x, SOME);
        print_message("# chi-square %.1f\n", chi);
        assert_le(chi, 69.5);
    }
}

static void keys_are_independent(void **state)
{
    double *x = room(state), *y = x + SOME;
    standardised(x, 0.1, 5, 0, 0, SOME);
    standardised(y, 0.1, 5, 1, 0, SOME); /* channel */
    assert_le(fabs(correlation_score(x, y, SOME)), Z);
    standardised(y, 0.1, 6, 0, 0, SOME); /* path */
    assert_le(fabs(correlation_score(x, y, SOME)), Z);
    slp_increments(y, 0.1, 20260702, 5, 0, 0, 0, SOME); /* seed */
    for (size_t i = 0; i < SOME; i++) y[i] /= sqrt(0.1);
    assert_le(fabs(correlation_score(x, y, SOME)), Z);
    /* level: the spread left - right of each node does not know its sum */
    standardised(y, 0.1, 5, 0, 1, SOME);
    for (size_t i = 0; i < SOME / 2; i++) y[i] = (y[2 * i] - y[2 * i + 1]) / sqrt(2.0);
    assert_le(fabs(correlation_score(x, y, SOME / 2)), Z);
}

/* The decisions above see an error of 1 % in the variance, a lag correlation of 1 %, a shift of 1
 * %. */
static void planted_faults_are_seen(void **state)
{
    double *x = room(state), z[4];
    standardised(x, 0.01, 7, 0, 0, MANY);
    moment_scores(z, x, MANY);
    assert_standard(z);
    for (size_t i = 0; i < MANY; i++) x[i] *= sqrt(1.01);
    moment_scores(z, x, MANY);
    assert_gt(z[1], Z);
    for (size_t i = 0; i < MANY; i++) x[i] *= sqrt(0.99 / 1.01);
    moment_scores(z, x, MANY);
    assert_lt(z[1], -Z);
    for (size_t i = 0; i < MANY; i++) x[i] = x[i] / sqrt(0.99) + 0.01;
    moment_scores(z, x, MANY);
    assert_gt(z[0], Z);
    for (size_t i = MANY; i-- > 1;) x[i] += 0.01 * x[i - 1];
    assert_gt(correlation_score(x, x + 1, MANY - 1), Z);
    for (size_t i = 0; i < SOME; i++) x[i] = x[i] > 0 ? x[i] * 1.05 : x[i];
    assert_gt(kolmogorov_smirnov(x, SOME), KS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_zero_is_normal),       cmocka_unit_test(refined_levels_are_normal),
        cmocka_unit_test(neighbours_are_independent), cmocka_unit_test(keys_are_independent),
        cmocka_unit_test(planted_faults_are_seen),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}
