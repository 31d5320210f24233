/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spins: the generator is h times the gradient of the energy, by differences, which are exact for a
 * quadratic energy; the noises are counted spin by spin; the Lipschitz constant bounds differences,
 * and is near that of the one bond where there is one. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

enum { SPINS = 4, D = 3 * SPINS, BONDS = 5, PREC = 400, ROUNDS = 20 };

typedef struct lattice {
    slp_case c;
    ref_system *sys;
    arb_ptr x, dW, xi, other;
    arb_t h, zero;
} lattice;

static void draw(slp_case *c, uint64_t *state, const char *key, size_t count)
{
    double numbers[3 * BONDS];
    slp_error err;
    for (size_t i = 0; i < count; i++) numbers[i] = rigid_between(state, -1, 1);
    assert_int_equal(slp_case_set_param(c, key, numbers, count, &err), SLP_OK);
}

/* bonds: the first of the list below */
static void lattice_init(lattice *l, uint64_t *state, size_t bonds, bool places)
{
    static const double ends[2 * BONDS] = {2, 1, 2, 3, 4, 3, 4, 1, 1, 3};
    double x[D];
    slp_error err;
    slp_case_init(&l->c);
    l->c.system = slp_system_find("spins");
    l->c.scheme = slp_scheme_find("tmk");
    for (int i = 0; i < D; i++) x[i] = rigid_between(state, -1.5, 1.5);
    assert_int_equal(slp_case_set_param(&l->c, "bonds", ends, 2 * bonds, &err), SLP_OK);
    draw(&l->c, state, "exchange", bonds);
    draw(&l->c, state, "dmi", 3 * bonds);
    if (places) {
        draw(&l->c, state, "field", 3);
        draw(&l->c, state, "anisotropy", 4);
        draw(&l->c, state, "noise", 1);
    }
    assert_int_equal(slp_case_set_x(&l->c, x, D), SLP_OK);
    assert_int_equal(ref_system_new(&l->sys, &l->c, &err), SLP_OK);
    l->x = _arb_vec_init(4 * D);
    l->dW = l->x + D;
    l->xi = l->x + 2 * D;
    l->other = l->x + 3 * D;
    arb_init(l->h);
    arb_init(l->zero);
    arb_set_d(l->h, rigid_between(state, -0.1, 0.1));
    for (int i = 0; i < D; i++) arb_set_d(l->x + i, x[i]);
}

static void lattice_clear(lattice *l)
{
    ref_system_free(l->sys);
    slp_case_clear(&l->c);
    _arb_vec_clear(l->x, 4 * D);
    arb_clear(l->h);
    arb_clear(l->zero);
}

static void generator_is_the_gradient(void **unused)
{
    uint64_t state = 5;
    arb_t up, down;
    (void)unused;
    arb_init(up);
    arb_init(down);
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        lattice_init(&l, &state, BONDS, round % 2);
        ref_generator(l.xi, l.sys, l.x, l.h, l.dW, PREC);
        for (int i = 0; i < D; i++) {
            arb_add_ui(l.x + i, l.x + i, 1, PREC);
            ref_energy(up, l.sys, l.x, PREC);
            arb_sub_ui(l.x + i, l.x + i, 2, PREC);
            ref_energy(down, l.sys, l.x, PREC);
            arb_add_ui(l.x + i, l.x + i, 1, PREC);
            arb_sub(up, up, down, PREC);
            arb_mul_2exp_si(up, up, -1);
            arb_mul(up, up, l.h, PREC);
            assert_true(arb_overlaps(up, l.xi + i));
            assert_true(mag_cmp_2exp_si(arb_radref(l.xi + i), -300) < 0);
        }
        lattice_clear(&l);
    }
    arb_clear(up);
    arb_clear(down);
}

/* With h = 0 and dW_k = 1 alone the generator is -D at place k. */
static void noises_are_counted_spin_by_spin(void **unused)
{
    uint64_t state = 6;
    size_t count;
    lattice l;
    (void)unused;
    lattice_init(&l, &state, BONDS, true);
    assert_int_equal(ref_system_M(l.sys), D);
    for (int k = 0; k < D; k++) {
        arb_one(l.dW + k);
        ref_generator(l.xi, l.sys, l.x, l.zero, l.dW, PREC);
        arb_zero(l.dW + k);
        for (int i = 0; i < D; i++) {
            arb_set_d(l.other + i, i == k ? -*slp_case_param(&l.c, "noise", &count) : 0);
            assert_true(arb_overlaps(l.xi + i, l.other + i));
        }
    }
    lattice_clear(&l);
}

/* |Xi(y) - Xi(z)| / |y - z| for drawn y, z, from above by lip, and on one bond at least
 * lip/sqrt(7/3): |J I + [D]| with D of three equal components has the norm J + 2 D_1, at most
 * sqrt(7/3) times sqrt(J^2 + |D|^2). */
static void lipschitz_bounds_differences(void **unused)
{
    uint64_t state = 7;
    mag_t lip, R, size, moved;
    (void)unused;
    mag_init(lip);
    mag_init(R);
    mag_init(size);
    mag_init(moved);
    for (int round = 0; round < ROUNDS; round++) {
        lattice l;
        const bool one = round % 2;
        lattice_init(&l, &state, one ? 1 : BONDS, !one);
        arb_ptr pack = _arb_vec_init(l.sys->pack_size), y = _arb_vec_init(2 * D);
        l.sys->table->freeze(pack, l.sys, l.h, l.dW, PREC);
        l.sys->table->generator_lipschitz(lip, l.sys, pack, l.x, R);
        double greatest = 0;
        for (int tries = 0; tries < 60; tries++) {
            /* a power step: the difference before, turned by the symmetric matrix */
            for (int i = 0; i < D && tries == 0; i++)
                arb_set_d(y + i, rigid_between(&state, -1, 1));
            l.sys->table->generator_tangent(y + D, l.sys, pack, l.x, y, PREC);
            l.sys->algebra.norm(size, &l.sys->algebra, y + D);
            l.sys->algebra.norm(moved, &l.sys->algebra, y);
            const double ratio = mag_get_d(size) / mag_get_d(moved);
            if (ratio > greatest) greatest = ratio;
            _arb_vec_set_round(y, y + D, D, PREC);
            for (int i = 0; i < D; i++) arb_get_mid_arb(y + i, y + i);
        }
        assert_le(greatest, mag_get_d(lip) * (1 + 0x1p-20));
        if (one) assert_ge(greatest, mag_get_d(lip) * 0.65);
        _arb_vec_clear(pack, l.sys->pack_size);
        _arb_vec_clear(y, 2 * D);
        lattice_clear(&l);
    }
    mag_clear(lip);
    mag_clear(R);
    mag_clear(size);
    mag_clear(moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(generator_is_the_gradient),
                                       cmocka_unit_test(noises_are_counted_spin_by_spin),
                                       cmocka_unit_test(lipschitz_bounds_differences)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
