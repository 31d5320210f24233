/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters of the wrong length, or zero where they are divided by, handed to the reference past
 * the parser: each is refused under its own name, with the count that was given or its place. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <string.h>

#include "ref/ref.h"

typedef struct given {
    const char *key;
    size_t count;
} given;

/* A right case but for its last parameter. */
static const struct wrong {
    const char *system;
    given params[4];
} wrongs[] = {
    {"rigid-body", {{"inertia", 2}}},
    {"rigid-body", {{"inertia", 3}, {"quad", 2}}},
    {"rigid-body", {{"inertia", 3}, {"lin", 4}}},
    {"rigid-body", {{"inertia", 3}, {"quad", 3}, {"lin", 5}}},
    {"heavy-top", {{"chi", 3}, {"inertia", 4}}},
    {"heavy-top", {{"inertia", 3}, {"chi", 2}}},
    {"heavy-top", {{"inertia", 3}, {"chi", 3}, {"noise", 8}}},
    {"point-vortices", {{"gamma", 4}, {"quad", 2}}},
    {"spins", {{"exchange", 1}, {"bonds", 3}}},
    {"spins", {{"exchange", 1}}},
    {"spins", {{"field", 2}}},
    {"spins", {{"field", 3}, {"anisotropy", 3}}},
    {"spins", {{"anisotropy", 4}, {"noise", 2}}},
    {"spins", {{"dmi", 3}}},
    {"spins", {{"noise", 1}, {"damping", 2}}},
};

static void refused_with_its_count(void **unused)
{
    (void)unused;
    const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const given *last = NULL;
        char count[32];
        slp_case c;
        slp_error err;
        ref_system *sys;
        slp_case_init(&c);
        c.system = slp_system_find(wrongs[i].system);
        c.line = 17;
        if (strcmp(wrongs[i].system, "spins") == 0) c.d = 6; /* without a bond */
        for (size_t p = 0; p < 4 && wrongs[i].params[p].key; p++) {
            last = &wrongs[i].params[p];
            assert_int_equal(slp_case_set_param(&c, last->key, ones, last->count, &err), SLP_OK);
        }
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_DOMAIN);
        assert_null(sys);
        assert_string_equal(err.field, last->key);
        assert_int_equal(err.line, 17);
        snprintf(count, sizeof count, "%zu numbers; give", last->count);
        assert_ptr_equal(strstr(err.text, count), err.text);
        slp_case_clear(&c);
    }
}

/* Numbers that are divided by: a zero among them is refused wherever it stands, and the message
 * says where. */
static const struct divisor {
    const char *system, *key, *named;
    size_t count;
    given beside; /* 1, 1, ..; but n = 4 */
} divisors[] = {
    {"rigid-body", "inertia", "moment", 3, {NULL, 0}},
    {"heavy-top", "inertia", "moment", 3, {"chi", 3}},
    {"point-vortices", "gamma", "strength", 4, {NULL, 0}},
    {"rigid-body-n", "inertia", "moment", 6, {"n", 1}},
};

static void zeros_are_refused_wherever_they_stand(void **unused)
{
    (void)unused;
    const double ones[3] = {1, 1, 1}, four = 4;
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        for (size_t zero = 0; zero <= divisors[i].count; zero++) {
            const struct divisor *d = &divisors[i];
            double numbers[6] = {1, 1, 1, 1, 1, 1};
            char place[32];
            slp_case c;
            slp_error err;
            ref_system *sys;
            bool right = zero == d->count;
            slp_case_init(&c);
            c.system = slp_system_find(d->system);
            if (!right) numbers[zero] = zero % 2 ? -0.0 : 0;
            assert_int_equal(slp_case_set_param(&c, d->key, numbers, d->count, &err), SLP_OK);
            if (d->beside.key)
                assert_int_equal(slp_case_set_param(&c, d->beside.key,
                                                    d->beside.count == 1 ? &four : ones,
                                                    d->beside.count, &err),
                                 SLP_OK);
            assert_int_equal(ref_system_new(&sys, &c, &err), right ? SLP_OK : SLP_DOMAIN);
            if (right) {
                ref_system_free(sys);
            } else {
                snprintf(place, sizeof place, "%s %zu is zero", d->named, zero + 1);
                assert_string_equal(err.field, d->key);
                assert_ptr_equal(strstr(err.text, place), err.text);
            }
            slp_case_clear(&c);
        }
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refused_with_its_count),
                                       cmocka_unit_test(zeros_are_refused_wherever_they_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
