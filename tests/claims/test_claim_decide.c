/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Predicates have three outcomes, rules decide only when certain, and a number on the fence decides
 * nothing. */
#include "reports/claims/claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_truth ask(slp_predicate is, double lo, double hi, double low, double high)
{
    slp_condition c = {.is = is, .low = low, .high = high};
    slp_measurement m = {.values = {{lo, hi, 1, true}}};
    return slp_condition_truth(&c, &m);
}

static void each_predicate_has_its_outcomes(void **state)
{
    static const struct {
        slp_predicate is;
        double lo, hi, low, high;
        slp_truth truth;
    } table[] = {
        {SLP_IS_BELOW, 1, 2, 3, 3, SLP_TRUE},
        {SLP_IS_BELOW, 3, 4, 3, 3, SLP_FALSE},
        {SLP_IS_BELOW, 1, 3, 3, 3, SLP_OPEN},
        {SLP_IS_BELOW, 3, 3, 3, 3, SLP_FALSE},
        {SLP_IS_AT_MOST, 1, 3, 3, 3, SLP_TRUE},
        {SLP_IS_AT_MOST, 3.5, 4, 3, 3, SLP_FALSE},
        {SLP_IS_AT_MOST, 1, 4, 3, 3, SLP_OPEN},
        {SLP_IS_AT_MOST, 3, 4, 3, 3, SLP_OPEN},
        {SLP_IS_ABOVE, 4, 5, 3, 3, SLP_TRUE},
        {SLP_IS_ABOVE, 1, 3, 3, 3, SLP_FALSE},
        {SLP_IS_ABOVE, 3, 4, 3, 3, SLP_OPEN},
        {SLP_IS_ABOVE, 2, 4, 3, 3, SLP_OPEN},
        {SLP_IS_AT_LEAST, 3, 5, 3, 3, SLP_TRUE},
        {SLP_IS_AT_LEAST, 1, 2, 3, 3, SLP_FALSE},
        {SLP_IS_AT_LEAST, 1, 3, 3, 3, SLP_OPEN},
        {SLP_IS_BETWEEN, 0.4, 0.6, 0.4, 0.6, SLP_TRUE},
        {SLP_IS_BETWEEN, 0.7, 0.9, 0.4, 0.6, SLP_FALSE},
        {SLP_IS_BETWEEN, 0.1, 0.3, 0.4, 0.6, SLP_FALSE},
        {SLP_IS_BETWEEN, 0.5, 0.7, 0.4, 0.6, SLP_OPEN},
        {SLP_IS_EQUAL, 0, 0, 0, 0, SLP_TRUE},
        {SLP_IS_EQUAL, 1, 1, 0, 0, SLP_FALSE},
        {SLP_IS_EQUAL, 0, 1, 0, 0, SLP_OPEN},
        {SLP_IS_EXCLUDES_ZERO, 1e-300, 1, 0, 0, SLP_TRUE},
        {SLP_IS_EXCLUDES_ZERO, -2, -1, 0, 0, SLP_TRUE},
        {SLP_IS_EXCLUDES_ZERO, 0, 1, 0, 0, SLP_OPEN},
        {SLP_IS_EXCLUDES_ZERO, -1, 1, 0, 0, SLP_OPEN},
        {SLP_IS_EXCLUDES_ZERO, 0, 0, 0, 0, SLP_FALSE},
        {SLP_IS_ZERO_WITHIN, 0, 1e-70, 1e-60, 1e-60, SLP_TRUE},
        {SLP_IS_ZERO_WITHIN, -1e-70, 1e-70, 1e-60, 1e-60, SLP_TRUE},
        {SLP_IS_ZERO_WITHIN, 0, 1e-50, 1e-60, 1e-60, SLP_OPEN},
        {SLP_IS_ZERO_WITHIN, -1e-50, 0, 1e-60, 1e-60, SLP_OPEN},
        {SLP_IS_ZERO_WITHIN, 1e-90, 1e-70, 1e-60, 1e-60, SLP_FALSE},
        {SLP_IS_ZERO_WITHIN, 0, INFINITY, 1e-60, 1e-60, SLP_OPEN},
        {SLP_IS_BELOW, NAN, NAN, 3, 3, SLP_OPEN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        slp_truth got = ask(table[i].is, table[i].lo, table[i].hi, table[i].low, table[i].high);
        if (got != table[i].truth)
            fail_msg("[%g, %g] %s %g: %d", table[i].lo, table[i].hi,
                     slp_predicate_word(table[i].is), table[i].low, (int)got);
    }
}

static void a_number_not_measured_is_open(void **state)
{
    slp_condition c = {.is = SLP_IS_BELOW, .low = 1, .high = 1};
    slp_measurement m = {0};
    (void)state;
    assert_int_equal(slp_condition_truth(&c, &m), SLP_OPEN);
    m.values[0] = (slp_interval){0, 0, 1, true};
    assert_int_equal(slp_condition_truth(&c, &m), SLP_TRUE);
    c.bound_is_value = true; /* bound by a number that was not measured */
    c.bound = (slp_value_name){0, 1};
    assert_int_equal(slp_condition_truth(&c, &m), SLP_OPEN);
}

static void a_measured_bound_is_an_interval_times_a_factor(void **state)
{
    slp_condition c = {
        .is = SLP_IS_ABOVE, .low = 10, .high = 10, .bound_is_value = true, .bound = {0, 1}};
    slp_measurement m = {.values = {{25, 26, 1, true}, {1, 2, 1, true}}};
    (void)state;
    assert_int_equal(slp_condition_truth(&c, &m), SLP_TRUE);
    m.values[0] = (slp_interval){15, 16, 1, true}; /* between 10 * 1 and 10 * 2 */
    assert_int_equal(slp_condition_truth(&c, &m), SLP_OPEN);
    m.values[0] = (slp_interval){5, 6, 1, true};
    assert_int_equal(slp_condition_truth(&c, &m), SLP_FALSE);
    m.values[1] = (slp_interval){0, 0, 1, true}; /* zero times ten is zero */
    m.values[0] = (slp_interval){0.5, 0.5, 1, true};
    assert_int_equal(slp_condition_truth(&c, &m), SLP_TRUE);
}

/* A claim of two rules on one number: value < 1 gives `first`, value > 2 gives `second`. */
typedef struct two_rules {
    slp_condition below, above;
    slp_rule rules[2];
    slp_claim claim;
} two_rules;

static void two(two_rules *t, slp_claim_verdict first, slp_claim_verdict second)
{
    memset(t, 0, sizeof *t);
    t->below = (slp_condition){.is = SLP_IS_BELOW, .low = 1, .high = 1};
    t->above = (slp_condition){.is = SLP_IS_ABOVE, .low = 2, .high = 2};
    t->rules[0] = (slp_rule){.verdict = first, .when = &t->below, .conditions = 1};
    t->rules[1] = (slp_rule){.verdict = second, .when = &t->above, .conditions = 1};
    t->claim.rule = t->rules;
    t->claim.rules = 2;
}

static slp_claim_verdict decided(two_rules *t, double lo, double hi, size_t *rule)
{
    slp_measurement m = {.values = {{lo, hi, 1, true}}};
    return slp_claim_decide(rule, &t->claim, &m);
}

static void rules_decide_only_when_certain(void **state)
{
    two_rules t;
    size_t rule;
    (void)state;
    two(&t, SLP_CONFIRMED, SLP_REFUTED);
    assert_int_equal(decided(&t, 0, 0.5, &rule), SLP_CONFIRMED);
    assert_int_equal(rule, 0);
    assert_int_equal(decided(&t, 3, 4, &rule), SLP_REFUTED);
    assert_int_equal(rule, 1);
    assert_int_equal(decided(&t, 1.2, 1.8, &rule), SLP_INCONCLUSIVE); /* no rule holds */
    assert_int_equal(rule, 2);
    assert_int_equal(decided(&t, 0.5, 1.5, &rule),
                     SLP_INCONCLUSIVE); /* on the fence of the first */
    assert_int_equal(decided(&t, 1.5, 2.5, &rule),
                     SLP_INCONCLUSIVE); /* on the fence of the second */
    /* the second certain, the first open with another verdict: the first might have been it */
    t.above.low = t.above.high = 0.1;
    assert_int_equal(decided(&t, 0.5, 1.5, &rule), SLP_INCONCLUSIVE);
    /* open with the same verdict: it does not matter which */
    t.rules[0].verdict = SLP_REFUTED;
    assert_int_equal(decided(&t, 0.5, 1.5, &rule), SLP_REFUTED);
    assert_int_equal(rule, 1);
}

static void all_conditions_of_a_rule_must_hold(void **state)
{
    two_rules t;
    size_t rule;
    slp_condition both[2];
    (void)state;
    two(&t, SLP_QUALIFIED, SLP_REFUTED);
    both[0] = (slp_condition){.is = SLP_IS_BELOW, .low = 10, .high = 10};
    both[1] = (slp_condition){.is = SLP_IS_ABOVE, .low = 5, .high = 5};
    t.rules[0].when = both;
    t.rules[0].conditions = 2;
    assert_int_equal(decided(&t, 6, 7, &rule), SLP_QUALIFIED);
    assert_int_equal(decided(&t, 3, 4, &rule), SLP_REFUTED); /* second condition false: next rule */
    assert_int_equal(decided(&t, 4, 6, &rule), SLP_INCONCLUSIVE);
    assert_int_equal(decided(&t, 11, 12, &rule), SLP_REFUTED); /* one false makes the rule false */
}

static void intervals_print_without_hiding_their_width(void **state)
{
    char text[100];
    (void)state;
    slp_interval v = {1.25e-5, 1.25e-5 * (1 + 1e-9), 1, true};
    slp_interval_print(text, sizeof text, &v, "u");
    assert_string_equal(text, "1.25e-05 u");
    v = (slp_interval){1, 2, 1, true};
    slp_interval_print(text, sizeof text, &v, "");
    assert_string_equal(text, "in [1, 2]");
    v = (slp_interval){0, 1.001e-70, 1, true};
    slp_interval_print(text, sizeof text, &v, "");
    assert_string_equal(text, "at most 1.01e-70"); /* rounded up, never down */
    v = (slp_interval){-1.001e-70, 1e-71, 1, true};
    slp_interval_print(text, sizeof text, &v, "");
    assert_string_equal(text, "0 ± 1.01e-70");
    v = (slp_interval){-0.25, 1.5, 0.99, true}; /* a sample's: 0 is inside and not its middle */
    slp_interval_print(text, sizeof text, &v, "");
    assert_string_equal(text, "in [-0.25, 1.5]");
    v = (slp_interval){3, 3, 1, true};
    slp_interval_print(text, sizeof text, &v, "steps");
    assert_string_equal(text, "3 steps");
    v.known = false;
    slp_interval_print(text, sizeof text, &v, "");
    assert_string_equal(text, "not measured");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_predicate_has_its_outcomes),
        cmocka_unit_test(a_number_not_measured_is_open),
        cmocka_unit_test(a_measured_bound_is_an_interval_times_a_factor),
        cmocka_unit_test(rules_decide_only_when_certain),
        cmocka_unit_test(all_conditions_of_a_rule_must_hold),
        cmocka_unit_test(intervals_print_without_hiding_their_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
