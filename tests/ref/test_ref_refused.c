/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters that the parser would not let through, handed to either path past it: refused under
 * the name of the one at fault, with what is wrong or what to give; and cases without a system.
 * What each path says it has, it has. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

typedef struct given {
    const char *key;
    size_t count;
    double first; /* the others are 1 */
} given;

static const struct wrong {
    const char *system, *field, *text;
    given params[3];
} wrongs[] = {
    {"canonical", "model", "no known model", {{"beta", 1, 1}}},
    {"canonical", "model", "no known model", {{"model", 1, 2}}},
    {"canonical", "model", "no known model", {{"model", 2, 0}}},
    {"canonical", "beta", "more than one amplitude", {{"model", 1, 0}, {"beta", 2, 1}}},
    {"canonical", "gamma", "more than one amplitude", {{"model", 1, 1}, {"gamma", 2, 1}}},
    {"canonical", "gamma", "kubo has no second noise", {{"model", 1, 0}, {"gamma", 1, 1}}},
    {"point-vortices", "gamma", "no strengths", {{"quad", 3, 1}}},
    {"rigid-body-n", "n", "give one whole number from 2", {{"n", 1, 1}}},
    {"rigid-body-n", "n", "give one whole number from 2", {{"n", 1, 2.5}}},
    {"rigid-body-n", "n", "give one whole number from 2", {{"n", 1, 1e30}}},
    {"rigid-body-n", "n", "give one whole number from 2", {{"n", 2, 4}}},
    {"rigid-body-n", "n", "give one whole number from 2", {{"quad", 1, 1}}},
    {"rigid-body-n", "inertia", "5 numbers; give 6", {{"n", 1, 4}, {"inertia", 5, 1}}},
    {"rigid-body-n", "quad", "2 numbers; give 1", {{"n", 1, 4}, {"quad", 2, 1}}},
    {"symplectic",
     "noise",
     "give d = n(n+1)/2",
     {{"n", 1, 2}, {"quadratic", 6, 1}, {"noise", 2, 1}}},
};

static void in_the_reference(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        slp_case c;
        slp_error err;
        ref_system *sys;
        slp_case_init(&c);
        c.system = slp_system_find(wrongs[i].system);
        for (size_t p = 0; p < 3 && wrongs[i].params[p].key; p++) {
            double values[6] = {wrongs[i].params[p].first, 1, 1, 1, 1, 1};
            assert_int_equal(slp_case_set_param(&c, wrongs[i].params[p].key, values,
                                                wrongs[i].params[p].count, &err),
                             SLP_OK);
        }
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_DOMAIN);
        assert_null(sys);
        assert_string_equal(err.field, wrongs[i].field);
        assert_ptr_equal(strstr(err.text, wrongs[i].text), err.text);
        slp_case_clear(&c);
    }
}

static void without_a_system(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    fast_system *other = (fast_system *)(uintptr_t)&c; /* anything but NULL */
    (void)unused;
    slp_case_init(&c);
    c.line = 17;
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_UNSUPPORTED);
    assert_null(sys);
    assert_string_equal(err.field, "system");
    assert_int_equal(fast_system_new(&other, &c, &err), SLP_UNSUPPORTED);
    assert_null(other);
    assert_string_equal(err.field, "system");
    assert_int_equal(err.line, 17);
    slp_case_clear(&c);
}

static void each_system_once(const char *(*at)(size_t), bool (*has)(const char *))
{
    size_t count = 0, known = 0;
    for (; at(count); count++) {
        assert_true(has(at(count)) && slp_system_find(at(count)));
        for (size_t k = 0; k < count; k++) assert_string_not_equal(at(k), at(count));
    }
    for (; slp_system_at(known); known++)
        assert_true(has(slp_system_at(known)->name) && has(slp_system_word(slp_system_at(known))));
    assert_int_equal(count, known);
    assert_false(has("abacus"));
}

static void every_system_is_there(void **unused)
{
    (void)unused;
    each_system_once(ref_system_at, ref_has_system);
    each_system_once(fast_system_at, fast_has_system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_the_reference),
                                       cmocka_unit_test(without_a_system),
                                       cmocka_unit_test(every_system_is_there)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
