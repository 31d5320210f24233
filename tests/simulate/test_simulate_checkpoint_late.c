/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A run whose checkpoint cannot be renewed: the table is whole, the message about the checkpoint,
 * which stays as it was until it can be. */
#include "oracle/simulate/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { STEPS = 37, EVERY = 5, MOST = 1 << 14 };

static char *whole_file(const char *name)
{
    char *text = calloc(MOST + 1, 1);
    FILE *from = fopen(name, "rb");
    assert_non_null(from);
    assert_gt(fread(text, 1, MOST, from), 0);
    fclose(from);
    return text;
}

static void a_checkpoint_stays_behind(void **unused)
{
    static const char body[] =
        "case id=b system=rigid-body scheme=tmk inertia=1,2,4 h=0.125 steps=9 x=0.5,-1,0.75\n";
    slp_case c;
    slp_error err;
    slp_simulated report;
    uint64_t horizon;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_preset_case(&c, &horizon, body, &err), SLP_OK);
    assert_int_equal(horizon, 9);
    slp_simulation run = {.start = &c,
                          .fast = true,
                          .steps = STEPS,
                          .every = EVERY,
                          .out = "whole",
                          .checkpoint = "of-whole",
                          .seconds = 1000};
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
    char *whole = whole_file("whole");
    run.out = "out";
    run.checkpoint = "mark";
    run.steps = 0;
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
    assert_null(report.about);
    char *before = whole_file("mark");
    char far[4096] =
        ""; /* a path that can be read, and beside which there is no room for a longer one */
    while (strlen(far) < 4080) strcat(far, "./");
    run.checkpoint = strcat(far, "mark");
    run.steps = STEPS;
    run.resume = true;
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_INPUT);
    assert_string_equal(report.about, far);
    assert_string_equal(err.text, "cannot be written: File name too long; what was there stands");
    assert_int_equal(report.step, STEPS);
    assert_int_equal(report.vouched, 0);
    char *after = whole_file("mark"), *out = whole_file("out");
    assert_string_equal(after, before);
    assert_string_equal(out, whole);
    free(after);
    free(out);
    run.checkpoint = "mark";
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
    assert_null(report.about);
    assert_int_equal(report.vouched, STEPS);
    out = whole_file("out");
    assert_string_equal(out, whole);
    free(out);
    free(before);
    free(whole);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_checkpoint_stays_behind)};
    char path[] = "/tmp/slp-behind-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
