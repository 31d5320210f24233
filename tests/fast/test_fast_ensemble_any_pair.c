/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of pairs without a kernel are single steps with the increments of the keys; the threads
 * and the division into calls change no bit; a caller follows and stops them.
 * Calls the BLAS, for seconds. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 37, STEPS = 70 };

static const char *const lines[] = {
    "case id=a system=rigid-body scheme=rkmk-rk4-exp inertia=1,2,3 quad=0.1,0.2,0.3 h=0.01 steps=1 "
    "x=0.6,0,0.8 dw=0,0,0",
    "case id=b system=canonical scheme=implicit-midpoint model=pendulum beta=0.1 h=0.01 steps=1 "
    "x=1,0.5 dw=0",
    "case id=c system=rigid-body-n scheme=isospectral-midpoint n=5 quad=0.1 h=0.01 steps=1 "
    "x=1,2,3,-1,-2,-3,0.5,0.25,1,1 dw=0,0,0,0,0,0,0,0,0,0",
};

typedef struct subject {
    slp_case c;
    fast_system *sys;
    double *start; /* structure of arrays */
} subject;

static void open_line(subject *s, const char *line)
{
    slp_error err;
    slp_case_init(&s->c);
    assert_int_equal(slp_case_parse(&s->c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&s->sys, &s->c, &err), SLP_OK);
    s->start = malloc(s->c.d * PATHS * sizeof *s->start);
    for (size_t i = 0; i < s->c.d; i++)
        for (size_t p = 0; p < PATHS; p++)
            s->start[i * PATHS + p] = s->c.x[i] * (1 + 0.001 * (double)p);
}

static void close_line(subject *s)
{
    free(s->start);
    fast_system_free(s->sys);
    slp_case_clear(&s->c);
}

static fast_ensemble run_of(const subject *s)
{
    return (fast_ensemble){.paths = PATHS,
                           .seed = 4,
                           .first_path = 100,
                           .first_step = 9,
                           .h = s->c.h,
                           .ell = 0.5,
                           .steps = STEPS,
                           .threads = 3,
                           .scheme = fast_scheme_find(s->c.scheme->name)};
}

static double *copy_of(const subject *s)
{
    double *x = malloc(s->c.d * PATHS * sizeof *x);
    return memcpy(x, s->start, s->c.d * PATHS * sizeof *x);
}

static void paths_are_single_steps(void **unused)
{
    (void)unused;
    for (size_t line = 0; line < sizeof lines / sizeof *lines; line++) {
        subject s;
        fast_report report;
        open_line(&s, lines[line]);
        const size_t d = s.c.d, M = s.c.M;
        const fast_ensemble run = run_of(&s);
        double *x = copy_of(&s), *dW = malloc(STEPS * M * PATHS * sizeof *dW);
        double *room = malloc(fast_step_work_size(run.scheme, s.sys) * sizeof *room), one[10],
               dw[10];
        assert_int_equal(fast_ensemble_advance(x, &report, s.sys, &run), SLP_OK);
        assert_true(report.done == STEPS && report.failed == 0);
        for (size_t p = 0; p < PATHS; p++) {
            for (size_t i = 0; i < d; i++) one[i] = s.start[i * PATHS + p];
            for (size_t n = 0; n < STEPS; n++) {
                for (size_t k = 0; k < M; k++) {
                    dw[k] = slp_increment(run.h, 4, 100 + p, (uint32_t)k, 0, 9 + n);
                    dW[(n * M + k) * PATHS + p] = k == 0 ? -dw[k] : dw[k];
                    dw[k] = slp_truncate(dw[k], run.h, run.ell);
                }
                assert_int_equal(fast_step(one, NULL, run.scheme, s.sys, one, run.h, dw, room),
                                 SLP_OK);
            }
            for (size_t i = 0; i < d; i++) assert_true(one[i] == x[i * PATHS + p]);
        }
        /* the same increments, given, the first channel with its sign turned twice */
        double *given = copy_of(&s);
        assert_int_equal(fast_ensemble_follow(given, NULL, s.sys, &run, dW, 1), SLP_OK);
        assert_memory_equal(given, x, d * PATHS * sizeof *x);
        free(given);
        free(room);
        free(dW);
        free(x);
        close_line(&s);
    }
}

static int stop_at_half(void *user, uint64_t done, uint64_t total)
{
    ++*(size_t *)user;
    return 2 * done >= total;
}

static int go_on(void *user, uint64_t done, uint64_t total)
{
    (void)total;
    assert_true(done == 0 || done > *(size_t *)user);
    *(size_t *)user = (size_t)done;
    return 0;
}

/* A run that is stopped is continued where report->done says; kernels are divided alike. */
static void a_stopped_run_is_continued(void **unused)
{
    (void)unused;
    for (int kernel = 0; kernel < 2; kernel++) {
        subject s;
        fast_report report;
        size_t calls = 0, last = 0;
        open_line(&s, lines[0]);
        fast_ensemble run = run_of(&s);
        if (kernel) run.scheme = NULL;
        run.steps = 30000;
        double *whole = copy_of(&s), *parts = copy_of(&s);
        run.threads = 1;
        assert_int_equal(fast_ensemble_advance(whole, NULL, s.sys, &run), SLP_OK);
        run.threads = 2;
        run.progress = stop_at_half;
        run.user = &calls;
        assert_int_equal(fast_ensemble_advance(parts, &report, s.sys, &run), SLP_STOPPED);
        assert_gt(calls, 2);
        assert_ge(report.done, run.steps / 2);
        assert_lt(report.done, run.steps);
        run.first_step += report.done;
        run.steps -= (size_t)report.done;
        run.progress = go_on;
        run.user = &last;
        assert_int_equal(fast_ensemble_advance(parts, &report, s.sys, &run), SLP_OK);
        assert_true(report.done == run.steps);
        assert_gt(last, 0);
        assert_memory_equal(parts, whole, s.c.d * PATHS * sizeof *whole);
        free(whole);
        free(parts);
        close_line(&s);
    }
}

/* Paths that fail are NaN and counted; the others end. */
static void paths_that_fail_are_counted(void **unused)
{
    subject s;
    fast_report report;
    (void)unused;
    open_line(&s, lines[0]);
    fast_ensemble run = run_of(&s);
    run.scheme = fast_scheme_find("variational-exp");
    double *x = copy_of(&s);
    x[5] = 1e9;
    x[17] = INFINITY;
    assert_int_equal(fast_ensemble_advance(x, &report, s.sys, &run), SLP_NO_CONVERGENCE);
    assert_int_equal(report.failed, 2);
    for (size_t p = 0; p < PATHS; p++) assert_int_equal(isnan(x[p]) != 0, p == 5 || p == 17);
    free(x);
    x = copy_of(&s);
    run.scheme = fast_scheme_find("variational-cayley");
    run.h = -0.01;
    assert_int_equal(fast_ensemble_advance(x, &report, s.sys, &run), SLP_DOMAIN);
    run.h = 0.01;
    run.threads = 0;
    assert_int_equal(fast_ensemble_advance(x, &report, s.sys, &run), SLP_INPUT);
    assert_int_equal(fast_ensemble_advance(NULL, &report, s.sys, &run), SLP_INPUT);
    assert_int_equal(fast_ensemble_advance(x, &report, NULL, &run), SLP_INPUT);
    assert_int_equal(fast_ensemble_advance(x, &report, s.sys, NULL), SLP_INPUT);
    free(x);
    close_line(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_single_steps),
        cmocka_unit_test(a_stopped_run_is_continued),
        cmocka_unit_test(paths_that_fail_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
