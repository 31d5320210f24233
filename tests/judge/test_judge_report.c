/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the judge prints and counts, and the index behind cases out of order. */
#include "tests/support/cmocka.h"

#include "oracle/judge/cases.h"
#include "oracle/judge/hint.h"
#include "oracle/judge/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_ratios_are_rounded_up(void **state)
{
    (void)state;
    const struct {
        double ratio;
        const char *text;
    } known[] = {{0.0, "0"},        {0.83, "0.83"},       {0.83000001, "0.831"}, {0.8349, "0.835"},
                 {15.999, "16"},    {16.0, "16"},         {16.0001, "16.1"},     {999.01, "1e+03"},
                 {1000.0, "1e+03"}, {1000.1, "1.01e+03"}, {9007.2, "9.01e+03"},  {INFINITY, "inf"}};
    char text[JUDGE_RATIO_CHARS];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        judge_ratio_print(text, known[i].ratio);
        assert_string_equal(text, known[i].text);
    }
    for (double ratio = 1e-300; ratio < 1e300; ratio *= 1.37) {
        judge_ratio_print(text, ratio);
        assert_ge(strtod(text, NULL), ratio);
        assert_le(strtod(text, NULL), ratio * 1.0101);
    }
}

/* What a printer wrote. */
static void printed(char *text, size_t room, FILE *file)
{
    size_t length;
    rewind(file);
    length = fread(text, 1, room - 1, file);
    text[length] = 0;
    fclose(file);
}

static void test_verdict_lines(void **state)
{
    (void)state;
    const struct {
        slp_verdict v;
        const char *line;
    } known[] = {
        {{SLP_VERDICT_PASS, 0.83, 20, 1, 1, 1, 2, SLP_OK, 0, 0, NULL, 0x1p-53, 0, 20 * 0x1p-53, 0},
         "verdict id=rb-1 pass ratio=0.83 worst=1:2 proves=2^-48\n"},
        {{SLP_VERDICT_FAIL, INFINITY, 20, 1, 1, 7, 3, SLP_OK, 0, 0, NULL, 0x1p-53, 0, NAN, NAN},
         "verdict id=rb-1 fail ratio=inf worst=7:3\n"},
        {{SLP_VERDICT_UNDECIDED, 20.01, 20, 1, 1, 1, 1, SLP_OK, 0, 0, NULL, 0x1p-53, 0, NAN, NAN},
         "verdict id=rb-1 undecided reason=precision ratio=20.1 worst=1:1\n"},
        {{SLP_VERDICT_UNABLE, NAN, 20, 1, 1, 4, 1, SLP_UNABLE, 0, 0, NULL, 0x1p-53, 0, NAN, NAN},
         "verdict id=rb-1 unable reason=unable step=4\n"},
        {{SLP_VERDICT_UNABLE, NAN, 20, 1, 1, 0, 0, SLP_DOMAIN, 0, 0, NULL, 0x1p-53, 0, NAN, NAN},
         "verdict id=rb-1 unable reason=domain\n"},
        {{SLP_VERDICT_ERROR, NAN, 20, 1, 1, 0, 0, SLP_NO_CONVERGENCE, 0, 0, NULL, 0x1p-53, 0, NAN,
          NAN},
         "verdict id=rb-1 error reason=no-convergence\n"},
        {{SLP_VERDICT_UNSUPPORTED, NAN, 20, 1, 1, 0, 0, SLP_UNSUPPORTED, 0, 0, NULL, 0x1p-53, 0,
          NAN, NAN},
         "verdict id=rb-1 unsupported reason=unsupported\n"},
        {{SLP_VERDICT_UNRECEIVED, NAN, 0, 1, 1, 0, 0, SLP_OK, 0, 0, NULL, 0x1p-53, 0, NAN, NAN},
         "verdict id=rb-1 unreceived\n"}};
    char text[200];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        FILE *file = tmpfile();
        judge_verdict_print(file, "rb-1", &known[i].v, NULL);
        printed(text, sizeof text, file);
        assert_string_equal(text, known[i].line);
    }
}

/* The error is that of the coordinate, in units of u times the norm of the state before the step.
 */
static void test_details_of_a_failure(void **state)
{
    (void)state;
    double x[3] = {3, 0, 4}, answers[6] = {0, 12, 5, 1, 1, 1};
    slp_case c;
    slp_result r;
    slp_verdict v = {SLP_VERDICT_FAIL, 100,  20.25,   1, 1,   2,  2, SLP_OK, 1,
                     1 + 26 * 0x1p-53, NULL, 0x1p-53, 0, NAN, NAN};
    char text[300];
    FILE *file = tmpfile();
    slp_case_init(&c);
    slp_result_init(&r);
    c.id = (char[]){"rb-1"};
    c.d = 3;
    c.x = x;
    r.y = (slp_numbers){6, answers};
    judge_detail_print(file, &c, &r, &v, NULL);
    printed(text, sizeof text, file);
    assert_string_equal(
        text, "# id=rb-1 step=2 coordinate=2 expected=0x1p+0 observed=0x1.000000000000dp+0 "
              "error/u=2 bound=20.2\n");
    file = tmpfile();
    v = (slp_verdict){SLP_VERDICT_FAIL, 100,  20,      1, 1,   1,  1, SLP_OK, 1,
                      1 - 10 * 0x1p-53, NULL, 0x1p-53, 0, NAN, NAN};
    judge_detail_print(file, &c, &r, &v, NULL);
    printed(text, sizeof text, file);
    assert_non_null(strstr(text, "step=1 coordinate=1 expected=0x1p+0"));
    assert_non_null(strstr(text, "error/u=-2 "));
    /* and none where there is no number that fails */
    const slp_verdict others[] = {
        {SLP_VERDICT_PASS, 1, 20, 1, 1, 1, 1, SLP_OK, 1, 1, NULL, 0x1p-53, 0, NAN, NAN},
        {SLP_VERDICT_FAIL, NAN, 20, 1, 1, 0, 0, SLP_OK, 1, 1, NULL, 0x1p-53, 0, NAN, NAN},
        {SLP_VERDICT_FAIL, NAN, 20, 1, 1, 1, 1, SLP_OK, 1, 1, "is nan", 0x1p-53, 0, NAN, NAN}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        file = tmpfile();
        judge_detail_print(file, &c, &r, &others[i], NULL);
        printed(text, sizeof text, file);
        assert_string_equal(text, "");
    }
}

static void test_tally(void **state)
{
    (void)state;
    judge_tally item_result = {0};
    slp_verdict v = {.kind = SLP_VERDICT_PASS};
    assert_int_equal(judge_tally_status(&item_result), 1);
    assert_true(isnan(judge_tally_median(&item_result)));
    for (int i = 1; i <= 101; i++) {
        v.ratio = i / 101.0;
        judge_tally_add(&item_result, i == 101 ? "last" : "other", &v);
    }
    assert_int_equal(judge_tally_status(&item_result), 0);
    assert_true(item_result.worst == 1.0);
    assert_string_equal(item_result.worst_id, "last");
    assert_ge(judge_tally_median(&item_result), 51 / 101.0);
    assert_le(judge_tally_median(&item_result), 1.19 * 51 / 101);
    /* A ratio in a unit that was too ill-conditioned to judge by is no step's worst. */
    v = (slp_verdict){.kind = SLP_VERDICT_UNABLE, .ratio = 1e72};
    judge_tally_add(&item_result, "unable", &v);
    assert_true(item_result.worst == 1.0);
    v.kind = SLP_VERDICT_UNDECIDED;
    {
        judge_tally more = item_result;
        judge_tally_add(&more, "undecided", &v);
        assert_true(more.worst == 1.0);
        v.kind = SLP_VERDICT_FAIL;
        judge_tally_add(&more, "failed", &v);
        assert_true(more.worst == 1e72);
    }
    for (int kind = 0; kind < SLP_VERDICT_COUNT; kind++) {
        judge_tally more = item_result;
        bool harmless = kind == SLP_VERDICT_PASS || kind == SLP_VERDICT_UNABLE ||
                        kind == SLP_VERDICT_UNSUPPORTED;
        v = (slp_verdict){.kind = (slp_verdict_kind)kind, .ratio = NAN};
        judge_tally_add(&more, "one", &v);
        assert_int_equal(judge_tally_status(&more), harmless ? 0 : 1);
        memset(&more, 0, sizeof more);
        judge_tally_add(&more, "one", &v);
        assert_int_equal(judge_tally_status(&more), kind == SLP_VERDICT_PASS ? 0 : 1);
    }
}

/* The tally has the weakest promise, and how many promise an absolute error alone. */
static void test_tally_of_promises(void **state)
{
    static const struct {
        slp_verdict_kind kind;
        double proves, absolute;
        const char *id, *words;
    } known[] = {{SLP_VERDICT_FAIL, NAN, NAN, "a", "slp judge: 0 pass, 1 fail; nothing passed\n"},
                 {SLP_VERDICT_PASS, 0, 0x1p-1070, "b",
                  "slp judge: 1 pass, 1 fail; 1 proves absolute:2^-1070\n"},
                 {SLP_VERDICT_PASS, 0, 0, "c",
                  "slp judge: 2 pass, 1 fail; weakest proves 0; 1 proves absolute:2^-1070\n"},
                 {SLP_VERDICT_PASS, 0x1p-45, 0, "d",
                  "slp judge: 3 pass, 1 fail; weakest proves 2^-45; 1 proves absolute:2^-1070\n"},
                 {SLP_VERDICT_PASS, 0x1p-48, 0x1p-1060, "e",
                  "slp judge: 4 pass, 1 fail; weakest proves 2^-45; 2 prove absolute:2^-1060\n"}};
    judge_tally tally = {0};
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const slp_verdict v = {.kind = known[i].kind,
                               .ratio = NAN,
                               .proves = known[i].proves,
                               .proves_absolute = known[i].absolute};
        FILE *file = tmpfile();
        judge_tally_add(&tally, known[i].id, &v);
        judge_tally_print(file, &tally);
        printed(text, sizeof text, file);
        assert_string_equal(text, known[i].words);
    }
}

enum { CASES = 2000 };

/* A file of CASES cases with comments between, named c-0, c-1, ... */
static void file_of_cases(char *path)
{
    int descriptor = mkstemp(path);
    FILE *file;
    assert_ge(descriptor, 0);
    file = fdopen(descriptor, "w");
    for (int k = 0; k < CASES; k++)
        fprintf(
            file,
            "%scase id=c-%d system=rigid-body scheme=tmk inertia=1,2,3 h=0.1 steps=1 x=%d,1,2\n",
            k % 3 ? "" : "# between\n\n", k, k);
    assert_int_equal(fclose(file), 0);
}

/* Every case is found once, by its id, in any order; what is never asked for is left, in order. */
static void test_cases_in_any_order(void **state)
{
    (void)state;
    char path[] = "/tmp/slp-test-judge-XXXXXX", id[32];
    file_of_cases(path);
    for (int order = 0; order < 4; order++) { /* as they stand, backwards, two scattered */
        const int stride[] = {1, CASES - 1, 77, 1023};
        judge_cases *cases;
        slp_error err;
        slp_case c;
        const char *left;
        int expected = 0;
        bool asked[CASES] = {false};
        assert_int_equal(judge_cases_open(&cases, path, &err), SLP_OK);
        slp_case_init(&c);
        for (int k = 0; k < CASES; k++) {
            int which = (k * stride[order] + (order == 1 ? CASES - 1 : 0)) % CASES;
            if (which % 5 == 4) continue;
            snprintf(id, sizeof id, "c-%d", which);
            assert_int_equal(judge_cases_take(&c, cases, id, &err), SLP_OK);
            assert_string_equal(c.id, id);
            assert_true(c.x[0] == which);
            assert_int_equal(c.line, which + 1 + 2 * (which / 3 + 1));
            assert_false(asked[which]);
            asked[which] = true;
        }
        assert_int_equal(judge_cases_take(&c, cases, "c-0", &err), SLP_END);
        assert_int_equal(judge_cases_take(&c, cases, "c-none", &err), SLP_END);
        while (judge_cases_next_left(&left, cases, &err) == SLP_OK) {
            while (asked[expected]) expected++;
            snprintf(id, sizeof id, "c-%d", expected++);
            assert_string_equal(left, id);
        }
        while (expected < CASES && asked[expected]) expected++;
        assert_int_equal(expected, CASES);
        slp_case_clear(&c);
        judge_cases_close(cases);
    }
    unlink(path);
}

/* A file that changes while results come is refused, not misread. */
static void test_changed_cases_are_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/slp-test-judge-XXXXXX";
    judge_cases *cases;
    slp_error err;
    slp_case c;
    FILE *file;
    file_of_cases(path);
    assert_int_equal(judge_cases_open(&cases, path, &err), SLP_OK);
    slp_case_init(&c);
    assert_int_equal(judge_cases_take(&c, cases, "c-9", &err), SLP_OK);
    file = fopen(path, "r+");
    fputs("# shifted", file);
    fseek(file, 0, SEEK_SET);
    for (int k = 0; k < 4096; k++) fputs("#\n", file);
    fclose(file);
    assert_int_equal(judge_cases_take(&c, cases, "c-7", &err), SLP_INPUT);
    assert_string_equal(err.id, "c-7");
    assert_non_null(strstr(err.text, "changed"));
    slp_case_clear(&c);
    judge_cases_close(cases);
    unlink(path);
}

/* Ranges of tolerances, of which each is named. */
static void test_tolerances_in_words(void **state)
{
    (void)state;
    char text[JUDGE_TOLERANCES_CHARS];
    judge_tolerances_words(text, UINT64_C(1) << 3);
    assert_string_equal(text, "1e-3");
    judge_tolerances_words(text, UINT64_C(1) << 1 | UINT64_C(7) << 4);
    assert_string_equal(text, "1e-1, 1e-4 to 1e-6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratios_are_rounded_up),
        cmocka_unit_test(test_verdict_lines),
        cmocka_unit_test(test_details_of_a_failure),
        cmocka_unit_test(test_tally),
        cmocka_unit_test(test_tally_of_promises),
        cmocka_unit_test(test_cases_in_any_order),
        cmocka_unit_test(test_changed_cases_are_refused),
        cmocka_unit_test(test_tolerances_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
