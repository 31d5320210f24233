/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Correct rounding to binary64: ties, subnormals, signs of zero, exact results, and what is
 * refused. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <float.h>
#include <math.h>
#include <string.h>

static slp_status step(double *next, ref_certificate *cert, const rigid *r, const char *scheme,
                       slong cap)
{
    return ref_step_round(next, cert, ref_scheme_find(scheme), r->sys, r->x, r->h, r->dW, cap);
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The ball m 2^e +- 2^r rounds to `expected`, or is undecided (NaN). */
static void rounds(slong m, slong e, slong r, double expected)
{
    double got = 7;
    arb_t ball;
    arb_init(ball);
    arb_set_si(ball, m);
    arb_mul_2exp_si(ball, ball, e);
    if (r > -9999) mag_set_ui_2exp_si(arb_radref(ball), 1, r);
    if (isnan(expected)) {
        assert_false(ref_round_ball(&got, ball));
    } else {
        assert_true(ref_round_ball(&got, ball));
        assert_true(same_bits(got, expected));
    }
    arb_clear(ball);
}

static void balls_round_to_nearest_even(void **unused)
{
    const slong exact = -10000, two53 = (slong)1 << 53;
    (void)unused;
    rounds(3, -1, exact, 1.5);
    rounds(two53 + 1, -53, exact, 1);              /* tie, even below */
    rounds(two53 + 3, -53, exact, 1 + 0x1p-51);    /* tie, even above */
    rounds(two53 + 1, -53, -200, NAN);             /* about a tie */
    rounds(2 * two53 + 3, -54, -200, 1 + 0x1p-52); /* just above one */
    rounds(1, 0, -60, 1);                          /* a number itself is far from its ties */
    rounds(-5, -2, -100, -1.25);
    rounds(1, -1074, exact, 0x1p-1074);
    rounds(1, -1075, exact, 0.0); /* tie between 0 and the least subnormal */
    rounds(-1, -1075, exact, -0.0);
    rounds(3, -1076, exact, 0x1p-1074);
    rounds(3, -1075, exact, 0x1p-1073); /* tie, even above */
    /* beside a tie by the 57th bit: rounded at once; by way of 53 bits they would be the tie */
    rounds(8 * two53 - 1, -1131, exact, 0.0);
    rounds(8 * two53 + 1, -1131, exact, 0x1p-1074);
    rounds(-8 * two53 - 1, -1131, exact, -0x1p-1074);
    rounds(1, -1080, -1090, 0.0);
    rounds(-1, -1080, -1090, -0.0);
    rounds(0, 0, exact, 0.0);
    rounds(0, 0, -1080, 0.0); /* sign unknown: +0 */
    rounds(0, 0, -1074, NAN);
    rounds(0, 0, -200, NAN);
    rounds((slong)1 << 53, 970, -100, 0x1p1023);
    rounds(1, 1024, exact, (double)INFINITY);
    rounds(1, 5000, exact, (double)INFINITY);
}

/* Against the naive answer, 600 bits rounded by MPFR. */
static void steps_round_correctly(void **unused)
{
    uint64_t state = 61;
    (void)unused;
    for (int n = 0; n < rigid_repeats(25); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            double next[3];
            naive_vector exact;
            ref_certificate cert;
            rigid_draw(&r, &state, n % 5 ? 0.02 : 0.5);
            rigid_build(&r);
            naive_vector_init(exact, 300);
            if (step(next, &cert, &r, rigid_schemes[s], REF_PREC_CAP) == SLP_OK) {
                assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
                for (int i = 0; i < 3; i++) assert_true(next[i] == mpfr_get_d(exact[i], MPFR_RNDN));
                assert_ge(cert.prec, 64);
                assert_ge(cert.kappa, 1);
            } else {
                assert_true(n % 5 == 0);
            }
            naive_vector_clear(exact);
            rigid_clear(&r);
        }
}

/* Results that are exact: no step, the zero state, a principal axis; +0 whatever the sign of the
 * input's zero. */
static void exact_results(void **unused)
{
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        double next[3];
        rigid_standard(&r);
        r.h = 0;
        rigid_build(&r);
        assert_int_equal(step(next, NULL, &r, rigid_schemes[s], 128), SLP_OK);
        assert_true(same_bits(next[0], r.x[0]) && same_bits(next[1], 0) &&
                    same_bits(next[2], r.x[2]));
        r.h = 0.25;
        r.x[0] = r.x[2] = -0.0;
        assert_int_equal(step(next, NULL, &r, rigid_schemes[s], 128), SLP_OK);
        for (int i = 0; i < 3; i++) assert_true(same_bits(next[i], 0));
        for (int axis = 0; axis < 3; axis++) {
            for (int i = 0; i < 3; i++) r.x[i] = i == axis ? -0.7 : 0;
            r.dW[axis] = 0.125;
            assert_int_equal(step(next, NULL, &r, rigid_schemes[s], REF_PREC_CAP), SLP_OK);
            for (int i = 0; i < 3; i++) assert_true(same_bits(next[i], i == axis ? -0.7 : 0));
        }
        rigid_clear(&r);
    }
}

/* Coordinates far below the others, and states of subnormals, round like all numbers. */
static void small_numbers(void **unused)
{
    static const double states[][3] = {{1, 1e-300, 0.5},
                                       {0x1p-1074, 0, 0x3p-1074},
                                       {0x1p-1040, -0x1p-1050, 0},
                                       {1e-160, 3e-160, -2e-160},
                                       {0x1p-1022, 0x1p-1023, 0x1p-1022}};
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++)
        for (int n = 0; n < 5; n++) {
            rigid r;
            double next[3];
            naive_vector exact;
            rigid_standard(&r);
            memcpy(r.x, states[n], sizeof r.x);
            r.h = 0.3;
            r.dW[1] = 0.5;
            rigid_build(&r);
            naive_vector_init(exact, 3000);
            assert_int_equal(step(next, NULL, &r, rigid_schemes[s], REF_PREC_CAP), SLP_OK);
            if (s != 3 || n == 1) { /* the naive exponential is slow at 3000 bits */
                assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
                for (int i = 0; i < 3; i++) assert_true(next[i] == mpfr_get_d(exact[i], MPFR_RNDN));
            }
            naive_vector_clear(exact);
            rigid_clear(&r);
        }
}

static void what_is_refused(void **unused)
{
    rigid r;
    double next[3];
    ref_certificate cert;
    (void)unused;
    rigid_standard(&r);
    r.x[0] = r.x[1] = r.x[2] = DBL_MAX;
    r.h = 0;
    r.dW[2] = 1e-309;
    r.dW[0] = -1e-309;
    rigid_build(&r);
    /* the rotated state is no longer a number of binary64 in every coordinate */
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", REF_PREC_CAP), SLP_DOMAIN);
    r.dW[0] = r.dW[2] = 0;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", REF_PREC_CAP), SLP_OK);
    assert_true(next[0] == DBL_MAX);
    r.x[0] = NAN;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", REF_PREC_CAP), SLP_DOMAIN);
    r.x[0] = 1;
    r.h = INFINITY;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", REF_PREC_CAP), SLP_DOMAIN);
    r.h = 0.1;
    r.dW[1] = NAN;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", REF_PREC_CAP), SLP_DOMAIN);
    r.dW[1] = 0;
    /* beside an axis: the small coordinate needs some 160 bits, which a lower cap forbids */
    r.x[0] = 0.3;
    r.x[1] = 1e-30;
    r.x[2] = 0;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", 128), SLP_UNABLE);
    assert_int_equal(cert.prec, 128);
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", 0), SLP_UNABLE);
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", 512), SLP_OK);
    /* on the axis its zeros are proved, at any precision */
    r.x[1] = 0;
    assert_int_equal(step(next, &cert, &r, "isospectral-midpoint", 128), SLP_OK);
    assert_true(next[1] == 0 && next[2] == 0);
    rigid_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_round_to_nearest_even),
        cmocka_unit_test(steps_round_correctly),
        cmocka_unit_test(exact_results),
        cmocka_unit_test(small_numbers),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
