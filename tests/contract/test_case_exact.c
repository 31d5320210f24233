/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of a declared arithmetic: read to all their bits, rounded correctly, refused where they
 * are none; cases and results that hold them. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/exact_text.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_arithmetic named(const char *name)
{
    slp_arithmetic a;
    assert_int_equal(slp_arithmetic_parse(&a, name, NULL), SLP_OK);
    return a;
}

static slp_status read(slp_numbers *to, slp_exact **exact, const char *text, const char *name,
                       char fault[SLP_EXACT_FAULT])
{
    const slp_arithmetic a = named(name);
    size_t item;
    return slp_exact_list(to, exact, (slp_span){text, strlen(text)}, &a, &item, fault);
}

/* The list prints as this text; NULL: it is none, all numbers are doubles. */
static void prints_as(const double *at, const slp_exact *exact, size_t count, const char *expected)
{
    char *text = NULL;
    size_t size;
    if (!expected) {
        assert_null(exact);
        return;
    }
    assert_non_null(exact);
    FILE *to = open_memstream(&text, &size);
    for (size_t i = 0; i < count; i++) {
        if (i) fputc(',', to);
        slp_exact_print(to, at[i], exact, i);
    }
    fclose(to);
    assert_string_equal(text, expected);
    free(text);
}

static void numbers_are_read_to_all_bits(void **unused)
{
    static const struct {
        const char *name, *text, *exact; /* NULL: doubles */
        double nearest;
    } rows[] = {
        {"binary16", "0x1.ffcp+15", NULL, 65504},
        {"binary16", "0.1", NULL, 0x1.998p-4},
        {"binary16", "0.099976", NULL, 0x1.998p-4},
        {"binary16", "0.0999755859375", NULL, 0x1.998p-4},
        {"binary32", "1.4e-45", NULL, 0x1p-149},
        {"binary32", "0.100000001490116119", NULL, 0.1f},
        {"binary32", "-0", NULL, -0.0},
        {"extended", "0x1.0000000000000002p+0", "0x1.0000000000000002p+0", 1},
        {"extended", "0xf.fffffffffffffffp-3", "0x1.fffffffffffffffep+0", 2},
        {"extended", "0x1p-16445", "0x1p-16445", 0x1p-1074},
        {"extended", "-0x1p+16383", "-0x1p+16383", -DBL_MAX},
        {"extended", "0.1", "0x1.999999999999999ap-4", 0.1},
        {"binary128", "0.1", "0x1.999999999999999999999999999ap-4", 0.1},
        {"binary128", "3.3621031431120935062626778173217526e-4932", "0x1p-16382", 0x1p-1074},
        {"binary128", "1.18973149535723176508575932662800702e4932",
         "0x1.ffffffffffffffffffffffffffffp+16383", DBL_MAX},
        {"binary128", "1e22", NULL, 1e22},
        {"binary128", "1e31", "0x1.f8def8808b02452c9ap+102", 1e31},
        {"double-double", "0x1.0000000000000000000000000000000000000001p+0",
         "0x1.0000000000000000000000000000000000000001p+0", 1},
        {"double-double", "0x1p-1074", NULL, 0x1p-1074},
        {"double-double", "0.1", "0x1.999999999999999999999999998p-4", 0.1}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_numbers got;
        slp_exact *exact;
        char fault[SLP_EXACT_FAULT];
        assert_int_equal(read(&got, &exact, rows[i].text, rows[i].name, fault), SLP_OK);
        assert_memory_equal(got.at, &rows[i].nearest, sizeof(double));
        prints_as(got.at, exact, 1, rows[i].exact);
        free(got.at);
        slp_exact_free(exact);
    }
}

/* What is no number of the arithmetic; it is said why, and which item it is. */
static void other_numbers_are_refused(void **unused)
{
    static const char *const rows[][3] = {
        {"binary16", "0x1.ffep+15", "has more bits than a number of binary16"},
        {"binary16", "0x1p+16", "is beyond the largest number of binary16"},
        {"binary16", "65520", "is beyond the largest number of binary16"},
        {"binary16", "0x1p-25", "is below the spacing of binary16"},
        {"binary16", "1e-9", "is below the spacing of binary16"},
        {"binary32", "16777217", "has more digits than a number of binary32"},
        {"binary32", "0.10000000000000001", "has more digits than a number of binary32"},
        {"binary32", "0x1.0000001p+0", "has more bits than a number of binary32"},
        {"binary32", "1e39", "is beyond the largest number of binary32"},
        {"binary32", "1e999999999999", "is beyond the largest number of binary32"},
        {"binary32", "1e-999999999999", "is below the spacing of binary32"},
        {"extended", "0x1.00000000000000001p+0", "has more bits than a number of extended"},
        {"extended", "0x1p-16446", "is below the spacing of extended"},
        {"extended", "0x1p+16384", "is beyond the largest number of extended"},
        {"double-double", "0x1.000000000000000000000000001000000000000000001p+0",
         "has more bits than a number of double-double"},
        {"double-double", "0x1p-1075", "is below the spacing of double-double"},
        {"binary128", "0x1.zp+0", "is not a number"},
        {"binary128", "nan", "is not finite"},
        {"binary128", "", "is empty"}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_numbers got;
        slp_exact *exact;
        char fault[SLP_EXACT_FAULT];
        assert_int_equal(read(&got, &exact, rows[i][1], rows[i][0], fault), SLP_INPUT);
        assert_non_null(strstr(fault, rows[i][2]));
        assert_null(got.at);
        assert_null(exact);
    }
}

static void lists_keep_doubles_as_they_are(void **unused)
{
    slp_numbers got;
    slp_exact *exact;
    char fault[SLP_EXACT_FAULT];
    (void)unused;
    assert_int_equal(
        read(&got, &exact, "1,0x1p-1074,0x1.00000000000000001p+0,-0", "binary128", fault), SLP_OK);
    assert_int_equal(got.count, 4);
    prints_as(got.at, exact, 4, "0x1p+0,0x0.0000000000001p-1022,0x1.00000000000000001p+0,-0x0p+0");
    free(got.at);
    slp_exact_free(exact);
    const slp_arithmetic a = named("binary32");
    size_t item;
    const char *text = "1,2,0x1.0000001p+0";
    assert_int_equal(slp_exact_list(&got, &exact, (slp_span){text, strlen(text)}, &a, &item, fault),
                     SLP_INPUT);
    assert_int_equal(item, 3);
}

static void decimals_may_be_long(void **unused)
{
    slp_numbers got;
    slp_exact *exact;
    char fault[SLP_EXACT_FAULT], text[14000];
    (void)unused;
    /* 2^-16494 has 11530 digits */
    memcpy(text, "0.", 3);
    memset(text + 2, '3', 13000);
    text[13002] = 0;
    assert_int_equal(read(&got, &exact, text, "binary128", fault), SLP_INPUT);
    assert_non_null(strstr(fault, "has more digits"));
    assert_int_equal(read(&got, &exact, text, "double-double", fault), SLP_OK);
    prints_as(got.at, exact, 1, "0x1.555555555555555555555555554p-2");
    free(got.at);
    slp_exact_free(exact);
}

#define WIDE                                                                                       \
    "case id=a system=rigid-body scheme=tmk arithmetic=%s inertia=0x1p+0,0x1p+1,0x1p+1 "           \
    "lin=0x1p-3,0x0p+0,0x0p+0 h=%s steps=1 x=0x1.8p-1,0x0p+0,%s dw=0x1p-3"

static slp_status parse(slp_case *c, const char *name, const char *h, const char *x, slp_error *err)
{
    char line[600];
    snprintf(line, sizeof line, WIDE, name, h, x);
    return slp_case_parse(c, line, 7, err);
}

static void cases_hold_exact_numbers(void **unused)
{
    char line[700], *printed = NULL;
    size_t size;
    slp_case c, again;
    slp_error err;
    (void)unused;
    slp_case_init(&c);
    slp_case_init(&again);
    assert_int_equal(parse(&c, "binary128", "0x1.00000000000000001p-6", "0x1.2p-1", &err), SLP_OK);
    assert_string_equal(c.arithmetic->name, "binary128");
    prints_as(&c.h, c.exact_h, 1, "0x1.00000000000000001p-6");
    assert_null(c.exact_x);
    assert_int_equal(slp_case_copy(&again, &c), SLP_OK);
    FILE *to = open_memstream(&printed, &size);
    slp_case_print(to, &again);
    fclose(to);
    snprintf(line, sizeof line, WIDE "\n", "binary128", "0x1.00000000000000001p-6", "0x1.2p-1");
    assert_string_equal(printed, line);
    free(printed);
    /* numbers that are set anew are doubles again */
    const double h = 0.5;
    assert_int_equal(slp_case_set(&c, "h", &h, 1, &err), SLP_OK);
    assert_null(c.exact_h);
    assert_int_equal(slp_case_set_text(&c, "x", "1,0x1.00000000000000001p-6,0", &err), SLP_OK);
    prints_as(c.x, c.exact_x, 3, "0x1p+0,0x1.00000000000000001p-6,0x0p+0");
    c.x[1] = 0.25;
    prints_as(c.x, c.exact_x, 3, "0x1p+0,0x1p-2,0x0p+0");
    /* so are those of another arithmetic */
    assert_int_equal(slp_case_set_text(&c, "x", "1,0x1.00000000000000001p-6,0", &err), SLP_OK);
    assert_int_equal(slp_case_set_arithmetic(&c, slp_arithmetic_find("extended")), SLP_OK);
    assert_null(c.exact_x);
    /* a case that is binary64 says nothing of it */
    assert_int_equal(parse(&c, "binary64", "0x1p-6", "0x1.2p-1", &err), SLP_OK);
    assert_null(c.arithmetic);
    slp_case_clear(&c);
    slp_case_clear(&again);
}

static void wrong_cases_are_named(void **unused)
{
    static const struct {
        const char *name, *h, *x, *field, *text;
    } rows[] = {{"binary17", "1", "1", "arithmetic", "did you mean binary16?"},
                {"binary32", "0x1.0000001p-6", "1", "h", "has more bits"},
                {"binary32", "0x1p-6", "0x1.0000001p-6", "x", "item 3: "},
                {"binary32", "0x1p-6,1", "1", "h", "Steps that vary"},
                {"binary16", "0x1p-6", "1e6", "x", "is beyond the largest number of binary16"}};
    slp_case c;
    (void)unused;
    slp_case_init(&c);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_error err;
        assert_int_equal(parse(&c, rows[i].name, rows[i].h, rows[i].x, &err), SLP_INPUT);
        assert_int_equal(err.line, 7);
        assert_string_equal(err.id, "a");
        assert_string_equal(err.field, rows[i].field);
        assert_non_null(strstr(err.text, rows[i].text));
    }
    /* built in memory */
    slp_error err;
    assert_int_equal(parse(&c, "binary64", "0.1", "1", &err), SLP_OK);
    assert_int_equal(slp_case_set_arithmetic(&c, slp_arithmetic_find("binary32")), SLP_OK);
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "h");
    c.h = 0.1f;
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    c.params[0].at[1] = 0.1;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "inertia");
    slp_case_clear(&c);
}

static void answers_of_other_widths_are_named(void **unused)
{
    static const struct {
        const char *name, *y, *fault; /* NULL: an answer */
    } rows[] = {{"binary64", "0x1.00000000000000001p+0,0.1", NULL},
                {"binary32", "0x1p+0,0x1.0000020p+0", NULL},
                {"binary32", "0.1,1e-45", NULL},
                {"binary32", "0.1,0x1.0000001p+0", "item 2: 0x1.0000001p+0 "},
                {"binary32", "0x1p+0,0x1.00000010000000p+0", "item 2: 0x1.0000001p+0 is no number"},
                {"binary32", "0.1,0.30000000000000004", "item 2: 0.30000000000000004 has more"},
                {"binary128", "0.1,0x1.00000000000000001p+0", NULL},
                {"extended", "0x1.00000000000000001p+0", "item 1: "}};
    slp_result r;
    (void)unused;
    slp_result_init(&r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[300];
        slp_error err;
        const slp_arithmetic a = named(rows[i].name);
        snprintf(line, sizeof line, "result id=b y=%s", rows[i].y);
        assert_int_equal(slp_result_parse(&r, line, 9, &err), SLP_OK);
        assert_int_equal(slp_result_in(&r, &a, &err), rows[i].fault ? SLP_INPUT : SLP_OK);
        if (!rows[i].fault) continue;
        assert_int_equal(err.line, 9);
        assert_string_equal(err.id, "b");
        assert_string_equal(err.field, "y");
        assert_non_null(strstr(err.text, rows[i].fault));
        assert_non_null(strstr(err.text, "computed or printed in wider numbers"));
    }
    /* an answer that was read in one arithmetic is none of another */
    slp_error err;
    const slp_arithmetic wide = named("binary128"), other = named("extended");
    assert_int_equal(slp_result_parse(&r, "result id=b y=1,0x1.00000000000000001p+0", 9, &err),
                     SLP_OK);
    assert_int_equal(slp_result_in(&r, &wide, &err), SLP_OK);
    assert_int_equal(slp_result_in(&r, &wide, &err), SLP_OK);
    assert_int_equal(slp_result_in(&r, &other, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "item 2: "));
    slp_result_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_read_to_all_bits),
                                       cmocka_unit_test(other_numbers_are_refused),
                                       cmocka_unit_test(lists_keep_doubles_as_they_are),
                                       cmocka_unit_test(decimals_may_be_long),
                                       cmocka_unit_test(cases_hold_exact_numbers),
                                       cmocka_unit_test(wrong_cases_are_named),
                                       cmocka_unit_test(answers_of_other_widths_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
