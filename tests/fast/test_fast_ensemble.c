/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles: the same bits from every kernel, thread count and split; every step good by the judge;
 * slow and failing lanes apart from their neighbours; what is refused. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "oracle/judge/judge.h"
#include "oracle/contract/noise/noise.h"
#include "ref/ref.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

static const double inertia[3] = {2, 1, 0.625}, quad[3] = {0.1, -0.2, 0.3},
                    lin[6] = {0.1, 0.2, -0.3, 0.05, -0.1, 0.2};

enum { MOST = 131 };

/* Coordinate i of path p of the initial ensemble. */
static double initial(size_t i, size_t p)
{
    return fast_body_between((uint32_t)(40 + i), p, -1, 1);
}

static double *ensemble(size_t paths)
{
    double *x = malloc((3 * paths + 2) * sizeof *x);
    x[0] = x[3 * paths + 1] = 77; /* guards */
    for (size_t i = 0; i < 3; i++)
        for (size_t p = 0; p < paths; p++) x[1 + i * paths + p] = initial(i, p);
    return x;
}

/* Each path alone, one step a call, portable kernel: what all else is compared with. */
static void alone(double x[3], const fast_system *sys, fast_ensemble run, size_t p)
{
    size_t steps = run.steps;
    run.paths = 1;
    run.first_path += p;
    run.threads = 1;
    run.kernel = "portable";
    run.steps = 1;
    for (size_t i = 0; i < 3; i++) x[i] = initial(i, p);
    for (size_t s = 0; s < steps; s++, run.first_step++)
        assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
}

static void same_bits(const fast_system *sys, double h, uint64_t first_step)
{
    static const size_t counts[] = {1, 2, 3, 7, 8, 9, 31, 64, 65, MOST};
    fast_ensemble run = {
        .seed = 3, .first_path = 1000, .h = h, .ell = 2, .first_step = first_step, .steps = 5};
    static double want[MOST][3];
    for (size_t p = 0; p < MOST; p++) alone(want[p], sys, run, p);
    unsigned iterations = 0;
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
        for (size_t k = 0; fast_kernel_at(k); k++)
            for (unsigned threads = 1; threads <= 7; threads += 2) {
                double *x = ensemble(counts[n]);
                fast_report report, second;
                run.paths = counts[n];
                run.threads = threads;
                run.kernel = fast_kernel_at(k);
                /* split 2 + 3, so that a call starts in the middle of a pair */
                run.steps = 2 + threads % 2;
                assert_int_equal(fast_ensemble_advance(x + 1, &report, sys, &run), SLP_OK);
                run.first_step += run.steps;
                run.steps = 5 - run.steps;
                assert_int_equal(fast_ensemble_advance(x + 1, &second, sys, &run), SLP_OK);
                run.first_step = first_step;
                run.steps = 5;
                assert_true(x[0] == 77 && x[3 * counts[n] + 1] == 77);
                for (size_t p = 0; p < counts[n]; p++)
                    for (size_t i = 0; i < 3; i++)
                        assert_memory_equal(&want[p][i], x + 1 + i * counts[n] + p, sizeof(double));
                assert_le(report.residual, 0x1p-50);
                assert_true(report.failed == 0);
                if (counts[n] == MOST && threads % 4 == 1) {
                    if (iterations) assert_int_equal(report.iterations, iterations);
                    iterations = report.iterations;
                }
                free(x);
            }
}

static void same_bits_however_they_are_computed(void **state)
{
    (void)state;
    fast_system *both = fast_body_new(inertia, quad, lin, 2);
    fast_system *squares = fast_body_new(inertia, quad, NULL, 0);
    fast_system *vectors = fast_body_new(inertia, NULL, lin, 2);
    same_bits(both, 0x1p-7, 0);
    same_bits(both, 0.3, 7); /* slower, some stages by the scalar way */
    same_bits(squares, 0x1p-8, 1);
    same_bits(vectors, 0.01, 4);
    fast_system_free(both);
    fast_system_free(squares);
    fast_system_free(vectors);
}

/* The ensemble's first step, judged path by path with the noise of the contract. */
static void judge_ensemble(const double *c_quad, const double *c_lin, size_t vectors, double h)
{
    enum { PATHS = 24 };
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.id = strdup("ensemble");
    c.system = slp_system_find("rigid-body");
    c.scheme = slp_scheme_find("isospectral-midpoint");
    c.h = h;
    c.steps = 1;
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    if (c_quad) assert_int_equal(slp_case_set_param(&c, "quad", c_quad, 3, &err), SLP_OK);
    if (vectors) assert_int_equal(slp_case_set_param(&c, "lin", c_lin, 3 * vectors, &err), SLP_OK);
    fast_system *sys = fast_body_new(inertia, c_quad, c_lin, vectors);
    size_t M = fast_system_M(sys), passed = 0;
    fast_ensemble run = {.paths = PATHS,
                         .seed = 5,
                         .first_path = 9,
                         .h = h,
                         .ell = 2,
                         .first_step = 11,
                         .steps = 1,
                         .threads = 1};
    double *x = ensemble(PATHS);
    assert_int_equal(fast_ensemble_advance(x + 1, NULL, sys, &run), SLP_OK);
    for (size_t p = 0; p < PATHS; p++) {
        double from[3], dw[FAST_ENSEMBLE_NOISES];
        for (size_t i = 0; i < 3; i++) from[i] = initial(i, p);
        for (size_t k = 0; k < M; k++)
            dw[k] = slp_truncate(slp_increment(h, 5, 9 + p, (uint32_t)k, 0, 11), h, 2);
        slp_case_set_x(&c, from, 3);
        if (M) slp_case_set_dw(&c, dw, M);
        assert_int_equal(slp_case_check(&c, &err), SLP_OK);
        slp_result r;
        slp_verdict v;
        slp_result_init(&r);
        r.y.count = 3;
        r.y.at = malloc(3 * sizeof(double));
        for (size_t i = 0; i < 3; i++) r.y.at[i] = x[1 + i * PATHS + p];
        slp_judge(&v, &c, &r);
        assert_true(v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_UNABLE);
        passed += v.kind == SLP_VERDICT_PASS;
        slp_result_clear(&r);
    }
    assert_ge(passed, PATHS / 2);
    free(x);
    fast_system_free(sys);
    slp_case_clear(&c);
}

static void every_step_is_good(void **state)
{
    (void)state;
    const double h[] = {0x1p-10, 0.01, 0.1, 0.4, 0.8};
    for (size_t i = 0; i < 5; i++) {
        judge_ensemble(quad, NULL, 0, h[i]);
        judge_ensemble(NULL, lin, 2, h[i]);
        judge_ensemble(quad, lin, 2, h[i]);
        judge_ensemble(NULL, NULL, 0, h[i]);
    }
}

/* Paths with stages that contract slowly agree with the single step; paths without a stage become
 * NaN and are counted; both leave the others their bits. */
static void slow_and_failing_lanes(void **state)
{
    (void)state;
    enum { N = 37 };
    const double body[3] = {1, 3, 5};
    fast_system *sys = fast_body_new(body, NULL, NULL, 0);
    double calm[3 * N], mixed[3 * N];
    for (size_t p = 0; p < N; p++)
        for (size_t i = 0; i < 3; i++) {
            calm[i * N + p] = initial(i, p);
            mixed[i * N + p] = initial(i, p) * (p % 5 == 1 ? 9 : p % 5 == 3 ? 1e9 : 1);
        }
    double before[3 * N];
    memcpy(before, mixed, sizeof before);
    for (size_t k = 0; fast_kernel_at(k); k++) {
        fast_ensemble run = {
            .paths = N, .h = 0.25, .steps = 1, .threads = 3, .kernel = fast_kernel_at(k)};
        fast_report report;
        double a[3 * N], b[3 * N];
        memcpy(a, calm, sizeof a);
        memcpy(b, mixed, sizeof b);
        assert_int_equal(fast_ensemble_advance(a, NULL, sys, &run), SLP_OK);
        assert_int_equal(fast_ensemble_advance(b, &report, sys, &run), SLP_NO_CONVERGENCE);
        size_t failed = 0, slow = 0;
        for (size_t p = 0; p < N; p++) {
            double from[3], y[3], error = 0, size = 0;
            fast_report single;
            for (size_t i = 0; i < 3; i++) from[i] = before[i * N + p];
            slp_status status =
                fast_body_step(y, &single, "isospectral-midpoint", sys, from, 0.25, NULL);
            bool nan = isnan(b[p]);
            assert_true(isnan(b[N + p]) == nan && isnan(b[2 * N + p]) == nan);
            failed += nan;
            assert_true(nan == (status != SLP_OK));
            assert_true(p % 5 == 1 || nan == (p % 5 == 3));
            if (nan) continue;
            for (size_t i = 0; i < 3; i++) {
                if (p % 5 != 1) assert_memory_equal(&a[i * N + p], &b[i * N + p], sizeof(double));
                error = fmax(error, fabs(y[i] - b[i * N + p]));
                size = fmax(size, fabs(from[i]));
            }
            if (single.iterations > 60) slow++;
            /* both within 8u kappa; kappa from the iterations that 53 bits took: L =
             * 2^(-53/iterations) */
            double L = exp2(-53.0 / single.iterations);
            assert_le(error, 16 * 0x1p-53 * size * (1 + L) / (1 - L));
        }
        assert_int_equal(report.failed, failed);
        assert_ge(failed, 7);
        assert_ge(slow, 1);
        /* failed paths stay failed and stay counted */
        assert_int_equal(fast_ensemble_advance(b, &report, sys, &run), SLP_NO_CONVERGENCE);
        assert_ge(report.failed, failed);
    }
    fast_system_free(sys);
}

static void refusals_and_nothing_to_do(void **state)
{
    (void)state;
    double many[3 * 9] = {0}, x[3] = {0.1, 0.2, 0.3}, same[3];
    memcpy(same, x, sizeof x);
    fast_system *sys = fast_body_new(inertia, quad, NULL, 0);
    fast_system *nine = fast_body_new(inertia, NULL, many, 9);
    fast_system *none = fast_body_new(inertia, NULL, NULL, 0);
    fast_ensemble run = {.paths = 1, .h = 0.1, .ell = 2, .steps = 3, .threads = 1};
    assert_int_equal(fast_ensemble_advance(x, NULL, nine, &run), SLP_UNSUPPORTED);
    run.threads = 0;
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_INPUT);
    run.threads = 1;
    run.kernel = "abacus";
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_UNSUPPORTED);
    run.kernel = NULL;
    run.h = -0.1; /* no Wiener process runs backwards; a step without noise may */
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_DOMAIN);
    run.h = NAN;
    assert_int_equal(fast_ensemble_advance(x, NULL, none, &run), SLP_DOMAIN);
    assert_memory_equal(x, same, sizeof x);
    run.h = -0.1;
    assert_int_equal(fast_ensemble_advance(x, NULL, none, &run), SLP_OK);
    memcpy(x, same, sizeof x);
    run.h = 0.1;
    run.steps = 0;
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
    run.steps = 3;
    run.paths = 0;
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
    assert_memory_equal(x, same, sizeof x);
    fast_system_free(sys);
    fast_system_free(nine);
    fast_system_free(none);
}

static void the_environment_chooses_the_kernel(void **state)
{
    (void)state;
    const char *was = getenv("SLP_KERNEL");
    char *saved = was ? strdup(was) : NULL;
    unsetenv("SLP_KERNEL");
    assert_string_equal(fast_kernel_name(), fast_kernel_at(0));
    bool portable = false;
    for (size_t i = 0; fast_kernel_at(i); i++) {
        setenv("SLP_KERNEL", fast_kernel_at(i), 1);
        assert_string_equal(fast_kernel_name(), fast_kernel_at(i));
        portable = portable || strcmp(fast_kernel_at(i), "portable") == 0;
    }
    assert_true(portable);
    setenv("SLP_KERNEL", "abacus", 1);
    assert_null(fast_kernel_name());
    double x[3] = {0.1, 0.2, 0.3};
    fast_system *sys = fast_body_ejll();
    fast_ensemble run = {.paths = 1, .h = 0.1, .ell = 2, .steps = 1, .threads = 1};
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_UNSUPPORTED);
    fast_system_free(sys);
    if (saved)
        setenv("SLP_KERNEL", saved, 1);
    else
        unsetenv("SLP_KERNEL");
    free(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_however_they_are_computed),
        cmocka_unit_test(every_step_is_good),
        cmocka_unit_test(slow_and_failing_lanes),
        cmocka_unit_test(refusals_and_nothing_to_do),
        cmocka_unit_test(the_environment_chooses_the_kernel),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
