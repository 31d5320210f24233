/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Damped spins: the generator is that without damping plus lambda x_i x g_i, with the gradient g of
 * the energy and not with the noise; the energy falls along it by lambda |x_i x g_i|^2; the tangent
 * is its difference, which is exact for a quadratic map; the Lipschitz constant is the one that the
 * comment in ref/system/spins.c derives, and no difference is larger. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

#include <math.h>

enum { SPINS = 4, D = 3 * SPINS, BONDS = 5, PREC = 400, ROUNDS = 20 };

/* Two systems that differ in the damping alone. */
typedef struct lattice {
    slp_case c;
    ref_system *damped, *plain;
    double lambda, x[D];
    arb_ptr at, dW, xi, g, v, w;
    arb_t h;
} lattice;

static void draw(slp_case *c, uint64_t *state, const char *key, size_t count)
{
    double numbers[3 * BONDS];
    for (size_t i = 0; i < count; i++) numbers[i] = rigid_between(state, -1, 1);
    assert_int_equal(slp_case_set_param(c, key, numbers, count, NULL), SLP_OK);
}

static void lattice_init(lattice *l, uint64_t *state)
{
    static const double ends[2 * BONDS] = {2, 1, 2, 3, 4, 3, 4, 1, 1, 3};
    slp_error err;
    slp_case_init(&l->c);
    l->c.system = slp_system_find("spins");
    l->c.scheme = slp_scheme_find("tmk");
    for (int i = 0; i < D; i++) l->x[i] = rigid_between(state, -1.5, 1.5);
    assert_int_equal(slp_case_set_param(&l->c, "bonds", ends, 2 * BONDS, &err), SLP_OK);
    draw(&l->c, state, "exchange", BONDS);
    draw(&l->c, state, "dmi", 3 * BONDS);
    draw(&l->c, state, "field", 3);
    draw(&l->c, state, "anisotropy", 4);
    draw(&l->c, state, "noise", 1);
    assert_int_equal(slp_case_set_x(&l->c, l->x, D), SLP_OK);
    assert_int_equal(ref_system_new(&l->plain, &l->c, &err), SLP_OK);
    l->lambda = rigid_between(state, 0.1, 1);
    assert_int_equal(slp_case_set_param(&l->c, "damping", &l->lambda, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&l->damped, &l->c, &err), SLP_OK);
    l->at = _arb_vec_init(6 * D);
    l->dW = l->at + D;
    l->xi = l->at + 2 * D;
    l->g = l->at + 3 * D;
    l->v = l->at + 4 * D;
    l->w = l->at + 5 * D;
    arb_init(l->h);
    arb_set_d(l->h, rigid_between(state, 0.05, 0.1));
    for (int i = 0; i < D; i++) arb_set_d(l->at + i, l->x[i]);
}

static void lattice_clear(lattice *l)
{
    ref_system_free(l->plain);
    ref_system_free(l->damped);
    slp_case_clear(&l->c);
    _arb_vec_clear(l->at, 6 * D);
    arb_clear(l->h);
}

/* component k of a x b, spin by spin */
static void cross(arb_t to, arb_srcptr a, arb_srcptr b, int k)
{
    const int spin = k - k % 3, j = spin + (k + 1) % 3, i = spin + (k + 2) % 3;
    arb_mul(to, a + j, b + i, PREC);
    arb_submul(to, a + i, b + j, PREC);
}

static void the_gradient_is_damped_and_the_noise_is_not(void **unused)
{
    uint64_t state = 11;
    arb_t t, lambda;
    (void)unused;
    arb_init(t);
    arb_init(lambda);
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        lattice_init(&l, &state);
        ref_generator(l.g, l.plain, l.at, l.h, l.dW, PREC); /* without noise: h grad H0 */
        for (int k = 0; k < D; k++) arb_set_d(l.dW + k, rigid_between(&state, -1, 1));
        ref_generator(l.w, l.plain, l.at, l.h, l.dW, PREC);
        ref_generator(l.xi, l.damped, l.at, l.h, l.dW, PREC);
        arb_set_d(lambda, l.lambda);
        for (int k = 0; k < D; k++) {
            cross(t, l.at, l.g, k);
            arb_addmul(l.w + k, lambda, t, PREC);
            assert_true(arb_overlaps(l.w + k, l.xi + k));
            assert_true(mag_cmp_2exp_si(arb_radref(l.xi + k), -300) < 0);
        }
        lattice_clear(&l);
    }
    arb_clear(t);
    arb_clear(lambda);
}

/* The derivative of H0 along the field x_i x Xi_i, without noise, times h: by a difference, which
 * is exact for a quadratic H0. */
static void the_energy_falls(void **unused)
{
    uint64_t state = 12;
    arb_t up, down, loss, t;
    (void)unused;
    arb_init(up);
    arb_init(down);
    arb_init(loss);
    arb_init(t);
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        lattice_init(&l, &state);
        ref_generator(l.g, l.plain, l.at, l.h, l.dW, PREC);
        ref_field(l.v, l.damped, l.at, l.h, l.dW, PREC);
        _arb_vec_add(l.w, l.at, l.v, D, PREC);
        ref_energy(up, l.damped, l.w, PREC);
        _arb_vec_sub(l.w, l.at, l.v, D, PREC);
        ref_energy(down, l.damped, l.w, PREC);
        arb_sub(up, up, down, PREC);
        arb_mul_2exp_si(up, up, -1);
        arb_mul(up, up, l.h, PREC);
        arb_zero(loss);
        for (int k = 0; k < D; k++) {
            cross(t, l.at, l.g, k);
            arb_addmul(loss, t, t, PREC);
        }
        arb_set_d(t, -l.lambda);
        arb_mul(loss, loss, t, PREC);
        assert_true(arb_overlaps(up, loss));
        assert_true(arb_is_negative(up));
        lattice_clear(&l);
    }
    arb_clear(up);
    arb_clear(down);
    arb_clear(loss);
    arb_clear(t);
}

static void the_tangent_is_the_difference(void **unused)
{
    uint64_t state = 13;
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        lattice_init(&l, &state);
        arb_ptr pack = _arb_vec_init(l.damped->pack_size);
        l.damped->table->freeze(pack, l.damped, l.h, l.dW, PREC);
        for (int k = 0; k < D; k++) arb_set_d(l.v + k, rigid_between(&state, -1, 1));
        _arb_vec_add(l.w, l.at, l.v, D, PREC);
        ref_generator(l.xi, l.damped, l.w, l.h, l.dW, PREC);
        _arb_vec_sub(l.w, l.at, l.v, D, PREC);
        ref_generator(l.g, l.damped, l.w, l.h, l.dW, PREC);
        _arb_vec_sub(l.xi, l.xi, l.g, D, PREC);
        _arb_vec_scalar_mul_2exp_si(l.xi, l.xi, D, -1);
        l.damped->table->generator_tangent(l.g, l.damped, pack, l.at, l.v, PREC);
        for (int k = 0; k < D; k++) assert_true(arb_overlaps(l.xi + k, l.g + k));
        _arb_vec_clear(pack, l.damped->pack_size);
        lattice_clear(&l);
    }
}

static double largest(const double *v)
{
    double most = 0;
    for (int i = 0; i < D; i += 3) most = fmax(most, hypot(hypot(v[i], v[i + 1]), v[i + 2]));
    return most;
}

/* The formula again: A sqrt(1 + lambda^2 X^2) + lambda G, X = max |x_i| + R, G = max |g_i| + A R,
 * with A the constant without damping.  Differences between drawn points of the ball stay below. */
static void the_lipschitz_constant(void **unused)
{
    uint64_t state = 14;
    mag_t lip, plain, R, size, moved;
    (void)unused;
    mag_init(lip);
    mag_init(plain);
    mag_init(R);
    mag_init(size);
    mag_init(moved);
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        lattice_init(&l, &state);
        arb_ptr pack = _arb_vec_init(l.damped->pack_size);
        const double radius = round % 2 ? 0.75 : 0;
        double g[D], greatest = 0;
        mag_set_d(R, radius);
        l.damped->table->freeze(pack, l.damped, l.h, l.dW, PREC);
        l.damped->table->generator_lipschitz(lip, l.damped, pack, l.at, R);
        l.plain->table->freeze(pack, l.plain, l.h, l.dW, PREC);
        l.plain->table->generator_lipschitz(plain, l.plain, pack, l.at, R);
        ref_generator(l.g, l.plain, l.at, l.h, l.dW, PREC);
        for (int k = 0; k < D; k++) g[k] = arf_get_d(arb_midref(l.g + k), ARF_RND_NEAR);
        const double A = mag_get_d(plain), X = largest(l.x) + radius, G = largest(g) + A * radius;
        const double stated = A * sqrt(1 + l.lambda * l.lambda * X * X) + l.lambda * G;
        assert_le(fabs(mag_get_d(lip) - stated), 0x1p-20 * stated);
        l.damped->table->freeze(pack, l.damped, l.h, l.dW, PREC);
        for (int tries = 0; tries < 60; tries++) {
            double v[D], length = 0;
            for (int k = 0; k < D; k++) {
                v[k] = rigid_between(&state, -1, 1);
                length += v[k] * v[k];
            }
            for (int k = 0; k < D; k++) {
                arb_set_d(l.v + k, l.x[k] + radius * v[k] / sqrt(length) * (1 - 0x1p-20));
                arb_set_d(l.w + k, rigid_between(&state, -1, 1));
            }
            l.damped->table->generator_tangent(l.xi, l.damped, pack, l.v, l.w, PREC);
            l.damped->algebra.norm(size, &l.damped->algebra, l.xi);
            l.damped->algebra.norm(moved, &l.damped->algebra, l.w);
            greatest = fmax(greatest, mag_get_d(size) / mag_get_d(moved));
        }
        assert_le(greatest, mag_get_d(lip) * (1 + 0x1p-20));
        assert_ge(greatest, mag_get_d(lip) / 16);
        _arb_vec_clear(pack, l.damped->pack_size);
        lattice_clear(&l);
    }
    mag_clear(lip);
    mag_clear(plain);
    mag_clear(R);
    mag_clear(size);
    mag_clear(moved);
}

/* The sizes of the terms, of two spins in a field B: sqrt(2) |h B| (1 + 3 lambda max |x_i|). */
static void the_sizes_of_the_terms(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    double size, condition;
    arb_t h;
    arb_ptr x = _arb_vec_init(6);
    (void)unused;
    arb_init(h);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=spins scheme=tmk bonds=1:2 exchange=0 "
                                    "field=0,3,4 damping=0.5 h=0.5 steps=1 x=3,0,4,0,2,0",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    for (int i = 0; i < 6; i++) arb_set_d(x + i, c.x[i]);
    arb_set_d(h, c.h);
    ref_generator_terms(&size, &condition, sys, x, h, NULL);
    const double stated = 2.5 * sqrt(2) * (1 + 1.5 * 5);
    assert_le(fabs(size - stated), 0x1p-20 * stated);
    assert_true(condition == 1);
    ref_system_free(sys);
    slp_case_clear(&c);
    arb_clear(h);
    _arb_vec_clear(x, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gradient_is_damped_and_the_noise_is_not),
        cmocka_unit_test(the_energy_falls), cmocka_unit_test(the_tangent_is_the_difference),
        cmocka_unit_test(the_lipschitz_constant), cmocka_unit_test(the_sizes_of_the_terms)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
