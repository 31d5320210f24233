/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates that are exactly zero are proved so where the step keeps them, and only there. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/certificate/certificate.h"

#include <math.h>

/* A body turning about a principal axis, no noise or noise along the axes: it stays there, exactly,
 * for steps proved by norms and by the Jacobian. */
static void an_axis_is_kept(void **unused)
{
    uint64_t state = 7;
    int by_jacobian = 0;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int n = 0; n < rigid_repeats(24); n++) {
        int axis = n % 3;
        rigid r;
        rigid_draw(&r, &state, n % 2 ? 0.1 : 2);
        for (int i = 0; i < 3; i++)
            if (i != axis) r.x[i] = 0;
        for (int i = 0; i < 3 * r.body.lin_count; i++)
            if (i % 3 != axis) r.lin[i] = 0;
        rigid_build(&r);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            ref_certificate cert;
            if (rigid_step(next, &cert, &r, rigid_schemes[s], 128) != SLP_OK) continue;
            by_jacobian += cert.by_jacobian;
            for (int i = 0; i < 3; i++) {
                if (i == axis)
                    assert_le(fabs(arf_get_d(arb_midref(next + i), ARF_RND_NEAR) - r.x[i]),
                              1e-15 * fabs(r.x[i]));
                else
                    assert_true(arb_is_zero(next + i));
            }
        }
        rigid_clear(&r);
    }
    assert_gt(by_jacobian, 0);
    _arb_vec_clear(next, 3);
}

/* A zero coordinate of the state that the step moves is not kept: one zero (a plane), two zeros
 * with noise across the axis. */
static void a_zero_that_moves_is_not_kept(void **unused)
{
    uint64_t state = 8;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int n = 0; n < rigid_repeats(24); n++) {
        rigid r;
        do rigid_draw(&r, &state, 0.05);
        while (n % 2 && r.body.lin_count == 0);
        r.x[n % 3] = 0;
        if (n % 2) r.x[(n + 1) % 3] = 0;
        rigid_build(&r);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            naive_vector exact;
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], 128), SLP_OK);
            naive_vector_init(exact, 384);
            assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
            for (int i = 0; i < 3; i++) {
                assert_true(rigid_contains(next + i, exact[i], 4, 340));
                assert_false(arb_contains_zero(next + i));
            }
            naive_vector_clear(exact);
        }
        rigid_clear(&r);
    }
    _arb_vec_clear(next, 3);
}

/* Where invariance is not seen the ball stays what it was: the proof works in scratch of its own.
 */
static void a_refusal_leaves_the_ball(void **unused)
{
    uint64_t state = 9;
    (void)unused;
    for (int n = 0; n < rigid_repeats(24); n++) {
        rigid r;
        rigid_draw(&r, &state, 0.05);
        r.x[n % 3] = 0;
        rigid_build(&r);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            ref_frame f;
            assert_true(ref_frame_init(&f, ref_scheme_find(rigid_schemes[s]), r.sys, r.bx, r.bh,
                                       r.bdW, 128));
            /* where steps keep their ball, and solver and certificate their approximation */
            arb_ptr ball = ref_solver_scratch(&f, 4), z = ref_solver_scratch(&f, 5);
            arb_ptr before = _arb_vec_init(f.k);
            _arb_vec_set(z, f.start, f.k);
            for (slong i = 0; i < f.k; i++) {
                arb_set(before + i, z + i);
                arb_add_error_2exp_si(before + i, -40);
                arb_set(ball + i, before + i);
            }
            ref_keep_zeros(ball, &f, z);
            for (slong i = 0; i < f.k; i++) assert_true(arb_equal(ball + i, before + i));
            _arb_vec_clear(before, f.k);
            ref_frame_clear(&f);
        }
        rigid_clear(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_axis_is_kept),
        cmocka_unit_test(a_zero_that_moves_is_not_kept),
        cmocka_unit_test(a_refusal_leaves_the_ball),
    };
    return cmocka_run_group_tests_name("exact zeros of steps", tests, NULL, cached_give_back);
}
