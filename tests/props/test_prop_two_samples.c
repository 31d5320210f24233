/* The two samples of the laws that sample: what a first sample passes on, what a second one allows,
 * and what both miss; then power on subjects whose order is short by a quarter or whose limit is
 * wrong, and orders that only look short.
 * Run once (sanitizer): it asks about power; test_prop_limits.c runs the laws. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/statistics/sampling.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/props/low_order_subject.h"

/* ---- Looks made up: batches mean +- spread, so that the standard error is spread/sqrt(39) ---- */

typedef struct made_up {
    double mean[2][PROP_ASPECTS]; /* of the first and of the second sample */
    double spread, short_by, T;
    unsigned looks, paths; /* how many were taken, and the paths asked for last */
    prop_reach reach[PROP_ASPECTS];
} made_up;

static bool look_made_up(prop_batch_sample *batch_sample, char note[PROP_NOTE],
                         const prop_sampled_case *of, unsigned paths)
{
    made_up *made = of->subject->own;
    const unsigned which = made->looks++;
    (void)note;
    assert_true(of->c->h == (which ? made->T / 16 : made->T));
    made->paths = paths;
    batch_sample->paths = paths ? paths : 10;
    for (int k = 0; k < PROP_ASPECTS; k++) {
        batch_sample->short_by[k] = made->short_by;
        for (int b = 0; b < PROP_BATCHES; b++)
            batch_sample->deficit[k][b] =
                made->mean[which][k] + (b % 2 ? made->spread : -made->spread);
    }
    return true;
}

/* The p-value of a case of the rigid body with such looks; NaN where nothing could be said. */
static double chance_of(made_up *made)
{
    static const char *const others[2] = {"implicit-midpoint", "trapezoidal"};
    prop_subject subject = prop_subject_fast;
    prop_item item = {.law = prop_law_find("strong"),
                      .system = slp_system_find("rigid-body"),
                      .scheme = slp_scheme_find("tmk"),
                      .subject = &subject};
    prop_finding found = {0};
    slp_draw from;
    slp_case c;
    subject.own = made;
    slp_case_init(&c);
    slp_draw_init(&from, prop_stream(&item, 1), 0);
    assert_true(prop_draw(&c, &from, &item, 0));
    made->looks = 0;
    made->T = c.h;
    prop_outcome outcome = prop_two_sample_test(&found, &subject, &c, others, look_made_up);
    slp_case_clear(&c);
    memcpy(made->reach, found.reach, sizeof made->reach);
    return outcome == PROP_HELD ? found.p_value : NAN;
}

/* Error 0.02/sqrt(39) = 0.0032. */
static void what_looks_sound_is_looked_at_once(void **state)
{
    (void)state;
    made_up made = {.mean = {{-0.1, 0.001}}, .spread = 0.02, .short_by = 0.25};
    assert_true(chance_of(&made) > 0.5);
    assert_int_equal(made.looks, 1);
}

/* A deficit of 0.16 over T is allowed 0.01 over T/16, which is 3.1 errors of either look: what
 * stays at 0.16 is refused, what falls to 0.01 is not, and what falls to a fifth of it is. */
static void a_second_look_allows_a_sixteenth(void **state)
{
    (void)state;
    made_up made = {.mean = {{0.16, -1}, {0.16, -1}}, .spread = 0.02, .short_by = 0.25};
    assert_true(chance_of(&made) < 1e-12);
    assert_int_equal(made.looks, 2);
    made.mean[1][PROP_ORDER] = 0.01;
    assert_true(fabs(chance_of(&made) - 1) < 1e-9);
    /* 0.005 on 39 degrees of freedom; the first sample's error counts for a sixteenth */
    made.mean[1][PROP_ORDER] = 0.01 + 2.7079 * 0.02 / sqrt(39) * hypot(1, 1. / 16);
    assert_true(fabs(chance_of(&made) - 0.01) < 1e-5);
    made.mean[1][PROP_ORDER] = 0.032;
    assert_true(chance_of(&made) < 1e-6);
}

/* A deficit of a hundredth of what is broken, without any spread, is not refused, whether it falls
 * with T or not; of a tenth it is. */
static void what_is_small_and_sharp_is_not_refused(void **state)
{
    (void)state;
    made_up made = {.mean = {{0.0025, -1}, {0.0025, -1}}, .spread = 1e-9, .short_by = 0.25};
    assert_true(chance_of(&made) > 0.05);
    made.mean[0][PROP_ORDER] = made.mean[1][PROP_ORDER] = 0.025;
    assert_true(chance_of(&made) < 1e-9);
}

static void the_limit_is_judged_beside_the_order(void **state)
{
    (void)state;
    made_up made = {.mean = {{-0.1, 0.2}, {-0.1, 0.2}}, .spread = 0.02, .short_by = 0.25};
    assert_true(chance_of(&made) < 1e-12);
    made.mean[1][PROP_LIMIT] = 0;
    assert_true(chance_of(&made) == 1);
    made = (made_up){.mean = {{0.2, -0.1}, {0, 0.2}}, .spread = 0.02, .short_by = 0.25};
    assert_true(chance_of(&made) > 0.5); /* the second sample is at what the first suspected */
}

/* Too spread for a first t of 5.5: the second sample takes as many paths as make it 17 on average,
 * or none at all. */
static void what_is_too_spread_takes_more_paths(void **state)
{
    (void)state;
    made_up made = {.mean = {{0, -1}, {0, -1}}, .spread = 0.3, .short_by = 0.25};
    assert_true(chance_of(&made) > 0.4);
    assert_int_equal(made.looks, 2);
    const double spare = 17 * 0.3 / sqrt(39) / (0.25 * 15 / 16);
    assert_int_equal(made.paths, (unsigned)ceil(10 * spare * spare));
    made.spread = 3;
    assert_true(isnan(chance_of(&made)));
    assert_int_equal(made.looks, 1);
}

/* What a first sample passes on: a mean whose chance is below a hundredth (2.4258 errors on 39
 * degrees of freedom), of the order or of the limit, and a mean, or 0 if that is less, that does
 * not lie 5.5 errors below what an order short by a quarter makes. */
static void first_looks_pass_on_what_they_should(void **state)
{
    const double root = sqrt(39);
    (void)state;
    for (int k = 0; k < PROP_ASPECTS; k++)
        for (int side = 0; side < 2; side++) {
            made_up made = {.mean = {{-0.1, -0.1}}, .spread = 0.02, .short_by = 0.25};
            made.mean[0][k] = (side ? 2.4262 : 2.4254) * 0.02 / root;
            chance_of(&made);
            assert_int_equal(made.looks, side ? 2 : 1);
            for (int below = 0; below < 3; below++) {
                const double mean = below == 2 ? 0.02 : -0.1 * below;
                made = (made_up){.mean = {{-0.3, -0.3}}, .short_by = 0.25};
                made.mean[0][k] = mean;
                made.spread = (0.25 - fmin(0, mean)) * root / (side ? 5.499 : 5.501);
                chance_of(&made);
                assert_int_equal(made.looks, side ? 2 : 1);
            }
        }
}

/* A second sample of 512 paths a batch is taken, one of more is not. */
static void second_looks_have_an_end(void **state)
{
    /* ceil(10 (17 error/(0.25 15/16))^2) paths */
    const double spread = sqrt(51.2) * 0.25 * 15 / 16 / 17 * sqrt(39);
    (void)state;
    for (int side = 0; side < 2; side++) {
        made_up made = {.mean = {{0, -1}, {0, -1}}, .short_by = 0.25};
        made.spread = spread * (side ? 1.0001 : 0.9999);
        assert_true(isnan(chance_of(&made)) == side);
        assert_int_equal(made.looks, side ? 1 : 2);
        if (!side) assert_int_equal(made.paths, 512);
    }
}

/* What an order short by a quarter would shift the samples by: 0.25 over the error first, 15/16 of
 * it later, by the paths planned or by the error found. */
static void shifts_are_those_of_the_looks(void **state)
{
    (void)state;
    const double first = 0.25 * sqrt(39) / 0.2;
    made_up made = {.mean = {{-0.1, -1}}, .spread = 0.2, .short_by = 0.25};
    chance_of(&made);
    const double paths = ceil(10 * pow(17 / (first * 15 / 16), 2));
    assert_false(made.reach[PROP_ORDER].taken);
    assert_true(fabs(made.reach[PROP_ORDER].first - first) < 1e-12);
    assert_true(fabs(made.reach[PROP_ORDER].second -
                     first * 15 / 16 / hypot(sqrt(10 / paths), 1. / 16)) < 1e-12);
    made.mean[0][PROP_ORDER] = 0.2;
    chance_of(&made);
    assert_true(made.reach[PROP_ORDER].taken);
    assert_true(fabs(made.reach[PROP_ORDER].second - first * 15 / 16 / hypot(1, 1. / 16)) < 1e-12);
    made.mean[0][PROP_ORDER] = -0.1;
    made.mean[0][PROP_LIMIT] = 0.2; /* looked at again for the limit alone */
    chance_of(&made);
    assert_int_equal(made.looks, 2);
    assert_false(made.reach[PROP_ORDER].taken);
    assert_true(made.reach[PROP_LIMIT].taken); /* of which the same is said */
    assert_true(fabs(made.reach[PROP_LIMIT].second - first * 15 / 16 / hypot(1, 1. / 16)) < 1e-12);
    made.short_by = 0; /* no order to see: its power is none */
    chance_of(&made);
    assert_true(made.reach[PROP_ORDER].first > 0 && made.reach[PROP_ORDER].second == 0);
    assert_true(prop_power(made.reach + PROP_ORDER, 1e-8) < 1e-6);
}

/* ---- Power, computed ---- */

static double normal_tail(double x)
{
    return 0.5 * erfc(x / sqrt(2));
}

/* Weight of s = sqrt(chi^2_39 / 39) at s, up to a factor. */
static double weight(double s)
{
    return exp(38 * log(s) - 39 * s * s / 2 + 19.5);
}

/* A first sample with t first on average, then a second one whose mean stands 17 S of its errors
 * out, S the first one's error over the true one; what is allowed takes q = 17 S/(15 first) errors
 * of its own.  Against the critical values of suspicion (0.01; none where the first sample is too
 * spread) and of 2e-9: the chance of passing both, integrated over the two errors. */
static double missed(double first, bool too_spread)
{
    const double spread = 1 - prop_student_tail(5.5, 39);
    double miss = 0, whole = 0;
    for (int i = 1; i < 200; i++)
        for (int j = 1; j < 200; j++) {
            const double one = 0.01 * i, two = 0.01 * j, w = weight(one) * weight(two);
            const double suspected = too_spread ? spread : normal_tail(2.4258 * one - first);
            const double q = 17 * one / (15 * first), error = hypot(two, one * q);
            whole += w;
            miss += w * (1 - suspected * normal_tail((7.5 * error - 17 * one) / hypot(1, q)));
        }
    return miss / whole;
}

static void both_looks_miss_less_than_a_hundredth(void **state)
{
    (void)state;
    assert_true(fabs(prop_student_tail(2.4258, 39) - 0.01) < 1e-5);
    assert_true(prop_student_tail(7.5, 39) < 2.5e-9);
    assert_true(missed(5.5, false) < 0.01);
    assert_true(missed(1.6, true) <
                0.01); /* 4 paths a batch, 512 at most: (17/(15/16 1.6))^2 = 128 */
    assert_true(missed(4, false) > 0.01); /* the integral is of something */
    assert_true(missed(0.8, true) > 0.01);
}

/* ---- Power, tried ---- */

/* Of so many cases (of one, under a program that slows tests) all are refused, or none. */
static void refused(bool all, const char *law, const char *system, const char *scheme,
                    double short_by, bool one_sign, size_t cases)
{
    if (depth_stride(2) > 1) cases = 1;
    assert_int_equal(slowed_refusals(law, system, scheme, short_by, one_sign, cases),
                     all ? cases : 0);
}

/* Deterministic seeds: with a power of 0.99 one of some 30 would be missed with probability 0.26,
 * so this alone proves little; it sees faults that take the power away. */
static void an_order_short_by_a_quarter_is_seen(void **state)
{
    (void)state;
    refused(true, "strong", "rigid-body", "implicit-midpoint", 0.25, false, 3);
    refused(true, "strong", "heavy-top", "rkmk-heun-exp", 0.25, true, 2);
    refused(true, "strong", "canonical", "midpoint", 0.25, false, 3);
    refused(true, "weak", "rigid-body", "tmk", 0.25, true, 3);
    refused(true, "weak", "heavy-top", "variational-exp", 0.25, true, 2);
}

/* so(3) and so(4), su(2) and su(3) as the draw has it; a rule of order four. */
static void weak_orders_short_on_matrices_are_seen(void **state)
{
    (void)state;
    refused(true, "weak", "rigid-body-n", "tmk", 0.25, true, 2);
    refused(true, "weak", "zeitlin-sphere", "trapezoidal", 0.25, true, 2);
    refused(true, "weak", "sine-euler", "rkmk-heun-exp", 0.25, true, 2);
    refused(true, "weak", "rigid-body", "rkmk-rk4-exp", 0.25, true, 1);
}

static void the_right_order_is_not_refused(void **state)
{
    (void)state;
    refused(false, "strong", "rigid-body", "implicit-midpoint", 0, false, 3);
    refused(false, "strong", "heavy-top", "rkmk-heun-exp", 0, true, 2);
    refused(false, "weak", "rigid-body", "tmk", 0, true, 3);
    refused(false, "weak", "rigid-body", "rkmk-heun-cay", INFINITY, true, 2);
    refused(false, "weak", "rigid-body-n", "implicit-midpoint", 0, true, 1);
    refused(false, "weak", "sine-euler", "tmk", INFINITY, true, 1);
}

/* Where the other scheme is the same map, as of the midpoint rules in the plane, roundings are all
 * that tells them apart. */
static void roundings_that_lean_are_no_limit(void **state)
{
    (void)state;
    static const char *const laws[] = {"weak", "strong"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(leaning_refusals(laws[i], "canonical", "midpoint", 3), 0);
        assert_int_equal(leaning_refusals(laws[i], "rigid-body", "tmk", 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_looks_sound_is_looked_at_once),
        cmocka_unit_test(a_second_look_allows_a_sixteenth),
        cmocka_unit_test(what_is_small_and_sharp_is_not_refused),
        cmocka_unit_test(the_limit_is_judged_beside_the_order),
        cmocka_unit_test(what_is_too_spread_takes_more_paths),
        cmocka_unit_test(first_looks_pass_on_what_they_should),
        cmocka_unit_test(second_looks_have_an_end),
        cmocka_unit_test(shifts_are_those_of_the_looks),
        cmocka_unit_test(both_looks_miss_less_than_a_hundredth),
        cmocka_unit_test(an_order_short_by_a_quarter_is_seen),
        cmocka_unit_test(weak_orders_short_on_matrices_are_seen),
        cmocka_unit_test(the_right_order_is_not_refused),
        cmocka_unit_test(roundings_that_lean_are_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
