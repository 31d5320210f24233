/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules that could never hold are refused when a claim is read, and no rule that could is: against
 * a search over points. */
#include "tests/claims/claim_text.h"
#include "reports/claims/language/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* Every pair of conditions with bounds out of {-1, 0, 1}: the rule can hold exactly when one of a
 * few points makes both true. */
static void contradictions_are_those_that_no_point_escapes(void **state)
{
    (void)state;
    static const double points[] = {-2, -1, -0.5, 0, 0.5, 1, 2};
    size_t refused = 0;
    for (int a = 0; a < SLP_PREDICATES * 9; a++)
        for (int b = 0; b < SLP_PREDICATES * 9; b++) {
            int all[2] = {a, b};
            slp_condition c[2] = {{.line = 1}, {.line = 1}};
            bool valid = true, any = false;
            for (int i = 0; i < 2; i++) {
                c[i].is = (slp_predicate)(all[i] / 9);
                c[i].low = all[i] % 3 - 1;
                c[i].high = c[i].is == SLP_IS_BETWEEN ? all[i] / 3 % 3 - 1 : c[i].low;
                if (c[i].is == SLP_IS_ZERO_WITHIN) c[i].low = c[i].high = 1;
                valid = valid && c[i].low <= c[i].high;
            }
            if (!valid) continue;
            for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
                slp_measurement m = {.values = {{points[p], points[p], 1, true}}};
                any = any || (slp_condition_truth(&c[0], &m) == SLP_TRUE &&
                              slp_condition_truth(&c[1], &m) == SLP_TRUE);
            }
            slp_rule rule = {.when = c, .conditions = 2};
            assert_int_equal(slp_rule_contradiction(&rule), any ? 2 : 1);
            refused += !any;
            c[1].of.value = 1; /* another number: no contradiction */
            assert_int_equal(slp_rule_contradiction(&rule), 2);
            c[1].of.value = 0;
            c[1].bound_is_value = true; /* a measured bound is not known yet */
            assert_int_equal(slp_rule_contradiction(&rule), 2);
        }
    assert_gt(refused, 100);
}

static void refuses(const char *when, size_t line, const char *field, const char *says)
{
    char text[2000];
    slp_claim claim;
    slp_error err = {0};
    snprintf(text, sizeof text, "%sdecide:\n  - verdict: confirmed\n    because: b\n    when:\n%s",
             CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES, when);
    assert_int_equal(slp_claim_read(&claim, text, "test", &err), SLP_INPUT);
    assert_int_equal(err.line, line);
    assert_string_equal(err.field, field);
    if (!strstr(err.text, says)) fail_msg("%s", err.text);
}

static void the_reader_names_the_line(void **state)
{
    (void)state;
    refuses("      - {value: m.largest, is: above, bound: 1}\n"
            "      - {value: m.unable, is: equals, bound: 0}\n"
            "      - {value: m.largest, is: below, bound: 1}\n",
            20, "when", "never hold");
    refuses("      - {value: m.largest, is: equals, bound: {value: m.unable}}\n", 18, "bound",
            "equals is for counts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_those_that_no_point_escapes),
        cmocka_unit_test(the_reader_names_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
