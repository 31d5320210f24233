/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories on systems whose states are kept as vectors: every step is fast_step's, bit for bit,
 * whatever the tolerance asked for, and one that fails leaves the state where it was; systems on
 * which isospectral-midpoint does not apply have none.
 * Calls the BLAS. */
#include "tests/fast/fast_bodies.h"
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { STEPS = 12, ROOM = 16 };

static const char sp[] =
    "case id=a system=symplectic scheme=tmk n=2 quadratic=2,0.5,-1,1,0.25,3 noise=0.1,0.2,0.3 "
    "h=0.0625 steps=1 x=1,0.5,-0.75 dw=0.125";

static void walk(const fast_pair_system *p, double tolerance)
{
    static const char rule[] = "isospectral-midpoint";
    const size_t d = p->c.d;
    const fast_scheme *scheme = fast_scheme_find(rule);
    fast_trajectory *t;
    double want[ROOM], x[ROOM], dW[ROOM],
        *room = calloc(fast_step_work_size(scheme, p->sys), sizeof *room);
    memcpy(want, p->c.x, d * sizeof *want);
    assert_int_equal(fast_trajectory_new(&t, p->sys, p->c.x, tolerance), SLP_OK);
    fast_trajectory_state(x, t);
    assert_memory_equal(x, want, d * sizeof *x);
    for (size_t s = 0; s < STEPS; s++) {
        const double h = p->c.h / (double)(1 + s % 3);
        fast_report one, other;
        for (size_t k = 0; k < p->c.M; k++)
            dW[k] = fast_body_between((uint32_t)(80 + k), s, -0.25, 0.25);
        assert_int_equal(fast_step(want, &one, scheme, p->sys, want, h, dW, room), SLP_OK);
        assert_int_equal(fast_trajectory_step(t, s % 2 ? &other : NULL, h, dW), SLP_OK);
        fast_trajectory_state(x, t);
        assert_memory_equal(x, want, d * sizeof *x);
        if (s % 2)
            assert_true(one.iterations == other.iterations && one.residual == other.residual);
        if (s != STEPS / 2) continue;
        assert_int_equal(fast_trajectory_step(t, NULL, NAN, dW), SLP_DOMAIN);
        fast_trajectory_state(x, t);
        assert_memory_equal(x, want, d * sizeof *x);
    }
    assert_memory_not_equal(x, p->c.x, d * sizeof *x);
    fast_trajectory_free(t);
    free(room);
}

static void steps_are_those_of_the_general_rule(void **state)
{
    static const size_t with[] = {0, 1, 2, 3}; /* of fast_pair_open: body, top, vortices, one */
    (void)state;
    for (size_t k = 0; k <= sizeof with / sizeof *with; k++) {
        fast_pair_system p;
        if (k < sizeof with / sizeof *with)
            fast_pair_open(&p, with[k]);
        else
            fast_pair_read(&p, sp);
        walk(&p, 0);
        walk(&p, 1e-3);
        fast_pair_close(&p);
    }
}

static void others_have_none(void **state)
{
    static const size_t without[] = {4, 5}; /* kubo, pendulum */
    (void)state;
    for (size_t k = 0; k < sizeof without / sizeof *without; k++) {
        fast_pair_system p;
        fast_pair_open(&p, without[k]);
        fast_trajectory *t = (fast_trajectory *)(uintptr_t)&p; /* anything but NULL */
        assert_int_equal(fast_trajectory_new(&t, p.sys, p.c.x, 0), SLP_UNSUPPORTED);
        assert_null(t);
        fast_trajectory_free(t);
        fast_pair_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_are_those_of_the_general_rule),
                                       cmocka_unit_test(others_have_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
