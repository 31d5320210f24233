/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere with a magnetic field: generator, constants, energy and Casimirs against their
 * definitions, with the Laplacian as commutators with the spin matrices and the harmonics T_lm as
 * ladders of commutators make them. */
#include "tests/support/cmocka.h"

#include "ref/system/system.h"
#include "ref/system/zeitlin.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

enum { PREC = 256, BITS = 190, LARGEST = 6 };

/* A system of size N, drawn: state x = (W, Theta), another y, step and increments. */
typedef struct field {
    slong N, half, d, shell, M;
    double a;
    ref_system *sys;
    arb_ptr x, y, xi, other, dW, h, t, u;
    acb_mat_t A, B, T;
} field;

static void field_new(field *f, slong N, slong shell, bool noisy, uint64_t *state)
{
    const double a = 0.75, first = (double)shell;
    *f = (field){.N = N, .half = N * N, .d = 2 * N * N, .shell = shell, .a = noisy ? a : 0};
    f->sys = hydro_system("mhd-sphere", (double)N, "shell", &first, 1, "amp", &a, noisy ? 1 : 0);
    f->M = noisy ? N * N - shell * shell : 0;
    f->x = _arb_vec_init(6 * f->d + 3);
    f->y = f->x + f->d;
    f->xi = f->y + f->d;
    f->other = f->xi + f->d;
    f->dW = f->other + f->d;
    f->h = f->dW + f->d;
    f->t = f->h + 1;
    f->u = f->t + 1;
    acb_mat_init(f->A, N, N);
    acb_mat_init(f->B, N, N);
    acb_mat_init(f->T, N, N);
    for (int half = 0; half < 2; half++) {
        hydro_draw(f->x + half * f->half, N, state, 1);
        hydro_draw(f->y + half * f->half, N, state, 1);
    }
    for (slong k = 0; k < f->M; k++) arb_set_d(f->dW + k, rigid_between(state, -1, 1));
    arb_set_d(f->h, rigid_between(state, -1, 1));
}

static void field_free(field *f)
{
    _arb_vec_clear(f->x, 6 * f->d + 3);
    acb_mat_clear(f->A);
    acb_mat_clear(f->B);
    acb_mat_clear(f->T);
    ref_system_free(f->sys);
}

/* Every size, shell, with and without noise. */
static void for_each(void (*check)(field *f))
{
    uint64_t state = 81;
    for (slong N = 2; N <= LARGEST; N++)
        for (slong shell = 1; shell < N; shell++)
            for (int noisy = 0; noisy < 2; noisy++) {
                field f;
                field_new(&f, N, shell, noisy, &state);
                check(&f);
                field_free(&f);
            }
}

/* out = -Delta x in coordinates, by commutators */
static void minus_laplacian(arb_ptr out, field *f, arb_srcptr x)
{
    hydro_to_matrix(f->A, x, f->N);
    hydro_laplacian(f->B, f->A, f->N, PREC);
    hydro_from_matrix(out, f->B, f->N);
    _arb_vec_neg(out, out, f->half);
}

/* xi, with -Delta applied to it, is h W and the noise of degree l times l(l+1); b = -h Delta Theta.
 * xi has no trace. */
static void check_generator(field *f)
{
    ref_generator(f->xi, f->sys, f->x, f->h, f->dW, PREC);
    minus_laplacian(f->other, f, f->xi);
    _arb_vec_scalar_mul(f->other + f->half, f->x, f->half, f->h, PREC);
    hydro_to_matrix(f->A, f->x, f->N);
    acb_mat_zero(f->B);
    arb_srcptr dW = f->dW;
    for (slong l = f->shell; l < f->N && f->M; l++)
        for (slong m = -l; m <= l; m++, dW++) {
            hydro_harmonic(f->T, f->N, l, m, PREC);
            hydro_inner(f->u, f->T, f->A, PREC);
            arb_set_d(f->t, f->a);
            arb_mul(f->t, f->t, dW, PREC);
            arb_mul(f->t, f->t, f->u, PREC);
            acb_mat_scalar_addmul_arb(f->B, f->T, f->t, PREC);
        }
    hydro_from_matrix(f->y, f->B, f->N);
    _arb_vec_add(f->y, f->y, f->other + f->half, f->half, PREC);
    arb_zero(f->u);
    for (slong i = 0; i < f->half; i++) assert_true(hydro_same(f->other + i, f->y + i, BITS));
    for (slong i = 0; i < f->N; i++) arb_add(f->u, f->u, f->xi + i, PREC);
    assert_true(hydro_vanishes(f->u, BITS));
    minus_laplacian(f->other, f, f->x + f->half);
    _arb_vec_scalar_mul(f->other, f->other, f->half, f->h, PREC);
    for (slong i = 0; i < f->half; i++)
        assert_true(hydro_same(f->xi + f->half + i, f->other + i, BITS));
}

static void the_generator_is_its_definition(void **unused)
{
    (void)unused;
    for_each(check_generator);
}

/* (H0(x+y) - H0(x-y))/2 = <grad H0(x), y> with grad H0 = Xi at h = 1, dW = 0; H0(x) = <grad H0(x),
 * x>/2, which is positive. */
static void check_energy(field *f)
{
    _arb_vec_zero(f->dW, f->M);
    arb_one(f->h);
    ref_generator(f->xi, f->sys, f->x, f->h, f->dW, PREC);
    ref_energy(f->t, f->sys, f->x, PREC);
    f->sys->algebra.pairing(f->u, &f->sys->algebra, f->xi, f->x, PREC);
    arb_mul_2exp_si(f->u, f->u, -1);
    assert_true(hydro_same(f->t, f->u, BITS));
    assert_true(arb_is_positive(f->t));
    f->sys->algebra.pairing(f->u, &f->sys->algebra, f->xi, f->y, PREC);
    arb_mul_2exp_si(f->u, f->u, 1);
    _arb_vec_add(f->other, f->x, f->y, f->d, PREC);
    ref_energy(f->t, f->sys, f->other, PREC);
    arb_sub(f->u, f->u, f->t, PREC);
    _arb_vec_sub(f->other, f->x, f->y, f->d, PREC);
    ref_energy(f->t, f->sys, f->other, PREC);
    arb_add(f->u, f->u, f->t, PREC);
    assert_true(hydro_vanishes(f->u, BITS));
}

static void the_drift_is_the_gradient_of_the_energy(void **unused)
{
    (void)unused;
    for_each(check_energy);
}

/* The Lipschitz constant is attained: by Theta of degree N-1, or by W. */
static void check_lipschitz(field *f)
{
    arb_ptr pack = _arb_vec_init(f->sys->pack_size);
    mag_t bound, R;
    mag_init(bound);
    mag_init(R);
    const double h = fabs(arf_get_d(arb_midref(f->h), ARF_RND_NEAR));
    double most = f->shell > 1 || !f->M ? h / 2 : 0;
    for (slong l = f->shell, k = 0; l < f->N && f->M; l++)
        for (slong m = -l; m <= l; m++, k++)
            most = fmax(most, fabs(arf_get_d(arb_midref(f->h), ARF_RND_NEAR) +
                                   f->a * arf_get_d(arb_midref(f->dW + k), ARF_RND_NEAR)) /
                                  (double)(l * (l + 1)));
    most = fmax(most, h * (double)(f->N * (f->N - 1)));
    f->sys->table->freeze(pack, f->sys, f->h, f->dW, PREC);
    f->sys->table->generator_lipschitz(bound, f->sys, pack, f->x, R);
    const double lip = mag_get_d(bound);
    assert_ge(lip, most * (1 - 1e-12));
    assert_le(lip, most * (1 + 1e-7));
    mag_clear(bound);
    mag_clear(R);
    _arb_vec_clear(pack, f->sys->pack_size);
}

/* Where h is small the noise on W decides. */
static void check_lipschitz_of_noise(field *f)
{
    arb_mul_2exp_si(f->h, f->h, -12);
    check_lipschitz(f);
}

static void the_lipschitz_constant_is_the_largest_factor(void **unused)
{
    (void)unused;
    for_each(check_lipschitz);
    for_each(check_lipschitz_of_noise);
}

/* Tr (-iTheta)^k and Tr (-iTheta)^(k-1) (-iW) by multiplying full matrices; along the field of any
 * generator both stand still. */
static void check_casimirs(field *f)
{
    const slong N = f->N, count = 2 * (N - 1);
    arb_ptr values = _arb_vec_init(2 * count), later = values + count;
    acb_t trace;
    acb_init(trace);
    assert_int_equal(ref_casimir_count(f->sys), count);
    assert_string_equal(ref_casimir_name(f->sys, 0), "Tr (-iTheta)^2");
    assert_string_equal(ref_casimir_name(f->sys, N - 1), "Tr (-iTheta)^1 (-iW)");
    ref_casimirs(values, f->sys, f->x, PREC);
    hydro_to_matrix(f->A, f->x + f->half, N);
    hydro_to_matrix(f->B, f->x, N);
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++) {
            acb_div_onei(acb_mat_entry(f->A, i, j), acb_mat_entry(f->A, i, j));
            acb_div_onei(acb_mat_entry(f->B, i, j), acb_mat_entry(f->B, i, j));
        }
    acb_mat_set(f->T, f->A);
    for (slong k = 2; k <= N; k++) {
        acb_mat_t product;
        acb_mat_init(product, N, N);
        acb_mat_mul(product, f->T, f->B, PREC);
        acb_mat_trace(trace, product, PREC);
        assert_true(hydro_same(values + N - 3 + k, acb_realref(trace), BITS));
        assert_true(hydro_vanishes(acb_imagref(trace), BITS));
        acb_mat_mul(product, f->T, f->A, PREC);
        acb_mat_swap(f->T, product);
        acb_mat_trace(trace, f->T, PREC);
        assert_true(hydro_same(values + k - 2, acb_realref(trace), BITS));
        acb_mat_clear(product);
    }
    /* the change over a field of size 2^-100 is of the second order, below 2^-180 */
    ref_field(f->other, f->sys, f->x, f->h, f->dW, PREC);
    _arb_vec_scalar_mul_2exp_si(f->other, f->other, f->d, -100);
    _arb_vec_add(f->other, f->other, f->x, f->d, PREC);
    ref_casimirs(later, f->sys, f->other, PREC);
    for (slong i = 0; i < count; i++) {
        arb_sub(f->t, values + i, later + i, PREC);
        arb_add_error_2exp_si(f->t, -180);
        assert_true(hydro_vanishes(f->t, 170));
    }
    acb_clear(trace);
    _arb_vec_clear(values, 2 * count);
}

static void casimirs_are_traces(void **unused)
{
    (void)unused;
    for_each(check_casimirs);
}

/* Of W as on zeitlin-sphere, N(N-1)/2 times; of Theta 2 |h| N(N-1) |Theta|. */
static void check_terms(field *f)
{
    double size, condition, square = 0, noise = 0, norms[2];
    const double h = fabs(arf_get_d(arb_midref(f->h), ARF_RND_NEAR)),
                 top = (double)(f->N * (f->N - 1));
    ref_generator_terms(&size, &condition, f->sys, f->x, f->h, f->dW);
    for (int half = 0; half < 2; half++) {
        hydro_to_matrix(f->A, f->x + half * f->half, f->N);
        hydro_inner(f->u, f->A, f->A, PREC);
        norms[half] = sqrt(arf_get_d(arb_midref(f->u), ARF_RND_NEAR));
    }
    for (slong l = f->shell, k = 0; l < f->N && f->M; l++)
        for (slong m = -l; m <= l; m++, k++) {
            noise = arf_get_d(arb_midref(f->dW + k), ARF_RND_NEAR) / (double)(l * (l + 1));
            square += noise * noise;
        }
    const double expected =
        top / 2 * norms[0] * (h / 2 + f->a * sqrt(square)) + 2 * h * top * norms[1];
    assert_lt(fabs(size / expected - 1), 0x1p-24);
    assert_true(condition == 1);
}

static void terms_are_as_stated(void **unused)
{
    (void)unused;
    for_each(check_terms);
}

/* The tangent is the map itself; points of balls have their generators in the output's. */
static void check_balls(field *f)
{
    uint64_t state = (uint64_t)f->N;
    arb_ptr pack = _arb_vec_init(f->sys->pack_size);
    f->sys->table->freeze(pack, f->sys, f->h, f->dW, PREC);
    f->sys->table->generator_tangent(f->other, f->sys, pack, f->y, f->x, PREC);
    f->sys->table->generator(f->xi, f->sys, pack, f->x, PREC);
    for (slong i = 0; i < f->d; i++) assert_true(hydro_same(f->xi + i, f->other + i, BITS));
    for (slong i = 0; i < f->d; i++) {
        arb_set_d(f->y + i, rigid_between(&state, -0x1p-20, 0x1p-20));
        arb_add(f->y + i, f->y + i, f->x + i, PREC);
        mag_set_d(arb_radref(f->y + i), 0x1p-20);
    }
    f->sys->table->generator(f->other, f->sys, pack, f->y, PREC);
    for (slong i = 0; i < f->d; i++) {
        mag_zero(arb_radref(f->xi + i)); /* roundings are far below 2^-20 */
        assert_true(arb_contains(f->other + i, f->xi + i));
    }
    _arb_vec_clear(pack, f->sys->pack_size);
}

static void tangents_and_balls(void **unused)
{
    (void)unused;
    for_each(check_balls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_is_its_definition),
        cmocka_unit_test(the_drift_is_the_gradient_of_the_energy),
        cmocka_unit_test(the_lipschitz_constant_is_the_largest_factor),
        cmocka_unit_test(casimirs_are_traces),
        cmocka_unit_test(terms_are_as_stated),
        cmocka_unit_test(tangents_and_balls),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
