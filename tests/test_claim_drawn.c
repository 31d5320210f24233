/* What an experiment draws for its samples: `log` takes each binade that [a, b] meets equally often, then what of it lies within, ends
 * that are powers of two and intervals of one number included; `uniform` stays within its ends. */
#include "tests/claim_trial.h"

enum { SAMPLES = 400 };

#define DRAWN(h, state)                                                                            \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n    h: " h     \
    "\n    state: " state "\n"

/* Of the drawn h: how many lie below 1; all lie in [lo, hi]. */
static int below_one(const char *experiment, double lo, double hi)
{
    slp_claim claim;
    int below = 0;
    read_claim(&claim, experiment, "quantity: casimir-residual");
    for (size_t i = 0; i < SAMPLES; i++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], i, 1, &err), SLP_OK);
        assert_true(c.h >= lo && c.h <= hi);
        below += c.h < 1;
        slp_case_clear(&c);
    }
    slp_claim_clear(&claim);
    return below;
}

/* The draws are fixed by the seed; were they not, a share of 400 would leave the bounds once in 10^9. */
static void binades_are_met_equally_often(void **unused)
{
    (void)unused;
    assert_int_equal(below_one(DRAWN("{log: [2^-3, 2^-3]}", "[1, 0, 0]"), 0.125, 0.125), SAMPLES);
    assert_int_equal(below_one(DRAWN("{log: [3, 3]}", "[1, 0, 0]"), 3, 3), 0);
    assert_int_equal(below_one(DRAWN("{log: [1, 2]}", "[1, 0, 0]"), 1, 2), 0);
    assert_int_equal(below_one(DRAWN("{log: [0.5, 1]}", "[1, 0, 0]"), 0.5, 1), SAMPLES);
    int half = below_one(DRAWN("{log: [3/4, 2]}", "[1, 0, 0]"), 0.75, 2); /* two binades */
    assert_true(abs(half - SAMPLES / 2) < 6.2 * 10);
    int fourth = below_one(DRAWN("{log: [0.99, 5]}", "[1, 0, 0]"), 0.99, 5); /* four */
    assert_true(abs(fourth - SAMPLES / 4) < 6.2 * 8.7);
}

/* 2 in 3 of [0, 3/2] lie below 1 */
static void uniform_stays_within(void **unused)
{
    (void)unused;
    int share = below_one(DRAWN("{uniform: [0, 3/2]}", "[1, 0, 0]"), 0, 1.5);
    assert_true(abs(share - 2 * SAMPLES / 3) < 6.2 * 9.5);
    assert_int_equal(below_one(DRAWN("{uniform: [2, 2]}", "[1, 0, 0]"), 2, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(binades_are_met_equally_often),
                                       cmocka_unit_test(uniform_stays_within)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
