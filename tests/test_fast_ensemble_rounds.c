/* How many evaluations an ensemble's stage takes: those that its contraction needs, and not the most there may be.  Answers alone
 * do not show it, for lanes that never settle are stepped again by themselves, rightly and slowly. */
#include "fast/fast.h"
#include "oracle/noise.h"
#include "tests/fast_body.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { PATHS = 96, STEPS = 40 };
static const double least_inertia = 0.625, largest_quad = 0.3;

/* The stage depends on itself through Xi alone, so differences shrink by L <= |x| (h max 1/I + c A_h h^(1/2)) an evaluation,
 * |x| <= sqrt(3); from |x| to 2^-51 |x| that takes 51/log2(1/L) evaluations, beside the first, and two to see that it is so. */
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
            assert_int_equal(fast_ensemble_rigid_body(x, &report, sys, &run), SLP_OK);
            assert_int_equal(report.failed, 0);
            assert_in_range(report.iterations, 3, most(run.h));
        }
    fast_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_as_the_contraction_needs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
