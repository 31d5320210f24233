/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* fast_path_run is as many steps: with increments given or drawn, on matrices as a trajectory that
 * drops its stages at its nodes; what it tells a caller, and where it stops.
 * Calls the BLAS. */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 300 };

typedef struct subject {
    slp_case c;
    fast_system *sys;
    const fast_scheme *scheme;
} subject;

static void open_line(subject *s, const char *line)
{
    slp_error err;
    slp_case_init(&s->c);
    assert_int_equal(slp_case_parse(&s->c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&s->sys, &s->c, &err), SLP_OK);
    s->scheme = fast_scheme_find(s->c.scheme->name);
}

static void close_line(subject *s)
{
    fast_system_free(s->sys);
    slp_case_clear(&s->c);
}

static const char body[] = "case id=a system=rigid-body scheme=variational-cayley inertia=1,2,3 "
                           "quad=0.1,0.2,0.3 lin=0.1,0,0 h=0.01 steps=1 x=0.6,0,0.8 dw=0,0,0,0";
static const char matrices[] =
    "case id=b system=rigid-body-n scheme=isospectral-midpoint n=4 quad=0.1 h=0.01 steps=1 "
    "x=1,2,3,-1,-2,-3 dw=0,0,0,0,0,0";

/* The increment of process k in step s, as stated. */
static double drawn(const fast_path *run, size_t k, uint64_t s)
{
    const double dw =
        slp_increment(run->h, run->seed, run->path, (uint32_t)k, 0, run->first_step + s);
    return run->ell > 0 ? slp_truncate(dw, run->h, run->ell) : dw;
}

/* A path by fast_step alone equals single steps, whether increments are drawn or given. */
static void single_steps_give_the_same(void **unused)
{
    subject s;
    fast_report report;
    (void)unused;
    open_line(&s, body);
    const size_t d = s.c.d, M = s.c.M;
    fast_path run = {
        .h = s.c.h, .steps = STEPS, .every = 7, .seed = 5, .path = 3, .first_step = 11, .ell = 0.5};
    double *rows = malloc((1 + STEPS / 7) * d * sizeof *rows), *room, x[3];
    double *dW = malloc(STEPS * M * sizeof *dW);
    room = malloc(fast_step_work_size(s.scheme, s.sys) * sizeof *room);
    assert_int_equal(fast_path_run(rows, &report, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    assert_int_equal(report.done, STEPS);
    assert_gt(report.iterations, 0);
    assert_lt(report.residual, 1e-12);
    memcpy(x, s.c.x, sizeof x);
    assert_memory_equal(rows, x, sizeof x);
    bool cut = false;
    for (uint64_t n = 0; n < STEPS; n++) {
        for (size_t k = 0; k < M; k++) {
            dW[n * M + k] = drawn(&run, k, n);
            cut = cut ||
                  fabs(dW[n * M + k]) == slp_truncate(1, run.h, run.ell); /* some reach the bound */
        }
        assert_int_equal(fast_step(x, NULL, s.scheme, s.sys, x, run.h, dW + n * M, room), SLP_OK);
        if ((n + 1) % 7 == 0) assert_memory_equal(rows + (n + 1) / 7 * d, x, sizeof x);
    }
    assert_true(cut);
    double *given = malloc((1 + STEPS / 7) * d * sizeof *given);
    run.dW = dW;
    assert_int_equal(fast_path_run(given, NULL, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    assert_memory_equal(given, rows, (1 + STEPS / 7) * d * sizeof *rows);
    free(given);
    free(dW);
    free(room);
    free(rows);
    close_line(&s);
}

/* On matrices: a trajectory that is begun anew at nodes 128, 256, ..., so two halves that meet at
 * such a node are the whole. */
static void halves_that_meet_at_a_node_are_the_whole(void **unused)
{
    subject s;
    (void)unused;
    open_line(&s, matrices);
    const size_t d = s.c.d;
    fast_path run = {.h = s.c.h, .steps = STEPS, .every = 1, .seed = 9, .ell = 2};
    double *whole = malloc((STEPS + 1) * d * sizeof *whole), *half = malloc((STEPS + 1) * d * 8);
    assert_int_equal(fast_path_run(whole, NULL, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    run.steps = FAST_PATH_PERIOD;
    assert_int_equal(fast_path_run(half, NULL, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    run.first_step = FAST_PATH_PERIOD;
    run.steps = STEPS - FAST_PATH_PERIOD;
    double *rest = half + FAST_PATH_PERIOD * d;
    assert_int_equal(fast_path_run(rest, NULL, s.scheme, s.sys, rest, &run), SLP_OK);
    assert_memory_equal(half, whole, (STEPS + 1) * d * sizeof *whole);
    /* the steps are those of a trajectory, which differ from fast_step's in some last places */
    fast_trajectory *t;
    double dw[6], x[6];
    assert_int_equal(fast_trajectory_new(&t, s.sys, s.c.x, 0), SLP_OK);
    run.first_step = 0;
    for (uint64_t n = 0; n < FAST_PATH_PERIOD; n++) {
        for (size_t k = 0; k < s.c.M; k++) dw[k] = drawn(&run, k, n);
        assert_int_equal(fast_trajectory_step(t, NULL, run.h, dw), SLP_OK);
        fast_trajectory_state(x, t);
        assert_memory_equal(x, whole + (n + 1) * d, sizeof x);
    }
    fast_trajectory_free(t);
    free(whole);
    free(half);
    close_line(&s);
}

typedef struct follower {
    uint64_t last, total, stop_at;
    size_t calls;
} follower;

static int follow(void *user, uint64_t done, uint64_t total)
{
    follower *f = user;
    assert_true(f->calls == 0 || done > f->last);
    f->last = done;
    f->total = total;
    f->calls++;
    return done >= f->stop_at;
}

static void a_caller_follows_and_stops(void **unused)
{
    subject s;
    fast_report report;
    (void)unused;
    open_line(&s, body);
    enum { MANY = 20000 };
    double *rows = malloc((MANY / 1000 + 1) * 3 * sizeof *rows);
    follower f = {.stop_at = MANY};
    fast_path run = {
        .h = 1e-3, .steps = MANY, .every = 1000, .seed = 1, .progress = follow, .user = &f};
    assert_int_equal(fast_path_run(rows, &report, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    assert_gt(f.calls, 3);
    assert_true(f.total == MANY && f.last == MANY && report.done == MANY);
    f = (follower){.stop_at = 6000};
    assert_int_equal(fast_path_run(rows, &report, s.scheme, s.sys, s.c.x, &run), SLP_STOPPED);
    assert_ge(report.done, 6000);
    assert_lt(report.done, MANY);
    for (size_t i = 0; i <= MANY / 1000; i++)
        assert_int_equal(isnan(rows[3 * i]) == 0, i <= report.done / 1000);
    free(rows);
    close_line(&s);
}

/* A step that fails ends the path; what was reached stays. */
static void a_step_that_fails_ends_it(void **unused)
{
    subject s;
    fast_report report;
    (void)unused;
    open_line(&s, body);
    double rows[4 * 3], dW[3 * 4] = {0};
    dW[1 * 4 + 3] = INFINITY;
    fast_path run = {.h = 0.01, .steps = 3, .every = 1, .dW = dW};
    assert_int_equal(fast_path_run(rows, &report, s.scheme, s.sys, s.c.x, &run), SLP_DOMAIN);
    assert_int_equal(report.done, 1);
    assert_true(isfinite(rows[3]) && isnan(rows[6]) && isnan(rows[11]));
    run.every = 0;
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, s.c.x, &run), SLP_INPUT);
    run.every = 1;
    assert_int_equal(fast_path_run(rows, NULL, NULL, s.sys, s.c.x, &run), SLP_INPUT);
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, NULL, s.c.x, &run), SLP_INPUT);
    assert_int_equal(fast_path_run(NULL, NULL, s.scheme, s.sys, s.c.x, &run), SLP_INPUT);
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, NULL, &run), SLP_INPUT);
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, s.c.x, NULL), SLP_INPUT);
    run.ell = NAN;
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, s.c.x, &run), SLP_INPUT);
    run.ell = 0;
    run.dW = NULL;
    run.h = -0.01; /* no noise can be drawn backwards */
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, s.c.x, &run), SLP_DOMAIN);
    run.h = NAN;
    assert_int_equal(fast_path_run(rows, NULL, s.scheme, s.sys, s.c.x, &run), SLP_DOMAIN);
    run.h = 0.01;
    run.steps = 0;
    assert_int_equal(fast_path_run(rows, &report, s.scheme, s.sys, s.c.x, &run), SLP_OK);
    assert_true(rows[0] == 0.6 && report.done == 0);
    close_line(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_steps_give_the_same),
        cmocka_unit_test(halves_that_meet_at_a_node_are_the_whole),
        cmocka_unit_test(a_caller_follows_and_stops),
        cmocka_unit_test(a_step_that_fails_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
