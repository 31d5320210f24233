/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Euler angles against products of three turns in doubles, the coadjoint sign against a turn
 * computed by hand, and classes of loops that are known. */
#include "tests/claims/claim_measured.h"

#include <math.h>

#define AT(state)                                                                                  \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n    h: 0.25\n" \
    "    state: " state "\n"

static double of(const char *state, const char *what)
{
    char experiment[400], measure[100];
    snprintf(experiment, sizeof experiment, AT("%s"), state);
    snprintf(measure, sizeof measure, "quantity: euler-angles, of: %s", what);
    slp_interval v = value(experiment, measure, 0);
    assert_true(v.hi - v.lo < 1e-14 * (1 + fabs(v.hi)));
    return v.hi;
}

/* R = Rz(a) Rx(b) Rz(c) */
static void turns(double R[3][3], double a, double b, double c)
{
    const double z[2][3][3] = {{{cos(a), -sin(a), 0}, {sin(a), cos(a), 0}, {0, 0, 1}},
                               {{cos(c), -sin(c), 0}, {sin(c), cos(c), 0}, {0, 0, 1}}},
                 x[3][3] = {{1, 0, 0}, {0, cos(b), -sin(b)}, {0, sin(b), cos(b)}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            R[i][k] = 0;
            for (int j = 0; j < 3; j++)
                for (int l = 0; l < 3; l++) R[i][k] += z[0][i][j] * x[j][l] * z[1][l][k];
        }
}

static double difference(double P[3][3], double Q[3][3])
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) most = fmax(most, fabs(P[i][k] - Q[i][k]));
    return most;
}

/* largest |R^T R - I| with entry (2, 1) as printed */
static double printed_defect(double a, double b, double c)
{
    double R[3][3], most = 0;
    turns(R, a, b, c);
    R[1][0] -= 2 * cos(b) * cos(a) * sin(c);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double sum = i == k ? -1 : 0;
            for (int j = 0; j < 3; j++) sum += R[j][i] * R[j][k];
            most = fmax(most, fabs(sum));
        }
    return most;
}

static void the_printed_matrix_fails_where_the_sign_says(void **state)
{
    (void)state;
    assert_true(fabs(of("[0.5, 0.75, 1.25]", "printed") - printed_defect(0.5, 0.75, 1.25)) < 1e-14);
    assert_true(fabs(of("[2, -1, 3]", "printed") - printed_defect(2, -1, 3)) < 1e-14);
    assert_true(of("[0.5, 0.75, 0]", "printed") < 1e-70); /* no difference where sin psi = 0 */
    assert_true(of("[0.5, 0.75, 1.25]", "meant") < 1e-70);
}

static void angles_come_back_in_the_range_alone(void **state)
{
    double R[3][3], Q[3][3];
    (void)state;
    assert_true(of("[0.5, 0.75, 6.25]", "round-trip") < 1e-60);
    assert_true(of("[6, 3, 0.125]", "round-trip") < 1e-60);
    assert_true(of("[0.5, -0.75, 1.25]", "round-trip") > 1.4); /* theta = 0.75 comes back */
    turns(R, 1, 1, 2);
    turns(Q, 2, 1, 1);
    assert_true(fabs(of("[1, 1, 2]", "exchanged") - difference(R, Q)) < 1e-14);
    assert_true(of("[1, 0, 2]", "exchanged") < 1e-70);
    assert_true(of("[1, 1, 3]", "apart") >= 2);
    assert_true(of("[1, 1, 3]", "column") < 1e-70);
    assert_true(fabs(of("[1, 1, 3]", "edge-open") - sin(1) * sin(1)) < 1e-14);
    assert_true(of("[1, 1, 3]", "edge-side") <= 0); /* both at phi = 0 */
}

static void the_printed_attitude_is_turned_over(void **state)
{
    (void)state;
    assert_true(fabs(of("[0, 0.5, 0]", "tilt") - 2 * sin(0.5)) < 1e-14);
    assert_true(of("[0, 0.5, 0]", "turned") < 1e-70);
    assert_true(fabs(of("[0, 0.5, 0]", "tilt-y") - sin(0.5)) < 1e-14);
    assert_true(fabs(of("[0, -0.5, 0]", "tilt-y") + sin(0.5)) < 1e-14);
}

/* On so(3) without noise exp(+-ad*_s) turn x by -+|s| about s: they differ by 2 |sin |s|| |x across
 * s|. */
static void the_sign_of_the_coadjoint_exponential(void **state)
{
    const char *at = AT("[1, 1, 0]");
    double s[2] = {0.25, 0.125}, size = hypot(s[0], s[1]),
           across = fabs(s[1] * 1 - s[0] * 1) / size / sqrt(2);
    (void)state;
    near(value(at, "quantity: coadjoint-sign, of: lemma", 0), 2 * sin(size) * across, 1e-12);
    near(value(at, "quantity: coadjoint-sign, of: left, reading: inverse", 0),
         2 * sin(size) * across, 1e-12);
    near(value(at, "quantity: coadjoint-sign, of: right, reading: inverse", 0),
         2 * sin(size) * across, 1e-12);
    const char *top =
        "    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [1, 2, 4], chi: "
        "[0.5, 0.25, 1]}\n    h: 0.25\n    state: [0.5, 1, -0.5, 1, 0.25, 0.5]\n";
    const char *zeros[] = {"of: motion", "of: left", "of: right", "of: lemma, reading: inverse"};
    for (int i = 0; i < 4; i++) {
        char measure[100];
        snprintf(measure, sizeof measure, "quantity: coadjoint-sign, %s", zeros[i]);
        assert_true(value(at, measure, 0).hi < 1e-70);
        assert_true(value(top, measure, 0).hi < 1e-70);
    }
    assert_true(value(top, "quantity: coadjoint-sign, of: lemma", 0).lo > 0.01);
}

#define GROUP(system, parameters, state)                                                           \
    "    system: " system "\n    scheme: isospectral-midpoint\n    parameters: " parameters        \
    "\n    h: 0.25\n    state: " state "\n"

static void classes_of_loops_are_those_known(void **state)
{
    static const struct {
        const char *group;
        double order;
        bool rotations;
    } table[] = {
        {GROUP("rigid-body", "{inertia: [1, 2, 3]}", "[1, 0, 0]"), 2, true},
        {GROUP("rigid-body-n", "{n: 4}", "{norm: [1, 1]}"), 2, true},
        {GROUP("rigid-body-n", "{n: 5}", "{norm: [1, 1]}"), 2, true},
        {GROUP("point-vortices", "{gamma: [1, 1, 1]}", "[1, 0, 0, 0, 1, 0, 0, 0, 1]"), 1, false},
        {GROUP("zeitlin-sphere", "{n: 3}", "{uniform: [-1, 1]}"), 1, false},
        {GROUP("sine-euler", "{n: 5}", "{uniform: [-1, 1]}"), 1, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        slp_interval order = value(table[i].group, "quantity: fundamental-group", 0);
        assert_true(order.lo == table[i].order && order.hi == table[i].order);
        if (!table[i].rotations) continue;
        assert_true(value(table[i].group, "quantity: fundamental-group", 1).hi < 1e-60);
        near(value(table[i].group, "quantity: fundamental-group", 2), 2, 1e-15);
        assert_true(value(table[i].group, "quantity: fundamental-group", 3).hi < 1e-60);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_matrix_fails_where_the_sign_says),
        cmocka_unit_test(angles_come_back_in_the_range_alone),
        cmocka_unit_test(the_printed_attitude_is_turned_over),
        cmocka_unit_test(the_sign_of_the_coadjoint_exponential),
        cmocka_unit_test(classes_of_loops_are_those_known),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
