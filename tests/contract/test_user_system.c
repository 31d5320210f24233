/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system: the sizes that each algebra gives, which schemes it takes, what is refused. */
#include "oracle/contract/case/user_system.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

typedef struct shape {
    slp_algebra algebra;
    size_t n, d;
} shape;

static void algebras_have_their_sizes(void **unused)
{
    static const shape shapes[] = {
        {SLP_SO3, 0, 3},   {SLP_SE3, 99, 6}, {SLP_VECTOR, 0, 2}, {SLP_SON, 5, 10},
        {SLP_SU2N, 4, 12}, {SLP_SUN, 3, 9},  {SLP_SP, 4, 10},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        slp_system *system;
        slp_case *c;
        slp_error err;
        size_t d, M, fit = 0;
        assert_int_equal(
            slp_user_system_new(&system, "own", shapes[i].algebra, shapes[i].n, NULL, 2, &err),
            SLP_OK);
        assert_non_null(slp_as_user_system(system));
        for (size_t k = 0; slp_scheme_at(k); k++) {
            const bool fits = (slp_scheme_at(k)->applies & (unsigned)shapes[i].algebra) != 0 &&
                              !slp_scheme_at(k)->splits; /* own Hamiltonians have no factors */
            fit += fits;
            assert_int_equal(slp_case_new_on(&c, system, slp_scheme_at(k)->name, &err),
                             fits ? SLP_OK : SLP_INPUT);
            if (!fits) continue;
            double x[12] = {1, 1}, dw[2] = {1, 1};
            if (shapes[i].algebra == SLP_SUN) x[1] = -1; /* trace 0 */
            assert_int_equal(slp_case_sizes(&d, &M, c, &err), SLP_OK);
            assert_true(d == shapes[i].d && M == 2);
            assert_int_equal(slp_case_set(c, "x", x, d, &err), SLP_OK);
            assert_int_equal(slp_case_set(c, "dw", dw, 2, &err), SLP_OK);
            assert_int_equal(slp_case_check(c, &err), SLP_OK);
            assert_int_equal(slp_case_set(c, "x", x, d - 1, &err), SLP_OK);
            assert_int_equal(slp_case_check(c, &err), SLP_INPUT);
            assert_string_equal(err.field, "x");
            assert_int_equal(slp_case_set(c, "inertia", x, 3, &err), SLP_INPUT);
            slp_case_free(c);
        }
        assert_gt(fit, 2);
        slp_user_system_free(system);
    }
}

static void a_trace_is_refused(void **unused)
{
    slp_system *system;
    slp_case *c;
    slp_error err;
    const double x[] = {1, 1, 0, 0};
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "own", SLP_SUN, 2, NULL, 0, &err), SLP_OK);
    assert_int_equal(slp_case_new_on(&c, system, "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 4, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_INPUT);
    assert_string_equal(err.field, "x");
    slp_case_free(c);
    slp_user_system_free(system);
}

static void weights_are_copied(void **unused)
{
    slp_system *system;
    slp_error err;
    double gamma[] = {2, -3};
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "own", SLP_SU2N, 2, gamma, 0, &err), SLP_OK);
    gamma[0] = gamma[1] = 0;
    assert_true(slp_as_user_system(system)->gamma[0] == 2);
    assert_true(slp_as_user_system(system)->gamma[1] == -3);
    slp_user_system_free(system);
    assert_int_equal(slp_user_system_new(&system, "own", SLP_SU2N, 2, NULL, 0, &err), SLP_OK);
    assert_true(slp_as_user_system(system)->gamma[1] == 1);
    slp_user_system_free(system);
    slp_user_system_free(NULL);
    assert_null(slp_as_user_system(NULL));
    assert_null(slp_as_user_system(slp_system_find("rigid-body")));
}

static void refused(const char *field, const char *name, slp_algebra algebra, size_t n,
                    const double *gamma, size_t noises)
{
    slp_system *system;
    slp_error err;
    assert_int_equal(slp_user_system_new(&system, name, algebra, n, gamma, noises, &err),
                     SLP_INPUT);
    assert_null(system);
    assert_string_equal(err.field, field);
    assert_gt(strlen(err.text), 5);
}

static void what_is_no_system_is_refused(void **unused)
{
    const double gamma[] = {1, 0}, infinite[] = {INFINITY, 1}, good[] = {1, 1};
    (void)unused;
    refused("name", NULL, SLP_SO3, 0, NULL, 0);
    refused("name", "", SLP_SO3, 0, NULL, 0);
    refused("name", "a b", SLP_SO3, 0, NULL, 0);
    refused("name", "rigid-body", SLP_SO3, 0, NULL, 0);
    refused("algebra", "own", (slp_algebra)0, 3, NULL, 0);
    refused("algebra", "own", (slp_algebra)(SLP_SO3 | SLP_SON), 3, NULL, 0);
    refused("algebra", "own", SLP_SUN_DUAL, 3, NULL, 0);
    refused("n", "own", SLP_SON, 1, NULL, 0);
    refused("n", "own", SLP_SUN, SLP_MAX_MATRIX + 1, NULL, 0);
    refused("n", "own", SLP_SP, 3, NULL, 0);
    refused("n", "own", SLP_SU2N, 0, NULL, 0);
    refused("gamma", "own", SLP_SU2N, 2, gamma, 0);
    refused("gamma", "own", SLP_SU2N, 2, infinite, 0);
    refused("gamma", "own", SLP_SO3, 0, good, 0);
    refused("noises", "own", SLP_SO3, 0, NULL, (size_t)SLP_MAX_LIST + 1);
    slp_error err;
    assert_int_equal(slp_user_system_new(NULL, "own", SLP_SO3, 0, NULL, 0, &err), SLP_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algebras_have_their_sizes),
        cmocka_unit_test(a_trace_is_refused),
        cmocka_unit_test(weights_are_copied),
        cmocka_unit_test(what_is_no_system_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
