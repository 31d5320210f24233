/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters that make no sphere, no torus and no sp(2m, R) are refused, and the message names the
 * one at fault. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"

static void refused(const char *system, double n, const char *key, const double *values,
                    size_t count)
{
    ref_system *sys;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find(system);
    assert_int_equal(slp_case_set_param(&c, "n", &n, 1, &err), SLP_OK);
    if (count) assert_int_equal(slp_case_set_param(&c, key, values, count, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_DOMAIN);
    assert_null(sys);
    assert_string_equal(err.field, count ? key : "n");
    slp_case_clear(&c);
}

static void what_makes_no_sphere_is_refused(void **unused)
{
    static const double zero = 0, four = 4, half = 1.5, two[] = {1, 1};
    (void)unused;
    refused("zeitlin-sphere", 1, NULL, NULL, 0);
    refused("zeitlin-sphere", 2.5, NULL, NULL, 0);
    refused("zeitlin-sphere", -4, NULL, NULL, 0);
    refused("zeitlin-sphere", 1e30, NULL, NULL, 0);
    refused("zeitlin-sphere", 4, "shell", &zero, 1);
    refused("zeitlin-sphere", 4, "shell", &four, 1);
    refused("zeitlin-sphere", 4, "shell", &half, 1);
    refused("zeitlin-sphere", 4, "amp", two, 2);
}

static void what_makes_no_torus_is_refused(void **unused)
{
    static const double one[] = {1, 1}, mean[] = {0, 0}, far[] = {1, 1, 2, 0}, half[] = {1, 0.5};
    static const double odd[] = {1, 1, 1};
    (void)unused;
    refused("sine-euler", 4, NULL, NULL, 0);
    refused("sine-euler", 1, NULL, NULL, 0);
    refused("sine-euler", 3.5, NULL, NULL, 0);
    refused("sine-euler", -3, NULL, NULL, 0);
    refused("sine-euler", 3, "modes", mean, 2);
    refused("sine-euler", 3, "modes", far, 4);
    refused("sine-euler", 3, "modes", half, 2);
    refused("sine-euler", 3, "modes", odd, 3);
    refused("sine-euler", 3, "amp", one, 2);
}

static void what_makes_no_symplectic_algebra_is_refused(void **unused)
{
    static const double many[7] = {1, 0, 0, 1, 0, 1, 1};
    (void)unused;
    refused("symplectic", 0, NULL, NULL, 0);
    refused("symplectic", 3, NULL, NULL, 0);
    refused("symplectic", -4, NULL, NULL, 0);
    refused("symplectic", 2.5, NULL, NULL, 0);
    refused("symplectic", 1e30, NULL, NULL, 0);
    refused("symplectic", 2, "quadratic", many, 5);
    refused("symplectic", 2, "quadratic", many, 7);
    refused("symplectic", 4, "quadratic", many, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_sphere_is_refused),
        cmocka_unit_test(what_makes_no_torus_is_refused),
        cmocka_unit_test(what_makes_no_symplectic_algebra_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
