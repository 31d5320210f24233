/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas in long runs: a path is given them with its increments, and nothing draws them. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"

#include <string.h>
#include "tests/support/cmocka.h"

enum { STEPS = 2, M = 3, D = 3 };

static const char line[] = "case id=a system=rigid-body scheme=tmk inertia=1,2,4 "
                           "lin=0.5,0,0,0.25,1,0 h=0.125 steps=2 x=0.5,-1,0.25 "
                           "dw=0.25,-0.5,0.125,0.375 area=0.25,-0.125";

static fast_system *open_case(slp_case *c)
{
    slp_error err;
    fast_system *sys;
    slp_case_init(c);
    assert_int_equal(slp_case_parse(c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    assert_int_equal(fast_system_M(sys), M);
    assert_int_equal(fast_system_areas(sys), 1);
    return sys;
}

/* The bits of single steps, which areas change. */
static void a_path_takes_those_given(void **state)
{
    double rows[(1 + STEPS) * D], x[D], plain[D], room[1024];
    const double two[] = {0.25, -0.5, 0};
    const fast_scheme *scheme = fast_scheme_find("tmk");
    slp_case c;
    (void)state;
    fast_system *sys = open_case(&c);
    fast_path run = {.h = c.h, .steps = STEPS, .every = 1, .dW = c.dw};
    assert_le(fast_step_work_size(scheme, sys), 1024);
    assert_int_equal(fast_path_run(rows, NULL, scheme, sys, c.x, &run), SLP_OK);
    memcpy(x, c.x, sizeof x);
    for (size_t s = 0; s < STEPS; s++) {
        assert_int_equal(fast_step(x, NULL, scheme, sys, x, c.h, c.dw + s * M, room), SLP_OK);
        assert_memory_equal(rows + (s + 1) * D, x, sizeof x);
    }
    assert_int_equal(fast_step(plain, NULL, scheme, sys, c.x, c.h, two, room), SLP_OK);
    assert_memory_not_equal(plain, rows + D, sizeof plain);
    fast_system_free(sys);
    slp_case_clear(&c);
}

static void nothing_draws_them(void **state)
{
    double rows[(1 + STEPS) * D];
    slp_case c;
    (void)state;
    fast_system *sys = open_case(&c);
    fast_path run = {.h = c.h, .steps = STEPS, .every = 1};
    assert_int_equal(fast_path_run(rows, NULL, fast_scheme_find("tmk"), sys, c.x, &run),
                     SLP_UNSUPPORTED);
    fast_ensemble all = {.paths = 1, .h = c.h, .steps = STEPS, .threads = 1};
    memcpy(rows, c.x, D * sizeof *rows);
    assert_null(fast_ensemble_scheme(sys));
    assert_int_equal(fast_ensemble_advance(rows, NULL, sys, &all), SLP_UNSUPPORTED);
    all.scheme = fast_scheme_find("tmk");
    assert_int_equal(fast_ensemble_advance(rows, NULL, sys, &all), SLP_UNSUPPORTED);
    assert_int_equal(fast_ensemble_follow(rows, NULL, sys, &all, c.dw, 0), SLP_UNSUPPORTED);
    assert_memory_equal(rows, c.x, D * sizeof *rows);
    fast_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_path_takes_those_given),
                                       cmocka_unit_test(nothing_draws_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
