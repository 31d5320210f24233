/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of the top that are known: the swing in a plane, whose period is a mean of Gauss, and
 * small oscillations, ellipses that turn by half between two maxima of Gamma_3. */
#include "tests/claims/claim_measured.h"

#include <stdio.h>

enum { NEAREST, PERIOD, UNEVEN, TURN, PERIODS };
#define TOP                                                                                        \
    "    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [4, 4, 1], chi: [0, 0, "    \
    "1]}\n"

static void orbit(slp_measurement *m, const double *x, const char *h, unsigned steps)
{
    slp_claim claim;
    char text[800];
    snprintf(text, sizeof text,
             TOP
             "    state: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]\n    h: %s\n    steps: %u\n",
             x[0], x[1], x[2], x[3], x[4], x[5], h, steps);
    assert_int_equal(measured(m, &claim, text, "quantity: orbit-return"), SLP_OK);
    slp_claim_clear(&claim);
}

/* A pendulum let go at the angle 2 from below, with I = 4 and weight 1: its period is
 * 4 pi / agm(1, cos 1), that of Gamma_3 half of it.  TMK at h = 1/128 is off by about h^2. */
static void the_swing_in_a_plane_closes(void **unused)
{
    const double x[6] = {0, 0, 0, 0, sin(2), -cos(2)};
    double a = 1, b = cos(1);
    slp_measurement m;
    (void)unused;
    for (int i = 0; i < 6; i++) {
        const double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    const double period = 2 * 3.141592653589793 / a;
    orbit(&m, x, "2^-7", 8000);
    assert_true(m.values[NEAREST].known && m.values[NEAREST].hi < 2e-3);
    assert_true(fabs(m.values[PERIOD].lo / period - 1) < 1e-4);
    assert_true(m.values[UNEVEN].hi < 1e-4);
    assert_true(m.values[PERIODS].lo == floor(8000.0 / 128 / period) - 1 ||
                m.values[PERIODS].lo == floor(8000.0 / 128 / period));
    assert_true(m.steps == 8000 && m.samples == 1);
    slp_measurement_clear(&m);
}

/* Of size s = 0.02 the motion is that of a plane oscillator of frequency 1/2, up to s^2: Gamma_3
 * has the period 2 pi.  The orbit never is |x_0| / 2 away from its start. */
static void small_ellipses_turn_by_half(void **unused)
{
    const double s = 0.02, x[6] = {0, s, 0, 0, s, -sqrt(1 - s * s)};
    slp_measurement m;
    (void)unused;
    orbit(&m, x, "2^-7", 4000);
    assert_false(m.values[NEAREST].known);
    assert_true(fabs(m.values[PERIOD].lo / 6.283185307179586 - 1) < 2 * s * s);
    assert_true(fabs(m.values[TURN].lo - 0.5) < 0.01);
    slp_measurement_clear(&m);
    orbit(&m, x, "2^-7", 500); /* too short for two periods */
    assert_false(m.values[PERIOD].known);
    assert_true(m.values[PERIODS].lo == 0);
    slp_measurement_clear(&m);
}

/* The paper's state, on which Runge's and Kutta's method of order 4 at h = 1/1000 gives the period
 * 7.307, -0.43111 turns or 0.56889 a period, and a nearest return of 0.11158 / sqrt 2 = 0.0789 at
 * t = 51.037.  An angle is that of a point half a step away at most: 1/512 turns here. */
static void the_papers_orbit_does_not_close(void **unused)
{
    const double r = 0.7071067811865476, x[6] = {-r, r, 0, -r, r, 0};
    slp_measurement m;
    (void)unused;
    orbit(&m, x, "2^-7", 12800);
    assert_true(fabs(m.values[NEAREST].lo - 0.0789) < 1e-3);
    assert_true(fabs(m.values[PERIOD].lo - 7.307) < 1e-3);
    assert_true(fabs(m.values[TURN].lo - 0.56889) < 1.0 / 512);
    assert_true(m.values[PERIODS].lo == 12);
    slp_measurement_clear(&m);
}

static void what_does_not_fit_is_refused(void **unused)
{
    static const char *const rows[][2] = {
        {"    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n"
         "    state: [0, 0, 1]\n    h: 0.1\n",
         "system"},
        {TOP "    state: {norm: [1, 2]}\n    h: 0.1\n", "system"},
        {TOP "    state: [0, 0, 1, 0, 0, 1]\n    h: 0.1\n    samples: 2\n", "samples"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_claim claim;
        slp_error err = {0};
        read_claim(&claim, rows[i][0], "quantity: orbit-return");
        slp_trial trial = {.experiment = &claim.experiment[0],
                           .steps = 10,
                           .samples = claim.experiment[0].samples.usual};
        assert_int_equal(claim.measure[0].quantity->measure(NULL, &trial, &err), SLP_INPUT);
        assert_string_equal(err.field, rows[i][1]);
        slp_claim_clear(&claim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_swing_in_a_plane_closes),
        cmocka_unit_test(small_ellipses_turn_by_half),
        cmocka_unit_test(the_papers_orbit_does_not_close),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
