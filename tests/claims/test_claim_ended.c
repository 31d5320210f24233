/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs that end before their steps do: the measure ends with the status of the step, not with a
 * number of what was left. */
#include "tests/claims/claim_measured.h"

static void ends(const char *experiment, const char *measure, slp_status wanted)
{
    slp_claim claim;
    slp_measurement m;
    slp_status status = measured(&m, &claim, experiment, measure);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    if (status != wanted) fail_msg("%s: %s", measure, slp_status_word(status));
}

/* A coadjoint step of more than a million turns is not taken by the series; the chord method has no
 * answer then. */
static void steps_too_large_end_the_run(void **unused)
{
    static const char far[] = "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: "
                              "[1, 2, 3]}\n    h: 1e9\n    state: [0.5, -1, 0.75]\n    steps: 64\n",
                      near_it[] =
                          "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: "
                          "[1, 2, 3]}\n    h: 2^-3\n    state: [0.5, -1, 0.75]\n"
                          "    steps: 64\n";
    (void)unused;
    ends(near_it, "quantity: chord-drift", SLP_OK);
    ends(far, "quantity: chord-drift", SLP_DOMAIN);
}

/* Pi and Gamma are no matrix whose spectrum there would be. */
static void no_matrix_no_spectrum(void **unused)
{
    static const char top[] =
        "    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [1, "
        "1, 2], chi: [0, 0, 1]}\n    h: 2^-3\n    state: [0, 0, 1, 0, 0.6, "
        "0.8]\n";
    (void)unused;
    ends(top, "quantity: spectrum-drift", SLP_UNSUPPORTED);
    ends(top, "quantity: spectrum-drift, by: traces", SLP_UNSUPPORTED);
    ends(top, "quantity: casimir-drift", SLP_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_too_large_end_the_run),
                                       cmocka_unit_test(no_matrix_no_spectrum)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
