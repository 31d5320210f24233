/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Conditions that say nothing are refused at the line where they stand, under the field at fault.
 */
#include "tests/claims/claim_measured.h"

static const struct row {
    const char *rule, *field, *words; /* the rule begins at line 11 */
    size_t line;
} rows[] = {
    {"  - {verdict: confirmed, because: b, when: [{value: m.largest, is: [below], bound: 1}]}\n",
     "is", "", 11},
    {"  - {verdict: confirmed, because: b, when: [{value: m.largest, is: {a: b}, bound: 1}]}\n",
     "is", "", 11},
    {"  - {verdict: confirmed, because: b, when: [{value: m.largest, bound: 1}]}\n", "is",
     "a predicate", 11},
    {"  - verdict: confirmed\n    because: b\n    when:\n      - {value: m.largest, is: below, "
     "bound: 1}\n"
     "      - {value: m.largest, is: beneath, bound: 1}\n",
     "is", "unknown predicate beneath", 15},
    {"  - verdict: confirmed\n    because: b\n    when:\n      - {is: below, bound: 1}\n", "value",
     "MEASURE.VALUE", 14},
    {"  - verdict: [confirmed]\n    because: b\n    when: [{value: m.largest, is: below, bound: "
     "1}]\n",
     "verdict", "", 11},
    {"  - because: b\n    when: [{value: m.largest, is: below, bound: 1}]\n", "verdict",
     "what follows", 11},
    {"  - verdict: inconclusive\n    because: b\n    when: [{value: m.largest, is: below, bound: "
     "1}]\n",
     "verdict", "follow by themselves", 11},
    {"  - verdict: confirmed\n    because: b\n    when: [{value: m.largest, is: zero-within, "
     "bound: 0}]\n",
     "bound", "positive", 13},
    {"  - verdict: confirmed\n    because: b\n    when: [{value: m.largest, is: below, bound: "
     "{value: "
     "m.largest, times: 0}}]\n",
     "times", "positive", 13},
};

static void each_is_refused_where_it_stands(void **unused)
{
    int wrong = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2000];
        slp_claim claim;
        slp_error err = {0};
        snprintf(
            text, sizeof text,
            "id: sample\nsource: s\nlocator: l\nstatement: s\nexperiments:\n"
            "  - {name: e, system: rigid-body, scheme: tmk, parameters: {inertia: [1, 2, 3]}, h: "
            "2^-3, state: [1, 0, 0]}\n"
            "# a comment\nmeasures:\n  - {name: m, experiment: e, quantity: casimir-drift}\n"
            "decide:\n%s",
            rows[i].rule);
        slp_status status = slp_claim_read(&claim, text, "test", &err);
        if (status == SLP_INPUT && strcmp(err.field, rows[i].field) == 0 &&
            strstr(err.text, rows[i].words) && err.line == rows[i].line)
            continue;
        wrong++;
        print_message("%sstatus %d, line %zu, %s: %s\n", rows[i].rule, status, err.line, err.field,
                      err.text);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_refused_where_it_stands)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
