/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The noise that a port draws itself (oracle/judge/own_noise/own_noise.md): how often right noise
 * fails, on 1000 samples of another generator; that faults are seen from the draws that a pass
 * names; and the numbers that a verdict is made of. */
#include "fast/fast.h"
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static uint64_t state;

/* splitmix64 and the polar method: nothing of oracle/contract/noise/noise.h */
static double uniform(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return ldexp((double)((z ^ (z >> 31)) >> 11) + 0.5, -53);
}

static double normal(void)
{
    for (;;) {
        const double a = 2 * uniform() - 1, b = 2 * uniform() - 1, s = a * a + b * b;
        if (s < 1) return a * sqrt(-2 * log(s) / s);
    }
}

static const char *const lines[OWN_SHORT_ROLES] = {
    "case id=a.draws system=rigid-body scheme=heun inertia=1,2,3 lin=1,0,0,0,1,0 h=0x1p-4 steps=1 "
    "x=0.25,0.5,1 draws=64 seed=1",
    "case id=a.again system=rigid-body scheme=heun inertia=1,2,3 lin=1,0,0,0,1,0 h=0x1p-4 steps=1 "
    "x=0.25,0.5,1 draws=64 seed=2",
    "case id=a.small system=rigid-body scheme=heun inertia=1,2,3 lin=1,0,0,0,1,0 h=0x1p-8 steps=1 "
    "x=0.25,0.5,1 draws=64 seed=3",
    "case id=a.paths system=rigid-body scheme=heun inertia=1,2,3 lin=1,0,0,0,1,0 h=0x1p-6 steps=4 "
    "x=0.25,0.5,1 draws=64 seed=4"};
static own_question q[OWN_SHORT_ROLES];

static int read_questions(void **unused)
{
    (void)unused;
    slp_error err;
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        own_question_init(q + k);
        if (own_question_read(q + k, lines[k], 1, &err) != SLP_OK) return -1;
    }
    return 0;
}

static int clear_questions(void **unused)
{
    (void)unused;
    for (int k = 0; k < OWN_SHORT_ROLES; k++) own_question_clear(q + k);
    return 0;
}

/* Answers of `items` paths by Heun's rule, increments sqrt(h) normal(). */
static void right_answers(double *y, const own_question *of, size_t items)
{
    slp_error err;
    fast_system *sys;
    const fast_scheme *heun = fast_scheme_find("heun");
    double dw[2], room[256];
    assert_int_equal(fast_system_new(&sys, &of->c, &err), SLP_OK);
    for (size_t item = 0; item < items; item++) {
        const double *x = of->c.x;
        for (size_t s = 0; s < of->steps; s++, x = y, y += 3) {
            for (int k = 0; k < 2; k++) dw[k] = sqrt(of->c.h) * normal();
            assert_int_equal(fast_step(y, NULL, heun, sys, x, of->c.h, dw, room), SLP_OK);
        }
    }
    fast_system_free(sys);
}

/* A generator whose numbers come again after half of the draws: each half has the right law. */
static void repeat_half(double *y, size_t numbers)
{
    memcpy(y + numbers / 2, y, numbers / 2 * sizeof *y);
}

enum { REPEATS = 1000 }; /* as a law: right answers, the second half the first once more */
static bool fails(own_report *report, uint64_t seed, size_t items, size_t law, double rate)
{
    slp_error err;
    own_reference *reference;
    double *y[OWN_SHORT_ROLES];
    assert_int_equal(own_reference_new(&reference, q, 0, items, seed, &err), SLP_OK);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        y[k] = slp_allocate(items * q[k].steps * 3, sizeof *y[k]);
        if (law && law != REPEATS)
            assert_int_equal(own_law_answers(y[k], law, 0, q + k, items, seed,
                                             (UINT32_C(1) << 31) + (uint32_t)k),
                             SLP_OK);
        else
            right_answers(y[k], q + k, items);
        if (law == REPEATS) repeat_half(y[k], items * q[k].steps * 3);
    }
    own_judge(report, reference, (const double *const *)y, rate, law == REPEATS);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) free(y[k]);
    own_reference_free(reference);
    return report->outcome == OWN_FAIL;
}

/* At a rate of 1/20 no more than 86 of 1000 may fail, or chance was below 1e-6 (binomial); the
 * bounds are conservative, and at most 5 do. */
static void right_noise_seldom_fails(void **unused)
{
    (void)unused;
    int failed = 0;
    own_report report;
    state = 20261127;
    for (uint64_t run = 0; run < 1000; run++) failed += fails(&report, run, 64, 0, 0.05);
    print_message("%d of 1000 right samples fail at a rate of 1/20\n", failed);
    assert_le(failed, 5);
}

/* Twice as many draws as a pass names, and half: seen, and for most not seen. */
static void faults_are_seen_from_what_a_pass_names(void **unused)
{
    (void)unused;
    slp_error err;
    own_report power, report;
    own_reference *reference;
    const size_t items = 2048;
    double *y[OWN_SHORT_ROLES];
    int laws = 0;
    state = 1;
    assert_int_equal(own_reference_new(&reference, q, 0, items, 1, &err), SLP_OK);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        y[k] = slp_allocate(items * q[k].steps * 3, sizeof *y[k]);
        right_answers(y[k], q + k, items);
    }
    own_judge(&power, reference, (const double *const *)y, 1e-9, true);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) free(y[k]);
    own_reference_free(reference);
    assert_int_not_equal(power.outcome, OWN_FAIL);
    for (size_t law = 1; law < own_law_count(); law++) {
        if (!power.needs[law]) continue;
        laws++;
        for (uint64_t run = 0; run < 3; run++)
            if (!fails(&report, 100 + run, power.needs[law], law, 1e-9))
                fail_msg("%s: not seen by %zu draws", own_law_name(law), power.needs[law]);
        if (power.needs[law] > 1000)
            assert_false(fails(&report, 200, power.needs[law] / 8, law, 1e-9));
    }
    assert_ge(laws, 10);
}

static void a_generator_that_begins_again_fails(void **unused)
{
    (void)unused;
    own_report report;
    state = 5;
    assert_true(fails(&report, 1, 1024, REPEATS, 1e-9));
    assert_lt(report.distance, report.limit);
    assert_int_equal(report.hints, 1);
    assert_string_equal(report.hint[0], "the same draws again and again");
    assert_false(fails(&report, 1, 1024, 0, 1e-9));
}

static void distances_of_samples(void **unused)
{
    (void)unused;
    const double a[4] = {1, 2, 3, 4}, b[2] = {2.5, 2.5}, near[4] = {1, 2, 3, 4 + OWN_SLACK / 2};
    assert_true(own_distance(a, 4, b, 2) == 0.5);
    assert_true(own_distance(b, 2, a, 4) == 0.5);
    assert_true(own_distance(a, 4, near, 4) == 0);
    assert_true(own_distance(a, 4, a, 4) == 0);
    assert_true(own_distance(a, 4, a + 1, 3) == 0.25);
    /* 2 exp(-2 n e^2) = rate */
    assert_lt(fabs(2 * exp(-2 * 1000 * pow(own_radius(1000, 1e-9), 2)) - 1e-9), 1e-15);
    const double pairs[8] = {1, 2, 3, 4, 1, 2, 1, 5};
    assert_int_equal(own_repeated(pairs, 4, 2), 1);
    assert_int_equal(own_repeated(pairs, 8, 1), 3);
}

/* Sizes are not negative; coordinates and products of independent ones have both signs. */
static void what_columns_hold(void **unused)
{
    (void)unused;
    enum { ITEMS = 256 };
    slp_error err;
    own_axes axes[OWN_SHORT_ROLES];
    own_columns columns;
    double *y[OWN_SHORT_ROLES];
    size_t sizes = 0, products = 0;
    state = 3;
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        assert_int_equal(own_axes_of(axes + k, q + k, &err), SLP_OK);
        y[k] = slp_allocate(ITEMS * q[k].steps * 3, sizeof *y[k]);
        right_answers(y[k], q + k, ITEMS);
    }
    own_columns_of(&columns, axes, q, (const double *const *)y, ITEMS);
    for (size_t i = 0; i < columns.count; i++) {
        const struct own_column *c = columns.column + i;
        if (c->what[0] == '|') {
            assert_ge(c->at[0], 0);
            sizes++;
        } else if (c->what[0] == 'z') {
            assert_lt(c->at[0], 0);
            assert_gt(c->at[c->items - 1], 0);
            products += strncmp(c->what, "z.z'", 4) == 0;
        }
    }
    /* of each question each axis; of successive answers, of six pairs of steps, of questions */
    assert_true(sizes >= OWN_SHORT_ROLES && products >= OWN_SHORT_ROLES + 6);
    own_columns_clear(&columns);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) free(y[k]);
}

/* h x x grad H to first order */
static void drift_of_a_step(void **unused)
{
    (void)unused;
    slp_error err;
    own_axes axes;
    const double slope[3] = {0.5 / 3 - 0.25, 0.25 - 0.25 / 3, 0.0625 - 0.125};
    assert_int_equal(own_axes_of(&axes, q, &err), SLP_OK);
    for (int i = 0; i < 3; i++) assert_lt(fabs(axes.drift[i] / q->c.h - slope[i]), 0.01);
}

/* At x = (0, 0, 1) the noises 1 and 2 move x along -e_2 and e_1 by |x|. */
static void axes_of_two_noises(void **unused)
{
    (void)unused;
    slp_error err;
    own_axes axes;
    own_question one;
    own_question_init(&one);
    assert_int_equal(own_question_read(&one,
                                       "case id=a system=rigid-body scheme=tmk inertia=1,2,3 "
                                       "lin=2,0,0,0,1,0 h=0.25 steps=1 x=0,0,1 draws=1 seed=0",
                                       1, &err),
                     SLP_OK);
    assert_int_equal(own_axes_of(&axes, &one, &err), SLP_OK);
    assert_int_equal(axes.r, 2);
    /* spreads 2 sqrt(h) = 1 and 1/2 */
    assert_true(fabs(fabs(axes.at[0][1]) - 1) < 1e-5 && fabs(axes.at[0][0]) < 1e-5);
    assert_lt(fabs(fabs(axes.at[1][0]) - 2), 1e-5);
    assert_lt(fabs(axes.square - 1.25), 1e-5);
    own_question_clear(&one);
}

/* At x = (0, 0, 1) they move x by (1, -1, 0) and (0, -1, 0): coordinates 1 and 2 are correlated. */
static void axes_are_not_correlated(void **unused)
{
    (void)unused;
    slp_error err;
    own_axes axes;
    own_question one;
    own_question_init(&one);
    assert_int_equal(own_question_read(&one,
                                       "case id=a system=rigid-body scheme=tmk inertia=1,2,3 "
                                       "lin=1,1,0,1,0,0 h=0.25 steps=1 x=0,0,1 draws=1 seed=0",
                                       1, &err),
                     SLP_OK);
    assert_int_equal(own_axes_of(&axes, &one, &err), SLP_OK);
    assert_int_equal(axes.r, 2);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++) {
            const double *a = axes.at[i], *b = axes.at[j];
            const double covariance = 0.25 * ((a[0] - a[1]) * (b[0] - b[1]) + a[1] * b[1]);
            assert_lt(fabs(covariance - (i == j)), 1e-5);
        }
    own_question_clear(&one);
}

static void increments_have_their_moments(void **unused)
{
    (void)unused;
    enum { ITEMS = 20000 };
    slp_error err;
    static double y[3 * ITEMS];
    static const struct {
        const char *word;
        double fourth;
    } known[] = {{"normal", 3}, {"uniform", 1.8}, {"two-point", 1}, {"three-point", 3}};
    own_question one;
    own_question_init(&one);
    /* y_1 = dW to second order: x = e_3, noise along e_2, and a step so small that h is all */
    assert_int_equal(own_question_read(&one,
                                       "case id=a system=rigid-body scheme=euler inertia=1,1,1 "
                                       "lin=0,1,0 h=0x1p-20 steps=1 x=0,0,1 draws=1 seed=0",
                                       1, &err),
                     SLP_OK);
    for (size_t w = 0; w < 4; w++) {
        double second = 0, fourth = 0;
        const size_t law = own_law_declared(known[w].word);
        assert_int_equal(own_law_answers(y, law, law, &one, ITEMS, 7, 0), SLP_OK);
        for (size_t i = 0; i < ITEMS; i++) {
            const double z = y[3 * i] * 0x1p10;
            second += z * z / ITEMS;
            fourth += z * z * z * z / ITEMS;
        }
        /* eight standard errors: sqrt(2/ITEMS) and sqrt(96/ITEMS) at most */
        assert_true(fabs(second - 1) < 0.08 && fabs(fourth - known[w].fourth) < 0.56);
    }
    own_question_clear(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances_of_samples),
                                       cmocka_unit_test(what_columns_hold),
                                       cmocka_unit_test(drift_of_a_step),
                                       cmocka_unit_test(axes_of_two_noises),
                                       cmocka_unit_test(axes_are_not_correlated),
                                       cmocka_unit_test(increments_have_their_moments),
                                       cmocka_unit_test(a_generator_that_begins_again_fails),
                                       cmocka_unit_test(faults_are_seen_from_what_a_pass_names),
                                       cmocka_unit_test(right_noise_seldom_fails)};
    return cmocka_run_group_tests(tests, read_questions, clear_questions);
}
