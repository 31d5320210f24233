/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters of the wrong length or size, handed to the binary64 path past the parser: each is
 * refused, and what is right is not. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"

#include <stdio.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* count numbers, the first `first`, the others 3 */
typedef struct given {
    const char *key;
    size_t count;
    double first;
} given;

static const struct attempt {
    bool right;
    const char *system;
    given params[4];
} attempts[] = {
    {true, "rigid-body", {{"inertia", 3, 1}, {"quad", 3, 1}, {"lin", 6, 1}}},
    {false, "rigid-body", {{"quad", 3, 1}}},
    {false, "rigid-body", {{"inertia", 2, 1}}},
    {false, "rigid-body", {{"inertia", 4, 1}}},
    {false, "rigid-body", {{"inertia", 3, 0}}},
    {false, "rigid-body", {{"inertia", 3, 1}, {"quad", 2, 1}}},
    {false, "rigid-body", {{"inertia", 3, 1}, {"quad", 3, 1}, {"lin", 4, 1}}},
    {true, "rigid-body-n", {{"n", 1, 3}, {"inertia", 3, 1}, {"quad", 1, 1}}},
    {true, "rigid-body-n", {{"n", 1, 2}}},
    {false, "rigid-body-n", {{"n", 1, 1}}},
    {false, "rigid-body-n", {{"n", 2, 3}}},
    {false, "rigid-body-n", {{"n", 1, 3}, {"inertia", 2, 1}}},
    {false, "rigid-body-n", {{"n", 1, 3}, {"inertia", 3, 0}}},
    {false, "rigid-body-n", {{"n", 1, 3}, {"quad", 2, 1}}},
    {true, "point-vortices", {{"gamma", 2, 1}, {"quad", 3, 1}}},
    {false, "point-vortices", {{"quad", 3, 1}}},
    {false, "point-vortices", {{"gamma", 2, 0}}},
    {false, "point-vortices", {{"gamma", 2, 1}, {"quad", 2, 1}}},
    {true, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"dmi", 3, 1}, {"field", 3, 1}}},
    {true, "spins", {{"bonds", 2, 2}, {"exchange", 1, 1}, {"anisotropy", 4, 1}, {"noise", 1, 1}}},
    {false, "spins", {{"bonds", 2, 3}, {"exchange", 1, 1}}},
    {false, "spins", {{"bonds", 2, 4}, {"exchange", 1, 1}}},
    {false, "spins", {{"bonds", 2, 0}, {"exchange", 1, 1}}},
    {false, "spins", {{"bonds", 2, 1.5}, {"exchange", 1, 1}}},
    {false, "spins", {{"bonds", 1, 1}, {"exchange", 1, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 2, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"dmi", 1, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"field", 1, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"anisotropy", 3, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"noise", 2, 1}}},
    {false, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"damping", 2, 1}}},
    {true, "spins", {{"bonds", 2, 1}, {"exchange", 1, 1}, {"damping", 1, 1}}},
    {true, "zeitlin-sphere", {{"n", 1, 4}, {"amp", 1, 1}, {"shell", 1, 2}}},
    {false, "zeitlin-sphere", {{"n", 2, 4}}},
    {false, "zeitlin-sphere", {{"n", 1, 1}}},
    {false, "zeitlin-sphere", {{"n", 1, 4}, {"amp", 2, 1}}},
    {false, "zeitlin-sphere", {{"n", 1, 4}, {"amp", 1, 1}, {"shell", 2, 2}}},
    {true, "sine-euler", {{"n", 1, 7}, {"amp", 1, 1}, {"modes", 2, 1}}},
    {false, "sine-euler", {{"n", 2, 3}}},
    {false, "sine-euler", {{"n", 1, 1}}},
    {false, "sine-euler", {{"n", 1, 3}, {"amp", 2, 1}, {"modes", 2, 1}}},
    {false, "sine-euler", {{"n", 1, 3}, {"amp", 1, 1}, {"modes", 3, 1}}},
    {true, "heavy-top", {{"inertia", 3, 1}, {"chi", 3, 0}, {"noise", 14, 0}}},
    {false, "heavy-top", {{"inertia", 2, 1}, {"chi", 3, 1}}},
    {false, "heavy-top", {{"inertia", 3, 0}, {"chi", 3, 1}}},
    {false, "heavy-top", {{"inertia", 3, 1}, {"chi", 2, 1}}},
    {false, "heavy-top", {{"inertia", 3, 1}, {"chi", 3, 1}, {"noise", 8, 1}}},
    {true, "canonical", {{"model", 1, 1}, {"beta", 1, 1}, {"gamma", 1, 1}}},
    {false, "canonical", {{"beta", 1, 1}}},
    {false, "canonical", {{"model", 1, 1}, {"beta", 2, 1}}},
    {false, "canonical", {{"model", 1, 1}, {"gamma", 2, 1}}},
    {false, "canonical", {{"model", 1, 0}, {"gamma", 1, 1}}},
    {true, "symplectic", {{"n", 1, 2}, {"quadratic", 6, 1}, {"noise", 6, 1}}},
    {false, "symplectic", {{"n", 2, 2}, {"quadratic", 6, 1}}},
    {false, "symplectic", {{"n", 1, 3}, {"quadratic", 21, 1}}},
    {false, "symplectic", {{"n", 1, 0}}},
    {false, "symplectic", {{"n", 1, 2}, {"quadratic", 5, 1}}},
    {false, "symplectic", {{"n", 1, 2}, {"quadratic", 6, 1}, {"noise", 4, 1}}},
};

static void wrong_counts_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        const struct attempt *at = &attempts[i];
        slp_case c;
        slp_error err = {.line = 0};
        fast_system *sys;
        slp_case_init(&c);
        c.system = slp_system_find(at->system);
        c.line = 17;
        if (strcmp(at->system, "spins") == 0) /* whose number no parameter tells */
            assert_int_equal(slp_case_set_x(&c, (double[9]){1, 0, 0, 1, 0, 0, 1, 0, 0}, 9), SLP_OK);
        for (size_t p = 0; p < 4 && at->params[p].key; p++) {
            double values[32];
            for (size_t k = 0; k < at->params[p].count; k++)
                values[k] = k ? 3 : at->params[p].first;
            assert_int_equal(
                slp_case_set_param(&c, at->params[p].key, values, at->params[p].count, &err),
                SLP_OK);
        }
        slp_status status = fast_system_new(&sys, &c, &err);
        if ((status == SLP_OK) != at->right)
            fprintf(stderr, "attempt %zu, %s: %s\n", i + 1, at->system, slp_status_word(status));
        assert_int_equal(status == SLP_OK, at->right);
        assert_int_equal(sys != NULL, at->right);
        if (!at->right) assert_int_equal(err.line, 17);
        fast_system_free(sys);
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_counts_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
