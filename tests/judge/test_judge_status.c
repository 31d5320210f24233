/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The exit status of a judgement: held where something passed and nothing fell short, whatever else
 * was counted. */
#include "oracle/judge/report.h"

#include <stddef.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* Every count from 0 to 2 of every kind. */
static void any_that_falls_short_decides(void **unused)
{
    static const slp_verdict_kind bad[] = {SLP_VERDICT_FAIL, SLP_VERDICT_ERROR,
                                           SLP_VERDICT_UNDECIDED, SLP_VERDICT_UNRECEIVED,
                                           SLP_VERDICT_CHANGED};
    size_t all = 1, held = 0;
    (void)unused;
    for (int k = 0; k < SLP_VERDICT_COUNT; k++) all *= 3;
    for (size_t n = 0; n < all; n++) {
        judge_tally item_result;
        memset(&item_result, 0, sizeof item_result);
        size_t rest = n;
        for (int k = 0; k < SLP_VERDICT_COUNT; k++, rest /= 3) item_result.count[k] = rest % 3;
        bool good = item_result.count[SLP_VERDICT_PASS] > 0;
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            good = good && item_result.count[bad[k]] == 0;
        assert_int_equal(judge_tally_status(&item_result), good ? 0 : 1);
        held += good;
    }
    assert_gt(held, 0);
    assert_lt(held, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_that_falls_short_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
