/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The units of a verdict in declared arithmetics, and the bounds in them: judge.md (6) to (10). */
#include "oracle/judge/judge.h"
#include "oracle/judge/step.h"
#include "oracle/judge/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_arithmetic named(const char *name, double tolerance)
{
    slp_arithmetic a;
    assert_int_equal(slp_arithmetic_parse(&a, name, NULL), SLP_OK);
    a.tolerance = tolerance;
    return a;
}

static double bound(const char *name, double tolerance, const char *system, const char *scheme,
                    size_t d)
{
    const slp_arithmetic a = named(name, tolerance);
    return slp_judge_bound_in(&a, slp_system_find(system), slp_scheme_find(scheme), d);
}

static void bounds_count_roundings(void **unused)
{
    (void)unused;
    const double w = sqrt(2);
    assert_true(bound("binary64", 0, "rigid-body", "tmk", 3) == 20);
    assert_true(bound("binary16", 0, "rigid-body", "tmk", 3) == 20);
    assert_true(bound("binary128", 0, "rigid-body", "variational-cayley", 3) == 36);
    /* pairs: 4 + 8 + 4n u'/u + 4 */
    assert_true(bound("binary16+binary32", 0, "rigid-body", "tmk", 3) == 16 + 12 * 0x1p-13);
    assert_lt(
        fabs(bound("binary16+binary32", 0, "zeitlin-sphere", "tmk", 64) - w * (16 + 32 * 0x1p-13)),
        1e-12);
    /* the slack of the stopping rule counts twice: 2 tau - 4 */
    assert_true(bound("binary32", 0x1p-20, "rigid-body", "tmk", 3) == 2 * 16 - 4 + 16);
    assert_true(bound("binary32", 0x1p-30, "rigid-body", "tmk", 3) == 20);
}

static void a_pass_must_say_something(void **unused)
{
    static const struct {
        const char *name;
        double tolerance, weakest;
        bool plain;
        long first;
    } rows[] = {{"binary64", 0, 0x1p13, true, 128},        {"binary64", 0x1p-60, 0x1p13, true, 128},
                {"binary64", 0x1p-40, 0x1p24, false, 128}, {"binary32", 0, 0x1p13, false, 128},
                {"binary16", 0, 0x1p9, false, 128},        {"bfloat16", 0, 0x1p6, false, 128},
                {"binary32", 0x1p-10, 0x1p22, false, 128}, {"extended", 0, 0x1p13, false, 128},
                {"double-double", 0, 0x1p13, false, 256},  {"binary128", 0, 0x1p13, false, 256}};
    (void)unused;
    assert_true(judge_unit_of(NULL).plain);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const slp_arithmetic a = named(rows[i].name, rows[i].tolerance);
        const judge_unit unit = judge_unit_of(&a);
        assert_true(unit.weakest == rows[i].weakest);
        assert_int_equal(unit.plain, rows[i].plain);
        assert_int_equal(judge_first_precision(&unit), rows[i].first);
        /* a flow's bounds hold within 2^-11 of its state, so a pass must say as much; 1 is an error
         * of u */
        for (int splits = 0; splits < 2; splits++)
            assert_true(
                judge_weakest(&unit, slp_scheme_find(splits ? "splitting-strang" : "tmk")) ==
                (splits ? ldexp(1, unit.bits - 11) : rows[i].weakest));
    }
}

static void roundings_of_roundings_widen(void **unused)
{
    (void)unused;
    const slp_arithmetic half = named("binary16", 0);
    const judge_unit unit = judge_unit_of(&half), plain = judge_unit_of(NULL);
    assert_true(judge_widened(&plain, 20, 8) == 20);
    assert_true(judge_widened(&plain, 32, 0x1p8) == 32);
    assert_true(judge_widened(&plain, 32, 0x1p46) == 32 / 0.75);
    assert_true(isinf(judge_widened(&plain, 32, 0x1.01p46)));
    assert_true(judge_widened(&unit, 32, 8) == 32 / (1 - 0.125));
    assert_true(judge_widened(&unit, 32, 16) == 32 / (1 - 0.25));
    assert_true(isinf(judge_widened(&unit, 32, 16.5)));
    assert_true(isinf(judge_widened(&unit, NAN, 1)));
}

/* The generator's part, with underflow where the arithmetic's range is small. */
static void the_generator_counts(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=tmk arithmetic=binary16 "
                                    "inertia=1,2,4 lin=0.125,0,0 h=0.25 steps=1 x=0.5,-1024,0.75 "
                                    "dw=0.125",
                                    1, &err),
                     SLP_OK);
    /* 20 + (18 + 5') |Xi| + 5' F 2^-14, F = 1024, 5' = 5/(1 - 5u) */
    const double five = 5 / (1 - 5 * 0x1p-11), single = 5 / (1 - 5 * 0x1p-24);
    assert_true(judge_allowance(&c, 0.5, 1) == 20 + (18 + five) * 0.5 + five * 0x1p-4);
    c.params[0].at[2] = 0x1p-12; /* 1/I */
    assert_true(judge_allowance(&c, 0.5, 1) == 20 + (18 + five) * 0.5 + five * 0x1p-2);
    assert_true(judge_allowance(&c, 0, 103) == INFINITY);
    assert_lt(judge_allowance(&c, 0, 102), 1e4);
    slp_arithmetic a = named("binary16+binary32", 0);
    slp_case_set_arithmetic(&c, &a);
    assert_lt(fabs(judge_allowance(&c, 0.5, 1) - (16 + 9 + five * 0.75 + 21 * 0x1p-13)), 1e-12);
    a = named("binary32", 0x1p-20);
    slp_case_set_arithmetic(&c, &a);
    assert_lt(fabs(judge_allowance(&c, 0.5, 1) - (44 + 9 + single / 2 + 2 * 12 * 0.5)), 1e-12);
    slp_case_clear(&c);
}

/* An answer in memory is judged in the case's unit, and must be numbers of it. */
static void answers_in_memory(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    slp_verdict v;
    const double right[3] = {0x1.333126p-1, 0x1.eb7fa2p-7, 0x1.9988b4p-1};
    double y[3] = {right[0], right[1], right[2]};
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=tmk arithmetic=binary32 "
                                    "inertia=1,2,3 lin=0.1,0,0 h=0x1p-6 steps=1 x=0.6,0,0.8 "
                                    "dw=0.125",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(slp_judge_answer(&v, &c, y, 3, NULL, &err), SLP_OK);
    assert_int_equal(v.kind, SLP_VERDICT_PASS);
    assert_true(v.u == 0x1p-24);
    assert_lt(v.ratio, 2);
    y[0] += 0x1p-18;
    assert_int_equal(slp_judge_answer(&v, &c, y, 3, NULL, &err), SLP_OK);
    assert_int_equal(v.kind, SLP_VERDICT_FAIL);
    y[0] += 0x1p-40;
    assert_int_equal(slp_judge_answer(&v, &c, y, 3, NULL, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "is no number of binary32"));
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_count_roundings), cmocka_unit_test(a_pass_must_say_something),
        cmocka_unit_test(roundings_of_roundings_widen), cmocka_unit_test(the_generator_counts),
        cmocka_unit_test(answers_in_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
