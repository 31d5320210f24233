/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hostile inputs: an answer that is right, "unable", or "domain"; never a wrong ball, a hang or
 * exhaustion. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <float.h>
#include <math.h>

static slp_status answer(arb_ptr next, rigid *r, int s, slong prec)
{
    ref_certificate cert = {.L = -1};
    slp_status status = rigid_step(next, &cert, r, rigid_schemes[s], prec);
    if (status == SLP_OK) {
        for (int i = 0; i < 3; i++) assert_true(arb_is_finite(next + i));
        assert_ge(cert.L, 0);
        assert_lt(cert.L, 1);
        assert_ge(cert.kappa, 1);
    } else {
        assert_true(status == SLP_UNABLE || status == SLP_DOMAIN);
    }
    return status;
}

/* |x'| = |x| must at least be possible for the schemes that keep the Casimir. */
static void keeps_the_norm(arb_srcptr next, const rigid *r)
{
    arb_t before, after;
    arb_init(before);
    arb_init(after);
    ref_casimirs(before, r->sys, r->bx, 256);
    ref_casimirs(after, r->sys, next, 256);
    assert_true(arb_overlaps(before, after));
    arb_clear(before);
    arb_clear(after);
}

static void extremes(void **unused)
{
    static const double sizes[] = {0,   0x1p-1074, 1e-300, 1e-20, 1,
                                   1e3, 1e20,      1e155,  1e300, DBL_MAX};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    arb_ptr next = _arb_vec_init(3);
    int certified = 0, unable = 0;
    (void)unused;
    for (int a = 0; a < SIZES; a++)
        for (int b = 0; b < SIZES; b++)
            for (int s = 0; s < RIGID_SCHEMES; s++) {
                rigid r;
                slp_status status;
                rigid_standard(&r);
                r.body.lin_count = 1;
                r.M = 4;
                r.lin[0] = 0.3;
                r.lin[1] = -0.7;
                r.lin[2] = 0.2;
                r.x[0] = sizes[a];
                r.x[1] = -sizes[a] / 3;
                r.x[2] = sizes[(a + b) % SIZES];
                r.h = b % 2 ? sizes[b] : -sizes[b];
                r.dW[0] = sizes[(a + 2 * b) % SIZES];
                r.dW[3] = b % 3 ? 0 : sizes[b];
                rigid_build(&r);
                status = answer(next, &r, s, 128);
                if (status == SLP_OK && s != 2) keeps_the_norm(next, &r);
                certified += status == SLP_OK;
                unable += status == SLP_UNABLE;
                rigid_clear(&r);
            }
    assert_gt(certified, 50);
    assert_gt(unable, 50);
    _arb_vec_clear(next, 3);
}

/* A state of 1e-300 and a generator of 1e300 times it: the rotation angle counts, not the sizes. */
static void sizes_that_cancel(void **unused)
{
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        naive_vector exact;
        rigid_standard(&r);
        for (int i = 0; i < 3; i++) r.x[i] = (i + 1) * 1e-300;
        r.h = 3e298;
        rigid_build(&r);
        naive_vector_init(exact, 300);
        assert_int_equal(answer(next, &r, s, 128), SLP_OK);
        assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
        for (int i = 0; i < 3; i++) assert_true(rigid_contains(next + i, exact[i], 1e-300, 280));
        naive_vector_clear(exact);
        rigid_clear(&r);
    }
    _arb_vec_clear(next, 3);
}

/* A constant generator of 1e300 turns by 1e300 radians.  T is constant for the retractions, so the
 * stage is known; 128 bits cannot place the angle, and the ball says so by its width. */
static void a_turn_by_1e300(void **unused)
{
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        slp_status status;
        rigid_standard(&r);
        r.body.has_quad = false;
        r.body.lin_count = 1;
        r.M = 1;
        r.lin[2] = 1;
        r.x[1] = 0.5;
        r.h = 0;
        r.dW[0] = 1e300;
        rigid_build(&r);
        status = answer(next, &r, s, 128);
        if (s == 3) { /* exp: about the third axis, which it keeps */
            assert_int_equal(status, SLP_OK);
            assert_true(arb_contains(next + 2, r.bx + 2));
            keeps_the_norm(next, &r);
            status = answer(next, &r, s, 2048);
            assert_int_equal(status, SLP_OK);
            assert_true(mag_cmp_2exp_si(arb_radref(next), -500) < 0);
            naive_vector exact;
            naive_vector_init(exact, 1200);
            assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
            for (int i = 0; i < 3; i++) assert_true(rigid_contains(next + i, exact[i], 1, 1100));
            naive_vector_clear(exact);
        }
        if (s == 1 || s == 2 || s == 0)
            assert_int_equal(status, SLP_UNABLE); /* iteration diverges */
        rigid_clear(&r);
    }
    _arb_vec_clear(next, 3);
}

static void what_is_not_finite_is_refused(void **unused)
{
    arb_ptr next = _arb_vec_init(3);
    arb_mat_t m;
    acb_mat_t f;
    (void)unused;
    arb_mat_init(m, 3, 3);
    acb_mat_init(f, 3, 3);
    for (int s = 0; s < RIGID_SCHEMES; s++)
        for (int which = 0; which < 6; which++) {
            const ref_scheme *scheme = ref_scheme_find(rigid_schemes[s]);
            rigid r;
            arb_ptr bad;
            rigid_standard(&r);
            rigid_build(&r);
            bad = which % 3 == 0 ? r.bx + 1 : which % 3 == 1 ? r.bh : r.bdW + 2;
            if (which < 3)
                arb_indeterminate(bad);
            else
                mag_inf(arb_radref(bad));
            assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], 128), SLP_DOMAIN);
            assert_int_equal(ref_step_tangent(m, next, NULL, scheme, r.sys, r.bx, r.bh, r.bdW, 128),
                             SLP_DOMAIN);
            assert_int_equal(ref_poisson_residual(m, scheme, r.sys, r.bx, r.bh, r.bdW, 128),
                             SLP_DOMAIN);
            if (s >= 4)
                assert_int_equal(
                    ref_step_group(f, next, NULL, scheme, r.sys, r.bx, r.bh, r.bdW, 128),
                    SLP_DOMAIN);
            rigid_clear(&r);
        }
    acb_mat_clear(f);
    arb_mat_clear(m);
    _arb_vec_clear(next, 3);
}

/* Balls so wide that nothing follows. */
static void wide_balls_are_unable(void **unused)
{
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        rigid_standard(&r);
        rigid_build(&r);
        mag_set_d(arb_radref(r.bh), 1e10);
        assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], 128), SLP_UNABLE);
        arb_set_d(r.bh, r.h);
        mag_set_d(arb_radref(r.bx), 1e30);
        assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], 128), SLP_UNABLE);
        rigid_clear(&r);
    }
    _arb_vec_clear(next, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes),
        cmocka_unit_test(sizes_that_cancel),
        cmocka_unit_test(a_turn_by_1e300),
        cmocka_unit_test(what_is_not_finite_is_refused),
        cmocka_unit_test(wide_balls_are_unable),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
