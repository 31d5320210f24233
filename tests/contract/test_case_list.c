/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Lists of the exchange format: numbers and pairs of whole numbers, where each ends, and at which
 * item and for which reason it is refused. */
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_span span(const char *text)
{
    return (slp_span){text, strlen(text)};
}

static void whole_numbers_end_where_they_say(void **unused)
{
    static const struct {
        const char *text;
        int64_t lo, hi, value;
        const char *fault;
    } rows[] = {
        {"0", 0, 0, 0, NULL},
        {"-0", 0, 0, 0, NULL},
        {"+17", 17, 17, 17, NULL},
        {"-5", -5, 5, -5, NULL},
        {"5", -5, 5, 5, NULL},
        {"-6", -5, 5, 0, "is too small"},
        {"6", -5, 5, 0, "is too large"},
        {"", -5, 5, 0, "is not a whole number"},
        {"-", -5, 5, 0, "is not a whole number"},
        {"+", -5, 5, 0, "is not a whole number"},
        {"--1", -5, 5, 0, "is not a whole number in decimal digits"},
        {"1.", -5, 5, 0, "is not a whole number in decimal digits"},
        {"1/", -5, 5, 0, "is not a whole number in decimal digits"},
        {"1:", -5, 5, 0, "is not a whole number in decimal digits"},
        {"9223372036854775807", 0, INT64_MAX, INT64_MAX, NULL},
        {"9223372036854775808", 0, INT64_MAX, 0, "is too large"},
        {"-9223372036854775808", INT64_MIN, 0, INT64_MIN, NULL},
        {"-9223372036854775809", INT64_MIN, 0, 0, "is too large"},
        {"92233720368547758070", INT64_MIN, INT64_MAX, 0, "is too large"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 77;
        const char *fault = slp_integer_parse(&value, span(rows[i].text), rows[i].lo, rows[i].hi);
        if (!fault != !rows[i].fault || (fault && strcmp(fault, rows[i].fault) != 0))
            fail_msg("%s: %s", rows[i].text, fault ? fault : "taken");
        if (!fault) assert_true(value == rows[i].value);
    }
}

typedef const char *reader(slp_numbers *to, size_t *which, slp_span text);

static const struct row {
    reader *read;
    const char *text;
    size_t count;
    double at[4];
    size_t which;
    const char *fault;
} rows[] = {
    {slp_list_parse, "1", 1, {1}, 0, NULL},
    {slp_list_parse, "1,-2,0x1p-1", 3, {1, -2, 0.5}, 0, NULL},
    {slp_list_parse, "", 0, {0}, 1, "is empty; leave the field out where there is nothing to give"},
    {slp_list_parse, "1,", 0, {0}, 2, "is empty"},
    {slp_list_parse, ",1", 0, {0}, 1, "is empty"},
    {slp_list_parse, "1,2,x,y", 0, {0}, 3, "is not a number"},
    {slp_pairs_parse, "1:-2", 2, {1, -2}, 0, NULL},
    {slp_pairs_parse, "-1000000:1000000,0:+3", 4, {-1e6, 1e6, 0, 3}, 0, NULL},
    {slp_pairs_parse,
     "",
     0,
     {0},
     1,
     "is empty; leave the field out where there is nothing to give"},
    {slp_pairs_parse, "1:1000001", 0, {0}, 1, "is too large"},
    {slp_pairs_parse, "1:1,1000001:1", 0, {0}, 2, "is too large"},
    {slp_pairs_parse, "1:1,2:2,-1000001:1", 0, {0}, 3, "is too small"},
    {slp_pairs_parse, "1:1,2", 0, {0}, 2, "is not a pair a:b of whole numbers"},
    {slp_pairs_parse, "1:1,,2:2", 0, {0}, 2, "is not a pair a:b of whole numbers"},
    {slp_pairs_parse, "1:", 0, {0}, 1, "is not a whole number"},
    {slp_pairs_parse, ":1", 0, {0}, 1, "is not a whole number"},
    {slp_pairs_parse, "1:2:3", 0, {0}, 1, "is not a whole number in decimal digits"},
};

/* The span ends before its text does: what follows is not the list's. */
static void lists_are_read_or_refused_at_their_item(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        char text[80];
        snprintf(text, sizeof text, "%s,9:9", r->text);
        slp_numbers to = {7, NULL};
        size_t which = 99;
        const char *fault = r->read(&to, &which, (slp_span){text, strlen(r->text)});
        if (!fault != !r->fault || (fault && !strstr(fault, r->fault)))
            fail_msg("%s: %s", r->text, fault ? fault : "taken");
        assert_int_equal(to.count, r->count);
        if (fault) {
            assert_int_equal(which, r->which);
            assert_null(to.at);
        } else
            for (size_t k = 0; k < to.count; k++) assert_true(to.at[k] == r->at[k]);
        free(to.at);
    }
}

/* As many numbers as a list holds, and one more. */
static void a_list_has_an_end(void **unused)
{
    static const struct {
        reader *read;
        const char *item;
        size_t most;
    } kinds[] = {{slp_list_parse, "1,", SLP_MAX_LIST}, {slp_pairs_parse, "1:1,", SLP_MAX_LIST / 2}};
    (void)unused;
    for (size_t k = 0; k < 2; k++) {
        const size_t length = strlen(kinds[k].item), most = kinds[k].most;
        char *text = malloc((most + 1) * length);
        for (size_t i = 0; i <= most; i++) memcpy(text + i * length, kinds[k].item, length);
        slp_numbers to;
        size_t which;
        assert_null(kinds[k].read(&to, &which, (slp_span){text, most * length - 1}));
        assert_int_equal(to.count, SLP_MAX_LIST);
        free(to.at);
        const char *fault = kinds[k].read(&to, &which, (slp_span){text, (most + 1) * length - 1});
        assert_string_equal(fault, "is one too many: a list holds at most 2097152 numbers");
        assert_int_equal(which, most + 1);
        assert_null(to.at);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_numbers_end_where_they_say),
                                       cmocka_unit_test(lists_are_read_or_refused_at_their_item),
                                       cmocka_unit_test(a_list_has_an_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
