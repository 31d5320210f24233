/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every scheme: the enclosure holds the naive answer at three times the precision, is thin, and
 * encloses the image of every point of input balls. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>
#include <pthread.h>

static double norm(const double *x)
{
    return hypot(hypot(x[0], x[1]), x[2]);
}

/* From tiny steps to those where nothing is proved any more: what is certified is right. */
static void enclosures_hold_the_naive_answer(void **unused)
{
    uint64_t state = 41;
    int certified = 0, by_jacobian = 0, unable = 0;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int n = 0; n < rigid_repeats(32); n++) {
        double size = n % 8 == 7 ? 16 : pow(2, rigid_between(&state, -12, 3));
        rigid r;
        rigid_draw(&r, &state, size);
        rigid_build(&r);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            slong prec = n % 8 == 0 ? 256 : n % 2 ? 64 : 128;
            ref_certificate cert;
            naive_vector exact;
            slp_status status = rigid_step(next, &cert, &r, rigid_schemes[s], prec);
            assert_true(status == SLP_OK || status == SLP_UNABLE);
            assert_int_equal(cert.prec, prec);
            if (status == SLP_UNABLE) {
                unable++;
                assert_gt(size, 0.25); /* ordinary steps have a certificate */
                continue;
            }
            certified++;
            by_jacobian += cert.by_jacobian;
            assert_ge(cert.L, 0);
            assert_lt(cert.L, 1);
            assert_ge(cert.kappa, 1);
            assert_ge(cert.defect, 0);
            naive_vector_init(exact, 3 * prec);
            assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
            for (int i = 0; i < 3; i++) {
                assert_true(rigid_contains(next + i, exact[i], 4, 3 * prec - 40));
                /* rounding of a few dozen operations, magnified by kappa */
                if (size < 0.25)
                    assert_le(mag_get_d(arb_radref(next + i)),
                              64 * cert.kappa * norm(r.x) * pow(2, (double)-prec));
            }
            naive_vector_clear(exact);
        }
        rigid_clear(&r);
    }
    assert_gt(certified, 100);
    assert_gt(by_jacobian, 0);
    assert_gt(unable, 0); /* the sweep saw all outcomes */
    _arb_vec_clear(next, 3);
}

/* The printed rule differs from the meant one in the third order of the step. */
static void printed_rule_is_another(void **unused)
{
    arb_ptr meant = _arb_vec_init(6), printed = meant + 3;
    double apart[2];
    (void)unused;
    for (int k = 0; k < 2; k++) {
        rigid r;
        rigid_standard(&r);
        r.x[1] = 0.3;
        r.h = k ? 0x1p-7 : 0x1p-6;
        rigid_build(&r);
        assert_int_equal(rigid_step(meant, NULL, &r, "variational-cayley", 128), SLP_OK);
        assert_int_equal(rigid_step(printed, NULL, &r, "variational-cayley-printed", 128), SLP_OK);
        assert_false(arb_overlaps(meant, printed));
        arb_sub(meant, meant, printed, 64);
        apart[k] = fabs(arf_get_d(arb_midref(meant), ARF_RND_NEAR));
        rigid_clear(&r);
    }
    assert_lt(fabs(apart[0] / apart[1] - 8), 0.5);
    _arb_vec_clear(meant, 6);
}

/* Balls in, balls out: steps from points of the balls lie in the image. */
static void balls_hold_the_images_of_their_points(void **unused)
{
    uint64_t state = 42;
    int held = 0;
    (void)unused;
    for (int n = 0; n < rigid_repeats(16); n++) {
        double radius = n % 3 == 0 ? 1e-3 : n % 3 == 1 ? 0x1p-30 : 1e-2;
        rigid r;
        arb_ptr next = _arb_vec_init(3);
        rigid_draw(&r, &state, n % 5 == 0 ? 1 : 0.125);
        rigid_build(&r);
        for (int i = 0; i < 3; i++) mag_set_d(arb_radref(r.bx + i), radius);
        for (int k = 0; k < r.M; k++) mag_set_d(arb_radref(r.bdW + k), radius);
        mag_set_d(arb_radref(r.bh), n % 2 ? radius : 0);
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            if (rigid_step(next, NULL, &r, rigid_schemes[s], 128) != SLP_OK) continue;
            for (int sample = 0; sample < 3; sample++) {
                rigid p = r;
                naive_vector exact;
                for (int i = 0; i < 3; i++) /* corners first */
                    p.x[i] += 0.999 * radius *
                              (sample < 2 ? (rigid_bits(&state) & 1 ? 1 : -1)
                                          : rigid_between(&state, -1, 1));
                for (int k = 0; k < r.M; k++)
                    p.dW[k] += 0.999 * radius * rigid_between(&state, -1, 1);
                if (n % 2) p.h += 0.999 * radius * rigid_between(&state, -1, 1);
                naive_vector_init(exact, 200);
                assert_true(rigid_naive(exact, NULL, &p, rigid_schemes[s]));
                for (int i = 0; i < 3; i++) assert_true(rigid_contains(next + i, exact[i], 1, 180));
                naive_vector_clear(exact);
                held++;
            }
        }
        _arb_vec_clear(next, 3);
        rigid_clear(&r);
    }
    assert_gt(held, 100);
}

/* next may alias x, and precision asked for too small or absurdly large is brought within reach. */
static void aliasing_and_precision(void **unused)
{
    rigid r;
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    rigid_standard(&r);
    rigid_build(&r);
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        const ref_scheme *scheme = ref_scheme_find(rigid_schemes[s]);
        arb_ptr both = _arb_vec_init(3);
        _arb_vec_set(both, r.bx, 3);
        assert_int_equal(rigid_step(next, NULL, &r, rigid_schemes[s], 128), SLP_OK);
        assert_int_equal(ref_step(both, NULL, scheme, r.sys, both, r.bh, r.bdW, 128), SLP_OK);
        for (int i = 0; i < 3; i++) assert_true(arb_equal(both + i, next + i));
        assert_int_equal(rigid_step(both, NULL, &r, rigid_schemes[s], -5), SLP_OK);
        for (int i = 0; i < 3; i++) assert_true(arb_contains(both + i, next + i));
        _arb_vec_clear(both, 3);
    }
    rigid_clear(&r);
    _arb_vec_clear(next, 3);
}

/* The same steps in two threads at once give the same bits. */
static void *thread(void *out)
{
    arb_ptr next = out;
    uint64_t state = 43;
    for (int n = 0; n < 12; n++) {
        rigid r;
        rigid_draw(&r, &state, 0.1);
        rigid_build(&r);
        rigid_step(next + 3 * n, NULL, &r, rigid_schemes[n % RIGID_SCHEMES], 512);
        rigid_clear(&r);
    }
    mpfr_free_cache();
    ref_thread_cleanup();
    return NULL;
}

static void threads_agree(void **unused)
{
    arb_ptr out = _arb_vec_init(72);
    pthread_t other;
    (void)unused;
    assert_int_equal(pthread_create(&other, NULL, thread, out), 0);
    thread(out + 36);
    assert_int_equal(pthread_join(other, NULL), 0);
    for (int i = 0; i < 36; i++) assert_true(arb_equal(out + i, out + 36 + i));
    _arb_vec_clear(out, 72);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enclosures_hold_the_naive_answer),
        cmocka_unit_test(printed_rule_is_another),
        cmocka_unit_test(balls_hold_the_images_of_their_points),
        cmocka_unit_test(aliasing_and_precision),
        cmocka_unit_test(threads_agree),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
