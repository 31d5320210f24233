/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The statement on all confidence intervals of an audit: the numbers with a level that the deciding
 * rule names, as values and as bounds, each once. */
#include "reports/audit/json.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

#define NUMBERS                                                                                    \
    "\"measures\":[{\"name\":\"m\",\"values\":[{\"name\":\"slope\",\"level\":0.99},"               \
    "{\"name\":\"sure\",\"level\":1},{\"name\":\"none\"}]},"                                       \
    "{\"name\":\"other\",\"values\":[{\"name\":\"slope\",\"level\":0.95}]}]"

/* Of a record whose second rule decided, with these conditions. */
static void check(const char *when, long intervals, double misses, const char *begins)
{
    char text[3000];
    json_error_t err;
    snprintf(text, sizeof text,
             "[{\"rule\":2,\"rules\":[{\"when\":[{\"value\":\"other.slope\",\"bound\":\"1\"}]},"
             "{\"when\":[%s]}]," NUMBERS "},{\"rule\":null,\"rules\":[]}]",
             when);
    json_t *records = json_loads(text, 0, &err);
    if (!records) fail_msg("%s in %s", err.text, text);
    json_t *found = audit_multiplicity(records);
    assert_int_equal(json_integer_value(json_object_get(found, "intervals")), intervals);
    assert_int_equal(json_integer_value(json_object_get(found, "claims")), intervals > 0);
    assert_lt(fabs(json_real_value(json_object_get(found, "expected_misses")) - misses), 1e-12);
    const char *words = json_string_value(json_object_get(found, "text"));
    if (strncmp(words, begins, strlen(begins)) != 0) fail_msg("%s", words);
    json_decref(found);
    json_decref(records);
}

static void each_number_once(void **unused)
{
    (void)unused;
    check("{\"value\":\"m.sure\",\"bound\":\"1\"}", 0, 0, "confidence intervals: none");
    check("{\"value\":\"m.none\",\"bound\":\"\"}", 0, 0, "confidence intervals: none");
    check("{\"value\":\"m.slope\",\"bound\":\"[1, 2]\"},{\"value\":\"m.slope\",\"bound\":\"3\"}", 1,
          0.01, "confidence intervals: 1, in 1 of 2 results; chance that any misses: at most 0.01");
}

static void a_measured_bound_counts(void **unused)
{
    (void)unused;
    check("{\"value\":\"m.sure\",\"bound\":\"2.83 × other.slope\"}", 1, 0.05,
          "confidence intervals: 1, in 1 of 2 results; chance that any misses: at most 0.05");
    check("{\"value\":\"m.slope\",\"bound\":\"1 × other.slope\"}", 2, 0.06,
          "confidence intervals: 2, in 1 of 2");
    check("{\"value\":\"m.slope\",\"bound\":\"1 × other.slope\"},"
          "{\"value\":\"other.slope\",\"bound\":\"2 × m.slope\"}",
          2, 0.06, "confidence intervals: 2, in 1 of 2");
    check("{\"value\":\"m.sure\",\"bound\":\"2 × m.sure\"}", 0, 0, "confidence intervals: none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_once),
        cmocka_unit_test(a_measured_bound_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
