/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Who checks the checker: subjects with a planted fault, each of which the laws must catch within
 * the default work, by the law that is there for it; and the same subject without a fault, which
 * must pass, below SLP_CHECK_MULTIPLIER=1 on that share of the cases.
 * Calls the BLAS, for seconds.
 * Starts first. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/props/planted_faults.h"
#include "ref/ref.h"

static void every_fault_is_caught_by_the_law_that_is_there_for_it(void **state)
{
    (void)state;
    for (size_t i = 0; planted_faults[i].what; i++) {
        if (i % depth_stride(8) > 0) continue;
        planted_fault own = planted_faults[i];
        prop_subject subject = {
            .name = "planted", .answer = planted_answer, .has = planted_has, .own = &own};
        char *printed;
        const char *scheme = own.scheme ? own.scheme : "isospectral-midpoint";
        int status = planted_status(&printed, &subject, own.law, scheme);
        if (status != 1) print_error("%s not caught by %s:\n%s", own.what, own.law, printed);
        assert_int_equal(status, 1);
        free(printed);
    }
}

static void no_fault_is_found_where_none_is(void **state)
{
    (void)state;
    planted_fault none = {.what = "none"};
    prop_subject subject = {
        .name = "planted", .answer = planted_answer, .has = planted_has, .own = &none};
    char *printed;
    const char *law = depth_stride(2) > 1 ? "casimirs" : NULL;
    int status = planted_status(&printed, &subject, law, NULL);
    if (status) print_error("%s", printed);
    assert_int_equal(status, 0);
    free(printed);
}

/* The hand-written steps above differ from the scheme by their fault alone. */
static void planted_steps_are_right_but_for_the_fault(void **state)
{
    (void)state;
    slp_case c;
    slp_result r;
    slp_error err;
    char note[PROP_NOTE];
    double y[3];
    slp_case_init(&c);
    slp_result_init(&r);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=variational-cayley "
                       "inertia=1,2,3 quad=0.1,0.2,0.3 h=0.03125 steps=1 x=1,-0.5,0.25 "
                       "dw=0.125,0.0625,-0.125",
                       1, &err),
        SLP_OK);
    prop_subject_fast.answer(&r, note, &prop_subject_fast, &c);
    planted_variational(y, &c, c.x, 0.25, 0.25);
    for (int i = 0; i < 3; i++) assert_lt(fabs(y[i] - r.y.at[i]), 1e-14);
    c.scheme = slp_scheme_find("implicit-midpoint");
    prop_subject_fast.answer(&r, note, &prop_subject_fast, &c);
    planted_midpoint(y, &c, c.x, 200, false);
    for (int i = 0; i < 3; i++) assert_lt(fabs(y[i] - r.y.at[i]), 1e-14);
    slp_case_clear(&c);
    slp_result_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_steps_are_right_but_for_the_fault),
        cmocka_unit_test(no_fault_is_found_where_none_is),
        cmocka_unit_test(every_fault_is_caught_by_the_law_that_is_there_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
