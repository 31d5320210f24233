/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An error expansion is found again from differences of expectations, with the jackknife's
 * intervals, and what it does not explain is seen. */
#include "reports/claims/statistics/fit.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "tests/support/cmocka.h"

static bool close_to(slp_interval v, double wanted, double relative)
{
    return fabs(v.lo - wanted) <= relative * fabs(wanted) &&
           fabs(v.hi - wanted) <= relative * fabs(wanted);
}

/* Means a h/2 + 3 b h^2/4 + 7 c h^3/8 over h = 2^-3 .. 2^-8, scattered by block with mean 0. */
static void fill_powers(slp_slope_sums *s, double *x, double a, double b, double c, double scatter)
{
    memset(s, 0, sizeof *s);
    s->levels = 6;
    s->blocks = SLP_SLOPE_BLOCKS;
    for (size_t l = 0; l < s->levels; l++) {
        x[l] = -3 - (double)l;
        double h = exp2(x[l]), mean = h * (0.5 * a + h * (0.75 * b + h * 0.875 * c));
        for (size_t n = 0; n < s->blocks; n++) {
            double sign = (n + (n / 2 * l)) % 2 ? -1 : 1;
            s->count[n] = 4;
            s->sum[l][n] = 4 * (mean + sign * scatter * h);
        }
    }
}

static void an_expansion_is_found_again(void **state)
{
    slp_slope_sums s;
    double x[SLP_SLOPE_LEVELS];
    (void)state;
    fill_powers(&s, x, 0.5, -3, 7, 1e-9);
    slp_fit fit = slp_fit_powers(&s, x);
    assert_true(fit.known);
    assert_true(close_to(fit.first, 0.5, 1e-5));
    assert_true(close_to(fit.second, -3, 1e-3));
    assert_true(close_to(fit.equal, log2(0.5 / 3), 1e-3));
    assert_lt(fit.first.lo, 0.5);
    assert_gt(fit.first.hi, 0.5);
    assert_lt(fit.second.lo, -3);
    assert_gt(fit.second.hi, -3);
    assert_lt(fit.misfit, 1);
    double width = fit.first.hi - fit.first.lo;
    fill_powers(&s, x, 0.5, -3, 7, 1e-6); /* an interval is as wide as the scatter */
    fit = slp_fit_powers(&s, x);
    assert_lt(fabs((fit.first.hi - fit.first.lo) / width / 1000 - 1), 1e-3);
    fill_powers(&s, x, 0.5, -3, 7, 1e-9);
    for (size_t b = 0; b < s.blocks; b++) s.sum[3][b] += 4e-6; /* what no power explains */
    assert_gt(slp_fit_powers(&s, x).misfit, 100);
    fill_powers(&s, x, 0.5, -3, 7, 1e-9);
    for (size_t b = 0; b < s.blocks; b++)
        s.sum[0][b] += 4 * 20e-9 * 0.125;                      /* on the coarsest alone */
    assert_lt(fabs(slp_fit_powers(&s, x).misfit - 1.3), 0.34); /* 0.75 on the finest */
    fill_powers(&s, x, 0.5, -3, 0, 1e-9);
    s.levels = 3; /* two terms from three levels */
    assert_true(close_to(slp_fit_powers(&s, x).first, 0.5, 1e-5));
    s.levels = 2;
    assert_false(slp_fit_powers(&s, x).known);
}

static double middle(slp_interval v)
{
    return (v.lo + v.hi) / 2;
}

/* The jackknife again, from fits without each block; their weights differ from the whole's by 1/20
 * or so. */
static void coefficients_have_the_jackknifes_intervals(void **state)
{
    slp_slope_sums s, less;
    double x[SLP_SLOPE_LEVELS], left[3][SLP_SLOPE_BLOCKS], half[3] = {0};
    (void)state;
    fill_powers(&s, x, 0.5, -3, 7, 1e-6);
    for (size_t b = 0; b < s.blocks; b++) {
        less = s;
        less.blocks--;
        less.count[b] = less.count[less.blocks];
        for (size_t l = 0; l < s.levels; l++) less.sum[l][b] = less.sum[l][less.blocks];
        slp_fit fit = slp_fit_powers(&less, x);
        left[0][b] = middle(fit.first);
        left[1][b] = middle(fit.second);
        left[2][b] = middle(fit.equal);
    }
    slp_fit fit = slp_fit_powers(&s, x);
    const slp_interval found[3] = {fit.first, fit.second, fit.equal};
    for (size_t i = 0; i < 3; i++) {
        half[i] = 4.187 * sqrt(slp_jackknife_variance(left[i], SLP_SLOPE_BLOCKS));
        double ratio = (found[i].hi - found[i].lo) / 2 / half[i];
        assert_gt(ratio, 0.8);
        assert_lt(ratio, 1.25);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_expansion_is_found_again),
        cmocka_unit_test(coefficients_have_the_jackknifes_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
