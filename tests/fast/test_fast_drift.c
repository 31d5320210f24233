/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* |x|^2 along EJLL's trajectory (section 6.1, figure 4) moves as rounding alone moves it: a random
 * walk of u sqrt(n), no trend.
 *
 * One step rounds each new coordinate once, by e_i uniform in +-ulp(x_i)/2, and all else is smaller
 * by |Xi| ~ 0.01; |x|^2 moves by 2 x.e, variance (1/3) sum x_i^2 ulp(x_i)^2 <= u^2/3 for |x| = 1,
 * since ulp(x_i) <= u below 1.  So after n steps the drift has standard deviation s <= u sqrt(n/3).
 * Decisions, seeds fixed; each would raise a false alarm below 2e-8 with fresh ones: no path of 64
 * beyond 6.5 s (64 * 8e-11); their mean within 5.7 s/8.  A bias of b a step is seen where b n > 2 *
 * 5.7 s/8: b >= 0.0066 u for n = 2^14 in the ensemble. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stdlib.h>
#include "tests/support/cmocka.h"

/* (|y|^2 - |x|^2) / u, exact to the last digit that matters: products split by fma. */
static double drift(const double y[3], const double x[3])
{
    double high = 0, low = 0;
    for (int i = 0; i < 3; i++) {
        double a = y[i] * y[i], b = x[i] * x[i];
        high += a - b;
        low += fma(y[i], y[i], -a) - fma(x[i], x[i], -b);
    }
    return (high + low) * 0x1p53;
}

static void assert_walk(const double *moved, size_t paths, double n, const char *name)
{
    double s = sqrt(n / 3), mean = 0, square = 0;
    for (size_t p = 0; p < paths; p++) {
        mean += moved[p] / (double)paths;
        square += moved[p] * moved[p] / (double)paths;
        assert_le(fabs(moved[p]), 6.5 * s);
    }
    print_message("# %s: mean %.1f u, root mean square %.3f u sqrt(n)\n", name, mean,
                  sqrt(square / n));
    assert_le(fabs(mean), 5.7 * s / sqrt((double)paths));
}

static void ensembles_do_not_drift(void **state)
{
    (void)state;
    enum { P = 64, N = 1 << 14 };
    double x[3 * P], moved[P];
    fast_system *sys = fast_body_ejll();
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (int i = 0; i < 3 * P; i++) x[i] = fast_body_ejll_state[i / P];
        fast_ensemble run = {
            .paths = P, .seed = seed, .h = 0x1p-8, .ell = 2, .steps = N, .threads = 2};
        assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
        for (int p = 0; p < P; p++) {
            double y[3] = {x[p], x[P + p], x[2 * P + p]};
            moved[p] = drift(y, fast_body_ejll_state);
        }
        assert_walk(moved, P, N, "ensemble");
    }
    fast_system_free(sys);
}

/* Every scheme of the table in mathematics that keeps |x|^2. */
static void single_steps_do_not_drift(void **state)
{
    (void)state;
    enum { P = 8, N = 4096 };
    const char *const keepers[] = {"isospectral-midpoint", "implicit-midpoint", "tmk",
                                   "variational-cayley"};
    static double dw[3][N];
    fast_system *sys = fast_body_ejll();
    for (size_t k = 0; k < sizeof keepers / sizeof *keepers; k++) {
        double moved[P];
        for (uint64_t p = 0; p < P; p++) {
            double y[3];
            for (int i = 0; i < 3; i++) y[i] = fast_body_ejll_state[i];
            for (uint32_t c = 0; c < 3; c++) slp_increments(dw[c], 0x1p-8, 4, p, c, 0, 0, N);
            for (size_t s = 0; s < N; s++) {
                double step[3];
                for (int c = 0; c < 3; c++) step[c] = slp_truncate(dw[c][s], 0x1p-8, 2);
                double from[3] = {y[0], y[1], y[2]};
                assert_int_equal(fast_body_step(y, NULL, keepers[k], sys, from, 0x1p-8, step),
                                 SLP_OK);
            }
            moved[p] = drift(y, fast_body_ejll_state);
        }
        assert_walk(moved, P, N, keepers[k]);
    }
    fast_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ensembles_do_not_drift),
        cmocka_unit_test(single_steps_do_not_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
