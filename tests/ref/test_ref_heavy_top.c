/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Heavy tops: what every scheme keeps and breaks, the free body inside, what ball inputs give, and
 * the Lipschitz bound of the variational stage against its Jacobian. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/certificate/certificate.h"

#include <math.h>
#include <string.h>

enum { PREC = 192 };

typedef struct top {
    slp_case c;
    ref_system *sys;
    arb_ptr x, next;
    arb_t h, dW;
} top;

/* A top in general position with one noise of every kind; chi = 0 for a free body. */
static void top_build(top *t, uint64_t *state, bool free_body, bool silent)
{
    double inertia[3] = {1, 1.7, 2.6}, chi[3], noise[7], x[6];
    slp_error err;
    for (int i = 0; i < 3; i++) {
        inertia[i] += rigid_between(state, -0.2, 0.2);
        chi[i] = free_body ? 0 : rigid_between(state, 0.3, 0.8);
    }
    for (int i = 0; i < 7; i++) noise[i] = rigid_between(state, -0.4, 0.4);
    if (free_body) noise[3] = noise[4] = noise[5] = 0;
    for (int i = 0; i < 6; i++) x[i] = rigid_between(state, 0.4, 1) * (i % 2 ? -1 : 1);
    slp_case_init(&t->c);
    t->c.system = slp_system_find("heavy-top");
    assert_int_equal(slp_case_set_param(&t->c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&t->c, "chi", chi, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&t->c, "noise", noise, 7, &err), SLP_OK);
    assert_int_equal(ref_system_new(&t->sys, &t->c, &err), SLP_OK);
    t->x = _arb_vec_init(6);
    t->next = _arb_vec_init(6);
    arb_init(t->h);
    arb_init(t->dW);
    for (int i = 0; i < 6; i++) arb_set_d(t->x + i, x[i]);
    arb_set_d(t->h, rigid_between(state, 0.02, 0.06));
    arb_set_d(t->dW, silent ? 0 : rigid_between(state, 0.05, 0.1));
}

static void top_clear(top *t)
{
    slp_case_clear(&t->c);
    ref_system_free(t->sys);
    _arb_vec_clear(t->x, 6);
    _arb_vec_clear(t->next, 6);
    arb_clear(t->h);
    arb_clear(t->dW);
}

static slp_status top_step(top *t, const char *scheme)
{
    return ref_step(t->next, NULL, ref_scheme_find(scheme), t->sys, t->x, t->h, t->dW, PREC);
}

static const struct {
    const char *scheme;
    bool casimirs, poisson, energy;
} promises[] = {
    {"variational-cayley", true, true, false},          {"variational-exp", true, true, false},
    {"variational-cayley-printed", true, false, false}, {"tmk", true, false, true},
    {"implicit-midpoint", true, false, true},           {"trapezoidal", false, false, false}};
enum { SCHEMES = sizeof promises / sizeof *promises };

static void expect(const arb_t residual, bool kept)
{
    assert_int_equal(arb_contains_zero(residual), kept);
    if (kept) assert_true(mag_cmp_2exp_si(arb_radref(residual), 24 - PREC) < 0);
}

static void casimirs_and_energy(void **unused)
{
    uint64_t state = 71;
    arb_ptr before = _arb_vec_init(2), after = _arb_vec_init(2);
    (void)unused;
    for (int n = 0; n < rigid_repeats(8); n++)
        for (int s = 0; s < SCHEMES; s++) {
            top t;
            top_build(&t, &state, false, false);
            assert_int_equal(top_step(&t, promises[s].scheme), SLP_OK);
            ref_casimirs(before, t.sys, t.x, PREC);
            ref_casimirs(after, t.sys, t.next, PREC);
            _arb_vec_sub(after, after, before, 2, PREC);
            for (int i = 0; i < 2; i++) expect(after + i, promises[s].casimirs);
            top_clear(&t);
            top_build(&t, &state, false, true);
            assert_int_equal(top_step(&t, promises[s].scheme), SLP_OK);
            ref_energy(before, t.sys, t.x, PREC);
            ref_energy(after, t.sys, t.next, PREC);
            arb_sub(after, after, before, PREC);
            expect(after, promises[s].energy);
            top_clear(&t);
        }
    _arb_vec_clear(before, 2);
    _arb_vec_clear(after, 2);
}

static void poisson_map(void **unused)
{
    uint64_t state = 72;
    arb_mat_t residual;
    (void)unused;
    arb_mat_init(residual, 6, 6);
    for (int n = 0; n < rigid_repeats(4); n++)
        for (int s = 0; s < SCHEMES; s++) {
            top t;
            int broken = 0;
            top_build(&t, &state, false, false);
            assert_int_equal(ref_poisson_residual(residual, ref_scheme_find(promises[s].scheme),
                                                  t.sys, t.x, t.h, t.dW, PREC),
                             SLP_OK);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++)
                    if (promises[s].poisson)
                        expect(arb_mat_entry(residual, i, j), true);
                    else
                        broken += !arb_contains_zero(arb_mat_entry(residual, i, j));
            if (!promises[s].poisson) assert_ge(broken, 4);
            top_clear(&t);
        }
    arb_mat_clear(residual);
}

/* Spatial momentum of the reconstructed motion: g Gamma is constant; g Pi of a free body is too. */
static void momentum(void **unused)
{
    uint64_t state = 73;
    acb_mat_t f;
    (void)unused;
    acb_mat_init(f, 3, 3);
    for (int n = 0; n < rigid_repeats(6); n++)
        for (int s = 0; s < 3; s++)
            for (int free_body = 0; free_body < 2; free_body++) {
                top t;
                top_build(&t, &state, free_body, false);
                assert_int_equal(ref_step_group(f, t.next, NULL,
                                                ref_scheme_find(promises[s].scheme), t.sys, t.x,
                                                t.h, t.dW, PREC),
                                 SLP_OK);
                ref_spatial_momentum(t.next, t.sys, f, t.next, PREC);
                _arb_vec_sub(t.next, t.next, t.x, 6, PREC);
                for (int i = 0; i < 3; i++) {
                    expect(t.next + i, free_body);
                    expect(t.next + 3 + i, true);
                }
                top_clear(&t);
            }
    acb_mat_clear(f);
}

/* A box around x gives a box around the step from x. */
static void boxes_hold_their_points(void **unused)
{
    uint64_t state = 74;
    arb_ptr exact = _arb_vec_init(6);
    (void)unused;
    for (int n = 0; n < rigid_repeats(4); n++)
        for (int s = 0; s < SCHEMES; s++) {
            top t;
            top_build(&t, &state, false, false);
            assert_int_equal(top_step(&t, promises[s].scheme), SLP_OK);
            for (int i = 0; i < 6; i++) {
                arb_set(exact + i, t.next + i);
                arb_set_d(t.next, 0x1p-20 * rigid_between(&state, -1, 1));
                arb_add(t.x + i, t.x + i, t.next, PREC);
                arb_add_error_2exp_si(t.x + i, -20);
            }
            assert_int_equal(top_step(&t, promises[s].scheme), SLP_OK);
            for (int i = 0; i < 6; i++) {
                assert_true(arb_contains(t.next + i, exact + i));
                assert_true(mag_cmp_2exp_si(arb_radref(t.next + i), -18) < 0);
            }
            top_clear(&t);
        }
    _arb_vec_clear(exact, 6);
}

/* Without weight the first half is the free rigid body with the same noise. */
static void free_body_inside(void **unused)
{
    uint64_t state = 75;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int n = 0; n < rigid_repeats(6); n++)
        for (int s = 0; s < SCHEMES; s++) {
            const double *noise, *inertia;
            double quad[3];
            size_t count;
            slp_case c;
            slp_error err;
            ref_system *sys;
            arb_ptr dW = _arb_vec_init(4);
            top t;
            top_build(&t, &state, true, false);
            noise = slp_case_param(&t.c, "noise", &count);
            inertia = slp_case_param(&t.c, "inertia", &count);
            slp_case_init(&c);
            c.system = slp_system_find("rigid-body");
            for (int i = 0; i < 3; i++) quad[i] = 2 * noise[6];
            assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
            assert_int_equal(slp_case_set_param(&c, "quad", quad, 3, &err), SLP_OK);
            assert_int_equal(slp_case_set_param(&c, "lin", noise, 3, &err), SLP_OK);
            assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
            for (int k = 0; k < 4; k++) arb_set(dW + k, t.dW);
            assert_int_equal(top_step(&t, promises[s].scheme), SLP_OK);
            assert_int_equal(
                ref_step(next, NULL, ref_scheme_find(promises[s].scheme), sys, t.x, t.h, dW, PREC),
                SLP_OK);
            for (int i = 0; i < 3; i++) {
                assert_true(arb_overlaps(next + i, t.next + i));
                assert_true(mag_cmp_2exp_si(arb_radref(t.next + i), 24 - PREC) < 0);
            }
            _arb_vec_clear(dW, 4);
            ref_system_free(sys);
            slp_case_clear(&c);
            top_clear(&t);
        }
    _arb_vec_clear(next, 3);
}

/* The bound on the ball of radius R dominates the Jacobian's norm at points of it, and is no more
 * than a few times as large. */
static void lipschitz_dominates(void **unused)
{
    uint64_t state = 76;
    arb_mat_t J;
    arb_ptr z = _arb_vec_init(6);
    mag_t L, R, norm;
    (void)unused;
    arb_mat_init(J, 6, 6);
    mag_init(L);
    mag_init(R);
    mag_init(norm);
    for (int n = 0; n < rigid_repeats(10); n++)
        for (int s = 0; s < 3; s++) {
            top t;
            ref_frame f;
            double most = 0;
            top_build(&t, &state, false, false);
            assert_true(ref_frame_init(&f, ref_scheme_find(promises[s].scheme), t.sys, t.x, t.h,
                                       t.dW, PREC));
            mag_set_d(R, 0.1);
            f.scheme->lipschitz(L, &f, R);
            for (int k = 0; k < 12; k++) {
                for (int i = 0; i < 6; i++) {
                    arb_set_d(z + i, 0.04 * rigid_between(&state, -1, 1));
                    arb_add(z + i, z + i, t.x + i, PREC);
                }
                ref_stage_jacobian(J, &f, z);
                ref_spectral_bound(norm, J, PREC);
                most = fmax(most, mag_get_d(norm) / 1.0044);
            }
            assert_le(most, mag_get_d(L));
            assert_lt(mag_get_d(L), 4 * most);
            ref_frame_clear(&f);
            top_clear(&t);
        }
    mag_clear(L);
    mag_clear(R);
    mag_clear(norm);
    _arb_vec_clear(z, 6);
    arb_mat_clear(J);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casimirs_and_energy),
        cmocka_unit_test(poisson_map),
        cmocka_unit_test(momentum),
        cmocka_unit_test(boxes_hold_their_points),
        cmocka_unit_test(free_body_inside),
        cmocka_unit_test(lipschitz_dominates),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
