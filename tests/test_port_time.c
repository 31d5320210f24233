/* A port may take its time once for an answer, and again for every 64 steps of it: one that takes 2 seconds, of 1 that it is given, is
 * heard out on a run of 256 steps and not on one of 63. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "props/ground.h"

#include <stdio.h>

/* Refuses the first case, which is asked at the start, at once. */
static const char *const slow =
    "n=0; while read -r word id rest; do [ \"$word\" = case ] || continue; [ $n = 0 ] || sleep 2; "
    "n=1; echo \"result $id error=unable\"; done";

static prop_disposition asked(const prop_subject *subject, int steps)
{
    char line[200], note[PROP_NOTE] = "";
    slp_case c;
    slp_error err;
    slp_result r;
    snprintf(line, sizeof line,
             "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.1 steps=%d x=0.6,0,0.8",
             steps);
    slp_case_init(&c);
    slp_result_init(&r);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    prop_disposition became = subject->answer(&r, note, subject, &c);
    slp_result_clear(&r);
    slp_case_clear(&c);
    return became;
}

static void test_long_runs_have_longer(void **state)
{
    (void)state;
    slp_error err;
    prop_subject *subject = prop_subject_port_new(slow, 1, &err);
    assert_non_null(subject);
    assert_int_equal(asked(subject, 256), PROP_REFUSED);
    assert_int_equal(asked(subject, 63), PROP_UNRECEIVED);
    prop_subject_port_free(subject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_runs_have_longer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
