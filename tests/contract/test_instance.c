/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* No constructor takes a case that was not checked: what slp_case_check refuses is refused, and
 * areas that it has not put behind the increments are never left out in silence. */
#include "fast/fast.h"
#include "ref/exact_step.h"

#include <string.h>
#include "tests/support/cmocka.h"

static const double inertia[] = {1, 2, 3}, lin[] = {0.5, 0, 0, 0, 0.5, 0}, x[] = {0.6, 0, 0.8},
                    dw[] = {0.25, -0.125}, area[] = {0.03125}, h = 0x1p-4;

static slp_case *body(const char *scheme)
{
    slp_error err;
    slp_case *c;
    assert_int_equal(slp_case_new(&c, "rigid-body", scheme, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "lin", lin, 6, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", dw, 2, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "h", &h, 1, &err), SLP_OK);
    return c;
}

/* What both constructors answer; the field that they name. */
static void both(const slp_case *c, slp_status wanted, const char *field)
{
    slp_error err = {0};
    fast_system *fast = (fast_system *)&err;
    ref_system *ref = (ref_system *)&err;
    assert_int_equal(fast_system_new(&fast, c, &err), wanted);
    if (field) assert_string_equal(err.field, field);
    assert_true((fast != NULL) == (wanted == SLP_OK));
    memset(&err, 0, sizeof err);
    assert_int_equal(ref_system_new(&ref, c, &err), wanted);
    if (field) assert_string_equal(err.field, field);
    assert_true((ref != NULL) == (wanted == SLP_OK));
    fast_system_free(fast);
    ref_system_free(ref);
}

static void areas_that_were_not_checked(void **state)
{
    (void)state;
    slp_error err;
    slp_case *c = body("implicit-midpoint");
    both(c, SLP_OK, NULL);
    assert_int_equal(slp_case_set(c, "area", area, 1, &err), SLP_OK);
    both(c, SLP_INPUT, "area");
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    both(c, SLP_OK, NULL);
    fast_system *sys;
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    assert_int_equal(fast_system_M(sys), 3);
    assert_int_equal(fast_system_areas(sys), 1);
    fast_system_free(sys);
    /* setting anything takes the areas apart again */
    assert_int_equal(slp_case_set(c, "h", &h, 1, &err), SLP_OK);
    both(c, SLP_INPUT, "area");
    slp_case_free(c);
}

/* What the contract refuses and neither path looks at by itself. */
static void parameters_that_the_contract_refuses(void **state)
{
    (void)state;
    const double bonds[] = {1, 2}, exchange = 1, damping = -0.5, spins[] = {0.6, 0, 0.8, 1, 0, 0};
    slp_error err;
    slp_case *c;
    ref_system *ref;
    assert_int_equal(slp_case_new(&c, "spins", "spherical-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "bonds", bonds, 2, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "exchange", &exchange, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", spins, 6, &err), SLP_OK);
    both(c, SLP_OK, NULL);
    assert_int_equal(slp_case_set(c, "damping", &damping, 1, &err), SLP_OK);
    both(c, SLP_INPUT, "damping");
    /* hints alone may look at it */
    assert_int_equal(ref_system_new_refused(&ref, c, &err), SLP_OK);
    ref_system_free(ref);
    slp_case_free(c);
}

/* An instance has the d of a checked case, also where the parameters alone do not tell it. */
static void state_of_a_case_that_was_not_checked(void **state)
{
    (void)state;
    const double bonds[] = {1, 2}, exchange = 1, spins[] = {0.6, 0, 0.8, 1, 0, 0, 0, 1, 0};
    slp_error err;
    slp_case *c;
    fast_system *fast;
    ref_system *ref;
    assert_int_equal(slp_case_new(&c, "spins", "spherical-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "bonds", bonds, 2, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "exchange", &exchange, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", spins, 9, &err), SLP_OK);
    assert_int_equal(fast_system_new(&fast, c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&ref, c, &err), SLP_OK);
    assert_int_equal(fast_system_d(fast), 9);
    assert_int_equal(ref_system_d(ref), 9);
    fast_system_free(fast);
    ref_system_free(ref);
    slp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_that_were_not_checked),
        cmocka_unit_test(parameters_that_the_contract_refuses),
        cmocka_unit_test(state_of_a_case_that_was_not_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
