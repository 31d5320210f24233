/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The power that a run prints: computed against draws of the same sample, over the cases of an
 * entry, and printed by a run.
 * Run once (sanitizer): it asks about power; test_prop_limits.c runs the laws. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/statistics/sampling.h"
#include "tests/ref/thread_caches.h"

static void critical_values_are_students(void **state)
{
    (void)state;
    assert_lt(fabs(prop_student_critical(1e-8) - 7.0218696), 1e-6);
    assert_lt(fabs(prop_student_critical(0.025) - 2.022691), 1e-5);
}

/* ---- Against draws ---- */

enum { DRAWS = 20000 };

static double uniform(uint64_t *at)
{
    uint64_t z = *at += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}
static double normal(uint64_t *at)
{
    const double radius = sqrt(-2 * log(uniform(at)));
    return radius * cos(2 * acos(-1) * uniform(at));
}
/* sqrt(chi^2_39 / 39): 19 exponentials of mean 2 and a squared normal */
static double spread(uint64_t *at)
{
    double sum = 0;
    for (int i = 0; i < 19; i++) sum -= 2 * log(uniform(at));
    const double last = normal(at);
    return sqrt((sum + last * last) / 39);
}

/* The share of draws refused: a fixed stream, whose standard error is below 0.0036. */
static double refused(const prop_reach *reach, double critical)
{
    uint64_t at = 1;
    unsigned count = 0;
    for (int i = 0; i < DRAWS; i++) count += reach->shift + normal(&at) > critical * spread(&at);
    return (double)count / DRAWS;
}

static void power_is_the_share_of_draws_refused(void **state)
{
    (void)state;
    static const double shifts[] = {6, 8, 9, 12, 17};
    const double level = 2e-6, critical = prop_student_critical(1e-6);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        const prop_reach reach = {shifts[i], 2};
        assert_lt(fabs(prop_power(&reach, level) - refused(&reach, critical)), 5 * 0.0036);
    }
    const prop_reach two = {8, 2}, six = {8, 6};
    assert_true(prop_power(&(prop_reach){0}, level) == 0);
    assert_lt(fabs(prop_power(&six, 3 * level) - prop_power(&two, level)), 1e-12);
    assert_gt(prop_power(&two, 1e-3), prop_power(&two, level) + 0.01);
}

/* ---- In a run ---- */

static void a_run_prints_the_least_power(void **state)
{
    (void)state;
    const prop_law one = {.name = "one",
                          .statistics = {.decides = true, .against = {"a fault", "another"}}},
                   other = {.name = "other"};
    const slp_system *system = slp_system_find("rigid-body");
    const double power[4] = {0.99999, 0.98761, 0, 0.995};
    prop_item_result item_results[5] = {{.item = {.law = &other}}};
    char *printed;
    size_t size;
    prop_options options = {.out = open_memstream(&printed, &size)};
    assert_non_null(options.out);
    for (int i = 0; i < 4; i++)
        item_results[i + 1] = (prop_item_result){
            .item = {&one, system, slp_scheme_at((size_t)i), .subject = &prop_subject_fast},
            .power = {power[i], i ? 0 : 0.5}};
    prop_report_power(item_results, 5, &options);
    options.tap = true;
    prop_report_power(item_results, 2, &options);
    fclose(options.out);
    assert_string_equal(printed, "power of one against a fault: at least 0.9876 "
                                 "(rigid-body/trapezoidal fast), 3 pairs\n"
                                 "power of one against another: at least 0.5000 "
                                 "(rigid-body/implicit-midpoint fast), 1 pairs\n"
                                 "# power of one against a fault: at least 0.9999 "
                                 "(rigid-body/implicit-midpoint fast), 1 pairs\n"
                                 "# power of one against another: at least 0.5000 "
                                 "(rigid-body/implicit-midpoint fast), 1 pairs\n");
    free(printed);
}

/* Each case that another seed draws has a power above 0.99 too, two cases of an entry more than
 * one. */
static void every_pair_tells_its_power(void **state)
{
    (void)state;
    const prop_subject *subjects[] = {&prop_subject_fast, NULL};
    char *printed;
    size_t size, pairs = 0;
    double least = 0;
    prop_options options = {.subjects = subjects,
                            .law = "drift",
                            .choice.system = "canonical",
                            .seed = 1,
                            .multiplier = 1,
                            .threads = 1,
                            .out = open_memstream(&printed, &size)};
    assert_non_null(options.out);
    assert_int_equal(prop_run(&options), 0);
    fclose(options.out);
    const char *line = strstr(printed, "power of drift");
    assert_non_null(line);
    assert_int_equal(sscanf(strstr(line, "at least"), "at least %lf", &least), 1);
    assert_int_equal(sscanf(strstr(line, "fast), "), "fast), %zu pairs\n", &pairs), 1);
    assert_ge(least, 0.99);
    assert_lt(least, 1);
    assert_int_equal(pairs, 13);
    free(printed);
}

/* ---- What has too little power decides nothing ---- */

/* Says that nothing is wrong, each time with the next of these shifts of one sample. */
static const double *next_shift, *next_limit;
static prop_outcome nothing_wrong(prop_finding *found, const prop_law *law,
                                  const prop_subject *subject, const slp_case *c)
{
    (void)law, (void)subject, (void)c;
    found->p_value = 0.5;
    found->could_refuse = true;
    found->reach[0] = (prop_reach){*next_shift++, 2};
    if (next_limit) found->reach[1] = (prop_reach){*next_limit++, 2};
    return PROP_HELD;
}

static const prop_law calm = {
    .name = "calm",
    .equation = "0 = 0",
    .applies = {.subjects = PROP_LAW_COMPUTED},
    .draw = {.generic = true},
    .effort = {.cases = 2},
    .statistics = {.decides = true, .against = {"a fault", "another"}},
    .check = nothing_wrong,
};

static prop_item_result tally_of(const double *shift, const double *limit)
{
    prop_item_result item_result = {.item = {.law = &calm,
                                             .system = slp_system_find("canonical"),
                                             .scheme = slp_scheme_find("midpoint"),
                                             .subject = &prop_subject_fast,
                                             .tests = 2,
                                             .level = 1e-9}};
    const prop_options options = {.seed = 1, .multiplier = 1};
    next_shift = shift, next_limit = limit;
    prop_counterexample_init(&item_result.example);
    prop_run_item(&item_result, &options);
    prop_counterexample_clear(&item_result.example);
    return item_result;
}

/* A shift of 12 has a power above 0.99 at these levels, one of 9 a smaller one, of 3 none. */
static void without_power_nothing_is_held(void **state)
{
    (void)state;
    static const double enough[300] = {12, 12}, late[300] = {3, 9, 3, 14}, limit[2] = {12, 3};
    double none[300];
    for (int i = 0; i < 300; i++) none[i] = 9;
    prop_item_result item_result = tally_of(enough, NULL);
    assert_int_equal(item_result.checked, 2);
    assert_int_equal(prop_item_verdict(&item_result), PROP_PASSED);
    assert_string_equal(prop_verdict_word(&item_result), "held");
    const prop_reach one = {12, 2};
    const double missed = 1 - prop_power(&one, 1e-9 / 2); /* by each of two cases */
    assert_true(missed > 1e-4 && fabs(1 - item_result.power[0] - missed * missed) < 1e-12);
    assert_true(item_result.power[1] == 0);
    item_result = tally_of(late, NULL); /* goes on until one has it */
    assert_int_equal(item_result.checked, 1);
    assert_int_equal(item_result.skipped, 3);
    assert_int_equal(item_result.item.p_values_seen, 4);
    assert_int_equal(prop_item_verdict(&item_result), PROP_PASSED);
    item_result = tally_of(enough, limit); /* one fault seen, the other not, in the second case */
    assert_int_equal(item_result.checked, 1);
    assert_int_equal(item_result.skipped, 1);
    item_result = tally_of(none, NULL);
    assert_int_equal(item_result.checked, 0);
    assert_int_equal(item_result.skipped, 256);
    assert_int_equal(prop_item_verdict(&item_result), PROP_UNDECIDED);
    assert_string_equal(prop_verdict_word(&item_result), "undecided");
    assert_non_null(strstr(item_result.skip, "against a fault, 0.99 is promised"));
    size_t passed, failed;
    prop_count_verdicts(&passed, &failed, &item_result, 1);
    assert_true(passed == 0 && failed == 0 && prop_count_undecided(&item_result, 1) == 1);
}

/* Whatever the number of p-values that an entry looks at, their levels sum up to its own. */
static void later_p_values_share_what_is_left(void **state)
{
    (void)state;
    prop_item item = {.tests = 3, .level = 1e-6};
    double sum = 0;
    for (; item.p_values_seen < 100000; item.p_values_seen++) sum += 1 / prop_p_value_factor(&item);
    assert_lt(sum, 3);
    assert_gt(sum, 2.999);
    item.p_values_seen = 2;
    assert_true(prop_p_value_factor(&item) == 2);
    item.p_values_seen = 3;
    assert_lt(fabs(prop_p_value_factor(&item) - 4. / 3), 1e-12);
    item.tests = 0;
    assert_true(prop_p_value_factor(&item) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(critical_values_are_students),
        cmocka_unit_test(power_is_the_share_of_draws_refused),
        cmocka_unit_test(a_run_prints_the_least_power),
        cmocka_unit_test(every_pair_tells_its_power),
        cmocka_unit_test(without_power_nothing_is_held),
        cmocka_unit_test(later_p_values_share_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
