/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Of which size a verdict is: the part of the source's own size, in words, and what it allows. */
#include "tests/claims/claim_text.h"

#include <string.h>

#include "tests/support/cmocka.h"

#define RUN                                                                                        \
    "    system: rigid-body\n    scheme: tmk\n    h: 2^-4\n    state: [1, 0.5, 0.25]\n"            \
    "    parameters: {inertia: [1, 2, 3]}\n"
#define OTHER             "  - name: other\n" RUN
#define SIZED(own, other) CLAIM_OF(RUN own OTHER other)

static slp_claim read_claim(const char *text)
{
    slp_claim claim;
    slp_error err;
    if (slp_claim_read(&claim, text, "test", &err) != SLP_OK)
        fail_msg("line %zu, field %s: %s", err.line, err.field, err.text);
    return claim;
}

static void says(const char *text, bool full, bool small, const char *words)
{
    char found[100];
    slp_claim c = read_claim(text);
    const slp_evidence e = slp_claim_evidence(&c, full);
    slp_evidence_print(found, sizeof found, &e);
    assert_string_equal(found, words);
    assert_int_equal(slp_evidence_small(&e), small);
    slp_claim_clear(&c);
}

static void the_smallest_part_is_said(void **state)
{
    (void)state;
#define LONG "    steps: {default: 40, full: 32000}\n    paper: {steps: 32000}\n"
    says(SIZED(LONG, ""), false, true, "40 of 32 000 steps");
    says(SIZED(LONG, ""), true, false, "32 000 of 32 000 steps");
    says(SIZED("", LONG), false, true, "40 of 32 000 steps");
#define MANY "    samples: {default: 250, full: 1000}\n    paper: {samples: 500}\n"
    says(SIZED(MANY, ""), false, false, "250 of 500 runs");
    says(SIZED(MANY, ""), true, false, "1 000 of 500 runs");
    says(SIZED(MANY, LONG), false, true, "40 of 32 000 steps");
    says(SIZED(MANY, LONG), true, false, "32 000 of 32 000 steps");
    says(SIZED("    samples: 249\n    paper: {samples: 500}\n", ""), false, true,
         "249 of 500 runs");
    says(SIZED("    samples: 3\n    paper: {samples: 4, steps: 1}\n", ""), false, false,
         "3 of 4 runs");
    says(SIZED("    paper: {steps: 1}\n", ""), false, false, "1 of 1 step");
}

static void where_the_source_names_none(void **state)
{
    (void)state;
    says(SIZED("", ""), false, false, "1 sample");
    says(SIZED("    samples: {default: 1200, full: 5}\n", ""), false, false, "1 200 samples");
    says(SIZED("    samples: {default: 1200, full: 5}\n", ""), true, false, "5 samples");
    says(SIZED("    steps: 20000\n", "    samples: 40\n"), false, false, "20 000 steps");
    says(SIZED("    steps: 1024\n    samples: 200\n", ""), false, false, "200 runs of 1 024 steps");
}

static void small_evidence_confirms_nothing(void **state)
{
    const slp_evidence small = {1, 3, true, 0, 0}, half = {1, 2, true, 0, 0}, none = {0};
    (void)state;
    assert_int_equal(slp_claim_verdict_of_size(SLP_CONFIRMED, &small), SLP_PRELIMINARY);
    assert_int_equal(slp_claim_verdict_of_size(SLP_QUALIFIED, &small), SLP_PRELIMINARY);
    assert_int_equal(slp_claim_verdict_of_size(SLP_CONFIRMED, &half), SLP_CONFIRMED);
    assert_int_equal(slp_claim_verdict_of_size(SLP_CONFIRMED, &none), SLP_CONFIRMED);
    /* a small run refutes as well as a long one */
    assert_int_equal(slp_claim_verdict_of_size(SLP_REFUTED, &small), SLP_REFUTED);
    assert_int_equal(slp_claim_verdict_of_size(SLP_UNDERSPECIFIED, &small), SLP_UNDERSPECIFIED);
    assert_int_equal(slp_claim_verdict_of_size(SLP_INCONCLUSIVE, &small), SLP_INCONCLUSIVE);
    assert_int_equal(slp_claim_verdict_of_size(SLP_FINDING, &small), SLP_FINDING);
}

static void refused(const char *text, const char *field, const char *words)
{
    slp_claim c;
    slp_error err;
    assert_int_equal(slp_claim_read(&c, text, "test", &err), SLP_INPUT);
    assert_string_equal(err.field, field);
    if (!strstr(err.text, words)) fail_msg("%s", err.text);
    assert_gt(err.line, 0);
}

static void sizes_that_are_none(void **state)
{
    (void)state;
    refused(SIZED("    paper: {steps: 0}\n", ""), "steps", "at least 1");
    refused(SIZED("    paper: {}\n", ""), "paper", "`steps`, `samples` or both");
    refused(SIZED("    paper: 500\n", ""), "paper", "key: value");
    refused(SIZED("    paper: {runs: 5}\n", ""), "runs", "unknown key");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_part_is_said), cmocka_unit_test(where_the_source_names_none),
        cmocka_unit_test(small_evidence_confirms_nothing), cmocka_unit_test(sizes_that_are_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
