/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What becomes of an entry of the product that checked nothing: it falls, unless the port declined
 * cases of it. */
#include "tests/support/cmocka.h"

#include "props/engine/engine.h"

static prop_verdict verdict(size_t checked, size_t skipped, size_t declined, size_t failed)
{
    const prop_item_result item_result = {.label = "",
                                          .checked = checked,
                                          .skipped = skipped,
                                          .declined = declined,
                                          .failed = failed};
    return prop_item_verdict(&item_result);
}

static void test_entries(void **state)
{
    (void)state;
    assert_int_equal(verdict(0, 0, 0, 0), PROP_LAW_FAILED);
    assert_int_equal(verdict(0, 16, 0, 0), PROP_LAW_FAILED);
    assert_int_equal(verdict(0, 16, 16, 0), PROP_NOT_OFFERED);
    assert_int_equal(verdict(0, 16, 1, 0), PROP_NOT_OFFERED);
    assert_int_equal(verdict(1, 16, 15, 0), PROP_PASSED);
    assert_int_equal(verdict(1, 16, 15, 1), PROP_LAW_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
