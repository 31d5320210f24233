/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of quantities that are known beforehand, whatever the step computes. */
#include "tests/claims/claim_measured.h"

static void rotation_by_pi_is_missed(void **unused)
{
    static const char *const bodies[] = {
        BODY("tmk"),
        "    system: rigid-body-n\n    scheme: tmk\n    parameters: {n: 4}\n    h: 2^-3\n"
        "    state: [0.5, 0, 0.25, 0, 0.125, 0]\n"};
    (void)unused;
    for (int i = 0; i < 2; i++) { /* det(I + diag(-1, -1, 1, ..)) = 0, and diag(..) is a rotation */
        near(value(bodies[i], "quantity: cayley-reach", 2), 0, 0);
        near(value(bodies[i], "quantity: cayley-reach", 3), 0, 0);
    }
}

/* A_h = 2 |ln h|^(1/2): 0 at h = 1; at least 3 from h = e^-2.25 = 0.105 down. */
static void truncation_at_large_steps(void **unused)
{
    const char *noisy =
        "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3], "
        "lin: [0, 0, 0.5]}\n    h: 2^-3\n    state: [0.5, -1, 0.75]\n"
        "    noise: wiener\n";
    (void)unused;
    near(value(noisy, "quantity: solvable-step", 2), 0x1p-4, 0);
    near(value(noisy, "quantity: solvable-step", 3), 0, 0);
    near(value(noisy, "quantity: solvable-step", 4), 2 * sqrt(-log1p(-0x1p-10)), 1e-15);
}

/* Of a body x' = 2^6 x is as far on after h 2^-6: what is relative to |x| has the same size.  The
 * last coordinate is small; the tolerance is none of |x|, so that the iteration may end a round
 * sooner or later. */
static void tolerance_is_relative(void **unused)
{
    const char *plain = "    system: rigid-body\n    scheme: isospectral-midpoint\n    parameters: "
                        "{inertia: [1, 2, 3]}\n    h: 2^-3\n    state: [0.5, -1, 0x1p-7]\n",
               *large = "    system: rigid-body\n    scheme: isospectral-midpoint\n    parameters: "
                        "{inertia: [1, 2, 3]}\n    h: 2^-9\n    state: [32, -64, 0.5]\n";
    (void)unused;
    double off = value(plain, "quantity: tolerance-reached", 5).hi;
    assert_true(off > 0x1p-60 && off < 0x1p-49);
    double far = value(large, "quantity: tolerance-reached", 5).hi;
    assert_true(far > off / 8 && far < 8 * off);
}

/* What is largest over a quarter of a run is largest over a run of a quarter of the steps. */
static void a_quarter_of_a_run(void **unused)
{
    static const char *const quantities[] = {"quantity: spectrum-drift",
                                             "quantity: spectrum-drift, by: traces"};
    (void)unused;
    for (int k = 0; k < 2; k++) {
        slp_interval whole = value(BODY("tmk") "    steps: 64\n", quantities[k], 2),
                     early = value(BODY("tmk") "    steps: 16\n", quantities[k], 0),
                     all = value(BODY("tmk") "    steps: 64\n", quantities[k], 0);
        assert_true(early.lo > 0 && all.hi >= early.hi);
        near(whole, early.lo, 1e-15);
    }
}

/* In su(3) Tr X^3 = 3 det X and Tr X^4 = (Tr X^2)^2/2.  The implicit midpoint rule keeps the square
 * alone, so that what moves is the cube, three times as far as the determinant. */
static void a_cube_is_three_determinants(void **unused)
{
    static const char run[] = "    system: zeitlin-sphere\n    scheme: implicit-midpoint\n    "
                              "parameters: {n: 3}\n    h: 2^-2\n    state: {norm: [1, 1]}\n"
                              "    steps: 20\n";
    (void)unused;
    slp_interval determinant = value(run, "quantity: spectrum-drift", 0);
    assert_true(determinant.lo > 1e-6);
    near(value(run, "quantity: spectrum-drift, by: traces", 0), 3 * determinant.lo, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_by_pi_is_missed), cmocka_unit_test(truncation_at_large_steps),
        cmocka_unit_test(tolerance_is_relative), cmocka_unit_test(a_quarter_of_a_run),
        cmocka_unit_test(a_cube_is_three_determinants)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
