/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws that sample: tails of Student's t, batches, levels and Holm's rule.  Their power:
 * tests/props/test_prop_power.c. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include "props/engine/engine.h"
#include "props/statistics/sampling.h"
#include "tests/ref/thread_caches.h"

/* Known quantiles: 2.0227 at 0.025, 7.0218696 at 1e-8 with 39 degrees of freedom; Cauchy's 1 at
 * 1/4. */
static void tails_are_students(void **state)
{
    (void)state;
    assert_true(prop_student_tail(0, 39) == 0.5);
    assert_lt(fabs(prop_student_tail(2.022691, 39) - 0.025), 1e-7);
    assert_lt(fabs(prop_student_tail(7.0218696, 39) - 1e-8), 1e-14);
    assert_lt(fabs(prop_student_tail(-2.022691, 39) - 0.975), 1e-7);
    assert_lt(fabs(prop_student_tail(1, 1) - 0.25), 1e-12);
    assert_true(prop_student_tail(INFINITY, 39) == 0);
    assert_true(prop_student_tail(NAN, 39) == 0);
}

static void mean_and_error_are_those_of_the_batches(void **state)
{
    (void)state;
    double batch[PROP_BATCHES], mean, error;
    for (int b = 0; b < PROP_BATCHES; b++) batch[b] = 3 + (b % 2 ? 1 : -1);
    prop_batch_mean(&mean, &error, batch);
    assert_lt(fabs(mean - 3), 1e-14);
    assert_lt(fabs(error - sqrt(1.0 / 39)), 1e-14);
}

/* Four entries at alpha = 1e-6: levels 2.5e-7, then 3.3e-7, 5e-7, 1e-6 for the second, third and
 * fourth in order. */
static void holm_refuses_in_order_until_one_holds(void **state)
{
    (void)state;
    prop_law chancy = {.name = "chancy", .statistics = {.decides = true}}, sure = {.name = "sure"};
    const double chance[3][4] = {
        {3e-7, 1e-7, 6e-7, 0.5}, {4e-7, 1e-7, 4.5e-7, 0.5}, {9e-7, 1e-7, 3e-7, 4e-7}};
    const size_t refused[3][4] = {{1, 1, 0, 0}, {0, 1, 0, 0}, {1, 1, 1, 1}};
    for (int t = 0; t < 3; t++) {
        prop_item_result item_results[5] = {{.item = {.law = &sure}}};
        for (int i = 0; i < 4; i++)
            item_results[i + 1] = (prop_item_result){
                .item = {.law = &chancy, .tests = 2}, .checked = 2, .p_value = chance[t][i] / 2};
        prop_refuse_by_holm(item_results, 5);
        assert_int_equal(item_results[0].failed, 0);
        for (int i = 0; i < 4; i++) assert_int_equal(item_results[i + 1].failed, refused[t][i]);
    }
}

static void levels_share_the_alarm_of_a_run(void **state)
{
    (void)state;
    prop_law chancy = {.name = "chancy", .statistics = {.decides = true}, .effort = {.cases = 3}},
             sure = {.name = "sure"};
    prop_options options = {.multiplier = 2};
    prop_item_result item_results[3] = {{.item = {.law = &chancy}},
                                        {.item = {.law = &sure}},
                                        {.item = {.law = &chancy}, .label = "r"}};
    prop_set_levels(item_results, 3, &options);
    assert_int_equal(item_results[0].item.tests, 6);
    assert_int_equal(item_results[2].item.tests, 1);
    assert_lt(fabs(item_results[0].item.level - PROP_ALARM / 12), 1e-20);
    assert_lt(fabs(item_results[2].item.level - PROP_ALARM / 2), 1e-20);
    assert_true(item_results[1].item.level == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_are_students),
        cmocka_unit_test(mean_and_error_are_those_of_the_batches),
        cmocka_unit_test(holm_refuses_in_order_until_one_holds),
        cmocka_unit_test(levels_share_the_alarm_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
