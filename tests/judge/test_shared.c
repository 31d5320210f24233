/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What failing cases share: of labels drawn at random nothing is said, memory is bounded, and the
 * same cases give the same text. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"
#include "oracle/judge/shared/shared.h"

#include <stdlib.h>
#include <string.h>

enum { CASES = 300 };

static slp_case drawn[CASES];

static int draw_cases(void **state)
{
    size_t count = 0;
    (void)state;
    for (uint64_t i = 0; count < CASES; i++) {
        const slp_system *system = slp_system_at(i % 5);
        const slp_scheme *scheme = slp_scheme_at(i % 7);
        slp_draw from;
        if (!slp_pair_makes_sense(system, scheme, NULL)) continue;
        slp_draw_init(&from, 1, i);
        slp_case_init(&drawn[count]);
        if (slp_draw_case(&drawn[count], system, scheme, &from, 2) != SLP_OK) return -1;
        count++;
    }
    return 0;
}

static int clear_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) slp_case_clear(&drawn[i]);
    return 0;
}

/* The text where a case fails with probability one in `of`, `turns` times all cases. */
static char *text_of_coin(uint64_t seed, unsigned of, size_t turns)
{
    judge_shared *shared = judge_shared_new();
    slp_draw from;
    slp_draw_init(&from, seed, 0);
    for (size_t i = 0; i < turns * CASES; i++) {
        const bool failed = slp_draw_below(&from, of) == 0;
        const slp_case *c = &drawn[i % CASES];
        const size_t step = 1 + (size_t)slp_draw_below(&from, c->steps);
        judge_shared_add(shared, c, failed, step);
    }
    char *text = judge_shared_text(shared);
    judge_shared_free(shared);
    return text;
}

static void test_nothing_is_said_of_chance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++)
        for (unsigned of = 2; of <= 50; of *= 5) {
            char *text = text_of_coin(seed, of, 1);
            assert_string_equal(text, "");
            free(text);
        }
}

static char *text_of_large(size_t turns, bool steps)
{
    judge_shared *shared = judge_shared_new();
    for (size_t i = 0; i < turns * CASES; i++) {
        const slp_case *c = &drawn[i % CASES];
        const bool failed = steps ? c->steps > 1 : c->h < 0;
        judge_shared_add(shared, c, failed, steps ? c->steps : 1);
    }
    char *text = judge_shared_text(shared);
    judge_shared_free(shared);
    return text;
}

static void test_what_is_said(void **state)
{
    size_t failures = 0;
    char line[200], *text = text_of_large(1, false);
    (void)state;
    for (size_t i = 0; i < CASES; i++) failures += drawn[i].h < 0;
    snprintf(line, sizeof line,
             "fails if and only if h is negative: %zu of %zu failures, 0 of %zu passes\n", failures,
             failures, CASES - failures);
    assert_string_equal(text, line);
    free(text);
    text = text_of_large(2, true);
    assert_non_null(strstr(text, "fails if and only if the number of steps is at least 2: "));
    assert_non_null(strstr(text, "the worst step is never step 1: in none of "));
    free(text);
}

/* Of many cases some are kept: the sentence says of how many, and the same every time. */
static void test_many_cases(void **state)
{
    char *text = text_of_large(40, false), *again = text_of_large(40, false);
    (void)state;
    assert_non_null(strstr(text, "fails if and only if h is negative: "));
    assert_non_null(strstr(text, " (drawn from "));
    assert_string_equal(text, again);
    free(text);
    free(again);
}

static void test_too_few_failures_say_nothing(void **state)
{
    judge_shared *shared = judge_shared_new();
    size_t failures = 0;
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        const bool failed = drawn[i].h < 0 && failures < 2;
        failures += failed;
        if (failed || drawn[i].h > 0) judge_shared_add(shared, &drawn[i], failed, 1);
    }
    char *text = judge_shared_text(shared);
    assert_string_equal(text, "");
    free(text);
    judge_shared_free(shared);
    judge_shared_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_said_of_chance), cmocka_unit_test(test_what_is_said),
        cmocka_unit_test(test_many_cases), cmocka_unit_test(test_too_few_failures_say_nothing)};
    return cmocka_run_group_tests(tests, draw_cases, clear_cases);
}
