/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the parser accepts, what it makes of it, and that cases built in memory are held to the same
 * rules. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RB   "case id=a system=rigid-body scheme=tmk "
#define GOOD RB "inertia=1,2,3 quad=1,1,1 h=0.1 steps=1 x=1,0,0 dw=1,2,3"

/* Every proper beginning of a good line is refused: nothing in it is optional at the end. */
static void a_line_cut_anywhere_is_refused(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, GOOD, 1, &err), SLP_OK);
    for (size_t length = 0; length < strlen(GOOD); length++) {
        char line[sizeof GOOD];
        memcpy(line, GOOD, length);
        line[length] = 0;
        if (slp_case_parse(&c, line, 1, &err) == SLP_OK) fail_msg("accepted: %s", line);
    }
    slp_case_clear(&c);
}

static void counts_follow_from_parameters(void **unused)
{
    static const struct {
        const char *line;
        size_t d, M;
    } known[] = {
        {GOOD, 3, 3},
        {RB "inertia=1,2,3 quad=0,0,0 lin=1,0,0,0,1,0 h=1 steps=1 x=1,0,0 dw=1,2,3,4,5", 3, 5},
        {"case id=a system=rigid-body-n scheme=tmk n=4 h=1 steps=1 x=1,1,1,1,1,1", 6, 0},
        {"case id=a system=rigid-body-n scheme=tmk n=3 quad=1 h=1 steps=1 x=1,1,1 dw=1,1,1", 3, 3},
        {"case id=a system=point-vortices scheme=tmk gamma=1,2 quad=1,1,1 h=1 steps=1 "
         "x=1,0,0,0,1,0 dw=1,1,1",
         6, 3},
        {"case id=a system=zeitlin-sphere scheme=tmk n=3 amp=1 h=1 steps=1 x=0,0,0,0,0,0,0,0,0 "
         "dw=1,1,1,1,1",
         9, 5},
        {"case id=a system=zeitlin-sphere scheme=tmk n=3 amp=1 shell=1 h=1 steps=1 "
         "x=0,0,0,0,0,0,0,0,0 dw=1,1,1,1,1,1,1,1",
         9, 8},
        {"case id=a system=zeitlin-sphere scheme=tmk n=3 shell=1 h=1 steps=1 x=0,0,0,0,0,0,0,0,0",
         9, 0},
        {"case id=a system=sine-euler scheme=tmk n=3 modes=1:1,1:-1 amp=1 h=1 steps=1 "
         "x=0,0,0,0,0,0,0,0,0 dw=1,1",
         9, 2},
        {"case id=a system=sine-euler scheme=tmk n=3 modes=1:1 h=1 steps=1 x=0,0,0,0,0,0,0,0,0", 9,
         0},
        {"case id=a system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 "
         "noise=1,2,3,4,5,6,7,1,2,3,4,5,6,7 h=1 steps=1 x=1,0,0,0,0,1 dw=1,1",
         6, 2},
        {"case id=a system=canonical scheme=midpoint model=kubo beta=1 h=1 steps=1 x=1,0 dw=1", 2,
         1},
        {"case id=a system=canonical scheme=midpoint model=pendulum beta=1 gamma=1 h=1 steps=1 "
         "x=1,0 dw=1,1",
         2, 2},
        {"case id=a system=canonical scheme=midpoint model=pendulum gamma=1 h=1 steps=1 x=1,0 dw=1",
         2, 1},
        {"case id=a system=canonical scheme=midpoint model=pendulum h=-1 steps=1 x=1,0", 2, 0}};
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (slp_case_parse(&c, known[i].line, 1, &err) != SLP_OK)
            fail_msg("%s: %s", known[i].line, err.text);
        assert_int_equal(c.d, known[i].d);
        assert_int_equal(c.M, known[i].M);
        assert_int_equal(c.dw_count, c.steps * c.M);
    }
    slp_case_clear(&c);
}

/* The trace of su(N) may be off by rounding, 2 n^2 u max|x| = 2^-48 here, and no more. */
static void the_trace_may_be_off_by_rounding_only(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=zeitlin-sphere scheme=tmk n=4 h=1 steps=1 "
                                    "x=1,-1,0,0x1p-48,0,0,0,0,0,0,0,0,0,0,0,0",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=zeitlin-sphere scheme=tmk n=4 h=1 steps=1 "
                                    "x=1,-1,0,0x1.8p-48,0,0,0,0,0,0,0,0,0,0,0,0",
                                    1, &err),
                     SLP_INPUT);
    /* both matrices of mhd-sphere are asked */
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=mhd-sphere scheme=heun n=2 h=1 steps=1 "
                                    "x=1,-1,0,0,2,-2,1,1",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=mhd-sphere scheme=heun n=2 h=1 steps=1 "
                                    "x=1,-1,0,0,2,-1,1,1",
                                    1, &err),
                     SLP_INPUT);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=mhd-sphere scheme=heun n=2 h=1 steps=1 "
                                    "x=1,-2,0,0,2,-2,1,1",
                                    1, &err),
                     SLP_INPUT);
    /* scaled to both ends of binary64 it is the same question */
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 "
                                    "x=0x1p-1074,-0x1p-1074,0,0",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 "
                                    "x=0x1p-1074,0,0,0",
                                    1, &err),
                     SLP_INPUT);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 "
                                    "x=0x1p+1023,0x1p+1023,0,0",
                                    1, &err),
                     SLP_INPUT);
    slp_case_clear(&c);
}

static char *printed(const slp_case *c)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_int_equal(slp_case_print(to, c), 0);
    fclose(to);
    text[length - 1] = 0; /* its newline */
    return text;
}

/* Words and pairs are printed as they are written; fields may stand in any order. */
static void prints_what_it_read(void **unused)
{
    static const char *const lines[] = {
        "case id=a system=canonical scheme=midpoint model=pendulum gamma=0x1p+0 h=0x1p-3 steps=1 "
        "x=0x1p+0,-0x0p+0 dw=0x0.0000000000001p-1022",
        "case id=b system=sine-euler scheme=tmk n=0x1.8p+1 modes=1:1,1:-1,0:1 amp=0x1p+0 h=0x1p+0 "
        "steps=1 x=0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0 "
        "dw=0x1p+0,0x1p+1,0x1.8p+1"};
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(slp_case_parse(&c, lines[i], 1, &err), SLP_OK);
        char *text = printed(&c);
        assert_string_equal(text, lines[i]);
        free(text);
    }
    assert_int_equal(slp_case_parse(&c,
                                    "case x=1,0,0 steps=1 h=1 inertia=1,1,1 scheme=tmk "
                                    "system=rigid-body id=z",
                                    1, &err),
                     SLP_OK);
    char *text = printed(&c);
    assert_string_equal(text, "case id=z system=rigid-body scheme=tmk inertia=0x1p+0,0x1p+0,0x1p+0 "
                              "h=0x1p+0 steps=1 x=0x1p+0,0x0p+0,0x0p+0");
    free(text);
    slp_case_clear(&c);
}

/* A stream that takes nothing is reported by the printers. */
static void a_failed_print_is_reported(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, GOOD, 1, &err), SLP_OK);
    slp_result r = {.id = c.id, .error = SLP_UNABLE};
    FILE *to = fopen("/dev/full", "w");
    if (!to) skip();
    setvbuf(to, NULL, _IONBF, 0);
    assert_int_equal(slp_case_print(to, &c), -1);
    clearerr(to);
    assert_int_equal(slp_result_print(to, &r), -1);
    fclose(to);
    slp_case_clear(&c);
}

/* A case built in memory is held to the same rules, and a copy is a case of its own. */
static void cases_in_memory_are_checked(void **unused)
{
    (void)unused;
    slp_case c, copy;
    slp_error err;
    slp_case_init(&c);
    slp_case_init(&copy);
    assert_int_equal(slp_case_parse(&c, GOOD, 1, &err), SLP_OK);
    slp_case_copy(&copy, &c);
    slp_case_set_x(&c, (double[]){1, 2, NAN}, 3);
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "x");
    slp_case_set_x(&c, (double[]){1, 2}, 2);
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "x");
    slp_case_set_x(&c, (double[]){1, 2, 3}, 3);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    slp_case_set_dw(&c, (double[]){1, 2}, 2);
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "dw");
    assert_int_equal(slp_case_set_param(&c, "quad", NULL, 0, &err), SLP_OK);
    slp_case_set_dw(&c, NULL, 0);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    assert_int_equal(c.M, 0);
    assert_int_equal(slp_case_set_param(&c, "amp", (double[]){1}, 1, &err), SLP_INPUT);
    assert_string_equal(err.field, "amp");
    c.h = INFINITY;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "h");
    c.h = 1;
    c.steps = 0;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "steps");
    c.steps = 1;
    c.system = slp_system_find("canonical");
    c.scheme = slp_scheme_find("midpoint");
    slp_case_set_param(&c, "model", (double[]){2}, 1, &err);
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "model");
    slp_case_set_param(&c, "model", (double[]){0}, 1, &err);
    slp_case_set_param(&c, "beta", NULL, 0, &err);
    slp_case_set_x(&c, (double[]){1, 2}, 2);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    c.system = slp_system_find("rigid-body");
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "scheme");
    slp_case_clear(&c);
    assert_int_equal(slp_case_check(&copy, &err), SLP_OK);
    assert_int_equal(copy.M, 3);
    assert_true(copy.dw[2] == 3 && copy.x[0] == 1);
    slp_case_clear(&copy);
    assert_int_equal(slp_case_check(&copy, &err), SLP_INPUT);
    assert_string_equal(err.field, "id");
}

static void status_words_read_back(void **unused)
{
    (void)unused;
    for (int i = 0; i < SLP_STATUS_COUNT; i++)
        assert_int_equal(slp_status_from_word(slp_status_word((slp_status)i)), i);
    assert_int_equal(slp_status_from_word("fine"), SLP_STATUS_COUNT);
    assert_string_equal(slp_status_word(SLP_NO_CONVERGENCE), "no-convergence");
    assert_string_equal(slp_status_word(SLP_STATUS_COUNT), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_cut_anywhere_is_refused),
        cmocka_unit_test(counts_follow_from_parameters),
        cmocka_unit_test(the_trace_may_be_off_by_rounding_only),
        cmocka_unit_test(prints_what_it_read),
        cmocka_unit_test(a_failed_print_is_reported),
        cmocka_unit_test(cases_in_memory_are_checked),
        cmocka_unit_test(status_words_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
