/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Nested grids compared at every point of the coarser one, and with other means to the same ends.
 * Run once (sanitizer): it asks about numbers; test_claim_hostile.c measures every quantity. */
#include "oracle/contract/noise/noise.h"
#include "tests/claims/claim_grids.h"

#define KUBO                                                                                       \
    "    system: canonical\n    scheme: midpoint\n    h: 2^-10\n    state: [1, 0.5]\n"             \
    "    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 240\n"                          \
    "    parameters: {model: kubo, beta: 0.5}\n"

/* All states of level l, 2^(l + COARSEST) of them, as by_hand has its last. */
static void points(double (*x)[3], const grids *g, uint64_t path, unsigned l)
{
    const uint64_t steps = (uint64_t)1 << (l + COARSEST), each = 1024 / steps;
    const double h = 1024 * g->c.h / (double)steps;
    double room[256], at[3];
    memcpy(at, g->c.x, sizeof at);
    for (uint64_t n = 0; n < steps; n++) {
        double dw[2];
        for (unsigned k = 0; k < 2; k++) {
            double sum = 0;
            for (uint64_t i = 0; i < each; i++)
                sum += slp_increment(g->c.h, 5, path, k, 0, each * n + i);
            dw[k] = slp_truncate(sum, h, 2);
        }
        assert_int_equal(
            fast_step(at, NULL, fast_scheme_find(g->c.scheme->name), g->sys, at, h, dw, room),
            SLP_OK);
        memcpy(x[n], at, sizeof at);
    }
}

static double farthest(double (*x)[3], double (*y)[3], unsigned l, unsigned m)
{
    double most = 0;
    for (size_t n = 0; n < (size_t)1 << (l + COARSEST); n++) {
        double sum = 0;
        const double *a = x[n], *b = y[((n + 1) << (m - l)) - 1];
        for (int i = 0; i < 3; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
        most = fmax(most, sum);
    }
    return most;
}

/* Largest squared distances over the grid.  Stages are solved as ends_are_those_of_steps says: 16
 * and 1024 steps leave 16 and 1024 times 8.8 u |x|, doubled, and a square of at most 2.8 moves by
 * 5.6 times that: 2.5e-13 and 1.6e-11. */
static void grids_are_compared_everywhere(const char *experiment, bool together)
{
    static double x[4][3], y[16][3], last[1024][3];
    grids g;
    const double *ends;
    size_t inside = 0;
    open_grids(&g, experiment, true);
    assert_int_equal(slp_levels_patterns(g.levels), 1);
    assert_int_equal(slp_levels_ends(&ends, g.levels, 3, COUNT),
                     SLP_OK); /* forgotten by the next */
    assert_int_equal(slp_levels_ends(&ends, g.levels, 7, COUNT), SLP_OK);
    const double *apart = slp_levels_apart(g.levels);
    for (size_t p = 0; p < COUNT; p++) {
        points(x, &g, 7 + p, 1);
        points(y, &g, 7 + p, 2);
        points(last, &g, 7 + p, LEVELS - 1);
        double near = farthest(x, y, 1, 2), far = farthest(x, last, 1, LEVELS - 1), end = 0;
        for (int i = 0; i < 3; i++) {
            double off = x[3][i] - y[7][i];
            end += off * off;
        }
        inside += near > end;
        assert_true(fabs(apart[COUNT + p] - near) <= (together ? 2.5e-13 : 0));
        assert_true(fabs(apart[(LEVELS + 1) * COUNT + p] - far) <= (together ? 1.6e-11 : 0));
    }
    assert_true(inside > 0); /* not only the horizon counts */
    close_grids(&g);
}

static void the_largest_difference_is_that_of_the_grid(void **state)
{
    (void)state;
    grids_are_compared_everywhere(TWO_NOISES, true);
    grids_are_compared_everywhere(ALONE("2^-10"), false);
    slp_interval grid = value(TWO_NOISES, "quantity: strong-order, coarsest: 4, over: grid", 0);
    assert_true(grid.lo > 0.4 && grid.hi < 0.6);
    assert_true(value(TWO_NOISES, "quantity: strong-order, coarsest: 4, over: grid", 3).lo >
                value(TWO_NOISES, "quantity: strong-order, coarsest: 4", 3).hi);
}

/* The midpoint rule turns by 2 atan(s/2), s = h + beta dW, the exact flow by T + beta W(T): the
 * root mean square distance of 16 steps from the exact end, by hand.  The binary64 step solves its
 * stage to a few units of rounding. */
static void kubo_is_held_against_its_exact_solution(void **state)
{
    double sum = 0;
    (void)state;
    for (uint64_t path = 0; path < 240; path++) {
        double exact = 1, turned = 0;
        for (uint64_t n = 0; n < 16; n++) {
            double dW = 0;
            for (uint64_t i = 0; i < 64; i++)
                dW += slp_increment(0x1p-10, 5, path, 0, 0, 64 * n + i);
            exact += 0.5 * dW;
            turned += 2 * atan(0.5 * (0.0625 + 0.5 * slp_truncate(dW, 0.0625, 2)));
        }
        double chord = 2 * sin(0.5 * (exact - turned));
        sum += 1.25 * chord * chord; /* |x|^2 = 1.25 */
    }
    slp_interval coarse = value(KUBO, "quantity: strong-order, coarsest: 4, against: exact", 3);
    assert_true(fabs(coarse.lo / sqrt(sum / 240) - 1) < 1e-9);
    slp_interval slope =
        value(KUBO "    truncation: 0\n", "quantity: strong-order, coarsest: 4, against: exact", 0);
    assert_true(slope.lo > 0.75 && slope.hi < 1.25); /* half the distance to the orders beside 1 */
}

/* Euler's rule reads Kubo's equation as Ito's and so converges, to another solution: its
 * differences with itself fall, its distance from the exact solution does not.  Two rules of the
 * same equation close in on each other. */
static void another_limit_is_seen(void **state)
{
    static const char euler[] =
        "    system: canonical\n    scheme: rkmk-euler-exp\n    h: 2^-10\n    state: [1, 0.5]\n"
        "    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 60\n"
        "    parameters: {model: kubo, beta: 0.5}\n";
    (void)state;
    slp_interval off = value(euler, "quantity: strong-order, coarsest: 4, against: exact", 0);
    assert_true(off.lo > -0.25 && off.hi < 0.25);
    slp_interval itself = value(euler, "quantity: strong-order, coarsest: 4", 0);
    assert_true(itself.lo > 0.25);
    slp_interval same = value(TWO_NOISES, "quantity: strong-order, coarsest: 4, against: tmk", 0);
    assert_true(same.lo > 0.75);
}

static void what_cannot_be_compared_is_refused(void **state)
{
    static const char *const bad[] = {"against: eulers", "against: midpoint", "against: exact",
                                      "over: grid, against: tmk"};
    (void)state;
    static const char pendulum[] =
        "    system: canonical\n    scheme: midpoint\n    h: 2^-10\n    state: [1, 0.5]\n"
        "    noise: wiener\n    steps: 1024\n    samples: 60\n"
        "    parameters: {model: pendulum, beta: 0.5}\n";
    for (size_t i = 0; i <= sizeof bad / sizeof *bad; i++) {
        const bool last = i == sizeof bad / sizeof *bad;
        char text[120];
        slp_claim claim;
        slp_measurement m;
        snprintf(text, sizeof text, "quantity: strong-order, coarsest: 4, %s",
                 last ? "against: exact" : bad[i]);
        assert_int_equal(measured(&m, &claim, last ? pendulum : TWO_NOISES, text), SLP_INPUT);
        slp_measurement_clear(&m);
        slp_claim_clear(&claim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_difference_is_that_of_the_grid),
        cmocka_unit_test(kubo_is_held_against_its_exact_solution),
        cmocka_unit_test(another_limit_is_seen),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
