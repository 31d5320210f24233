/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What is tried after an iteration that found nothing, and what is not: EJLL's own iteration finds
 * stages where that in closed form does not, on matrices as on vectors; half steps finish what came
 * near the stage, and do not go looking for one.
 * Calls the BLAS. */
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* A body near the axis of its largest moment, on so(3) and, X_01 = -x_3, X_02 = x_2, X_12 = -x_1,
 * in a corner of so(5). */
static const char small[] =
    "case id=a system=rigid-body scheme=isospectral-midpoint inertia=3.34279,1.66679,0.931053 "
    "h=8.28802 steps=1 x=0.362278,-0.00632087,-0.006788";
static const char large[] = "case id=b system=rigid-body-n scheme=isospectral-midpoint n=5 "
                            "inertia=0.931053,1.66679,1,1,3.34279,1,1,1,1,1 h=8.28802 steps=1 "
                            "x=0.006788,-0.00632087,0,0,-0.362278,0,0,0,0,0";

/* canonical-midpoint is the same map without the second iteration.  Differences of an iteration
 * that takes some hundred rounds for 53 bits shrink by L < 3/4; at most 32u(1 + |Xi|)|x| of them is
 * left, |Xi| < 1, twice over: below 2 (64u) L/(1 - L) |x| < 2^-43. */
static void another_iteration_finds_it(void **state)
{
    fast_pair_system p, q;
    double y[FAST_PAIR_D], z[FAST_PAIR_D];
    fast_report report;
    (void)state;
    fast_pair_read(&p, small);
    fast_pair_read(&q, large);
    assert_int_equal(fast_pair_step(y, &report, "canonical-midpoint", &p, p.c.x, 1),
                     SLP_NO_CONVERGENCE);
    assert_int_equal(fast_pair_step(z, &report, "canonical-midpoint", &q, q.c.x, 1),
                     SLP_NO_CONVERGENCE);
    assert_int_equal(fast_pair_step(y, &report, "isospectral-midpoint", &p, p.c.x, 1), SLP_OK);
    assert_lt(report.iterations, 128);
    assert_int_equal(fast_pair_step(z, &report, "isospectral-midpoint", &q, q.c.x, 1), SLP_OK);
    assert_lt(fabs(z[0] + y[2]), 0x1p-43);
    assert_lt(fabs(z[1] - y[1]), 0x1p-43);
    assert_lt(fabs(z[4] + y[0]), 0x1p-43);
    for (size_t i = 0; i < 10; i++) assert_true(i < 2 || i == 4 || z[i] == 0);
    fast_pair_close(&p);
    fast_pair_close(&q);
}

/* The midpoint rule on the pendulum with h = 2: every second q follows f(q) = c - sin q, c = q_n +
 * p_n = 2 pi, whose fixed point 2 pi has f' = -1.  Distances a from it shrink as a <- a - a^3/6
 * does, like sqrt(3/k): 10^-2 is left after 20000 rounds, and half steps would lead to 2 pi in no
 * time. */
static void far_off_is_no_convergence(void **state)
{
    fast_pair_system p;
    double y[2];
    fast_report report;
    (void)state;
    fast_pair_read(&p, "case id=c system=canonical scheme=midpoint model=pendulum h=2 steps=1 "
                       "x=1,0x1.521fb54442d18p+2");
    assert_lt(fabs(p.c.x[0] + p.c.x[1] - 0x1.921fb54442d18p+2), 1e-14);
    for (int k = 0; k < 2; k++)
        assert_int_equal(
            fast_pair_step(y, &report, k ? "implicit-midpoint" : "midpoint", &p, p.c.x, 1),
            SLP_NO_CONVERGENCE);
    fast_pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(another_iteration_finds_it),
                                       cmocka_unit_test(far_off_is_no_convergence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
