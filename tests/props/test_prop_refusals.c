/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A refusal in the middle of a run is judged from where the subject itself had come, not from where
 * the reference would have been: a subject that has gone where no solution is proved may refuse,
 * one that stands beside the reference may not, wherever in the run it stops.  Where rounding is
 * absolute, or where roundings turn about by coincidence, a port may find no rest, a path of this
 * project may not. */
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "props/case/reference_step.h"

/* Answers so many steps with the states of the binary64 path, the last of them `far` times as long;
 * refuses longer runs, or only those of them that start where x1 is below `above`. */
typedef struct stop {
    size_t steps;
    double far, above;
} stop;

static prop_disposition stopping(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                 const slp_case *c)
{
    const stop *own = self->own;
    if (c->steps > own->steps && !(c->x[0] < own->above)) {
        slp_result_clear(r);
        slp_result_init(r);
        r->error = SLP_NO_CONVERGENCE;
        return PROP_REFUSED;
    }
    prop_disposition became = prop_subject_fast.answer(r, note, self, c);
    for (size_t i = 0; became == PROP_ANSWERED && c->steps == own->steps && i < c->d; i++)
        r->y.at[r->y.count - 1 - i] *= own->far;
    return became;
}

enum { STEPS = 13 };

static prop_outcome outcome_above(double above, size_t steps, double far, double size,
                                  bool complete)
{
    const double inertia[3] = {1, 2, 3}, x[3] = {0.6 * size, 0, 0.8 * size},
                 quad[3] = {0.5, 0.25, 0.125};
    double dw[3 * STEPS];
    stop own = {steps, far, above};
    prop_subject subject = prop_subject_fast;
    prop_finding found = {0};
    slp_case c;
    slp_error err;
    slp_result r;
    subject.own = &own;
    subject.answer = stopping;
    subject.complete = complete;
    for (size_t i = 0; i < 3 * STEPS; i++) dw[i] = 0x1p-6 * (double)(i % 5);
    slp_case_init(&c);
    c.id = strdup("stops");
    c.system = slp_system_find("rigid-body");
    c.scheme = slp_scheme_find("isospectral-midpoint");
    c.h = 0x1p-5;
    c.steps = STEPS;
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "quad", quad, 3, &err), SLP_OK);
    slp_case_set_x(&c, x, 3);
    slp_case_set_dw(&c, dw, 3 * STEPS);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    slp_result_init(&r);
    prop_outcome seen = prop_query_subject(&r, &found, &subject, &c);
    assert_non_null(strstr(found.note, "error=no-convergence"));
    assert_int_equal(found.excused, !complete && size < 0x1p-1060);
    slp_result_clear(&r);
    slp_case_clear(&c);
    return seen;
}

static prop_outcome outcome(size_t steps, double far, double size, bool complete)
{
    return outcome_above(0, steps, far, size, complete);
}

static void judged_where_it_stops(void **unused)
{
    (void)unused;
    for (size_t steps = 0; steps < STEPS; steps++) {
        assert_int_equal(outcome(steps, 1, 1, true), PROP_FAILED);
        if (steps > 0) assert_int_equal(outcome(steps, 1e6, 1, true), PROP_SKIPPED);
    }
}

static void ports_may_find_no_rest_where_rounding_is_absolute(void **unused)
{
    (void)unused;
    assert_int_equal(outcome(0, 1, 0x1p-1070, false), PROP_SKIPPED);
    assert_int_equal(outcome(0, 1, 0x1p-1070, true), PROP_FAILED);
    assert_int_equal(outcome(0, 1, 0x1p-1010, false), PROP_FAILED);
}

static void ports_may_turn_about_by_coincidence(void **unused)
{
    (void)unused;
    const double x1 = 0.6, one_off = x1 * (1 - 0.5 / 1024), three_off = x1 * (1 - 2.5 / 1024),
                 four_off = x1 * (1 - 3.5 / 1024);
    assert_int_equal(outcome_above(one_off, 0, 1, 1, false), PROP_SKIPPED);
    assert_int_equal(outcome_above(three_off, 0, 1, 1, false), PROP_SKIPPED);
    assert_int_equal(outcome_above(four_off, 0, 1, 1, false), PROP_FAILED);
    assert_int_equal(outcome_above(one_off, 0, 1, 1, true), PROP_FAILED);
}

static void runs_too_long_are_refused_by_no_coincidence(void **unused)
{
    (void)unused;
    for (size_t steps = 1; steps < STEPS; steps++)
        assert_int_equal(outcome(steps, 1, 1, false), PROP_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_where_it_stops),
        cmocka_unit_test(ports_may_find_no_rest_where_rounding_is_absolute),
        cmocka_unit_test(ports_may_turn_about_by_coincidence),
        cmocka_unit_test(runs_too_long_are_refused_by_no_coincidence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
