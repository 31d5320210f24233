/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many evaluations an ensemble's stage takes: those that its contraction needs, and not the
 * most there may be; and that none stops before its differences are down to 4u|x|, whatever
 * contraction it was expected to have.  Answers alone show neither: lanes that never settle are
 * stepped again by themselves, rightly and slowly, and an error of the stage moves the step by 2|a|
 * of it. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include "tests/support/cmocka.h"

enum { PATHS = 96, STEPS = 40 };
static const double least_inertia = 0.625, largest_quad = 0.3;

/* The stage depends on itself through Xi alone, so differences shrink by L <= |x| (h max 1/I + c
 * A_h h^(1/2)) an evaluation, |x| <= sqrt(3); from |x| to 2^-51 |x| that takes 51/log2(1/L)
 * evaluations, beside the first, and two to see that it is so. */
static unsigned most(double h)
{
    double truncated = sqrt(h) * slp_truncation_bound(h, 2);
    double L = sqrt(3) * (h / least_inertia + largest_quad * truncated);
    return (unsigned)(51 / -log2(L)) + 3;
}

static void as_many_as_the_contraction_needs(void **state)
{
    (void)state;
    const double inertia[3] = {2, 1, least_inertia},
                 quad[3] = {largest_quad, -largest_quad, largest_quad};
    fast_system *sys = fast_body_new(inertia, quad, NULL, 0);
    for (int k = 7; k <= 10; k++)
        for (size_t n = 0; fast_kernel_at(n); n++) {
            double x[3 * PATHS];
            fast_report report;
            fast_ensemble run = {.seed = 5,
                                 .h = ldexp(1, -k),
                                 .ell = 2,
                                 .steps = STEPS,
                                 .paths = PATHS,
                                 .threads = 1,
                                 .kernel = fast_kernel_at(n)};
            for (size_t i = 0; i < 3 * PATHS; i++)
                x[i] = fast_body_between((uint32_t)(40 + i / PATHS), i % PATHS, -1, 1);
            assert_int_equal(fast_ensemble_advance(x, &report, sys, &run), SLP_OK);
            assert_int_equal(report.failed, 0);
            assert_in_range(report.iterations, 3, most(run.h));
        }
    fast_system_free(sys);
}

/* States of sizes for which the expected contraction is right, too large and too small, some almost
 * at rest (near an axis), so that first differences are small and say nothing of those that follow.
 * A lane stops only where its last difference is at most 4u|x| (fast/ensemble/template_iterate.h);
 * what is left alone may stop at the floor, so no lane may have been. */
static void none_stops_early(void **state)
{
    (void)state;
    enum { MANY = 384, LONGEST = 32 };
    const double inertia[3] = {2, 1, least_inertia},
                 quad[3] = {largest_quad, -largest_quad, largest_quad}, sizes[3] = {1, 0.01, 4};
    fast_system *noisy = fast_body_new(inertia, quad, NULL, 0),
                *calm = fast_body_new(inertia, NULL, NULL, 0);
    unsigned fewest = LONGEST, largest = 0;
    for (int k = 6; k <= 16; k++)
        for (size_t n = 0; n < 6; n++) {
            double x[3 * MANY];
            fast_report report;
            fast_ensemble run = {
                .seed = 6, .h = ldexp(1, -k), .ell = 2, .steps = 1, .paths = MANY, .threads = 1};
            for (size_t i = 0; i < 3 * MANY; i++) {
                const bool still = i % MANY % 2 && i / MANY != n % 3;
                x[i] = fast_body_between((uint32_t)(60 + i / MANY), i % MANY, -1, 1) *
                       sizes[n % 3] * (still ? exp2(-(double)(i % MANY) / 10) : 1);
            }
            assert_int_equal(fast_ensemble_advance(x, &report, n < 3 ? noisy : calm, &run), SLP_OK);
            assert_le(report.iterations, LONGEST);
            assert_le(report.residual, 0x1p-51);
            if (report.iterations < fewest) fewest = report.iterations;
            if (report.iterations > largest) largest = report.iterations;
        }
    assert_lt(fewest, largest);
    fast_system_free(noisy);
    fast_system_free(calm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_as_the_contraction_needs),
                                       cmocka_unit_test(none_stops_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
