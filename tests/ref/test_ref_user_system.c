/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system that has the Hamiltonians of a system of the tables gives the same steps,
 * energies, Casimirs and tangent maps; what is no system is refused. */
#include "oracle/contract/draw/draw.h"
#include "tests/support/cmocka.h"
#include "tests/support/twin_system.h"
#include "tests/support/drawn_system.h"

#include <math.h>

enum { PREC = 128, MOST_COORDINATES = 36, EACH = 3 };

typedef struct tally {
    size_t pairs, proved, unable;
} tally;

/* Both steps of the first increments of a case. */
static void steps_agree(tally *seen, const slp_case *c)
{
    twin_system t;
    ref_system *twin;
    slp_error err;
    twin_new(&t, c);
    const ref_functions functions = twin_in_balls(&t);
    assert_int_equal(ref_system_from_functions(&twin, t.system, &functions, &err), SLP_OK);
    const slong d = (slong)c->d, M = (slong)c->M, casimirs = ref_casimir_count(t.inner);
    assert_int_equal(ref_system_d(twin), d);
    assert_int_equal(ref_system_M(twin), M);
    assert_int_equal(ref_casimir_count(twin), casimirs);
    arb_ptr all = _arb_vec_init(3 * d + M + 3 + 2 * casimirs), x = all, one = x + d, two = one + d;
    arb_ptr dw = two + d, h = dw + M, e = h + 1, values = e + 2;
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    for (slong k = 0; k < M; k++) arb_set_d(dw + k, c->dw[k]);
    arb_set_d(h, c->h);
    ref_energy(e, t.inner, x, PREC);
    ref_energy(e + 1, twin, x, PREC);
    assert_true(arb_equal(e, e + 1));
    ref_casimirs(values, t.inner, x, PREC);
    ref_casimirs(values + casimirs, twin, x, PREC);
    for (slong i = 0; i < casimirs; i++) assert_true(arb_equal(values + i, values + casimirs + i));
    ref_certificate cert, own;
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    assert_int_equal(ref_step(one, &cert, scheme, t.inner, x, h, dw, PREC), SLP_OK);
    const slp_status status = ref_step(two, &own, scheme, twin, x, h, dw, PREC);
    seen->pairs++;
    seen->unable += status == SLP_UNABLE;
    if (status == SLP_OK) {
        double size = 0;
        seen->proved++;
        for (slong i = 0; i < d; i++) size = fmax(size, fabs(c->x[i]));
        for (slong i = 0; i < d; i++) {
            assert_true(arb_overlaps(one + i, two + i));
            assert_le(mag_get_d(arb_radref(two + i)), 0x1p-80 * size * own.kappa + 0x1p-1020);
        }
    }
    assert_true(status == SLP_OK || status == SLP_UNABLE);
    _arb_vec_clear(all, 3 * d + M + 3 + 2 * casimirs);
    ref_system_free(twin);
    twin_free(&t);
}

/* Every pair, on cases that have a certificate.  Lipschitz bounds from boxes of Hessians are wider
 * than the tables' own, so a few are not proved; none is wrong. */
static void every_pair_is_stepped_alike(void **unused)
{
    tally all = {0, 0, 0};
    slp_case c;
    slp_case_init(&c);
    (void)unused;
    for (size_t s = 0; drawn_system_at(s); s++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(drawn_system_at(s), slp_scheme_at(k), NULL)) continue;
            if (slp_scheme_at(k)->splits) continue; /* own Hamiltonians have no factors */
            if (drawn_system_at(s)->algebra == SLP_SUN_DUAL) continue; /* not offered to users */
            for (uint64_t number = 0, used = 0; used < EACH && number < 40; number++) {
                slp_draw from;
                slp_draw_init(&from, 71, number);
                assert_int_equal(slp_draw_case(&c, drawn_system_at(s), slp_scheme_at(k), &from, 1),
                                 SLP_OK);
                if (c.d > MOST_COORDINATES) continue;
                used++;
                steps_agree(&all, &c);
            }
        }
    print_message("# %zu steps, %zu proved, %zu not\n", all.pairs, all.proved, all.unable);
    assert_gt(all.pairs, 300);
    assert_le(all.unable * 20, all.pairs);
    slp_case_clear(&c);
    ref_thread_cleanup();
}

/* x^2 y^2 z^2/8 on R^3, for the tangent of what is not quadratic, and a linear noise. */
static void cubic_gradient(arb_ptr g, slong k, arb_srcptr x, slong prec, void *user)
{
    (void)user;
    for (int i = 0; i < 3; i++) {
        if (k > 0) {
            arb_set_d(g + i, 0.25 * (i + 1));
            continue;
        }
        arb_mul(g + i, x + (i + 1) % 3, x + (i + 2) % 3, prec);
        arb_sqr(g + i, g + i, prec);
        arb_mul(g + i, g + i, x + i, prec);
        arb_mul_2exp_si(g + i, g + i, -2);
    }
}

static void cubic_hessian(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *user)
{
    arb_t term;
    arb_init(term);
    (void)user;
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        arb_zero(g + i);
        if (k > 0) continue;
        arb_mul(term, x + a, x + b, prec);
        arb_sqr(term, term, prec);
        arb_addmul(g + i, term, v + i, prec);
        for (int turn = 0; turn < 2; turn++) {
            const int p = turn ? b : a, q = turn ? a : b;
            arb_sqr(term, x + q, prec);
            arb_mul(term, term, x + p, prec);
            arb_mul(term, term, x + i, prec);
            arb_mul_2exp_si(term, term, 1);
            arb_addmul(g + i, term, v + p, prec);
        }
        arb_mul_2exp_si(g + i, g + i, -2);
    }
    arb_clear(term);
}

/* The Poisson residual of a Poisson scheme contains 0, and its balls are small: the tangent map is
 * that of the step. */
static void what_is_not_quadratic_keeps_its_structure(void **unused)
{
    static const char *const kept[] = {"isospectral-midpoint", "variational-cayley"};
    const ref_functions functions = {.gradient = cubic_gradient, .hessian = cubic_hessian};
    slp_system *system;
    ref_system *sys;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "cubic", SLP_SO3, 0, NULL, 1, &err), SLP_OK);
    assert_int_equal(ref_system_from_functions(&sys, system, &functions, &err), SLP_OK);
    arb_ptr x = _arb_vec_init(5);
    arb_mat_t residual;
    arb_mat_init(residual, 3, 3);
    for (int i = 0; i < 3; i++) arb_set_d(x + i, 0.5 + 0.25 * i);
    arb_set_d(x + 3, 0.125);
    arb_set_d(x + 4, -0.0625);
    for (size_t s = 0; s < sizeof kept / sizeof *kept; s++) {
        const ref_scheme *scheme = ref_scheme_find(kept[s]);
        assert_int_equal(ref_poisson_residual(residual, scheme, sys, x, x + 3, x + 4, PREC),
                         SLP_OK);
        for (slong i = 0; i < 3; i++)
            for (slong j = 0; j < 3; j++) {
                arb_srcptr r = arb_mat_entry(residual, i, j);
                assert_true(arb_contains_zero(r));
                assert_true(mag_cmp_2exp_si(arb_radref(r), -90) < 0);
            }
    }
    arb_t energy;
    arb_init(energy);
    ref_energy(energy, sys, x, PREC); /* no function was given */
    assert_false(arb_is_finite(energy));
    assert_int_equal(ref_casimir_count(sys), 0);
    arb_clear(energy);
    arb_mat_clear(residual);
    _arb_vec_clear(x, 5);
    ref_system_free(sys);
    slp_user_system_free(system);
}

/* The derivative of a sphere's generator is a multiple of 1: the bound by rows and columns is as
 * good as the system's own, the one by all entries is 1.7 times as large. */
static void a_multiple_of_1_is_bounded_as_well_as_by_its_system(void **unused)
{
    slp_case c;
    slp_error err;
    twin_system t;
    ref_system *twin;
    ref_certificate own, given;
    arb_t h;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=implicit-midpoint "
                                    "inertia=1,1,1 h=0.125 steps=1 x=0.6,0,0.8",
                                    1, &err),
                     SLP_OK);
    twin_new(&t, &c);
    const ref_functions functions = twin_in_balls(&t);
    assert_int_equal(ref_system_from_functions(&twin, t.system, &functions, &err), SLP_OK);
    arb_ptr x = _arb_vec_init(6);
    arb_init(h);
    arb_set_d(h, c.h);
    for (int i = 0; i < 3; i++) arb_set_d(x + i, c.x[i]);
    assert_int_equal(
        ref_step(x + 3, &own, ref_scheme_find(c.scheme->name), t.inner, x, h, NULL, PREC), SLP_OK);
    assert_int_equal(
        ref_step(x + 3, &given, ref_scheme_find(c.scheme->name), twin, x, h, NULL, PREC), SLP_OK);
    assert_gt(own.L, 0);
    assert_le(given.L, 1.01 * own.L);
    arb_clear(h);
    _arb_vec_clear(x, 6);
    ref_system_free(twin);
    twin_free(&t);
    slp_case_clear(&c);
}

static void what_is_no_system_is_refused(void **unused)
{
    ref_functions functions = {.gradient = cubic_gradient, .hessian = cubic_hessian};
    slp_system *system;
    ref_system *sys;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_user_system_new(&system, "own", SLP_SO3, 0, NULL, 0, &err), SLP_OK);
    assert_int_equal(ref_system_from_functions(NULL, system, &functions, &err), SLP_INPUT);
    assert_int_equal(ref_system_from_functions(&sys, system, NULL, &err), SLP_INPUT);
    assert_string_equal(err.field, "gradient");
    assert_int_equal(
        ref_system_from_functions(&sys, slp_system_find("rigid-body"), &functions, &err),
        SLP_INPUT);
    assert_string_equal(err.field, "system");
    assert_int_equal(ref_system_from_functions(&sys, NULL, &functions, &err), SLP_INPUT);
    functions.hessian = NULL;
    assert_int_equal(ref_system_from_functions(&sys, system, &functions, &err), SLP_INPUT);
    assert_string_equal(err.field, "hessian");
    functions.hessian = cubic_hessian;
    functions.casimir_count = 1;
    assert_int_equal(ref_system_from_functions(&sys, system, &functions, &err), SLP_INPUT);
    assert_string_equal(err.field, "casimirs");
    assert_null(sys);
    slp_user_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_stepped_alike),
        cmocka_unit_test(what_is_not_quadratic_keeps_its_structure),
        cmocka_unit_test(a_multiple_of_1_is_bounded_as_well_as_by_its_system),
        cmocka_unit_test(what_is_no_system_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
