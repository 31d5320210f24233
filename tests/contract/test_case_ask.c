/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What programs ask of systems, schemes, cases and results: the answers are what the tables, the
 * text and the checks gave, and nothing for nothing. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

static const char line[] = "case id=a system=spins scheme=tmk bonds=1:2 exchange=0.5 "
                           "h=0.125 steps=2 x=0.6,0,0.8,0,1,0";

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; slp_system_at(i); i++) {
        const slp_system *s = slp_system_at(i);
        size_t n = 0;
        assert_string_equal(slp_system_name(s), s->name);
        assert_string_equal(slp_system_about(s), s->about);
        assert_string_equal(slp_system_source(s), s->source);
        assert_int_equal(slp_system_algebra(s), s->algebra);
        assert_int_equal(slp_system_tests_states(s), s->member != NULL);
        assert_int_equal(slp_system_takes_areas(s), s->areas);
        for (; s->params[n].key; n++) {
            assert_string_equal(slp_parameter_key(s, n), s->params[n].key);
            assert_string_equal(slp_parameter_about(s, n), s->params[n].about);
            assert_int_equal(slp_parameter_kind(s, n), s->params[n].kind);
            assert_int_equal(slp_parameter_required(s, n), s->params[n].required);
            assert_ptr_equal(slp_parameter_words(s, n), s->params[n].words);
            assert_int_equal(slp_parameter_words(s, n) != NULL,
                             slp_parameter_kind(s, n) == SLP_PARAM_WORD);
        }
        assert_null(slp_parameter_key(s, n));
        assert_null(slp_parameter_key(s, (size_t)-1));
    }
    for (size_t i = 0; slp_scheme_at(i); i++) {
        const slp_scheme *s = slp_scheme_at(i);
        assert_string_equal(slp_scheme_name(s), s->name);
        assert_string_equal(slp_scheme_rule(s), s->rule);
        assert_string_equal(slp_scheme_source(s), s->source);
        assert_int_equal(slp_scheme_order(s), s->order);
    }
}

static void test_case(void **state)
{
    (void)state;
    size_t count = 7;
    slp_case *c = slp_case_empty();
    assert_null(slp_case_system(c));
    assert_null(slp_case_x(c, &count));
    assert_int_equal(count, 0);
    slp_error err;
    if (slp_case_parse(c, line, 1, &err)) fail_msg("%s: %s", err.field, err.text);
    assert_string_equal(slp_case_id(c), "a");
    assert_string_equal(slp_system_name(slp_case_system(c)), "spins");
    assert_string_equal(slp_scheme_name(slp_case_scheme(c)), "tmk");
    assert_true(slp_case_h(c) == 0.125);
    assert_int_equal(slp_case_steps(c), 2);
    assert_int_equal(slp_case_areas(c), 0);
    assert_true(slp_case_x(c, &count)[2] == 0.8);
    assert_int_equal(count, 6);
    assert_null(slp_case_dw(c, &count));
    assert_int_equal(count, 0);
    slp_case *copy = slp_case_empty();
    assert_int_equal(slp_case_copy(copy, c), SLP_OK);
    slp_case_free(c);
    assert_true(slp_case_x(copy, NULL)[4] == 1);
    slp_case_free(copy);
}

static void test_noise_and_areas(void **state)
{
    (void)state;
    static const double with[] = {0.25, 0.5, 0.125, 1, 2, 4};
    size_t count;
    slp_case *c = slp_case_empty();
    slp_error err;
    if (slp_case_parse(c,
                       "case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=1,0,0,0,1,0 "
                       "h=1 steps=2 x=0,0,1 dw=0.25,0.5,1,2 area=0.125,4",
                       1, &err))
        fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(slp_case_areas(c), 1);
    const double *dw = slp_case_dw(c, &count);
    assert_int_equal(count, 6);
    assert_memory_equal(dw, with, sizeof with);
    slp_case_free(c);
}

static void test_result(void **state)
{
    (void)state;
    size_t count;
    slp_result *r = slp_result_new();
    assert_null(slp_result_id(r));
    assert_int_equal(slp_result_parse(r, "result id=b y=1,2,3", 1, NULL), SLP_OK);
    assert_string_equal(slp_result_id(r), "b");
    assert_int_equal(slp_result_error(r), SLP_OK);
    assert_false(slp_result_is_fault(r));
    assert_true(slp_result_y(r, &count)[1] == 2);
    assert_int_equal(count, 3);
    assert_int_equal(slp_result_parse(r, "result id=b error=unsupported", 1, NULL), SLP_OK);
    assert_int_equal(slp_result_error(r), SLP_UNSUPPORTED);
    assert_null(slp_result_y(r, &count));
    assert_int_equal(count, 0);
    assert_int_equal(slp_result_parse(r, "result id=b y=1,nan", 1, NULL), SLP_INPUT);
    assert_true(slp_result_is_fault(r));
    slp_result_free(r);
}

static void test_nothing(void **state)
{
    (void)state;
    size_t count = 7;
    assert_null(slp_system_name(NULL));
    assert_null(slp_parameter_key(NULL, 0));
    assert_null(slp_scheme_rule(NULL));
    assert_null(slp_case_id(NULL));
    assert_true(slp_case_h(NULL) == 0);
    assert_null(slp_case_dw(NULL, &count));
    assert_int_equal(count, 0);
    assert_null(slp_result_y(NULL, NULL));
    slp_result_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),          cmocka_unit_test(test_case),
        cmocka_unit_test(test_noise_and_areas), cmocka_unit_test(test_result),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
