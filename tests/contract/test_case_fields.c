/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A record's fields, one by one: where a line ends to be a record and what is said then, to the
 * letter; and what an error prints. */
#include "oracle/contract/case/case_text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

#define THIRTY "k23456789-123456789_123456789-"
#define SIXTY  "i23456789.123456789.123456789.123456789.123456789.123456789."

static const struct row {
    const char *line, *id, *field, *text; /* text NULL: split */
    size_t count;
} rows[] = {
    {"case", "", NULL, NULL, 0},
    {"", "", NULL, NULL, 0},
    {"case id=a", "a", NULL, NULL, 1},
    {"case id=a x=1,2 y= z==", "a", NULL, NULL, 4},
    {"case x=1 id=" SIXTY "123", SIXTY "123", NULL, NULL, 2},
    {"case x=1 id=" SIXTY "1234 y=2", "", NULL, NULL, 3},
    {"case a_b-9=0 z=1 y0=2", "", NULL, NULL, 3},
    {"case  id=a", "", "", "two spaces after field 0; fields are separated by one space", 0},
    {"case id=a  x=1", "a", "", "two spaces after field 1; fields are separated by one space", 0},
    {"case id=a ", "a", "", "a space at the end of the line; remove it", 0},
    {"case id=a x", "a", "x", "has no value; a field reads key=value", 0},
    {"case x id=a", "", "x", "has no value; a field reads key=value", 0},
    {"case id=a X=1", "a", "",
     "'X' stands in the key of field 2; a field reads key=value, fields are separated by one space",
     0},
    {"case =1", "", "",
     "'=' stands in the key of field 1; a field reads key=value, fields are separated by one space",
     0},
    {"case a\t=1", "", "a",
     "\\x09 stands in the key of field 1; a field reads key=value, fields are separated by one "
     "space",
     0},
    {"case a\x7f=1", "", "a",
     "\\x7f stands in the key of field 1; a field reads key=value, fields are separated by one "
     "space",
     0},
    {"case a~=1", "", "a",
     "'~' stands in the key of field 1; a field reads key=value, fields are separated by one space",
     0},
    {"case a!=1", "", "a",
     "'!' stands in the key of field 1; a field reads key=value, fields are separated by one space",
     0},
    {"case id=a id=b", "a", "id", "is given twice; give it once", 0},
    {"case " THIRTY "1=1 " THIRTY "1=2", "", THIRTY "1", "is given twice; give it once", 0},
    {"case " THIRTY "12=1 " THIRTY "12=2", "", THIRTY "1", "is given twice; give it once", 0},
    {"case " THIRTY "12", "", THIRTY "1", "has no value; a field reads key=value", 0},
    {"case a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 k=1 l=1 m=1 n=1 o=1 p=1 q=1", "", NULL, NULL,
     17},
    {"case a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 k=1 l=1 m=1 n=1 o=1 p=1 q=1 r=1", "", "r",
     "is one field too many; a record has at most 17", 0},
};

static void a_line_is_split_or_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        slp_fields fields;
        slp_error err = {0};
        slp_status status = slp_fields_split(&fields, r->line, 41, &err);
        if (r->text ? status != SLP_INPUT || strcmp(err.text, r->text) != 0 ||
                          strcmp(err.field, r->field) != 0 || strcmp(err.id, r->id) != 0 ||
                          err.line != 41
                    : status != SLP_OK || fields.count != r->count ||
                          strcmp(fields.id, r->id) != 0 || fields.line != 41)
            fail_msg("%s: %d, %s, %s: %s", r->line, (int)status, err.id, err.field, err.text);
    }
}

static void fields_are_found_by_their_keys(void **unused)
{
    slp_fields fields;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_fields_split(&fields, "result xy=1 x=2 id=b y=", 1, &err), SLP_OK);
    assert_true(slp_span_is(fields.record, "result"));
    assert_true(slp_span_is(slp_fields_find(&fields, "xy"), "1"));
    assert_true(slp_span_is(slp_fields_find(&fields, "x"), "2"));
    assert_true(slp_span_is(slp_fields_find(&fields, "y"), ""));
    assert_non_null(slp_fields_find(&fields, "y").at);
    assert_null(slp_fields_find(&fields, "z").at);
    assert_int_equal(slp_fields_find(&fields, "z").length, 0);
    char *id;
    assert_int_equal(slp_fields_id(&id, &fields, &err), SLP_OK);
    assert_string_equal(id, "b");
    free(id);
}

static void ids_are_printable_and_short(void **unused)
{
    static const char *const rows_of[][2] = {
        {"case x=1", "is missing; every record names its case, id=..."},
        {"case id=", "is empty"},
        {"case id=" SIXTY "1234", "is longer than 63 characters"},
        {"case id=a=b", "may hold printable ASCII only, without space, '=' and ','"},
        {"case id=a,b", "may hold printable ASCII only, without space, '=' and ','"},
        {"case id=a\x7f", "may hold printable ASCII only, without space, '=' and ','"},
        {"case id=\xc3\xa4", "may hold printable ASCII only, without space, '=' and ','"}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
        slp_fields fields;
        slp_error err;
        assert_int_equal(slp_fields_split(&fields, rows_of[i][0], 5, &err), SLP_OK);
        char *id;
        assert_int_equal(slp_fields_id(&id, &fields, &err), SLP_INPUT);
        assert_null(id);
        assert_string_equal(err.text, rows_of[i][1]);
        assert_string_equal(err.field, "id");
        assert_string_equal(err.id, "");
        assert_int_equal(err.line, 5);
    }
    assert_null(slp_id_fault((slp_span){"!~", 2}));
    assert_non_null(slp_id_fault((slp_span){"a b", 3}));
}

static void statuses_have_words(void **unused)
{
    static const char *const words[] = {"ok",     "unable",      "no-convergence",
                                        "domain", "unsupported", "input",
                                        "end",    "memory",      "stopped"};
    (void)unused;
    for (int i = 0; i < SLP_STATUS_COUNT; i++) {
        assert_string_equal(slp_status_word((slp_status)i), words[i]);
        assert_int_equal(slp_status_from_word(words[i]), i);
    }
    assert_string_equal(slp_status_word(SLP_STATUS_COUNT), "unknown");
    assert_int_equal(slp_status_from_word("unknown"), SLP_STATUS_COUNT);
    assert_int_equal(slp_status_from_word(""), SLP_STATUS_COUNT);
}

/* Every part left out that is empty, and what separates the parts with it; long words are cut,
 * bytes that are not printable hidden. */
static void errors_print_what_they_have(void **unused)
{
    static const struct {
        const char *source;
        size_t line;
        const char *id, *field, *text, *printed;
    } parts[] = {
        {"f", 3, "i", "x", "t", "f:3: case i, field x: t\n"},
        {"f", 0, "i", NULL, "t", "f: case i: t\n"},
        {"f", 0, NULL, "x", "t", "f: field x: t\n"},
        {"", 3, NULL, NULL, "t", "3: t\n"},
        {NULL, 0, NULL, NULL, "t", "t\n"},
        {NULL, 0, "i", "x", " ~", "case i, field x:  ~\n"},
        {NULL, 0, SIXTY "1234", NULL, "\x1f\x7f", "case " SIXTY "123: \\x1f\\x7f\n"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        slp_error err;
        char *text;
        size_t size;
        assert_int_equal(
            slp_error_set(&err, parts[i].line, parts[i].id, parts[i].field, "%s", parts[i].text),
            SLP_INPUT);
        FILE *to = open_memstream(&text, &size);
        slp_error_print(to, parts[i].source, &err);
        fclose(to);
        assert_string_equal(text, parts[i].printed);
        free(text);
    }
    char longest[400];
    slp_error err;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    slp_error_set(&err, 1, longest, longest, "%s", longest);
    assert_int_equal(strlen(err.id), 63);
    assert_int_equal(strlen(err.field), 63);
    assert_int_equal(strlen(err.text), 255);
    assert_int_equal(slp_error_set(NULL, 1, NULL, NULL, "unheard"), SLP_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_line_is_split_or_refused),
                                       cmocka_unit_test(fields_are_found_by_their_keys),
                                       cmocka_unit_test(ids_are_printable_and_short),
                                       cmocka_unit_test(statuses_have_words),
                                       cmocka_unit_test(errors_print_what_they_have)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
