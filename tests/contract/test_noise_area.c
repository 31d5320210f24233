/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas of Wiener paths: Chen's relation, the polygon's areas, and how much they leave out. */
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { M = 3, PAIRS = 3, DEEP = 6, PARTS = 1 << DEEP };
static const double h = 0.375;

static void areas(double *dw, double *area, unsigned level, uint64_t first, size_t count,
                  unsigned deeper, uint64_t path)
{
    double room[M * PARTS];
    slp_increments_areas(dw, area, h, 11, path, M, level, first, count, deeper, room);
}

/* Two legs: along axis 1 and then along axis 2 encloses half a square, counted positive. */
static void sign_and_order(void **state)
{
    double dw[M] = {2, 0, 0}, area[PAIRS] = {0, 0, 0};
    const double next[M] = {0, 3, 5}, none[PAIRS] = {0, 0, 0};
    (void)state;
    slp_areas_join(dw, area, next, none, M);
    assert_true(dw[0] == 2 && dw[1] == 3 && dw[2] == 5);
    assert_true(area[0] == 3); /* 12 */
    assert_true(area[1] == 5); /* 13 */
    assert_true(area[2] == 0); /* 23: both grow together */
    const double back[M] = {-2, 0, 0};
    slp_areas_join(dw, area, back, none, M);
    assert_true(area[0] == 6 && area[1] == 10 && area[2] == 0);
}

/* Increments have the bits of slp_increments.  Areas are the sum over s < t of (w_si w_tj - w_sj
 * w_ti)/2, up to PARTS roundings of sums below the sum of sizes. */
static void are_those_of_the_polygon(void **state)
{
    double dw[2 * M], area[2 * PAIRS], fine[M][2 * PARTS];
    (void)state;
    areas(dw, area, 1, 4, 2, DEEP, 3);
    for (unsigned k = 0; k < M; k++)
        slp_increments(fine[k], h, 11, 3, k, 1 + DEEP, (uint64_t)4 << DEEP, 2 * PARTS);
    for (size_t n = 0; n < 2; n++) {
        for (unsigned k = 0; k < M; k++)
            assert_true(dw[n * M + k] == slp_increment(h, 11, 3, k, 1, 4 + n));
        size_t pair = 0;
        for (size_t i = 0; i < M; i++)
            for (size_t j = i + 1; j < M; j++, pair++) {
                double sum = 0, size = 0;
                for (size_t t = n * PARTS; t < (n + 1) * PARTS; t++)
                    for (size_t s = n * PARTS; s < t; s++) {
                        sum += (fine[i][s] * fine[j][t] - fine[j][s] * fine[i][t]) / 2;
                        size += fabs(fine[i][s] * fine[j][t]) + fabs(fine[j][s] * fine[i][t]);
                    }
                assert_le(fabs(area[n * PAIRS + pair] - sum), PARTS * 0x1p-52 * size);
                assert_gt(fabs(sum), 1e-3 * h / 2);
            }
    }
}

/* Joining two halves gives the whole, up to roundings; the increments exactly. */
static void halves_join(void **state)
{
    (void)state;
    for (uint64_t path = 0; path < 50; path++) {
        double half[2 * M], area[2 * PAIRS], whole[M], all[PAIRS];
        areas(half, area, 1, 6, 2, DEEP - 1, path);
        areas(whole, all, 0, 3, 1, DEEP, path);
        slp_areas_join(half, area, half + M, area + PAIRS, M);
        assert_memory_equal(half, whole, sizeof whole);
        for (size_t p = 0; p < PAIRS; p++) assert_le(fabs(area[p] - all[p]), 0x1p-44 * h);
    }
}

/* Mean square of the areas, and of what 2^2 parts leave out of those of 2^6: (1 - 2^-6) and (2^-2 -
 * 2^-6) of h^2/4, for 30000 areas.  For a polygon of n parts E A^4 <= 5 h^4/16 (the area itself has
 * kurtosis 5), of what is left out E^4 is less: so the mean of the squares is off by more than 8
 * standard deviations, 8 sqrt(4/30000) = 9.3 %, with probability 1e-15.  Only the first
 * pair of each path is taken, so that the areas are independent. */
static void mean_squares(void **state)
{
    enum { PATHS = 30000 };
    double whole = 0, left_out = 0, both = 0;
    (void)state;
    for (uint64_t path = 0; path < PATHS; path++) {
        double dw[M], area[PAIRS], less[PAIRS];
        areas(dw, area, 0, 0, 1, DEEP, path);
        areas(dw, less, 0, 0, 1, 2, path);
        whole += area[0] * area[0] / PATHS;
        left_out += (area[0] - less[0]) * (area[0] - less[0]) / PATHS;
        both += (area[0] - less[0]) * less[0] / PATHS;
    }
    assert_lt(fabs(whole / (h * h / 4 * (1 - 0x1p-6)) - 1), 0.093);
    assert_lt(fabs(left_out / (h * h / 4 * (0.25 - 0x1p-6)) - 1), 0.093);
    /* what is left out has mean 0 given the coarse points */
    assert_lt(fabs(both), 0.093 * h * h / 4);
}

static void refusals_are_nan(void **state)
{
    double dw[M], area[PAIRS], room[M];
    (void)state;
    slp_increments_areas(dw, area, h, 1, 0, M, SLP_NOISE_LEVELS, 0, 1, 1, room);
    assert_true(isnan(dw[0]) && isnan(dw[2]) && isnan(area[0]) && isnan(area[2]));
    slp_increments_areas(dw, area, -1, 1, 0, M, 0, 0, 1, 0, room);
    assert_true(isnan(dw[0]) && isnan(area[1]));
    slp_increments_areas(dw, area, h, 1, 0, M, 0, 0, 1, 0, room);
    assert_true(area[0] == 0 && area[1] == 0 && area[2] == 0);
    assert_true(dw[1] == slp_increment(h, 1, 0, 1, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sign_and_order), cmocka_unit_test(are_those_of_the_polygon),
        cmocka_unit_test(halves_join), cmocka_unit_test(mean_squares),
        cmocka_unit_test(refusals_are_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
