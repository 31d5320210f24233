/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* JUnit's XML: what is written of each outcome, which bytes, the numbers of the suite; a file that
 * is complete or absent. */
#include "oracle/plumbing/junit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static void read_file(char text[2000], const char *name)
{
    FILE *from = fopen(name, "r");
    assert_non_null(from);
    text[fread(text, 1, 1999, from)] = 0;
    fclose(from);
}

/* Removes the times' digits, which differ from run to run, and repeated spaces. */
static void without_times(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        if (*at == ' ' && at > text && (at[-1] == ' ' || at[-1] == '\n')) continue;
        *to++ = *at;
        if (to - text > 6 && strncmp(to - 6, "time=\"", 6) == 0)
            while (at[1] != '"') at++;
    }
    *to = 0;
}

static void outcomes_are_written(void **unused)
{
    (void)unused;
    slp_junit junit;
    char text[2000];
    assert_true(slp_junit_begin(&junit, "a.xml", "a suite"));
    slp_junit_property(&junit, "seed", "1 & 2");
    const slp_junit_case cases[] = {
        {"law", "held", 0.25, SLP_JUNIT_PASSED, NULL, NULL},
        {"law", "said", 0, SLP_JUNIT_PASSED, "not shown", "ratio=1"},
        {"law", "fell", 1, SLP_JUNIT_FAILED, "a < b", "\"q\"\n\t\x01\xc3\xa9\x7f]"},
        {"<l>", "unable", 0, SLP_JUNIT_SKIPPED, "unable", NULL},
        {"law", "broken", 0, SLP_JUNIT_ERROR, "ended", "by a signal"},
        {"law", "fell again", 0, SLP_JUNIT_FAILED, "why", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) slp_junit_add(&junit, cases + i);
    assert_true(slp_junit_end(&junit, true));
    read_file(text, "a.xml");
    assert_non_null(strstr(text, "name=\"held\" time=\"0.250\"/>"));
    without_times(text);
    assert_string_equal(
        text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
              "<testsuite name=\"a suite\" tests=\"6\" failures=\"2\" errors=\"1\" skipped=\"1\" "
              "time=\"\" >\n"
              "<properties>\n<property name=\"version\" value=\"" SLP_VERSION "\"/>\n"
              "<property name=\"seed\" value=\"1 &amp; 2\"/>\n</properties>\n"
              "<testcase classname=\"law\" name=\"held\" time=\"\"/>\n"
              "<testcase classname=\"law\" name=\"said\" time=\"\">\n"
              "<system-out>ratio=1</system-out>\n</testcase>\n"
              "<testcase classname=\"law\" name=\"fell\" time=\"\">\n"
              "<failure message=\"a &lt; b\">&quot;q&quot;\n\t????]</failure>\n</testcase>\n"
              "<testcase classname=\"&lt;l&gt;\" name=\"unable\" time=\"\">\n"
              "<skipped message=\"unable\"/>\n</testcase>\n"
              "<testcase classname=\"law\" name=\"broken\" time=\"\">\n"
              "<error message=\"ended\">by a signal</error>\n</testcase>\n"
              "<testcase classname=\"law\" name=\"fell again\" time=\"\">\n"
              "<failure message=\"why\"/>\n</testcase>\n"
              "</testsuite>\n</testsuites>\n");
}

static void suite_takes_time(void **unused)
{
    (void)unused;
    slp_junit junit;
    char text[2000];
    assert_true(slp_junit_begin(&junit, "b.xml", "b"));
    junit.began -= 100;
    assert_true(slp_junit_end(&junit, true));
    read_file(text, "b.xml");
    assert_non_null(
        strstr(text, "tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"10"));
    assert_non_null(strstr(text, "</properties>\n </testsuite>"));
}

static size_t files(void)
{
    size_t count = 0;
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder));) count += *entry->d_name != '.';
    closedir(folder);
    return count;
}

static void what_is_not_complete_is_absent(void **unused)
{
    (void)unused;
    slp_junit junit;
    const size_t before = files();
    assert_true(slp_junit_begin(&junit, "c.xml", "c"));
    assert_int_equal(files(), before + 1);
    assert_false(slp_junit_end(&junit, false));
    assert_int_equal(files(), before);
    assert_false(slp_junit_begin(&junit, "none/c.xml", "c"));
    assert_int_equal(errno, ENOENT);
    assert_false(slp_junit_end(&junit, false));
    /* what a process left that no longer exists: its number is beyond the largest */
    FILE *left = fopen("c.xml.99999999.0123456789abcdef.new", "w");
    fclose(left);
    assert_true(slp_junit_begin(&junit, "./c.xml", "c"));
    assert_true(slp_junit_end(&junit, true));
    assert_int_equal(files(), before + 1);
}

static void a_file_without_times(void **unused)
{
    (void)unused;
    slp_junit junit;
    char text[2000];
    assert_true(slp_junit_begin(&junit, "timeless.xml", "a suite"));
    junit.timeless = true;
    junit.began -= 5;
    slp_junit_add(&junit, &(slp_junit_case){.class_name = "a", .name = "b"});
    assert_true(slp_junit_end(&junit, true));
    read_file(text, "timeless.xml");
    assert_non_null(strstr(text, "skipped=\"0\" time=\"0.000\""));
    unlink("timeless.xml");
}

int main(void)
{
    char folder[] = "/tmp/junit-XXXXXX", command[64];
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_are_written), cmocka_unit_test(suite_takes_time),
        cmocka_unit_test(a_file_without_times), cmocka_unit_test(what_is_not_complete_is_absent)};
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0 ? 1 : status;
}
