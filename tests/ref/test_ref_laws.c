/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What each scheme keeps and what it must be seen to break, by enclosures of one-step residuals on
 * the rigid body: a residual that is exactly 0 is contained, one that is not is excluded. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>
#include <string.h>

enum { PREC = 192 };

/* Per scheme, in the order of rigid_schemes. */
typedef struct promise {
    bool casimir, poisson, energy;
} promise;
static const promise promises[RIGID_SCHEMES] = {
    {true, true, false},   /* isospectral-midpoint: energy near only */
    {true, false, true},   /* implicit-midpoint: |x|^2 is quadratic */
    {false, false, false}, /* trapezoidal */
    {true, false, true},   /* tmk */
    {true, true, false},   /* variational-cayley */
    {true, false, true},   /* variational-cayley-printed, on so(3) */
};

static void expect(const arb_t residual, bool kept)
{
    if (kept) {
        assert_true(arb_contains_zero(residual));
        assert_true(mag_cmp_2exp_si(arb_radref(residual), 20 - PREC) < 0);
    } else {
        assert_false(arb_contains_zero(residual));
    }
}

static void generic(rigid *r, uint64_t *state)
{
    do rigid_draw(r, state, 0.1);
    while (fabs(r->h) < 0.01 || fabs(r->x[0] * r->x[1] * r->x[2]) < 0.02 ||
           fabs(r->body.inertia[0] - r->body.inertia[1]) < 0.1 ||
           fabs(r->body.inertia[1] - r->body.inertia[2]) < 0.1);
}

static void casimir_with_noise(void **unused)
{
    uint64_t state = 91;
    arb_ptr next = _arb_vec_init(3);
    arb_t before, after;
    (void)unused;
    arb_init(before);
    arb_init(after);
    for (int n = 0; n < rigid_repeats(10); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            generic(&r, &state);
            rigid_build(&r);
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], PREC), SLP_OK);
            ref_casimirs(before, r.sys, r.bx, PREC);
            ref_casimirs(after, r.sys, next, PREC);
            arb_sub(after, after, before, PREC);
            expect(after, promises[s].casimir);
            rigid_clear(&r);
        }
    arb_clear(before);
    arb_clear(after);
    _arb_vec_clear(next, 3);
}

static void energy_without_noise(void **unused)
{
    uint64_t state = 92;
    arb_ptr next = _arb_vec_init(3);
    arb_t before, after;
    (void)unused;
    arb_init(before);
    arb_init(after);
    for (int n = 0; n < rigid_repeats(10); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            generic(&r, &state);
            memset(r.dW, 0, sizeof r.dW);
            rigid_build(&r);
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], PREC), SLP_OK);
            ref_energy(before, r.sys, r.bx, PREC);
            ref_energy(after, r.sys, next, PREC);
            arb_sub(after, after, before, PREC);
            expect(after, promises[s].energy);
            rigid_clear(&r);
        }
    arb_clear(before);
    arb_clear(after);
    _arb_vec_clear(next, 3);
}

static void poisson_map(void **unused)
{
    uint64_t state = 93;
    arb_mat_t residual;
    (void)unused;
    arb_mat_init(residual, 3, 3);
    for (int n = 0; n < rigid_repeats(10); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            int broken = 0;
            generic(&r, &state);
            rigid_build(&r);
            assert_int_equal(ref_poisson_residual(residual, ref_scheme_find(rigid_schemes[s]),
                                                  r.sys, r.bx, r.bh, r.bdW, PREC),
                             SLP_OK);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    if (promises[s].poisson || i == j)
                        expect(arb_mat_entry(residual, i, j), true);
                    else
                        broken += !arb_contains_zero(arb_mat_entry(residual, i, j));
                }
            if (!promises[s].poisson) assert_ge(broken, 2);
            rigid_clear(&r);
        }
    arb_mat_clear(residual);
}

/* Psi_{-h,-dW} o Psi_{h,dW} = id, all six. */
static void symmetry(void **unused)
{
    uint64_t state = 94;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int n = 0; n < rigid_repeats(10); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            const ref_scheme *scheme = ref_scheme_find(rigid_schemes[s]);
            rigid r;
            generic(&r, &state);
            rigid_build(&r);
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], PREC), SLP_OK);
            arb_neg(r.bh, r.bh);
            for (int k = 0; k < r.M; k++) arb_neg(r.bdW + k, r.bdW + k);
            assert_int_equal(ref_step(next, NULL, scheme, r.sys, next, r.bh, r.bdW, PREC), SLP_OK);
            for (int i = 0; i < 3; i++) {
                assert_true(arb_contains(next + i, r.bx + i));
                assert_true(mag_cmp_2exp_si(arb_radref(next + i), 20 - PREC) < 0);
            }
            rigid_clear(&r);
        }
    _arb_vec_clear(next, 3);
}

/* Without noise the energy of the two Poisson schemes moves in a step by O(h^3). */
static void energy_moves_in_third_order(void **unused)
{
    static const int near[] = {0, 4};
    arb_ptr next = _arb_vec_init(3);
    arb_t before, after;
    (void)unused;
    arb_init(before);
    arb_init(after);
    for (int k = 0; k < 2; k++) {
        double moved[2];
        for (int half = 0; half < 2; half++) {
            rigid r;
            rigid_standard(&r);
            r.x[1] = 0.35;
            r.h = half ? 0x1p-10 : 0x1p-9;
            rigid_build(&r);
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[near[k]], PREC), SLP_OK);
            ref_energy(before, r.sys, r.bx, PREC);
            ref_energy(after, r.sys, next, PREC);
            arb_sub(after, after, before, PREC);
            moved[half] = fabs(arf_get_d(arb_midref(after), ARF_RND_NEAR));
            rigid_clear(&r);
        }
        assert_lt(fabs(moved[0] / moved[1] - 8), 0.2);
    }
    arb_clear(before);
    arb_clear(after);
    _arb_vec_clear(next, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casimir_with_noise),
        cmocka_unit_test(energy_without_noise),
        cmocka_unit_test(poisson_map),
        cmocka_unit_test(symmetry),
        cmocka_unit_test(energy_moves_in_third_order),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
