/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Claims that await a scheme: what they know of it, and what is refused. */
#include "tests/claims/claim_text.h"

#include <string.h>

#include "tests/support/cmocka.h"

#define OF(scheme)                                                                                 \
    "experiments:\n"                                                                               \
    "  - {name: run, system: rigid-body, scheme: " scheme ", h: 2^-4, state: [1, 0.5, 0.25],\n"    \
    "      parameters: {inertia: [1, 2, 3]}}\n"
#define CLAIM(awaits, scheme)                                                                      \
    CLAIM_HEAD awaits OF(scheme)                                                                   \
    CLAIM_MEASURES CLAIM_DECIDE

static void awaits(const char *text, const char *name)
{
    slp_claim claim;
    slp_error err;
    if (slp_claim_read(&claim, text, "test", &err) != SLP_OK)
        fail_msg("line %zu, field %s: %s", err.line, err.field, err.text);
    if (name)
        assert_string_equal(claim.awaits, name);
    else
        assert_null(claim.awaits);
    assert_true((claim.experiment->scheme == NULL) == (claim.experiment->missing != NULL));
    slp_claim_clear(&claim);
}

static void refuses(const char *text, size_t line, const char *field, const char *says)
{
    slp_claim claim;
    slp_error err;
    const slp_status status = slp_claim_read(&claim, text, "test", &err);
    if (status == SLP_OK) slp_claim_clear(&claim);
    if (status != SLP_INPUT || err.line != line || strcmp(err.field, field) != 0 ||
        !strstr(err.text, says))
        fail_msg("got status %d, line %zu, field %s: %s", (int)status, err.line, err.field,
                 err.text);
}

static void a_missing_scheme_is_awaited(void **state)
{
    (void)state;
    awaits(CLAIM("awaits: [no-such]\n", "no-such"), "no-such");
    awaits(CLAIM("awaits: [tmk, not-yet, no-such]\n", "no-such"), "not-yet");
    awaits(CLAIM("awaits: [no-such]\n", "tmk"), "no-such"); /* an option may name it */
    awaits(CLAIM("awaits: [tmk]\n", "tmk"), NULL);          /* it is there: the claim runs */
    awaits(CLAIM("", "tmk"), NULL);
}

static void what_is_not_awaited_is_refused(void **state)
{
    (void)state;
    refuses(CLAIM("", "no-such"), 6, "scheme", "unknown scheme no-such: see `slp list schemes`");
    refuses(CLAIM("awaits: [not-yet]\n", "no-such"), 7, "scheme", "or name it under `awaits`");
    refuses(CLAIM("awaits: []\n", "no-such"), 5, "awaits", "has 0 entries");
    refuses(CLAIM("awaits: no-such\n", "no-such"), 5, "awaits", "wants a list");
    refuses(CLAIM("awaits: [[a]]\n", "tmk"), 5, "awaits", "one plain value");
}

/* The rest of the experiment is checked although its scheme is not there. */
static void the_rest_is_checked(void **state)
{
    (void)state;
    refuses(CLAIM_HEAD
            "awaits: [no-such]\nexperiments:\n  - {name: run, system: rigid-body, scheme: "
            "no-such, h: 2^-4, state: [1, 2],\n"
            "      parameters: {inertia: [1, 2, 3]}}\n" CLAIM_MEASURES CLAIM_DECIDE,
            7, "state", "has 2 numbers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_missing_scheme_is_awaited),
                                       cmocka_unit_test(what_is_not_awaited_is_refused),
                                       cmocka_unit_test(the_rest_is_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
