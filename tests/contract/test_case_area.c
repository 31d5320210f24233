/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas of a case: reading, printing, building in memory, and what is refused. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

#define BODY  "system=rigid-body scheme=tmk inertia=0x1p+0,0x1p+1,0x1.8p+1 "
#define TWO   "lin=0x1p-3,0x0p+0,0x0p+0,0x0p+0,0x1p-3,0x0p+0 "
#define THREE "quad=0x1p-3,0x1p-2,0x1p-4 "
#define REST  "h=0x1p-6 steps=1 x=0x1p-1,0x0p+0,0x1p-1 "

static char *printed(const slp_case *c)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    assert_int_equal(slp_case_print(to, c), 0);
    fclose(to);
    return text;
}

static void prints_as_it_was(const char *line)
{
    slp_case c, copy;
    slp_error err;
    slp_case_init(&c);
    slp_case_init(&copy);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(slp_case_copy(&copy, &c), SLP_OK);
    char *text = printed(&copy);
    text[strlen(text) - 1] = 0;
    assert_string_equal(text, line);
    assert_int_equal(slp_case_check(&copy, &err), SLP_OK);
    char *again = printed(&copy);
    again[strlen(again) - 1] = 0;
    assert_string_equal(again, line);
    free(text);
    free(again);
    slp_case_clear(&c);
    slp_case_clear(&copy);
}

static void reads_and_prints(void **state)
{
    (void)state;
    prints_as_it_was("case id=a " BODY TWO REST "dw=0x1p-4,-0x1p-5 area=0x1p-9");
    prints_as_it_was("case id=a " BODY THREE "h=0x1p-6 steps=2 x=0x1p-1,0x0p+0,0x1p-1 "
                     "dw=0x1p-4,-0x1p-5,0x1p-6,0x1.8p-4,-0x1.8p-5,0x1.8p-6 "
                     "area=0x1p-9,-0x0p+0,0x1p-11,0x1.8p-9,0x1.8p-10,-0x1.8p-11");
    /* numbers with more bits than a double keep them */
    prints_as_it_was("case id=a system=rigid-body scheme=tmk arithmetic=binary128 "
                     "inertia=0x1p+0,0x1p+1,0x1.8p+1 " TWO REST
                     "dw=0x1.0000000000000000001p-4,-0x1p-5 area=0x1.000000000000000000ap-9");
}

/* Behind the increments of each step, row by row. */
static void stand_behind_the_increments(void **state)
{
    const double expected[] = {1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60};
    slp_case c;
    slp_error err;
    (void)state;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a " BODY THREE "h=1 steps=2 x=1,0,0 dw=1,2,3,4,5,6 "
                                    "area=10,20,30,40,50,60",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(c.M, 6);
    assert_int_equal(c.areas, 3);
    assert_int_equal(c.dw_count, 12);
    assert_memory_equal(c.dw, expected, sizeof expected);
    slp_case_clear(&c);
}

static void builds_in_memory(void **state)
{
    const double inertia[] = {1, 2, 3}, quad[] = {.125, .25, .0625}, x[] = {.5, 0, .5};
    const double dw[] = {1, 2, 3, 4, 5, 6}, area[] = {10, 20, 30, 40, 50, 60}, two = 2, one = 1;
    slp_case *c;
    slp_error err;
    size_t d, M;
    (void)state;
    assert_int_equal(slp_case_new(&c, "rigid-body", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "quad", quad, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "steps", &two, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "area", area, 6, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", dw, 6, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    assert_int_equal(c->M, 6);
    assert_true(c->dw[3] == 10 && c->dw[6] == 4 && c->dw[11] == 60);
    assert_int_equal(slp_case_sizes(&d, &M, c, &err), SLP_OK);
    assert_int_equal(M, 3);
    assert_int_equal(c->M, 6);
    /* any key takes them apart; the numbers may be those that are moved */
    assert_int_equal(slp_case_set(c, "area", c->dw, 3, &err), SLP_OK);
    assert_int_equal(c->M, 3);
    assert_int_equal(c->areas, 0);
    assert_memory_equal(c->dw, dw, sizeof dw);
    assert_memory_equal(c->area.at, dw, 3 * sizeof *dw);
    assert_int_equal(slp_case_check(c, &err), SLP_INPUT);
    assert_string_equal(err.field, "area");
    assert_int_equal(slp_case_set(c, "steps", &one, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", dw, 3, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    assert_true(c->dw[2] == 3 && c->dw[3] == 1 && c->dw[5] == 3);
    /* none: as before there were any */
    assert_int_equal(slp_case_set(c, "area", NULL, 0, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    assert_int_equal(c->M, 3);
    assert_int_equal(slp_case_set_text(c, "area", "1,0x1p-3,-2", &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    assert_true(c->dw[3] == 1 && c->dw[4] == .125 && c->dw[5] == -2);
    slp_case_free(c);
}

/* In a wide arithmetic the texts are parted and joined with the numbers. */
static void wide_numbers_are_parted(void **state)
{
    const char *const line =
        "case id=a system=rigid-body scheme=tmk arithmetic=binary128 "
        "inertia=0x1p+0,0x1p+1,0x1.8p+1 " TWO "h=0x1p-6 steps=2 x=0x1p-1,0x0p+0,0x1p-1 "
        "dw=0x1.0000000000000000001p-4,-0x1p-5,0x1.0000000000000000003p-4,0x1p-7 "
        "area=0x1p-9,0x1.000000000000000000ap-9";
    const double h = 0x1p-6;
    slp_case c;
    slp_error err;
    (void)state;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(&c, "h", &h, 1, &err), SLP_OK);
    assert_int_equal(c.areas, 0);
    for (int checked = 0; checked < 2; checked++) {
        char *text = printed(&c);
        text[strlen(text) - 1] = 0;
        assert_string_equal(text, line);
        free(text);
        assert_int_equal(slp_case_check(&c, &err), SLP_OK);
        assert_int_equal(c.areas, 1);
    }
    assert_int_equal(slp_case_set_text(&c, "area", "1,0x1.000000000000000000cp-9", &err), SLP_OK);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    char *text = printed(&c);
    assert_non_null(strstr(text, " area=0x1p+0,0x1.000000000000000000cp-9\n"));
    free(text);
    slp_case_clear(&c);
}

static void refused(const char *line, const char *field, const char *text)
{
    slp_case c;
    slp_error err = {.line = 0};
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 7, &err), SLP_INPUT);
    assert_string_equal(err.field, field);
    if (!strstr(err.text, text)) print_error("%s\n", err.text);
    assert_non_null(strstr(err.text, text));
    assert_int_equal(err.line, 7);
    slp_case_clear(&c);
}

static void wrong_areas_are_refused(void **state)
{
    (void)state;
    refused("case id=a " BODY TWO REST "dw=1,2 area=1,2", "area",
            "has 2 numbers, expected steps*M(M-1)/2 = 1");
    refused("case id=a " BODY TWO REST "dw=1,2,3 area=1", "dw",
            "has 3 numbers, expected steps*M = 2");
    refused("case id=a " BODY TWO REST "dw=1,2 area=nan", "area", "item 1");
    refused("case id=a " BODY TWO REST "dw=1,2 area=", "area", "empty");
    refused("case id=a " BODY "lin=1,0,0 " REST "dw=1 area=1", "area", "M = 1");
    refused("case id=a " BODY REST "area=1", "area", "M = 0");
    refused("case id=a system=rigid-body scheme=splitting-strang inertia=1,2,3 " TWO REST
            "dw=1,2 area=1",
            "area", "take implicit-midpoint");
    refused("case id=a system=rigid-body-n scheme=tmk n=3 quad=0.1 " REST "dw=1,2,3 area=1,2,3",
            "area", "no brackets of the noises of rigid-body-n");
    refused("case id=a " BODY TWO "h=1 steps=0 x=1,0,0 dw=1,2 area=1", "steps", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_prints), cmocka_unit_test(stand_behind_the_increments),
        cmocka_unit_test(builds_in_memory), cmocka_unit_test(wide_numbers_are_parted),
        cmocka_unit_test(wrong_areas_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
