/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system seen from a turned frame is the same system: at y = Ad*_{g^-1} x it has the energy, the
 * Casimirs and the Casimirs' names that the system has at x, and a Lipschitz constant that is
 * larger by (|g|_F |g^-1|_F)^2 where turning is no isometry, on sp, and not at all elsewhere.  A g
 * that is not proved invertible turns nothing. */
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/system/system.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

enum { PREC = 128 };

static const char *const systems[] = {
    "case id=a system=rigid-body scheme=tmk inertia=1,2,3 quad=1,2,3 h=0.5 steps=1 x=1,2,-1 "
    "dw=0.5,1,2",
    "case id=b system=rigid-body-n scheme=tmk n=4 quad=0.5 h=0.5 steps=1 x=1,2,-1,0,0.5,3 "
    "dw=0.5,1,2,-1,-2,0.25",
    "case id=c system=point-vortices scheme=tmk gamma=1,-0.5 h=0.5 steps=1 x=1,0,0,0.5,1,0.5",
    "case id=d system=zeitlin-sphere scheme=tmk n=3 h=0.5 steps=1 x=1,-2,1,0.5,0,0,0.25,0,-1",
    "case id=e system=sine-euler scheme=tmk n=3 h=0.5 steps=1 x=1,-2,1,0.5,0,0,0.25,0,-1",
    "case id=f system=symplectic scheme=tmk n=2 quadratic=2,0.5,-1,1,0.25,3 h=0.5 steps=1 "
    "x=1,0.5,-0.75"};
enum { ON_SP = sizeof systems / sizeof *systems - 1 };

static void agree(const arb_t a, const arb_t b)
{
    assert_true(arb_overlaps(a, b));
    assert_true(mag_cmp_2exp_si(arb_radref(a), -100) < 0);
}

static void same_at(arb_srcptr y, const ref_system *turned, const ref_exact_step *t)
{
    const slong count = ref_casimir_count(t->sys);
    arb_ptr values = _arb_vec_init(2 * count + 2), others = values + count, energy = others + count;
    arb_t other;
    arb_init(other);
    ref_energy(energy, turned, y, PREC);
    ref_energy(other, t->sys, t->x, PREC);
    agree(energy, other);
    assert_false(arb_contains_zero(other));
    turned->table->casimirs(values, turned, y, PREC);
    ref_casimirs(others, t->sys, t->x, PREC);
    for (slong i = 0; i < count; i++) {
        char name[32];
        agree(values + i, others + i);
        turned->table->casimir_name(name, turned, i);
        assert_string_equal(name, ref_casimir_name(t->sys, i));
    }
    arb_clear(other);
    _arb_vec_clear(values, 2 * count + 2);
}

/* |g|_F |g^-1|_F, g of determinant 1 and 2 x 2: the inverse has the same entries but for signs. */
static double distortion(const acb_mat_t g)
{
    mag_t norm;
    mag_init(norm);
    acb_mat_bound_frobenius_norm(norm, g);
    const double length = mag_get_d(norm);
    mag_clear(norm);
    return length * length;
}

static double lipschitz(const ref_system *sys, const ref_exact_step *t, arb_srcptr x)
{
    arb_ptr pack = _arb_vec_init(sys->pack_size);
    mag_t lip, R;
    mag_init(lip);
    mag_init(R);
    sys->table->freeze(pack, sys, t->h, t->dW, PREC);
    sys->table->generator_lipschitz(lip, sys, pack, x, R);
    const double bound = mag_get_d(lip);
    mag_clear(lip);
    mag_clear(R);
    _arb_vec_clear(pack, sys->pack_size);
    return bound;
}

static void the_same_from_elsewhere(void **unused)
{
    (void)unused;
    for (size_t k = 0; k <= ON_SP; k++) {
        ref_exact_step t;
        acb_mat_t g;
        ref_system *turned = NULL;
        take(&t, systems[k]);
        const slong n = ref_group_size(t.sys), d = (slong)t.c->d;
        arb_ptr eta = _arb_vec_init(2 * d), y = eta + d;
        acb_mat_init(g, n, n);
        for (slong i = 0; i < d; i++) arb_set_d(eta + i, 0.25 / (double)(1 + i));
        assert_true(ref_group_cayley(g, t.sys, eta, PREC));
        ref_spatial_momentum(y, t.sys, g, t.x, PREC);
        assert_false(arb_overlaps(y, t.x) && arb_overlaps(y + 1, t.x + 1));
        assert_int_equal(ref_system_turned(&turned, t.sys, g, PREC), SLP_OK);
        same_at(y, turned, &t);
        const double factor = k == ON_SP ? distortion(g) : 1,
                     ratio = lipschitz(turned, &t, y) / lipschitz(t.sys, &t, t.x);
        assert_ge(ratio, factor * factor);
        assert_le(ratio, 1.0001 * factor * factor);
        ref_system_free(turned);
        acb_mat_zero(g);
        assert_int_equal(ref_system_turned(&turned, t.sys, g, PREC), SLP_UNABLE);
        assert_null(turned);
        acb_mat_clear(g);
        _arb_vec_clear(eta, 2 * d);
        put_back(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_from_elsewhere)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
