/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the binary64 path refuses, and what it promises besides numbers: failure is reported,
 * workspace and aliasing are as documented, instances and lists. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* Failure is reported, and nothing is written. */
static void failure_is_honest(void **state)
{
    (void)state;
    fast_system *sys = fast_body_ejll();
    const double bad[] = {NAN, INFINITY, -INFINITY}, fine[3] = {0.1, 0.2, 0.3};
    double y[3], x[3], room[FAST_BODY_ROOM];
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++) {
        const char *scheme_name = fast_body_schemes[i];
        const fast_scheme *scheme = fast_scheme_find(scheme_name);
        for (int k = 0; k < 9; k++) {
            double dw[3] = {0.1, 0.1, 0.1}, h = 0.1;
            memcpy(x, fine, sizeof x);
            if (k / 3 == 0) x[k % 3] = bad[k % 3];
            if (k / 3 == 1) dw[k % 3] = bad[k % 3];
            if (k / 3 == 2) h = bad[k % 3];
            y[0] = y[1] = y[2] = 7;
            assert_int_equal(fast_step(y, NULL, scheme, sys, x, h, dw, room), SLP_DOMAIN);
            assert_true(y[0] == 7 && y[1] == 7 && y[2] == 7);
        }
        /* increments and steps no stage survives */
        const double huge[3] = {1e300, -1e300, 1e300}, none[3] = {0, 0, 0};
        y[0] = y[1] = y[2] = 7;
        fast_report report;
        slp_status status = fast_step(y, &report, scheme, sys, fine, 0.1, huge, room);
        assert_true(status == SLP_NO_CONVERGENCE || status == SLP_DOMAIN);
        assert_false(report.residual <= 1e-3);
        assert_true(y[0] == 7 && y[1] == 7 && y[2] == 7);
        /* the direct rules, solved for the midpoint, converge at any step; the others must not
         * pretend */
        status = fast_step(y, &report, scheme, sys, fine, 300.0, none, room);
        if (strcmp(scheme_name, "implicit-midpoint") == 0 ||
            strcmp(scheme_name, "trapezoidal") == 0)
            continue;
        assert_true(status == SLP_NO_CONVERGENCE || status == SLP_DOMAIN);
        assert_false(report.residual <= 1e-3);
        assert_true(y[0] == 7 && y[1] == 7 && y[2] == 7);
    }
    fast_system_free(sys);
}

static void workspace_and_aliasing(void **state)
{
    (void)state;
    fast_system *sys = fast_body_ejll();
    const double dw[3] = {0.01, -0.02, 0.03};
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++) {
        const fast_scheme *scheme = fast_scheme_find(fast_body_schemes[i]);
        size_t n = fast_step_work_size(scheme, sys);
        double *room = malloc((n + 2) * sizeof *room), y[3], x[3];
        room[0] = room[n + 1] = 77;
        memcpy(x, fast_body_ejll_state, sizeof x);
        assert_int_equal(fast_step(y, NULL, scheme, sys, x, 0.01, dw, room + 1), SLP_OK);
        assert_true(room[0] == 77 && room[n + 1] == 77);
        assert_memory_equal(x, fast_body_ejll_state, sizeof x);
        assert_int_equal(fast_step(x, NULL, scheme, sys, x, 0.01, dw, room + 1), SLP_OK);
        assert_memory_equal(x, y, sizeof x);
        free(room);
    }
    fast_system_free(sys);
}

static void instances_and_lists(void **state)
{
    (void)state;
    slp_case c;
    slp_error err;
    fast_system *sys;
    slp_case_init(&c);
    c.system = slp_system_find("heavy-top");
    if (!fast_has_system("heavy-top")) {
        assert_int_equal(fast_system_new(&sys, &c, &err), SLP_UNSUPPORTED);
        assert_null(sys);
        assert_string_equal(err.field, "system");
    }
    slp_case_clear(&c);
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    const double zero[3] = {1, 0, 2};
    assert_int_equal(slp_case_set_param(&c, "inertia", zero, 3, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "inertia");
    slp_case_clear(&c);
    fast_system_free(NULL);
    assert_true(fast_has_system("rigid-body"));
    assert_false(fast_has_system("rigid"));
    assert_null(fast_scheme_find("midpoint-of-nothing"));
    for (size_t i = 0; fast_scheme_at(i); i++) assert_non_null(slp_scheme_find(fast_scheme_at(i)));
    for (size_t i = 0; fast_system_at(i); i++) assert_non_null(slp_system_find(fast_system_at(i)));
    size_t found = 0;
    for (size_t i = 0; fast_scheme_at(i); i++)
        for (size_t k = 0; k < FAST_BODY_SCHEMES; k++)
            found += strcmp(fast_scheme_at(i), fast_body_schemes[k]) == 0;
    assert_int_equal(found, FAST_BODY_SCHEMES);

    const double inertia[3] = {2, 1, 0.5}, lin[6] = {1, 2, 3, 4, 5, 6}, x[3] = {2, -3, 4};
    double casimir;
    sys = fast_body_new(inertia, inertia, lin, 2);
    assert_int_equal(fast_system_d(sys), 3);
    assert_int_equal(fast_system_M(sys), 5);
    assert_true(fast_energy(sys, x) == 0.5 * (2 + 9 + 32));
    assert_int_equal(fast_casimir_count(sys), 1);
    fast_casimirs(&casimir, sys, x);
    assert_true(casimir == 29);
    fast_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failure_is_honest),
        cmocka_unit_test(workspace_and_aliasing),
        cmocka_unit_test(instances_and_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
