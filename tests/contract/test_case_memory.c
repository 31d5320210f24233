/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a case holds is its own: copies that outlive what they were made of, numbers that replace
 * those they were taken from. */
#include "oracle/contract/case/case.h"

#include "tests/support/cmocka.h"

static const char line[] = "case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=4,5,6 h=0.5 "
                           "steps=2 x=7,8,9 dw=10,11";

static void same_numbers(const double *at, const double *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) assert_true(at[i] == wanted[i]);
}

static void copies_are_deep(void **unused)
{
    slp_case from, to;
    slp_error err;
    size_t count;
    (void)unused;
    slp_case_init(&from);
    slp_case_init(&to);
    assert_int_equal(slp_case_parse(&from, line, 4, &err), SLP_OK);
    assert_int_equal(slp_case_parse(&to, line, 5, &err), SLP_OK); /* is replaced */
    slp_case_copy(&to, &from);
    assert_true(to.id != from.id && to.x != from.x && to.dw != from.dw);
    slp_case_clear(&from);
    assert_true(!from.id && !from.x && !from.dw && !from.system && from.steps == 0);
    assert_string_equal(to.id, "a");
    assert_int_equal(to.line, 4);
    same_numbers(to.x, (const double[]){7, 8, 9}, 3);
    same_numbers(to.dw, (const double[]){10, 11}, 2);
    same_numbers(slp_case_param(&to, "inertia", &count), (const double[]){1, 2, 3}, 3);
    assert_int_equal(count, 3);
    same_numbers(slp_case_param(&to, "lin", &count), (const double[]){4, 5, 6}, 3);
    assert_null(slp_case_param(&to, "quad", &count));
    assert_int_equal(count, 0);
    assert_int_equal(slp_case_check(&to, &err), SLP_OK);
    slp_case_copy(&to, &to); /* of itself it stays what it is */
    same_numbers(to.dw, (const double[]){10, 11}, 2);
    slp_case_clear(&to);
}

static void numbers_may_be_those_they_replace(void **unused)
{
    slp_case c;
    slp_error err;
    size_t count;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 4, &err), SLP_OK);
    slp_case_set_x(&c, c.x + 1, 2);
    assert_int_equal(c.x_count, 2);
    assert_int_equal(c.d, 2);
    same_numbers(c.x, (const double[]){8, 9}, 2);
    slp_case_set_dw(&c, c.dw + 1, 1);
    assert_int_equal(c.dw_count, 1);
    same_numbers(c.dw, (const double[]){11}, 1);
    slp_case_set_dw(&c, NULL, 0);
    assert_int_equal(c.dw_count, 0);
    assert_null(c.dw);
    const double *lin = slp_case_param(&c, "lin", &count);
    assert_int_equal(slp_case_set_param(&c, "lin", lin + 1, 2, &err), SLP_OK);
    same_numbers(slp_case_param(&c, "lin", &count), (const double[]){5, 6}, 2);
    assert_int_equal(count, 2);
    assert_int_equal(slp_case_set_param(&c, "line", lin, 0, &err), SLP_INPUT);
    assert_string_equal(err.text, "system rigid-body has no such parameter");
    assert_string_equal(err.field, "line");
    assert_string_equal(err.id, "a");
    assert_int_equal(err.line, 4);
    c.system = NULL;
    assert_int_equal(slp_case_set_param(&c, "lin", lin, 0, &err), SLP_INPUT);
    assert_string_equal(err.text, "system (none) has no such parameter");
    assert_null(slp_case_param(&c, "lin", &count));
    slp_case_clear(&c);
}

/* A case that has no id, no state and no increments has a copy without them. */
static void a_case_of_nothing_is_copied(void **unused)
{
    slp_case empty, to;
    (void)unused;
    slp_case_init(&empty);
    slp_case_init(&to);
    slp_case_copy(&to, &empty);
    assert_null(to.id);
    assert_null(to.x);
    assert_null(to.dw);
    assert_int_equal(to.d, 0);
    slp_case_clear(&to);
    slp_case_clear(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies_are_deep),
                                       cmocka_unit_test(a_case_of_nothing_is_copied),
                                       cmocka_unit_test(numbers_may_be_those_they_replace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
