/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system that has the Hamiltonians of a system of the tables: the judge passes its steps
 * as those of that system, on every pair; paths and ensembles step it too.
 * Calls the BLAS. */
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "tests/support/cmocka.h"
#include "tests/support/twin_system.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COORDINATES = 36, EACH = 3 };

/* One step of the twin, judged as an answer to the case of the tables' system. */
static slp_verdict_kind judged(const slp_case *c)
{
    twin_system t;
    fast_system *twin;
    slp_error err;
    slp_result answer;
    slp_verdict v;
    twin_new(&t, c);
    const fast_functions functions = twin_in_doubles(&t);
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    assert_int_equal(fast_system_from_functions(&twin, t.system, &functions, &err), SLP_OK);
    assert_int_equal(fast_system_d(twin), c->d);
    assert_int_equal(fast_system_M(twin), c->M);
    double *room = malloc(fast_step_work_size(scheme, twin) * sizeof *room);
    slp_result_init(&answer);
    answer.y = (slp_numbers){c->d, calloc(c->d, sizeof(double))};
    slp_case one = *c; /* of which only the first step is looked at */
    one.steps = 1;
    one.dw_count = c->M;
    answer.error = fast_step(answer.y.at, NULL, scheme, twin, c->x, c->h, c->dw, room);
    slp_judge(&v, &one, &answer);
    const double e = fast_energy(twin, c->x), size = fabs(e);
    fast_system *table;
    assert_int_equal(fast_system_new(&table, c, &err), SLP_OK);
    assert_le(fabs(e - fast_energy(table, c->x)), 1e-11 * size + 1e-12);
    fast_system_free(table);
    slp_result_clear(&answer);
    free(room);
    fast_system_free(twin);
    twin_free(&t);
    return v.kind;
}

static void every_pair_passes(void **unused)
{
    size_t seen = 0;
    slp_case c;
    slp_case_init(&c);
    (void)unused;
    for (size_t s = 0; drawn_system_at(s); s++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            /* a user's system has no factors, and is not over the dual numbers */
            if (!slp_pair_makes_sense(drawn_system_at(s), slp_scheme_at(k), NULL) ||
                slp_scheme_at(k)->splits || drawn_system_at(s)->algebra == SLP_SUN_DUAL)
                continue;
            for (uint64_t number = 0, used = 0; used < EACH && number < 40; number++) {
                slp_draw from;
                slp_draw_init(&from, 73, number);
                assert_int_equal(slp_draw_case(&c, drawn_system_at(s), slp_scheme_at(k), &from, 1),
                                 SLP_OK);
                if (c.d > MOST_COORDINATES) continue;
                used++;
                seen++;
                assert_int_equal(judged(&c), SLP_VERDICT_PASS);
            }
        }
    print_message("# %zu steps\n", seen);
    assert_gt(seen, 300);
    slp_case_clear(&c);
    ref_thread_cleanup();
}

/* H_0 = x^2 y^2 z^2/8 and H_1 = (x + 2y + 3z)/4, by a program that counts the calls. */
typedef struct counted {
    size_t asked[2];
    bool outside;
} counted;

static void cubic(double *g, size_t k, const double *x, void *user)
{
    counted *own = user;
    own->asked[k]++;
    for (int i = 0; i < 3; i++) {
        const double a = x[(i + 1) % 3] * x[(i + 2) % 3];
        g[i] = own->outside ? NAN : k ? 0.25 * (i + 1) : a * a * x[i] / 4;
    }
}

static void length(double *values, const double *x, void *user)
{
    (void)user;
    values[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

static void functions_are_called_as_stated(void **unused)
{
    counted own = {{0, 0}, false};
    const fast_functions functions = {
        .gradient = cubic, .casimir_count = 1, .casimirs = length, .user = &own};
    slp_system *system;
    fast_system *sys;
    slp_error err;
    fast_report report;
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "cubic", SLP_SO3, 0, NULL, 1, &err), SLP_OK);
    assert_int_equal(fast_system_from_functions(&sys, system, &functions, &err), SLP_OK);
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    double x[3] = {0.5, 0.75, 1}, y[3], room[1024], before, after;
    assert_le(fast_step_work_size(scheme, sys), 1024);
    const double dw = 0.125, none = 0;
    assert_int_equal(fast_step(y, &report, scheme, sys, x, 0.0625, &none, room), SLP_OK);
    assert_gt(own.asked[0], 1);
    assert_true(own.asked[1] == 0); /* what 0 multiplies is not asked */
    assert_int_equal(fast_step(y, &report, scheme, sys, x, 0, &dw, room), SLP_OK);
    assert_gt(own.asked[1], 1);
    assert_int_equal(fast_casimir_count(sys), 1);
    fast_casimirs(&before, sys, x);
    fast_casimirs(&after, sys, y);
    assert_le(fabs(after - before), 1e-14 * before);
    assert_true(isnan(fast_energy(sys, x))); /* no function was given */
    own.outside = true;
    assert_int_equal(fast_step(y, &report, scheme, sys, x, 0.0625, &dw, room), SLP_DOMAIN);
    own.outside = false;
    fast_system_free(sys);
    slp_user_system_free(system);
}

static void what_is_no_system_is_refused(void **unused)
{
    fast_functions functions = {.gradient = cubic};
    slp_system *system;
    fast_system *sys;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "own", SLP_SO3, 0, NULL, 0, &err), SLP_OK);
    assert_int_equal(fast_system_from_functions(NULL, system, &functions, &err), SLP_INPUT);
    assert_int_equal(fast_system_from_functions(&sys, system, NULL, &err), SLP_INPUT);
    assert_string_equal(err.field, "gradient");
    assert_int_equal(
        fast_system_from_functions(&sys, slp_system_find("rigid-body"), &functions, &err),
        SLP_INPUT);
    assert_string_equal(err.field, "system");
    assert_int_equal(fast_system_from_functions(&sys, NULL, &functions, &err), SLP_INPUT);
    functions.casimir_count = 1;
    assert_int_equal(fast_system_from_functions(&sys, system, &functions, &err), SLP_INPUT);
    assert_string_equal(err.field, "casimirs");
    functions.casimir_count = 0;
    functions.gradient = NULL;
    assert_int_equal(fast_system_from_functions(&sys, system, &functions, &err), SLP_INPUT);
    assert_null(sys);
    /* a case of it is none of the tables' */
    slp_case *c;
    assert_int_equal(slp_case_new_on(&c, system, "tmk", &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_UNSUPPORTED);
    slp_case_free(c);
    slp_user_system_free(system);
}

/* NULL where something must be: an error, and what is known of it is 0. */
static void null_is_refused(void **unused)
{
    fast_system *sys;
    slp_error err;
    slp_case *c;
    double x[3] = {1, 0, 0}, room[1024];
    const double inertia[] = {1, 2, 3};
    (void)unused;
    assert_int_equal(fast_system_new(NULL, NULL, &err), SLP_INPUT);
    assert_int_equal(fast_system_new(&sys, NULL, &err), SLP_INPUT);
    assert_null(sys);
    assert_null(fast_scheme_find(NULL));
    assert_false(fast_has_system(NULL));
    assert_int_equal(fast_system_d(NULL) + fast_system_M(NULL) + fast_casimir_count(NULL), 0);
    assert_true(isnan(fast_energy(NULL, x)));
    assert_int_equal(slp_case_new(&c, "rigid-body", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    const fast_scheme *tmk = fast_scheme_find("tmk");
    assert_int_equal(fast_step_work_size(NULL, sys) + fast_step_work_size(tmk, NULL), 0);
    assert_int_equal(fast_step(x, NULL, NULL, sys, x, 0.1, NULL, room), SLP_INPUT);
    assert_int_equal(fast_step(x, NULL, tmk, NULL, x, 0.1, NULL, room), SLP_INPUT);
    assert_int_equal(fast_step(NULL, NULL, tmk, sys, x, 0.1, NULL, room), SLP_INPUT);
    assert_int_equal(fast_step(x, NULL, tmk, sys, NULL, 0.1, NULL, room), SLP_INPUT);
    assert_int_equal(fast_step(x, NULL, tmk, sys, x, 0.1, NULL, NULL), SLP_INPUT);
    assert_int_equal(fast_step(x, NULL, tmk, sys, x, 0.1, NULL, room), SLP_OK);
    assert_int_equal(fast_casimirs(NULL, sys, x), SLP_INPUT);
    assert_int_equal(fast_casimirs(x, NULL, x), SLP_INPUT);
    assert_int_equal(fast_casimirs(x, sys, NULL), SLP_INPUT);
    fast_system_free(sys);
    fast_system_free(NULL);
    slp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_passes),
        cmocka_unit_test(functions_are_called_as_stated),
        cmocka_unit_test(what_is_no_system_is_refused),
        cmocka_unit_test(null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
