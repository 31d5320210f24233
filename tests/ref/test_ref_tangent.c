/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tangent maps against difference quotients of the naive reference, and the group increment against
 * its definition. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>

enum { NAIVE = 500, SHIFT = 120 };

/* q = (Psi(x + e e_j) - Psi(x - e e_j)) / 2e, e = 2^-SHIFT; the error is of order e^2. */
static void quotient(naive_vector q, rigid *r, const char *scheme, int j)
{
    naive_vector x, side[2];
    naive_vector_init(x, NAIVE);
    for (int k = 0; k < 2; k++) {
        naive_vector_init(side[k], NAIVE);
        for (int i = 0; i < 3; i++) mpfr_set_d(x[i], r->x[i], MPFR_RNDN);
        mpfr_set_si_2exp(side[k][0], k ? -1 : 1, -SHIFT, MPFR_RNDN);
        mpfr_add(x[j], x[j], side[k][0], MPFR_RNDN);
        assert_true(naive_step(side[k], NULL, scheme, &r->body, x, r->h, r->dW));
    }
    for (int i = 0; i < 3; i++) {
        mpfr_sub(q[i], side[0][i], side[1][i], MPFR_RNDN);
        mpfr_mul_2si(q[i], q[i], SHIFT - 1, MPFR_RNDN);
    }
    naive_vector_clear(x);
    naive_vector_clear(side[0]);
    naive_vector_clear(side[1]);
}

static void tangents_match_difference_quotients(void **unused)
{
    uint64_t state = 81;
    arb_mat_t D;
    arb_ptr next = _arb_vec_init(6), alone = next + 3;
    (void)unused;
    arb_mat_init(D, 3, 3);
    for (int n = 0; n < rigid_repeats(4); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            naive_vector q;
            rigid_draw(&r, &state, n % 4 == 3 ? 0.5 : 0.05);
            rigid_build(&r);
            naive_vector_init(q, NAIVE);
            if (ref_step_tangent(D, next, NULL, ref_scheme_find(rigid_schemes[s]), r.sys, r.bx,
                                 r.bh, r.bdW, 256) != SLP_OK) {
                assert_true(n % 4 == 3);
            } else {
                assert_int_equal(rigid_step(alone, NULL, &r, rigid_schemes[s], 256), SLP_OK);
                for (int j = 0; j < 3; j++) {
                    quotient(q, &r, rigid_schemes[s], j);
                    assert_true(arb_equal(next + j, alone + j));
                    for (int i = 0; i < 3; i++) {
                        assert_true(
                            rigid_contains(arb_mat_entry(D, i, j), q[i], 1, 2 * SHIFT - 20));
                        assert_true(mag_cmp_2exp_si(arb_radref(arb_mat_entry(D, i, j)), -220) < 0);
                    }
                }
            }
            naive_vector_clear(q);
            rigid_clear(&r);
        }
    arb_mat_clear(D);
    _arb_vec_clear(next, 6);
}

/* A ball of states: its tangent encloses the tangents of its points. */
static void tangents_of_balls(void **unused)
{
    uint64_t state = 82;
    arb_mat_t wide, point;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    arb_mat_init(wide, 3, 3);
    arb_mat_init(point, 3, 3);
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        const ref_scheme *scheme = ref_scheme_find(rigid_schemes[s]);
        rigid r;
        rigid_draw(&r, &state, 0.05);
        rigid_build(&r);
        for (int i = 0; i < 3; i++) mag_set_d(arb_radref(r.bx + i), 1e-3);
        assert_int_equal(ref_step_tangent(wide, next, NULL, scheme, r.sys, r.bx, r.bh, r.bdW, 128),
                         SLP_OK);
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < 3; i++)
                arb_set_d(r.bx + i, r.x[i] + 0.999e-3 * rigid_between(&state, -1, 1));
            assert_int_equal(
                ref_step_tangent(point, next, NULL, scheme, r.sys, r.bx, r.bh, r.bdW, 128), SLP_OK);
            assert_true(arb_mat_contains(wide, point));
        }
        rigid_clear(&r);
    }
    arb_mat_clear(wide);
    arb_mat_clear(point);
    _arb_vec_clear(next, 3);
}

static void group_increment(void **unused)
{
    uint64_t state = 83;
    acb_mat_t f;
    arb_ptr next = _arb_vec_init(6), moved = next + 3;
    (void)unused;
    acb_mat_init(f, 3, 3);
    for (int n = 0; n < rigid_repeats(6); n++) {
        rigid r;
        rigid_draw(&r, &state, 0.2);
        rigid_build(&r);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            const ref_scheme *scheme = ref_scheme_find(rigid_schemes[s]);
            slp_status status =
                ref_step_group(f, next, NULL, scheme, r.sys, r.bx, r.bh, r.bdW, 128);
            naive_matrix g;
            naive_vector exact;
            if (s < 4) {
                assert_int_equal(status, SLP_UNSUPPORTED);
                continue;
            }
            if (status == SLP_UNABLE) continue;
            assert_int_equal(status, SLP_OK);
            naive_matrix_init(g, 300);
            naive_vector_init(exact, 300);
            assert_true(rigid_naive(exact, g, &r, rigid_schemes[s]));
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    arb_srcptr entry = acb_realref(acb_mat_entry(f, i, j));
                    assert_true(rigid_contains(entry, g[i][j], 1, 280));
                    assert_true(mag_cmp_2exp_si(arb_radref(entry), -100) < 0);
                    assert_true(arb_is_zero(acb_imagref(acb_mat_entry(f, i, j))));
                }
                assert_true(rigid_contains(next + i, exact[i], 1, 280));
            }
            /* the spatial momentum is kept: g_(n+1) x' = g_n f x' = g_n x */
            ref_spatial_momentum(moved, r.sys, f, next, 128);
            for (int i = 0; i < 3; i++) assert_true(arb_contains(moved + i, r.bx + i));
            naive_matrix_clear(g);
            naive_vector_clear(exact);
        }
        rigid_clear(&r);
    }
    acb_mat_clear(f);
    _arb_vec_clear(next, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_match_difference_quotients),
        cmocka_unit_test(tangents_of_balls),
        cmocka_unit_test(group_increment),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
