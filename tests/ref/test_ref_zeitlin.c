/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere: generator, constants, energy and Casimirs against their definitions with the matrices
 * T_lm, which come from ladders of commutators and not from the code under test. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/zeitlin_steps.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

#include <math.h>
#include <string.h>

enum { PREC = SPHERE_PREC, BITS = 200 };

/* Xi = sum_lm (h + a dW_lm)/(l(l+1)) <T_lm, X> T_lm */
static void check_generator(sphere *s)
{
    arb_set_d(s->x, 0.375); /* a trace, which no T_lm sees */
    ref_generator(s->xi, s->sys, s->x, s->h, s->dW, PREC);
    hydro_to_matrix(s->X, s->x, s->N);
    for (slong l = 1; l < s->N; l++)
        for (slong m = -l; m <= l; m++) {
            sphere_eigenpair(s, l, m);
            hydro_inner(s->u, s->T, s->X, PREC);
            arb_mul(s->t, s->t, s->u, PREC);
            acb_mat_scalar_addmul_arb(s->sum, s->T, s->t, PREC);
        }
    hydro_from_matrix(s->other, s->sum, s->N);
    for (slong i = 0; i < s->d; i++) assert_true(hydro_same(s->xi + i, s->other + i, BITS));
}

static void the_generator_is_its_definition(void **unused)
{
    (void)unused;
    sphere_for_each(check_generator);
}

/* The Lipschitz constant is the largest of the factors. */
static void check_lipschitz(sphere *s)
{
    arb_ptr pack = _arb_vec_init(s->sys->pack_size);
    double most = 0, lip;
    mag_t bound, R;
    mag_init(bound);
    mag_init(R);
    for (slong l = 1; l < s->N; l++)
        for (slong m = -l; m <= l; m++) {
            sphere_eigenpair(s, l, m);
            most = fmax(most, fabs(arf_get_d(arb_midref(s->t), ARF_RND_NEAR)));
        }
    s->sys->table->freeze(pack, s->sys, s->h, s->dW, PREC);
    s->sys->table->generator_lipschitz(bound, s->sys, pack, s->x, R);
    lip = mag_get_d(bound);
    assert_ge(lip, most * (1 - 1e-12));
    assert_le(lip, most * (1 + 1e-7));
    mag_clear(bound);
    mag_clear(R);
    _arb_vec_clear(pack, s->sys->pack_size);
}

static void the_lipschitz_constant_is_the_largest_factor(void **unused)
{
    (void)unused;
    sphere_for_each(check_lipschitz);
}

/* H0 = sum <T_lm, X>^2/(2l(l+1)), and (H0(x+y) - H0(x-y))/2 = <grad H0(x), y> with grad H0 = Xi at
 * h = 1, dW = 0 */
static void check_energy(sphere *s)
{
    ref_energy(s->u, s->sys, s->x, PREC);
    hydro_to_matrix(s->X, s->x, s->N);
    for (slong l = 1; l < s->N; l++)
        for (slong m = -l; m <= l; m++) {
            hydro_harmonic(s->T, s->N, l, m, PREC);
            hydro_inner(s->t, s->T, s->X, PREC);
            arb_sqr(s->t, s->t, PREC);
            arb_div_si(s->t, s->t, 2 * l * (l + 1), PREC);
            arb_sub(s->u, s->u, s->t, PREC);
        }
    assert_true(hydro_vanishes(s->u, BITS));
    _arb_vec_zero(s->dW, s->M);
    arb_one(s->h);
    ref_generator(s->xi, s->sys, s->x, s->h, s->dW, PREC);
    s->sys->algebra.pairing(s->u, &s->sys->algebra, s->xi, s->y, PREC);
    arb_mul_2exp_si(s->u, s->u, 1);
    _arb_vec_add(s->other, s->x, s->y, s->d, PREC);
    ref_energy(s->t, s->sys, s->other, PREC);
    arb_sub(s->u, s->u, s->t, PREC);
    _arb_vec_sub(s->other, s->x, s->y, s->d, PREC);
    ref_energy(s->t, s->sys, s->other, PREC);
    arb_add(s->u, s->u, s->t, PREC);
    assert_true(hydro_vanishes(s->u, BITS));
}

static void the_drift_is_the_gradient_of_the_energy(void **unused)
{
    (void)unused;
    sphere_for_each(check_energy);
}

/* The tangent is the map itself; a frozen pack answers for any state. */
static void check_tangent(sphere *s)
{
    arb_ptr pack = _arb_vec_init(s->sys->pack_size);
    s->sys->table->freeze(pack, s->sys, s->h, s->dW, PREC);
    s->sys->table->generator_tangent(s->other, s->sys, pack, s->x, s->y, PREC);
    s->sys->table->generator(s->xi, s->sys, pack, s->y, PREC);
    for (slong i = 0; i < s->d; i++) assert_true(hydro_same(s->xi + i, s->other + i, BITS));
    _arb_vec_clear(pack, s->sys->pack_size);
}

static void the_tangent_is_the_map(void **unused)
{
    (void)unused;
    sphere_for_each(check_tangent);
}

/* Points of the input balls, of states and increments, have their generators in the output's. */
static void check_balls(sphere *s)
{
    uint64_t state = (uint64_t)s->N;
    arb_ptr at = _arb_vec_init(s->d), dW = _arb_vec_init(s->d);
    for (int n = 0; n < 4; n++) {
        for (slong i = 0; i < s->d; i++) {
            double r = rigid_between(&state, 0, 0x1p-20);
            arb_set_d(at + i, n < 2 ? (n ? r : -r) : rigid_between(&state, -r, r));
            arb_add(at + i, at + i, s->x + i, PREC);
            mag_zero(arb_radref(s->x + i));
            mag_set_d(arb_radref(s->x + i), r);
            arb_set_d(dW + i, rigid_between(&state, -r, r));
            arb_add(dW + i, dW + i, s->dW + i, PREC);
            if (i < s->M) mag_set_d(arb_radref(s->dW + i), r);
        }
        ref_generator(s->xi, s->sys, s->x, s->h, s->dW, PREC);
        ref_generator(s->other, s->sys, at, s->h, dW, PREC);
        for (slong i = 0; i < s->d; i++) {
            mag_zero(arb_radref(s->other + i)); /* roundings are far below 2^-20 */
            assert_true(arb_contains(s->xi + i, s->other + i));
        }
    }
    _arb_vec_clear(at, s->d);
    _arb_vec_clear(dW, s->d);
}

static void balls_enclose_every_point(void **unused)
{
    (void)unused;
    sphere_for_each(check_balls);
}

/* Tr (-iX)^k by multiplying full matrices, and the field leaves it unchanged: its derivative is k
 * Tr (-iX)^{k-1}(-iV) */
static void check_casimirs(sphere *s)
{
    slong N = s->N;
    arb_ptr values = _arb_vec_init(N);
    acb_t trace;
    acb_init(trace);
    assert_int_equal(ref_casimir_count(s->sys), N - 1);
    assert_string_equal(ref_casimir_name(s->sys, 0), "Tr (-iX)^2");
    ref_casimirs(values, s->sys, s->x, PREC);
    ref_field(s->other, s->sys, s->x, s->h, s->dW, PREC);
    hydro_to_matrix(s->X, s->x, N);
    hydro_to_matrix(s->T, s->other, N);
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++)
            acb_div_onei(acb_mat_entry(s->X, i, j), acb_mat_entry(s->X, i, j));
    acb_mat_set(s->sum, s->X);
    for (slong k = 2; k <= N; k++) {
        acb_mat_t along;
        acb_mat_init(along, N, N);
        acb_mat_mul(along, s->sum, s->T, PREC);
        acb_mat_trace(trace, along, PREC);
        assert_true(hydro_vanishes(acb_realref(trace), BITS - 20));
        assert_true(hydro_vanishes(acb_imagref(trace), BITS - 20));
        acb_mat_clear(along);
        acb_mat_mul(s->sum, s->sum, s->X, PREC);
        acb_mat_trace(trace, s->sum, PREC);
        assert_true(hydro_same(values + k - 2, acb_realref(trace), BITS));
    }
    acb_clear(trace);
    _arb_vec_clear(values, N);
}

static void casimirs_are_traces_of_powers(void **unused)
{
    (void)unused;
    sphere_for_each(check_casimirs);
}

/* At least the sum of the norms of the Hamiltonians' terms. */
static void check_terms(sphere *s)
{
    double size, condition, sum = 0;
    ref_generator_terms(&size, &condition, s->sys, s->x, s->h, s->dW);
    hydro_to_matrix(s->X, s->x, s->N);
    for (slong l = 1; l < s->N; l++)
        for (slong m = -l; m <= l; m++) {
            double inner;
            hydro_harmonic(s->T, s->N, l, m, PREC);
            hydro_inner(s->u, s->T, s->X, PREC);
            inner = arf_get_d(arb_midref(s->u), ARF_RND_NEAR) / (double)(l * (l + 1));
            if (s->M && l >= s->shell)
                sum += fabs(inner * s->a *
                            arf_get_d(arb_midref(s->dW + l * l - s->shell * s->shell + l + m),
                                      ARF_RND_NEAR));
        }
    hydro_inner(s->u, s->X, s->X, PREC);
    sum += sqrt(arf_get_d(arb_midref(s->u), ARF_RND_NEAR)) / 2 *
           fabs(arf_get_d(arb_midref(s->h), ARF_RND_NEAR));
    assert_ge(size, sum * (1 - 1e-12));
    if (!s->M) assert_le(size, sum * (1 + 1e-6));
    assert_true(condition == (double)(s->N * (s->N - 1) / 2));
}

static void terms_are_bounded(void **unused)
{
    (void)unused;
    sphere_for_each(check_terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_is_its_definition),
        cmocka_unit_test(the_lipschitz_constant_is_the_largest_factor),
        cmocka_unit_test(the_drift_is_the_gradient_of_the_energy),
        cmocka_unit_test(the_tangent_is_the_map),
        cmocka_unit_test(balls_enclose_every_point),
        cmocka_unit_test(casimirs_are_traces_of_powers),
        cmocka_unit_test(terms_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
