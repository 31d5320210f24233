/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of two to eight vortices: the steps of the single-step path, the same bits from every
 * kernel and thread count, and vortices that coincide. */
#include "oracle/contract/case/case.h"
#include "fast/ensemble/ensemble.h"
#include "oracle/contract/noise/noise.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { LEAST = 2, LARGEST = 8, PATHS = 41, D = 3 * LARGEST, M = 3 };

static const double places[D] = {0.6,  -0.5, 0.7,  -0.3, 0.9,  0.4, 0.1,  0.4,
                                 -1.1, -0.8, -0.5, 0.2,  0.9,  0.6, -0.4, -0.2,
                                 0.1,  1.05, -0.7, 0.75, -0.5, 0.3, -1,   -0.4},
                    strengths[LARGEST] = {1, -0.5, 2, 0.75, -1.25, 0.5, 1.5, -0.75};

static fast_system *vortices(slp_case *c, size_t n)
{
    char line[2048];
    int end = snprintf(line, sizeof line,
                       "case id=a system=point-vortices scheme=tmk h=0.5 steps=1 "
                       "quad=0.3,-0.2,0.4 dw=0,0,0 gamma=");
    for (size_t i = 0; i < n; i++)
        end += snprintf(line + end, sizeof line - (size_t)end, "%s%g", i ? "," : "", strengths[i]);
    end += snprintf(line + end, sizeof line - (size_t)end, " x=");
    for (size_t i = 0; i < 3 * n; i++)
        end += snprintf(line + end, sizeof line - (size_t)end, "%s%g", i ? "," : "", places[i]);
    slp_error err;
    fast_system *sys;
    slp_case_init(c);
    assert_int_equal(slp_case_parse(c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    return sys;
}

static double initial(size_t i, size_t path)
{
    return places[i] + fast_body_between((uint32_t)(90 + i), path, -0.05, 0.05);
}

static void start(double *x, size_t d)
{
    for (size_t i = 0; i < d; i++)
        for (size_t k = 0; k < PATHS; k++) x[i * PATHS + k] = initial(i, k);
}

static fast_ensemble a_run(double h, size_t steps)
{
    return (fast_ensemble){.paths = PATHS,
                           .seed = 3,
                           .first_path = 7,
                           .h = h,
                           .ell = 2,
                           .first_step = 5,
                           .steps = steps,
                           .threads = 1};
}

/* Both are honest steps: each within K = 16 units, and the generator's part, condition near 1,
 * below twice that. */
static void steps_are_those_of_the_single_path(void **state)
{
    (void)state;
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    for (size_t n = LEAST; n <= LARGEST; n++) {
        slp_case c;
        fast_system *sys = vortices(&c, n);
        double x[D * PATHS], worst = 0;
        assert_le(fast_step_work_size(scheme, sys), ENSEMBLE_ALONE_WORK);
        double *room = calloc(fast_step_work_size(scheme, sys), sizeof *room);
        fast_ensemble run = a_run(0.01, 1);
        start(x, c.d);
        assert_string_equal(fast_ensemble_scheme(sys), "isospectral-midpoint");
        assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
        for (size_t k = 0; k < PATHS; k++) {
            double from[D], y[D], dw[M], size = 0;
            for (size_t i = 0; i < c.d; i++) {
                from[i] = initial(i, k);
                size = fmax(size, fabs(from[i]));
            }
            for (uint32_t m = 0; m < M; m++)
                dw[m] = slp_truncate(slp_increment(0.01, 3, 7 + k, m, 0, 5), 0.01, 2);
            assert_int_equal(fast_step(y, NULL, scheme, sys, from, 0.01, dw, room), SLP_OK);
            for (size_t i = 0; i < c.d; i++)
                worst = fmax(worst, fabs(y[i] - x[i * PATHS + k]) / size);
        }
        print_message("# %zu vortices: %.2f units\n", n, worst * 0x1p53);
        assert_le(worst, 40 * 0x1p-53);
        free(room);
        fast_system_free(sys);
        slp_case_clear(&c);
    }
}

/* Lanes that end alone (h = 0.5) and, in every seventh path, two vortices at one place: NaN, in
 * that path alone. */
static void same_bits_from_every_kernel(void **state)
{
    (void)state;
    for (size_t n = LEAST; n <= LARGEST; n++) {
        slp_case c;
        fast_system *sys = vortices(&c, n);
        double want[D * PATHS], x[D * PATHS];
        bool first = true;
        for (size_t kernel = 0; fast_kernel_at(kernel); kernel++)
            for (unsigned threads = 1; threads <= 3; threads += 2) {
                fast_ensemble run = a_run(n % 2 ? 0.05 : 0.5, 3);
                fast_report report;
                size_t failed = 0;
                run.kernel = fast_kernel_at(kernel);
                run.threads = threads;
                start(x, c.d);
                for (size_t k = 3; k < PATHS; k += 7)
                    for (size_t i = 0; i < 3; i++) x[(c.d - 3 + i) * PATHS + k] = x[i * PATHS + k];
                assert_int_equal(fast_ensemble_advance(x, &report, sys, &run), SLP_NO_CONVERGENCE);
                if (first) memcpy(want, x, sizeof want);
                first = false;
                for (size_t k = 0; k < PATHS; k++) failed += isnan(x[k]) ? 1 : 0;
                assert_int_equal(failed, report.failed);
                assert_ge(failed, PATHS / 7);
                assert_le(failed, PATHS / 2);
                for (size_t k = 3; k < PATHS; k += 7) assert_true(isnan(x[k]));
                for (size_t i = 0; i < c.d * PATHS; i++)
                    assert_true(isnan(want[i]) ? isnan(x[i])
                                               : memcmp(want + i, x + i, sizeof *x) == 0);
            }
        fast_system_free(sys);
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_single_path),
        cmocka_unit_test(same_bits_from_every_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
