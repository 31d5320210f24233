/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top whose Gamma is turned by a retraction of its own: with the Cayley map it is the
 * scheme, with both signs; with the exponential its energy changes as another program found. */
#include "tests/claims/claim_measured.h"

#define TOP(scheme)                                                                                \
    "    system: heavy-top\n    scheme: variational-cayley" scheme                                 \
    "\n    parameters: {inertia: [1, 2, 3], chi: [0, 0, 1]}\n    h: 0.01\n    steps: 5000\n    "   \
    "state: [-0.5878029860467536, 0, 0.8090041097513163, 0, -0.45399049973954675, "                \
    "0.8910065241883679]\n"

/* Both runs are off by roundings, which 5000 steps carry to 1e-11 of the energy at most. */
static void with_the_cayley_map_it_is_the_scheme(void **unused)
{
    static const char *const words[] = {TOP(""), TOP("-printed")},
                             *const sign[] = {"quantity: retraction-energy",
                                              "quantity: retraction-energy, sign: printed"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        near(value(words[0], sign[i], 0), value(words[i], "quantity: energy-drift", 3).lo, 1e-6);
        near(value(words[0], sign[i], 1), value(words[i], "quantity: energy-drift", 0).lo, 1e-6);
    }
}

static void with_the_exponential_it_is_another_rule(void **unused)
{
    (void)unused;
    near(value(TOP(""), "quantity: retraction-energy, gamma: exp", 0), 3.69e-5, 0.002);
    near(value(TOP(""), "quantity: retraction-energy, gamma: exp, sign: printed", 0), 1.59e-5,
         0.002);
}

static void refuses(const char *experiment)
{
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, experiment, "quantity: retraction-energy"), SLP_INPUT);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

static void other_systems_and_noise_are_refused(void **unused)
{
    (void)unused;
    refuses("    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n    h: "
            "0.01\n    state: [1, 0, 0]\n");
    refuses("    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3], chi: [0, "
            "0, 1], noise: [1, 0, 0, 0, 0, 0, 0]}\n    h: 0.01\n    noise: wiener\n    state: [1, "
            "0, 0, 0, 0, 1]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_the_cayley_map_it_is_the_scheme),
        cmocka_unit_test(with_the_exponential_it_is_another_rule),
        cmocka_unit_test(other_systems_and_noise_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
