/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which file of a series a page may name and a figure may read: one of the directory's own,
 * whatever a record says. */
#include "reports/report.h"

#include <stdlib.h>

#include "tests/support/cmocka.h"

static void only_files_of_series(void **unused)
{
    static const struct {
        const char *file;
        bool good;
    } rows[] = {{"data/own-m.tsv", true},
                {"data/../own.tsv", false},
                {"data/x/../../own.tsv", false},
                {"data/own.tsv/x", false},
                {"/data/own.tsv", false},
                {"../data/own.tsv", false},
                {"data/.tsv", false},
                {"data/own.json", false},
                {"data/own", false},
                {"", false},
                {"javascript:1.tsv", false},
                {"data/own.tsv ", false}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *series = json_pack("{s:s}", "file", rows[i].file);
        assert_string_equal(report_data_file(series), rows[i].good ? rows[i].file : "");
        json_decref(series);
    }
    assert_string_equal(report_data_file(NULL), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_files_of_series)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
