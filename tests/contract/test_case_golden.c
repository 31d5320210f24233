/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every golden case and result parses, and what is printed reads back bit for bit. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdlib.h>
#include <string.h>

static void same_bits(const double *a, const double *b, size_t count)
{
    if (count) assert_memory_equal(a, b, count * sizeof *a);
}

static void same_case(const slp_case *a, const slp_case *b)
{
    assert_string_equal(a->id, b->id);
    assert_ptr_equal(a->system, b->system);
    assert_ptr_equal(a->scheme, b->scheme);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->d, b->d);
    assert_int_equal(a->M, b->M);
    same_bits(&a->h, &b->h, 1);
    same_bits(a->x, b->x, a->d);
    same_bits(a->dw, b->dw, a->steps * a->M);
    for (int i = 0; i < SLP_MAX_PARAMS; i++) {
        assert_int_equal(a->params[i].count, b->params[i].count);
        same_bits(a->params[i].at, b->params[i].at, a->params[i].count);
    }
}

static void records_read_back(const char *name, size_t expected)
{
    FILE *from = fopen(name, "r");
    assert_non_null(from);
    slp_reader *reader = slp_reader_new(from, name);
    slp_case c, again;
    slp_result r, answer;
    slp_record_kind kind;
    slp_error err = {0};
    slp_status status;
    size_t cases = 0, results = 0, d = 0;
    slp_case_init(&c);
    slp_case_init(&again);
    slp_result_init(&r);
    slp_result_init(&answer);
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) == SLP_OK) {
        char *text = NULL;
        size_t length;
        FILE *to = open_memstream(&text, &length);
        if (kind == SLP_RECORD_CASE) {
            assert_int_equal(slp_case_print(to, &c), 0);
            fclose(to);
            text[length - 1] = 0;
            assert_int_equal(slp_case_parse(&again, text, 1, &err), SLP_OK);
            same_case(&again, &c);
            d = c.d * c.steps;
            cases++;
        } else {
            assert_int_equal(kind, SLP_RECORD_RESULT);
            assert_int_equal(r.y.count, d); /* results stand behind their cases */
            assert_int_equal(slp_result_print(to, &r), 0);
            fclose(to);
            text[length - 1] = 0;
            assert_int_equal(slp_result_parse(&answer, text, 1, &err), SLP_OK);
            assert_string_equal(answer.id, r.id);
            same_bits(answer.y.at, r.y.at, r.y.count);
            results++;
        }
        free(text);
    }
    if (status != SLP_END) fail_msg("line %zu, %s, %s: %s", err.line, err.id, err.field, err.text);
    assert_int_equal(cases, expected);
    assert_int_equal(results, expected);
    slp_case_clear(&c);
    slp_case_clear(&again);
    slp_result_clear(&r);
    slp_result_clear(&answer);
    slp_reader_free(reader);
    fclose(from);
}

static void golden_records_read_back(void **unused)
{
    (void)unused;
    records_read_back("tests/support/golden.slp", 254);
    records_read_back("tests/support/golden_polynomial.slp", 57);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_records_read_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
