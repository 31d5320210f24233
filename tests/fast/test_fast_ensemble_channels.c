/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles with as many noises as they take: every channel drives what it should, beside the first
 * few that other tests have.  One step on given increments against the single-step path; both are
 * within some 20 u kappa |x| of the exact step (fast/scheme/fixed_point.c), kappa below 3 for |Xi|
 * <= 1/2, so they differ by less than 2^7 u |x|; a channel left out or exchanged moves x by 2^-10
 * and more. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATHS = 11, MOST_D = 6 };

/* `count` numbers a channel, different in each, as a parameter's list. */
static void list(char *to, size_t room, const char *key, size_t channels, size_t count)
{
    size_t used = (size_t)snprintf(to, room, " %s=", key);
    for (size_t i = 0; i < channels * count; i++)
        used += (size_t)snprintf(to + used, room - used, "%s%.3f", i ? "," : "",
                                 0.25 * sin(1.0 + 2.3 * (double)i));
    assert_lt(used, room);
}

static void compare(const char *start, const char *key, size_t channels, size_t count, size_t M)
{
    char line[2048], numbers[1024];
    slp_case c;
    slp_error err;
    fast_system *sys;
    double x[MOST_D * PATHS], dW[FAST_ENSEMBLE_NOISES * PATHS];
    list(numbers, sizeof numbers, key, channels, count);
    snprintf(line, sizeof line, "%s%s dw=0%s", start, numbers,
             &",0,0,0,0,0,0,0"[2 * (FAST_ENSEMBLE_NOISES - M)]);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(c.M, M);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    const fast_scheme *scheme = fast_scheme_find(fast_ensemble_scheme(sys));
    double *room = malloc(fast_step_work_size(scheme, sys) * sizeof *room);
    assert_non_null(room);
    for (size_t k = 0; k < M * PATHS; k++) dW[k] = 0.125 * cos(0.7 * (double)k);
    fast_ensemble run = {.h = c.h, .steps = 1, .threads = 1, .paths = PATHS};
    for (size_t kernel = 0; (run.kernel = fast_kernel_at(kernel)); kernel++) {
        for (size_t i = 0; i < c.d; i++)
            for (size_t k = 0; k < PATHS; k++) x[i * PATHS + k] = c.x[i];
        assert_int_equal(fast_ensemble_follow(x, NULL, sys, &run, dW, 0), SLP_OK);
        for (size_t k = 0; k < PATHS; k++) {
            double next[MOST_D], own[FAST_ENSEMBLE_NOISES];
            for (size_t m = 0; m < M; m++) own[m] = dW[m * PATHS + k];
            assert_int_equal(fast_step(next, NULL, scheme, sys, c.x, c.h, own, room), SLP_OK);
            for (size_t i = 0; i < c.d; i++)
                assert_le(fabs(x[i * PATHS + k] - next[i]), 0x1p7 * 0x1p-53);
        }
    }
    free(room);
    fast_system_free(sys);
    slp_case_clear(&c);
}

static void every_channel_counts(void **state)
{
    (void)state;
    compare(
        "case id=a system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 h=0.0625 steps=1 "
        "x=0.5,-0.5,0.625",
        "lin", 8, 3, 8);
    compare("case id=a system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 "
            "quad=0.25,-0.125,0.5 h=0.0625 steps=1 x=0.5,-0.5,0.625",
            "lin", 5, 3, 8);
    compare("case id=a system=heavy-top scheme=variational-cayley inertia=1,2,3 chi=0,0.5,1 "
            "h=0.0625 steps=1 x=0.5,-0.5,0.625,0.25,-0.5,0.5",
            "noise", 8, 7, 8);
    compare("case id=a system=heavy-top scheme=variational-cayley inertia=1,2,3 chi=0,0.5,1 "
            "h=0.0625 steps=1 x=0.5,-0.5,0.625,0.25,-0.5,0.5",
            "noise", 5, 7, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_channel_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
