/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Results read back as they are printed, up to the longest list. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdlib.h>
#include <string.h>

static void results_read_back(void **unused)
{
    static const char *const lines[] = {
        "result id=a error=unable",
        "result id=a error=no-convergence",
        "result id=a error=domain",
        "result id=a error=unsupported",
        "result id=a error=input",
        "result id=a y=0x1p+0,-0x0p+0",
        "result id=a y=0x1p+0 g=0x1p+0,0x0p+0 iterations=7",
        "result id=a y=0x1p+0 iterations=9223372036854775807",
    };
    (void)unused;
    slp_result r;
    slp_error err;
    slp_result_init(&r);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(slp_result_parse(&r, lines[i], 4, &err), SLP_OK);
        assert_int_equal(r.line, 4);
        char *text;
        size_t length;
        FILE *to = open_memstream(&text, &length);
        assert_int_equal(slp_result_print(to, &r), 0);
        fclose(to);
        text[length - 1] = 0;
        assert_string_equal(text, lines[i]);
        free(text);
    }
    slp_result_clear(&r);
}

/* One number more than a list may hold, and exactly as many. */
static void lists_end_at_their_limit(void **unused)
{
    (void)unused;
    size_t room = 2 * (size_t)(SLP_MAX_LIST + 1) + 32;
    char *line = malloc(room);
    assert_non_null(line);
    size_t used = (size_t)snprintf(line, room, "result id=a y=");
    for (int i = 0; i < SLP_MAX_LIST + 1; i++) {
        line[used++] = '1';
        line[used++] = ',';
    }
    line[used - 1] = 0;
    slp_result r;
    slp_error err;
    slp_result_init(&r);
    assert_int_equal(slp_result_parse(&r, line, 1, &err), SLP_INPUT);
    assert_string_equal(err.text,
                        "item 2097153 is one too many: a list holds at most 2097152 numbers");
    line[used - 3] = 0;
    assert_int_equal(slp_result_parse(&r, line, 1, &err), SLP_OK);
    assert_int_equal(r.y.count, SLP_MAX_LIST);
    slp_result_clear(&r);
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_read_back),
        cmocka_unit_test(lists_end_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
