/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* laws.json, whatever is in it: the report takes a table of the stated shape and refuses any other
 * with the place and what is wrong there. */
#include "reports/pages/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static char dir[64], path[128], why[LAWS_WHY];

static void put(const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    assert_ge(fputs(text, to), 0);
    assert_int_equal(fclose(to), 0);
}

/* What is said of the file; NULL if it is taken. */
static const char *said(void)
{
    memset(why, 0, sizeof why);
    json_t *laws = report_laws_read(dir, why);
    json_decref(laws);
    return laws ? NULL : why;
}

#define ROW(more)                                                                                  \
    "{\"law\": \"casimirs\", \"system\": \"rigid-body\", \"scheme\": \"tmk\", \"keeps\": true, "   \
    "\"checked\": 3, \"skipped\": 0, \"failed\": 0, \"worst\": 0.5" more "}"
#define ONE(rows)             "[{\"subject\": \"ref\", \"rows\": [" rows "]}]"
#define WHOLE(subjects, more) "{\"passed\": 1, \"failed\": 0, \"subjects\": " subjects more "}"

static void what_is_not_of_the_shape_is_refused(void **unused)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {WHOLE(ONE(ROW("")), ""), NULL},
        {WHOLE(ONE(ROW(", \"order\": 3")), ", \"classes\": [{\"class\": \"edge\", \"count\": 2}]"),
         NULL},
        {WHOLE(ONE(ROW(", \"order\": null")), ", \"classes\": []"), NULL},
        {"[1]", "the document: is not of type object"},
        {"{\"passed\": 1", "line 1: "},
        {"{\"passed\": 1, \"passed\": 2}", "line 1: duplicate"},
        {"{\"passed\": -1, \"failed\": 0, \"subjects\": []}", "passed: is too small"},
        {"{\"passed\": 1, \"failed\": 0.5, \"subjects\": []}", "failed: is not of type integer"},
        {"{\"passed\": 1, \"failed\": 0}", "the document: 'subjects' is missing"},
        {WHOLE("[]", ""), "subjects: has a wrong length"},
        {WHOLE("[{\"subject\": \"\", \"rows\": []}]", ""),
         "subjects[0].subject: has a wrong length"},
        {WHOLE("[{\"subject\": \"ref\"}]", ""), "subjects[0]: 'rows' is missing"},
        {WHOLE(ONE(ROW("") ", {}"), ""), "subjects[0].rows[1]: 'law' is missing"},
        {WHOLE(ONE("{\"law\": \"casimirs\"}"), ""), "subjects[0].rows[0]: 'system' is missing"},
        {WHOLE(ONE(ROW(", \"order\": 0.5")), ""),
         "subjects[0].rows[0].order: is not of type integer or null"},
        {WHOLE(ONE("{\"law\": \"a\", \"system\": \"b\", \"scheme\": \"c\", \"checked\": 3, "
                   "\"skipped\": 0, \"failed\": 0, \"worst\": 1}"),
               ""),
         "subjects[0].rows[0]: 'keeps' is missing"},
        {WHOLE(ONE("{\"law\": \"a\", \"system\": \"b\", \"scheme\": \"c\", \"keeps\": false, "
                   "\"checked\": 3, \"skipped\": 0, \"failed\": 0, \"worst\": \"1\"}"),
               ""),
         "subjects[0].rows[0].worst: is not of type number or null"},
        {WHOLE(ONE(ROW("")), ", \"classes\": 3"), "classes: is not of type array"},
        {WHOLE(ONE(ROW("")), ", \"classes\": [{\"count\": 2}]"), "classes[0]: 'class' is missing"},
        {WHOLE(ONE(ROW("")), ", \"classes\": [{\"class\": \"edge\", \"count\": -2}]"),
         "classes[0].count: is too small"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put(rows[i].text);
        const char *got = said();
        if (!got != !rows[i].why || (got && strncmp(got, rows[i].why, strlen(rows[i].why)) != 0))
            fail_msg("%s: %s", rows[i].text, got ? got : "taken");
    }
}

/* `rows` rows, of `laws` laws in turn. */
static void put_rows(unsigned rows, unsigned laws)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs("{\"passed\": 1, \"failed\": 0, \"subjects\": [{\"subject\": \"ref\", \"rows\": [", to);
    for (unsigned i = 0; i < rows; i++)
        fprintf(to,
                "%s{\"law\": \"l%u\", \"system\": \"s\", \"scheme\": \"t\", \"keeps\": true, "
                "\"checked\": 1, \"skipped\": 0, \"failed\": 0, \"worst\": null}",
                i ? "," : "", i % laws);
    fputs("]}]}", to);
    assert_int_equal(fclose(to), 0);
}

static void a_table_without_end_is_refused(void **unused)
{
    (void)unused;
    static const char many[] = "subjects hold more than 20000 rows or 100 laws";
    put_rows(20000, 100);
    assert_null(said());
    put_rows(20001, 1);
    assert_string_equal(said(), many);
    put_rows(101, 101);
    assert_string_equal(said(), many);
}

static void what_is_no_file_of_a_table_is_refused(void **unused)
{
    (void)unused;
    put("{}");
    assert_int_equal(truncate(path, (off_t)65 << 20), 0);
    assert_string_equal(said(), "it is not a file of at most 64 MiB");
    assert_int_equal(remove(path), 0);
    assert_string_equal(said(), "it is not there");
    assert_int_equal(mkdir(path, 0777), 0);
    assert_string_equal(said(), "it is not a file of at most 64 MiB");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(symlink("laws.json", path), 0); /* a link to itself */
    assert_string_equal(said(), "it cannot be read: Too many levels of symbolic links");
    assert_int_equal(remove(path), 0);
}

static int begin(void **unused)
{
    (void)unused;
    strcpy(dir, "/tmp/slp-laws-XXXXXX");
    if (!mkdtemp(dir)) return 1;
    snprintf(path, sizeof path, "%s/laws.json", dir);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_of_the_shape_is_refused),
        cmocka_unit_test(a_table_without_end_is_refused),
        cmocka_unit_test(what_is_no_file_of_a_table_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
