/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The least second derivative of the effective potential against differences of the potential as
 * printed, in doubles. */
#include "tests/claims/claim_measured.h"

#include <math.h>

typedef struct top {
    double I1, m, p_phi, p_psi;
} top;

static double V(const top *t, double theta)
{
    double a = t->p_phi - t->p_psi * cos(theta);
    return a * a / (2 * t->I1 * sin(theta) * sin(theta)) + t->m * cos(theta);
}

/* Least central difference of step 1e-3 over a fine grid; V'' varies little over 1e-3 away from the
 * poles. */
static double least_difference(const top *t)
{
    double least = INFINITY, e = 1e-3;
    for (double theta = 0.01; theta < 3.13; theta += 1e-3)
        least = fmin(least, (V(t, theta + e) - 2 * V(t, theta) + V(t, theta - e)) / (e * e));
    return least;
}

#define TOP(I, chi, state, more)                                                                   \
    "    system: heavy-top\n    scheme: variational-cayley\n    parameters: {inertia: [" I ", " I  \
    ", 1], chi: [0, 0, " chi "]}\n    h: 0.01\n    state: " state "\n" more

static void least_is_that_of_differences(void **state)
{
    static const struct {
        const char *experiment;
        top t;
    } table[] = {
        {TOP("0.1", "0.98", "[0, 0, 1, 0, 0.6, 0.8]", ""), {0.1, 0.98, 0.8, 1}},
        {TOP("0.1", "0.98", "[0, 0, 0.5, 0, 0, 1]", ""), {0.1, 0.98, 0.5, 0.5}},
        {TOP("0.5", "0.25", "[0, 0.5, -0.25, 0, 0.6, -0.8]", ""), {0.5, 0.25, 0.5, -0.25}},
        {TOP("0.25", "2", "[0.5, 0, 1, 0.6, 0, 0.8]", ""), {0.25, 2, 1.1, 1}},
        {TOP("0.25", "2", "[0, 0, 0, 0, 0.6, 0.8]", ""), {0.25, 2, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const top *t = &table[i].t;
        slp_interval least = value(table[i].experiment, "quantity: effective-potential", 0);
        double found = least_difference(t);
        assert_true(least.hi - least.lo < 0.02 * (1 + fabs(found)));
        if (!(least.lo < found + 1e-3 && least.hi > found - 0.02 * (1 + fabs(found))))
            fail_msg("%zu: [%g, %g], differences %g", i, least.lo, least.hi, found);
        slp_interval margin = value(table[i].experiment, "quantity: effective-potential", 1);
        double sum = t->p_phi * t->p_phi + t->p_psi * t->p_psi;
        assert_true(fabs(margin.lo - (sum / (8 * t->I1) - t->m)) < 1e-12);
        assert_true(margin.lo <= least.hi);
    }
}

static void slope_and_level_belong_to_the_state(void **state)
{
    const char *at = TOP("0.25", "2", "[0.5, 0, 1, 0.6, 0, 0.8]", "");
    const top t = {0.25, 2, 1.1, 1};
    double theta = acos(0.8), e = 1e-5;
    (void)state;
    double slope = (V(&t, theta + e) - V(&t, theta - e)) / (2 * e) * sin(theta) / 2;
    near(value(at, "quantity: effective-potential", 2), slope, 1e-7);
    near(value(at, "quantity: effective-potential", 3), 0.25 / 0.5 + 1.6, 1e-12);
    /* without noise p_phi, p_psi and E' stay, so the potential of the run's end is that of its
     * begin */
    const char *run = TOP("0.25", "2", "[0.5, 0, 1, 0.6, 0, 0.8]", "    steps: 50\n");
    slp_interval begin = value(run, "quantity: effective-potential", 0),
                 end = value(run, "quantity: effective-potential, at: end", 0);
    assert_true(fabs(begin.lo - end.lo) < 1e-10);
    double level = value(run, "quantity: effective-potential, at: end", 3).lo;
    assert_true(fabs(level - 2.1) < 1e-3 && fabs(level - 2.1) > 1e-12);
    double moved = value(run, "quantity: effective-potential, at: end", 2).lo;
    assert_true(fabs(moved - slope) > 1e-3); /* the tilt does not stay */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_is_that_of_differences),
        cmocka_unit_test(slope_and_level_belong_to_the_state),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
