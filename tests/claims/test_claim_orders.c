/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Slopes with their intervals, nested grids, and orders of convergence that are known.
 * Run once (sanitizer): it asks about numbers; test_claim_hostile.c measures every quantity. */
#include "reports/claims/statistics/slope.h"
#include "oracle/contract/noise/noise.h"
#include "tests/claims/claim_grids.h"

#define ONE_NOISE                                                                                  \
    PATHS "    truncation: 0\n    parameters: {inertia: [1, 2, 3], lin: [0.4, 0.8, 0.3]}\n"

/* Sums over levels whose means are 2^(-2 p l), with a factor by block. */
static void fill(slp_slope_sums *s, double p, double scatter)
{
    memset(s, 0, sizeof *s);
    s->levels = 5;
    s->blocks = SLP_SLOPE_BLOCKS;
    for (size_t b = 0; b < s->blocks; b++) {
        s->count[b] = 3;
        for (size_t l = 0; l < s->levels; l++)
            s->sum[l][b] = 3 * exp2(-2 * p * (double)l) *
                           (1 + scatter * sin(7.0 * (double)b + 3.0 * (double)l));
    }
}

static void a_slope_is_the_exponent(void **state)
{
    slp_slope_sums s;
    const double x[5] = {0, -1, -2, -3, -4};
    double y[5];
    (void)state;
    fill(&s, 0.5, 0);
    slp_interval v = slp_slope(y, &s, x, 0.5);
    assert_true(v.known && v.level == SLP_LEVEL);
    near(v, 0.5, 1e-12);
    for (int l = 0; l < 5; l++) assert_true(fabs(y[l] + 0.5 * l) < 1e-12);
    fill(&s, 1, 0.3);
    v = slp_slope(NULL, &s, x, 0.5);
    assert_true(v.lo < 1 && v.hi > 1 && v.hi - v.lo > 0.01 && v.hi - v.lo < 0.2);
    v = slp_slope(NULL, &s, x, 1);
    assert_true(v.lo < 2 && v.hi > 2);
}

/* Two levels, four blocks, by hand: with y = log2 of sums, the jackknife of y1 - y0. */
static void an_interval_is_the_jackknifes(void **state)
{
    slp_slope_sums s = {.levels = 2, .blocks = 4, .count = {1, 1, 1, 1}};
    const double sums[4] = {1, 2, 3, 6}, x[2] = {1, 0};
    double left[4], mean = 0, square = 0;
    (void)state;
    for (int b = 0; b < 4; b++) {
        s.sum[0][b] = sums[b];
        s.sum[1][b] = 1;
        left[b] = log2((12 - sums[b]) / 3);
        mean += left[b] / 4;
    }
    for (int b = 0; b < 4; b++) square += (left[b] - mean) * (left[b] - mean);
    slp_interval v = slp_slope(NULL, &s, x, 1);
    double half = 16.327 * sqrt(0.75 * square); /* t of 3 degrees of freedom at 99.95 % */
    assert_true(fabs(v.lo - (log2(3) - half)) < 1e-12 && fabs(v.hi - (log2(3) + half)) < 1e-12);
}

/* Two levels, four blocks, by hand: the jackknife of half the logarithm of the mean, so that
 * both ends lie above 0. */
static void a_point_has_the_jackknifes_interval(void **state)
{
    slp_slope_sums s = {.levels = 1, .blocks = 4, .count = {1, 1, 1, 1}};
    const double sums[4] = {1, 2, 3, 6};
    double left[4], mean = 0, square = 0, value;
    (void)state;
    for (int b = 0; b < 4; b++) {
        s.sum[0][b] = sums[b];
        left[b] = log2((12 - sums[b]) / 3) / 2;
        mean += left[b] / 4;
    }
    for (int b = 0; b < 4; b++) square += (left[b] - mean) * (left[b] - mean);
    slp_interval v = slp_slope_point(&value, &s, 0, 0.5);
    const double half = 16.327 * sqrt(0.75 * square), all = log2(3) / 2;
    assert_true(v.known && v.level == SLP_LEVEL && fabs(value - sqrt(3)) < 1e-14);
    assert_true(fabs(v.lo - exp2(all - half)) < 1e-12 && fabs(v.hi - exp2(all + half)) < 1e-12);
    assert_true(slp_slope_point(NULL, &s, 0, 0.5).lo == v.lo);
    s.blocks = 2;
    assert_false(slp_slope_point(&value, &s, 0, 0.5).known);
    s.blocks = 4;
    for (int b = 0; b < 4; b++) s.sum[0][b] = 0;
    assert_false(slp_slope_point(&value, &s, 0, 0.5).known);
    assert_true(value == 0);
}

static void what_has_no_slope_has_none(void **state)
{
    slp_slope_sums s;
    const double x[5] = {0, -1, -2, -3, -4};
    (void)state;
    fill(&s, 0.5, 0);
    s.levels = 1;
    assert_false(slp_slope(NULL, &s, x, 0.5).known);
    fill(&s, 0.5, 0);
    s.blocks = 2;
    assert_false(slp_slope(NULL, &s, x, 0.5).known);
    fill(&s, 0.5, 0);
    for (size_t b = 0; b < s.blocks; b++) s.sum[2][b] = 0;
    assert_false(slp_slope(NULL, &s, x, 0.5).known);
}

/* The steps of level 2 of 10, one by one: sums of the increments of step T/1024, truncated by T/4.
 * Counts what is cut. */
static void by_hand(double *x, const grids *g, uint64_t path, unsigned signs, size_t *cut)
{
    const double T = 1024 * g->c.h;
    double room[256];
    memcpy(x, g->c.x, g->c.d * sizeof *x);
    for (uint64_t n = 0; n < 4; n++) {
        double dw[2];
        for (unsigned k = 0; k < 2; k++) {
            double sum = 0;
            for (uint64_t i = 0; i < 256; i++)
                sum += slp_increment(g->c.h, 5, path, k, 0, 256 * n + i);
            dw[k] = (signs >> k & 1 ? -1 : 1) * slp_truncate(sum, T / 4, 2);
            *cut += fabs(dw[k]) != fabs(sum);
        }
        assert_int_equal(
            fast_step(x, NULL, fast_scheme_find(g->c.scheme->name), g->sys, x, T / 4, dw, room),
            SLP_OK);
    }
}

/* The kernels and the single step solve the same stage to 2 kappa u|x| each, kappa < 1.2 at steps
 * of 2^-5, and round the result: 4 steps of 2 (2.4 + 2) u |x| with |x| < 1.4, doubled for what
 * earlier differences grow to: 1.1e-14. */
static size_t ends_are_those_of_steps(const char *experiment, bool together)
{
    grids g;
    const double *ends;
    double x[3];
    size_t cut = 0;
    open_grids(&g, experiment, false);
    assert_int_equal(slp_levels_count(g.levels), LEVELS);
    assert_int_equal(slp_levels_d(g.levels), 3);
    assert_int_equal(slp_levels_patterns(g.levels), 4);
    assert_int_equal(slp_levels_steps(g.levels), 4 * (2048 - 2));
    assert_int_equal(slp_levels_together(g.levels), together);
    assert_true(slp_levels_log_step(g.levels, LEVELS - 1) == log2(g.c.h));
    assert_int_equal(slp_levels_ends(&ends, g.levels, 7, COUNT), SLP_OK);
    for (size_t signs = 0; signs < 4; signs++)
        for (size_t p = 0; p < COUNT; p++) {
            by_hand(x, &g, 7 + p, (unsigned)signs, &cut);
            for (size_t i = 0; i < 3; i++) {
                double end = ends[((signs * LEVELS + 1) * 3 + i) * COUNT + p];
                assert_true(fabs(end - x[i]) <= (together ? 1.1e-14 : 0));
            }
        }
    close_grids(&g);
    return cut;
}

/* The end of a level is that many steps with the sums of the finest level's increments, truncated
 * by its own step: 2.35 deviations where it is 1/4, 3.7 where it is 1/32. */
static void a_level_takes_the_sums_of_finer_increments(void **state)
{
    (void)state;
    ends_are_those_of_steps(TWO_NOISES, true);
    ends_are_those_of_steps(ALONE("2^-13"), false);
    assert_true(ends_are_those_of_steps(ALONE("2^-10"), false) > 0);
}

/* The mean of sum sin(2 pi x_i) on the coarsest level less that on the next, from the C library's
 * sine: 3 COUNT values, each within 4 units in the last place of at most 1, and the roundings of
 * sums of 3 COUNT numbers. */
static void the_test_function_is_the_sine(void **state)
{
    grids g;
    const double *ends;
    double sum = 0;
    slp_measurement m;
    slp_error err = {0};
    (void)state;
    open_grids(&g, ALONE("2^-10"), false);
    assert_int_equal(slp_levels_ends(&ends, g.levels, 0, COUNT), SLP_OK);
    for (size_t signs = 0; signs < 4; signs++)
        for (size_t i = 0; i < 3 * COUNT; i++) {
            const double *x = ends + signs * LEVELS * 3 * COUNT;
            sum += sin(6.283185307179586 * x[i]) - sin(6.283185307179586 * x[3 * COUNT + i]);
        }
    g.trial.number[0] = COARSEST;
    slp_measurement_init(&m);
    assert_int_equal(slp_quantity_find("weak-order")->measure(&m, &g.trial, &err), SLP_OK);
    double mean = (m.values[1].lo + m.values[1].hi) / 2;
    assert_true(fabs(mean) > 1e-4 && fabs(mean - sum / (4 * COUNT)) < 1e-14);
    slp_measurement_clear(&m);
    close_grids(&g);
}

static void known_strong_orders_are_found(void **state)
{
    (void)state;
    slp_interval one = value(ONE_NOISE, "quantity: strong-order, coarsest: 4", 0);
    slp_interval two = value(TWO_NOISES, "quantity: strong-order, coarsest: 4", 0);
    assert_true(one.lo > 0.9 && one.hi < 1.1);
    assert_true(two.lo > 0.4 && two.hi < 0.6);
    slp_interval reference = value(TWO_NOISES, "quantity: strong-order, coarsest: 4", 2);
    assert_true(reference.lo < 0.55 && reference.hi > 0.45);
    assert_true(value(TWO_NOISES, "quantity: strong-order, coarsest: 4", 3).lo >
                4 * value(TWO_NOISES, "quantity: strong-order, coarsest: 4", 4).lo);
}

#define WEAK                                                                                       \
    "    system: rigid-body\n    scheme: isospectral-midpoint\n    h: 2^-13\n    state: [0.5, "    \
    "-0.25, 0.75]\n    noise: "                                                                    \
    "wiener\n    seed: 5\n    steps: 1024\n"
#define MUCH_NOISE                                                                                 \
    WEAK "    samples: 300\n    parameters: {inertia: [2, 1, 0.5], quad: [0.1, 0.1, 0.1]}\n"
#define HARDLY_NOISE                                                                               \
    WEAK "    samples: 40\n    parameters: {inertia: [1, 2, 3], lin: [1e-4, 0, 0, 0, 1e-4, 0]}\n"

/* Small steps leave the noise's first order, hardly any noise the second order of the midpoint
 * rule. */
static void known_weak_orders_are_found(void **state)
{
    (void)state;
    slp_interval slope = value(MUCH_NOISE, "quantity: weak-order, coarsest: 7", 0);
    assert_true(slope.lo > 0.5 && slope.hi < 1.5);
    slope = value(HARDLY_NOISE, "quantity: weak-order, coarsest: 7", 0);
    assert_true(slope.lo > 1.95 && slope.hi < 2.05);
    near(value(HARDLY_NOISE, "quantity: weak-order, coarsest: 7", 3), 3, 0);
    slp_interval coarse = value(HARDLY_NOISE, "quantity: weak-order, coarsest: 7", 1),
                 fine = value(HARDLY_NOISE, "quantity: weak-order, coarsest: 7", 2);
    assert_true(fabs(coarse.lo / fine.hi) > 14 && fabs(coarse.lo / fine.hi) < 18); /* 4^2 */
}

/* A few short paths: the order that one step says does not depend on them. */
#define FEW(scheme, rest)                                                                          \
    "    system: rigid-body\n    scheme: " scheme "\n    h: 2^-10\n    state: [0.5, -1, 0.75]\n"   \
    "    seed: 5\n    steps: 64\n    samples: 20\n" rest "\n"
#define APART  "    noise: wiener\n    parameters: {inertia: [1, 2, 3], lin: [1, 0, 0, 0, 1, 0]}"
#define SINGLE "    noise: wiener\n    parameters: {inertia: [1, 2, 3], lin: [0.4, 0.8, 0.3]}"
#define QUIET  "    noise: none\n    parameters: {inertia: [1, 2, 3]}"

static void one_step_says_known_orders(void **state)
{
    static const char strong[] = "quantity: strong-order, coarsest: 0",
                      weak[] = "quantity: weak-order, coarsest: 0";
    enum { STRONG = 7, WEAKLY = 8 };
    (void)state;
    near(value(FEW("tmk", SINGLE), strong, STRONG), 1, 0);
    near(value(FEW("tmk", APART), strong, STRONG), 0.5, 0);
    near(value(FEW("euler", APART), strong, STRONG), 0, 0); /* of another equation */
    near(value(FEW("splitting-strang", QUIET), strong, STRONG), 2, 0);
    near(value(FEW("splitting-lie", QUIET), strong, STRONG), 1, 0);
    near(value(FEW("tmk", APART), weak, WEAKLY), 1, 0);
    near(value(FEW("euler", APART), weak, WEAKLY), 0, 0);
}

static void one_step_is_not_asked_of_areas_or_distances(void **state)
{
    static const char *const measures[] = {
        "quantity: strong-order, coarsest: 0, areas: polygon",
        "quantity: strong-order, coarsest: 0, against: rkmk-heun-exp"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        slp_claim claim;
        slp_measurement m;
        assert_int_equal(measured(&m, &claim, FEW("implicit-midpoint", APART), measures[i]),
                         SLP_OK);
        assert_false(m.values[7].known);
        slp_measurement_clear(&m);
        slp_claim_clear(&claim);
    }
}

static void what_is_no_grid_is_refused(void **state)
{
    static const char *const bad[] = {"steps: 1000", "steps: 32"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[900];
        slp_claim claim;
        slp_measurement m;
        snprintf(text, sizeof text, "%s", ONE_NOISE);
        char *at = strstr(text, "steps: 1024");
        memcpy(at, "           ", 11);
        memcpy(at, bad[i], strlen(bad[i]));
        assert_int_equal(measured(&m, &claim, text, "quantity: strong-order, coarsest: 4"),
                         SLP_INPUT);
        slp_measurement_clear(&m);
        slp_claim_clear(&claim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope_is_the_exponent),
        cmocka_unit_test(an_interval_is_the_jackknifes),
        cmocka_unit_test(a_point_has_the_jackknifes_interval),
        cmocka_unit_test(what_has_no_slope_has_none),
        cmocka_unit_test(a_level_takes_the_sums_of_finer_increments),
        cmocka_unit_test(the_test_function_is_the_sine),
        cmocka_unit_test(known_strong_orders_are_found),
        cmocka_unit_test(known_weak_orders_are_found),
        cmocka_unit_test(one_step_says_known_orders),
        cmocka_unit_test(one_step_is_not_asked_of_areas_or_distances),
        cmocka_unit_test(what_is_no_grid_is_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
