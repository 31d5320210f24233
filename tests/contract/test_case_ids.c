/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The set of ids: exact, and small where ids count up. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case_ids.h"

#include <stdio.h>
#include <string.h>

static bool add(slp_ids *ids, const char *format, unsigned long long number)
{
    char id[64];
    snprintf(id, sizeof id, "%s%llu", format, number);
    return slp_ids_add(ids, id) == SLP_OK;
}

static void sequences_take_one_range_each(void **unused)
{
    (void)unused;
    slp_ids *ids = slp_ids_new();
    for (unsigned i = 0; i < 200000; i++) {
        assert_true(add(ids, "rb-", i));
        assert_true(add(ids, "zs.", 1000000 - i)); /* counting down does as well */
    }
    assert_int_equal(slp_ids_ranges(ids), 2);
    for (unsigned i = 0; i < 200000; i += 997) {
        assert_false(add(ids, "rb-", i));
        assert_false(add(ids, "zs.", 1000000 - i));
    }
    slp_ids_free(ids);
}

/* Ranges that grow towards each other become one, and stay exact at their ends. */
static void ranges_merge(void **unused)
{
    (void)unused;
    slp_ids *ids = slp_ids_new();
    for (unsigned i = 0; i < 1000; i += 2) assert_true(add(ids, "a", i));
    assert_int_equal(slp_ids_ranges(ids), 500);
    assert_true(add(ids, "a", 3));
    assert_int_equal(slp_ids_ranges(ids), 499);
    assert_false(add(ids, "a", 2));
    assert_false(add(ids, "a", 3));
    assert_false(add(ids, "a", 4));
    assert_true(add(ids, "a", 5));
    for (unsigned i = 1; i < 999; i += 2)
        if (i != 3 && i != 5) assert_true(add(ids, "a", i));
    assert_int_equal(slp_ids_ranges(ids), 1);
    assert_true(add(ids, "a", 999));
    assert_true(add(ids, "a", 1001));
    assert_false(add(ids, "a", 998));
    assert_int_equal(slp_ids_ranges(ids), 2);
    slp_ids_free(ids);
}

/* Ids that differ in anything are different, leading zeros and overlong numbers included. */
static void different_ids_never_meet(void **unused)
{
    static const char *const different[] = {"a",
                                            "a0",
                                            "a00",
                                            "a000",
                                            "a1",
                                            "a01",
                                            "a001",
                                            "a10",
                                            "a-1",
                                            "A1",
                                            "1",
                                            "01",
                                            "0",
                                            "00",
                                            "a999999999999999999",
                                            "a1999999999999999999",
                                            "a01999999999999999999",
                                            "a1000000000000000000",
                                            "a0000000000000000000",
                                            "a00000000000000000000",
                                            "a18446744073709551616",
                                            "a36893488147419103232",
                                            "a1b",
                                            "a1b1",
                                            "b1"};
    (void)unused;
    slp_ids *ids = slp_ids_new();
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        assert_int_equal(slp_ids_add(ids, different[i]), SLP_OK);
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        assert_int_equal(slp_ids_add(ids, different[i]), SLP_INPUT);
    slp_ids_free(ids);
}

/* Against a plain table, on a small universe in which collisions abound. */
static void agrees_with_a_table(void **unused)
{
    enum { STEMS = 40, NUMBERS = 60 };
    static bool seen[STEMS][NUMBERS];
    (void)unused;
    slp_ids *ids = slp_ids_new();
    uint64_t state = 5;
    for (int i = 0; i < 20000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        unsigned stem = (unsigned)(state >> 33) % STEMS, number = (unsigned)(state >> 45) % NUMBERS;
        char id[64];
        snprintf(id, sizeof id, "s%c%c%u", 'a' + (int)stem % 26, 'a' + (int)stem / 26, number);
        assert_int_equal(slp_ids_add(ids, id), seen[stem][number] ? SLP_INPUT : SLP_OK);
        seen[stem][number] = true;
    }
    slp_ids_free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_take_one_range_each),
        cmocka_unit_test(ranges_merge),
        cmocka_unit_test(different_ids_never_meet),
        cmocka_unit_test(agrees_with_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
