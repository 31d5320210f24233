/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A port may take its time once for an answer, and again for every 64 steps and every 16
 * coordinates of it: one that takes 2 seconds, of 1 that it is given, is heard out on a run of 256
 * steps, or on eleven vortices, and not on a run of 63 steps of five. */
#include "tests/support/cmocka.h"

#include "props/case/reference_step.h"

#include <stdio.h>
#include <string.h>

/* Refuses the first case, which is asked at the start, at once. */
static const char *const slow =
    "n=0; while read -r word id rest; do [ \"$word\" = case ] || continue; [ $n = 0 ] || sleep 2; "
    "n=1; echo \"result $id error=unable\"; done";

static prop_disposition asked(const prop_subject *subject, size_t steps, size_t vortices)
{
    char line[400], note[PROP_NOTE] = "", gamma[64] = "1", x[128] = "1,0,0";
    slp_case c;
    slp_error err;
    slp_result r;
    for (size_t i = 1; i < vortices; i++) {
        memcpy(gamma + 2 * i - 1, ",1", 3);
        memcpy(x + 6 * i - 1, i % 2 ? ",0,0,1" : ",0,1,0", 7);
    }
    snprintf(line, sizeof line,
             "case id=a system=point-vortices scheme=tmk gamma=%s h=0.1 steps=%zu x=%s", gamma,
             steps, x);
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
    assert_int_equal(asked(subject, 256, 1), PROP_REFUSED);
    assert_int_equal(asked(subject, 1, 11), PROP_REFUSED);
    assert_int_equal(asked(subject, 63, 5), PROP_UNRECEIVED);
    prop_subject_port_free(subject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_runs_have_longer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
