/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* `proves` of a pass is what the judge does: an answer farther from the exact step than that does
 * not pass, and one much nearer does.  SLP_CHECK_MULTIPLIER=1 tries each class of cases on each
 * pair, below it every other one, by turns.
 * Starts first. */
#include "tests/support/cmocka.h"

#include "oracle/judge/report.h"
#include "tests/judge/displaced.h"
#include "tests/support/depth.h"
#include "tests/support/on_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_D = 30, CLASSES = 8 };

/* The distance that `proves` names. */
static double named(const slp_verdict *v, const displaced *of)
{
    double from, to;
    displaced_sizes(&from, &to, of);
    return v->proves_absolute > 0 ? v->proves_absolute : v->proves * fmax(from, to);
}

/* An answer is rounded to binary64: that moves it by less than this.  `proves` is above 16 u times
 * the larger size, and n of 2^-1074. */
static const double off = 0.25;

/* Counts a pass of the case; 0 if there is none. */
static int displaced_around(slp_case *c, uint64_t *seed, int *absolute)
{
    displaced of;
    slp_verdict v;
    double y[MOST_D];
    int passed = 0;
    if (!displaced_begin(&of, c, seed)) return 0;
    displaced_answer(y, &of, 0);
    v = displaced_verdict(&of, y);
    if (v.kind == SLP_VERDICT_PASS && (v.proves > 0 || v.proves_absolute > 0)) {
        const double distance = named(&v, &of);
        assert_true(v.proves == 0 || v.proves_absolute == 0);
        assert_lt(displaced_answer(y, &of, distance / 2), distance);
        assert_int_equal(displaced_verdict(&of, y).kind, SLP_VERDICT_PASS);
        assert_gt(displaced_answer(y, &of, distance * (1 + off) + 0x1p-1074), distance);
        assert_int_not_equal(displaced_verdict(&of, y).kind, SLP_VERDICT_PASS);
        *absolute += v.proves_absolute > 0;
        passed = 1;
    }
    displaced_clear(&of);
    return passed;
}

static void test_displaced_answers(void **state)
{
    const slp_system *system = slp_system_find(*state);
    const size_t rounds = (size_t)fmax(1, 2 * depth_multiplier());
    const size_t stride = (depth_multiplier() < 1 ? 2 : 1) * depth_stride(2);
    uint64_t seed = 11;
    int passed = 0, absolute = 0;
    for (size_t k = 0; slp_scheme_at(k); k++)
        for (uint64_t i = 0; i < CLASSES * rounds; i++) {
            slp_case c;
            if ((i + k) % stride > 0 || !slp_pair_makes_sense(system, slp_scheme_at(k), NULL) ||
                !displaced_draw(&c, system, slp_scheme_at(k), 3, i, MOST_D))
                continue;
            passed += displaced_around(&c, &seed, &absolute);
            slp_case_clear(&c);
        }
    print_message("# %s: %d passes, %d absolute\n", system->name, passed, absolute);
    assert_ge(passed * (int)depth_stride(2), 8);
}

static void read_case(slp_case *c, const char *line)
{
    slp_error err;
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) fail_msg("%s: %s", line, err.text);
}

static slp_verdict verdict_on(const char *line, const double *y, size_t count)
{
    slp_case c;
    slp_verdict v;
    slp_error err;
    read_case(&c, line);
    assert_int_equal(slp_judge_answer(&v, &c, y, count, NULL, &err), SLP_OK);
    slp_case_clear(&c);
    return v;
}

static slp_verdict_kind given_up(const char *line)
{
    slp_case c;
    slp_verdict v;
    slp_result r;
    read_case(&c, line);
    slp_result_init(&r);
    r.error = SLP_INPUT; /* which no other reason excuses */
    slp_judge(&v, &c, &r);
    slp_case_clear(&c);
    return v.kind;
}

/* Drift and noise that cancel: roundings of either are larger than the step, so nothing passes, and
 * what honest arithmetic makes of it does not fail.  The turn of a splitting, too, is by a sum. */
static void test_cancelling_terms_pass_nothing(void **state)
{
    static const char *const schemes[] = {
        "euler",           "heun",         "midpoint",          "implicit-midpoint",
        "trapezoidal",     "tmk",          "rkmk-euler-exp",    "rkmk-heun-exp",
        "splitting-lie",   "rkmk-rk4-exp", "rkmk-midpoint-exp", "rkmk-gauss4-exp",
        "splitting-strang"};
    (void)state;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        char line[300];
        const double wrong[2] = {2, 5}, wronger[2] = {-20, 30}, far[2] = {1e30, 0};
        snprintf(line, sizeof line,
                 "case id=a system=canonical scheme=%s model=kubo beta=1 h=0x1p50 steps=1 x=1,0.5 "
                 "dw=-1125899906842623.875",
                 schemes[i]);
        assert_int_equal(verdict_on(line, wrong, 2).kind, SLP_VERDICT_UNABLE);
        assert_int_equal(verdict_on(line, wronger, 2).kind, SLP_VERDICT_UNABLE);
        assert_int_equal(given_up(line), SLP_VERDICT_UNABLE);
        snprintf(line, sizeof line,
                 "case id=a system=canonical scheme=%s model=kubo beta=0.3 h=0x1p20 steps=1 "
                 "x=1,0.5 dw=-0x1.aaaaa22222222p+21",
                 schemes[i]);
        assert_int_equal(verdict_on(line, far, 2).kind, SLP_VERDICT_FAIL);
    }
}

/* Right answers to steps of which no answer can be held to 2^-40 of the step: what the step adds
 * cancels to 1/128 of its terms, or the step grows so much that errors are large beside the state
 * before it. */
static void test_what_a_pass_could_not_prove_is_no_pass(void **state)
{
    static const char cancels[] = "case id=a system=canonical scheme=euler model=pendulum gamma=1 "
                                  "h=128 steps=1 x=0,1 dw=-128",
                      grows[] = "case id=a system=canonical scheme=euler model=kubo beta=1 "
                                "h=0x1p10 steps=1 x=1,0 dw=0",
                      /* an error would be small beside the state behind the step */
        body[] = "case id=a system=rigid-body scheme=euler inertia=1,2,4 h=64 steps=1 x=1,1,1";
    const double cancelled[2] = {0, 1}, grown[2] = {1, -1024}, turned[3] = {-15, 49, -31};
    (void)state;
    assert_int_equal(verdict_on(cancels, cancelled, 2).kind, SLP_VERDICT_UNABLE);
    assert_int_equal(verdict_on(grows, grown, 2).kind, SLP_VERDICT_UNABLE);
    assert_int_equal(verdict_on(body, turned, 3).kind, SLP_VERDICT_UNABLE);
}

/* x' = R(alpha) x of kubo with alpha = h + beta dW rounded as a plain program rounds it. */
static void test_a_rounded_angle_does_not_fail(void **state)
{
    (void)state;
    for (int e = 0; e <= 52; e += 4) {
        const double h = ldexp(1, e), beta = 0.3, dw = -(h - 0.125) / beta, x[2] = {1, 0.5};
        volatile double product = beta * dw; /* not fused */
        const double alpha = h + product, y[2] = {x[0] * cos(alpha) + x[1] * sin(alpha),
                                                  x[1] * cos(alpha) - x[0] * sin(alpha)};
        const double back[2] = {x[0] * cos(alpha) - x[1] * sin(alpha),
                                x[1] * cos(alpha) + x[0] * sin(alpha)};
        for (int strang = 0; strang < 2; strang++) {
            char line[300];
            snprintf(line, sizeof line,
                     "case id=a system=canonical scheme=splitting-%s model=kubo beta=%a h=%a "
                     "steps=1 x=1,0.5 dw=%a",
                     strang ? "strang" : "lie", beta, h, dw);
            const slp_verdict v = verdict_on(line, y, 2), w = verdict_on(line, back, 2);
            /* one of them turns the right way */
            const slp_verdict *right = v.ratio < w.ratio ? &v : &w;
            assert_true(right->kind == SLP_VERDICT_PASS || right->kind == SLP_VERDICT_UNABLE);
            if (e <= 32) assert_int_equal(right->kind, SLP_VERDICT_PASS);
            if (e >= 48) assert_int_equal(right->kind, SLP_VERDICT_UNABLE);
        }
    }
}

static const char stands[] = "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0 ";

/* States of a few units of 2^-1074: a pass proves an absolute error, 20 kappa times n/2 of them. */
static void test_absolute_promises(void **state)
{
    char line[200];
    const double y[3] = {-0x1p-1070, 0x1p-1070, 0}, zero[3] = {0, -0.0, 0}, usual[3] = {1, 2, 3};
    slp_verdict v;
    (void)state;
    snprintf(line, sizeof line, "%ssteps=1 x=0x1p-1074,0,0", stands);
    v = verdict_on(line, y, 3);
    assert_int_equal(v.kind, SLP_VERDICT_PASS);
    assert_true(v.proves == 0);
    assert_ge(v.proves_absolute, 30 * 0x1p-1074);
    assert_le(v.proves_absolute, 32 * 0x1p-1074);
    snprintf(line, sizeof line, "%ssteps=1 x=0,0,0", stands);
    v = verdict_on(line, zero, 3);
    assert_int_equal(v.kind, SLP_VERDICT_PASS);
    assert_true(v.proves == 0 && v.proves_absolute == 0);
    assert_true(isnan(verdict_on(line, y, 3).proves));
    snprintf(line, sizeof line, "%ssteps=1 x=1,2,3", stands);
    v = verdict_on(line, usual, 3);
    assert_true(v.proves_absolute == 0);
    assert_ge(v.proves, 20 * 0x1p-53);
    assert_lt(v.proves, 20.1 * 0x1p-53);
    /* far below the normal numbers the states still have digits */
    snprintf(line, sizeof line, "%ssteps=1 x=0x1p-1030,0,0", stands);
    const double small[3] = {0x1p-1030, 0, 0};
    v = verdict_on(line, small, 3);
    assert_int_equal(v.kind, SLP_VERDICT_PASS);
    assert_true(v.proves_absolute == 0 ? v.proves <= 0x1p-40 : v.proves_absolute < 0x1p-1060);
}

/* Of several steps each counts: the weakest relative promise, and the weakest absolute one. */
static void test_the_weakest_of_all_steps(void **state)
{
    (void)state;
    /* the noise of q takes 2^-1000 to 2^-1052, where only an absolute error means something */
    static const char line[] =
        "case id=a system=canonical scheme=euler model=pendulum gamma=1 h=0 steps=2 x=0x1p-1000,0 "
        "dw=-0x1.ffffffffffffep-1001,0";
    const double y[4] = {0x1p-1052, 0, 0x1p-1052, 0};
    slp_case c;
    slp_error err;
    slp_verdict all, first, second;
    read_case(&c, line);
    assert_int_equal(slp_judge_answer(&all, &c, y, 4, NULL, &err), SLP_OK);
    slp_case_clear(&c);
    first = verdict_on("case id=a system=canonical scheme=euler model=pendulum gamma=1 h=0 steps=1 "
                       "x=0x1p-1000,0 dw=-0x1.ffffffffffffep-1001",
                       y, 2);
    second = verdict_on("case id=a system=canonical scheme=euler model=pendulum gamma=1 h=0 "
                        "steps=1 x=0x1p-1052,0 dw=0",
                        y + 2, 2);
    assert_int_equal(all.kind, SLP_VERDICT_PASS);
    assert_gt(first.proves, 0);
    assert_true(first.proves_absolute == 0);
    assert_true(second.proves == 0);
    assert_gt(second.proves_absolute, 0);
    assert_true(all.proves == first.proves && all.proves_absolute == second.proves_absolute);
}

/* The printed power of 2 is the least that is not below the number. */
static void test_printed_powers(void **state)
{
    char text[JUDGE_PROVES_CHARS];
    static const struct {
        double relative, absolute;
        const char *text;
    } known[] = {{0x1p-49, 0, "2^-49"},
                 {0x1.0000000000001p-49, 0, "2^-48"},
                 {0x1.fffffffffffffp-49, 0, "2^-48"},
                 {0.25, 0, "2^-2"},
                 {0, 0x1p-1074, "absolute:2^-1074"},
                 {0, 31 * 0x1p-1074, "absolute:2^-1069"},
                 {0x1p-45, 3 * 0x1p-1074, "2^-45,absolute:2^-1072"},
                 {0, 0, "0"}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        judge_proves_print(text, known[i].relative, known[i].absolute);
        assert_string_equal(text, known[i].text);
    }
}

int main(void)
{
    struct CMUnitTest tests[ON_SYSTEM_MOST + 8] = {
        cmocka_unit_test(test_printed_powers),
        cmocka_unit_test(test_absolute_promises),
        cmocka_unit_test(test_the_weakest_of_all_steps),
        cmocka_unit_test(test_cancelling_terms_pass_nothing),
        cmocka_unit_test(test_what_a_pass_could_not_prove_is_no_pass),
        cmocka_unit_test(test_a_rounded_angle_does_not_fail)};
    enum { OWN = 6 };
    const size_t count = on_every_system(tests + OWN, test_displaced_answers);
    int failed = _cmocka_run_group_tests("proves", tests, OWN + count, NULL, NULL);
    flint_cleanup();
    return failed;
}
