/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of the binary64 path beyond the golden ones: judged by the certified path over step sizes
 * up to where no certificate exists, slow contractions, scaling, large constant generators. */
#include "fast/fast.h"
#include "oracle/judge/judge.h"
#include "ref/ref.h"
#include "tests/fast/fast_bodies.h"
#include "tests/fast/fast_pairs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* Judges `scheme` on a body with three quadratic and two linear noises.  Every step that has a
 * certificate must be taken, and well; the certificate's kappa comes back, 0 without one. */
static double judged_kappa(const char *scheme, uint64_t n, double size, bool linear)
{
    double inertia[3], quad[3], lin[6], x[3], dw[5];
    for (uint32_t i = 0; i < 3; i++) {
        inertia[i] = fast_body_between(i, n, 0.4, 3);
        quad[i] = fast_body_between(3 + i, n, -0.5, 0.5);
        x[i] = fast_body_between(6 + i, n, -1, 1);
    }
    for (uint32_t i = 0; i < 6; i++) lin[i] = fast_body_between(9 + i, n, -0.5, 0.5);
    for (uint32_t i = 0; i < 5; i++) dw[i] = fast_body_between(15 + i, n, -1, 1) * size;
    if (!linear) dw[3] = dw[4] = 0;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    c.scheme = slp_scheme_find(scheme);
    c.id = strdup("fast");
    c.h = size * (n % 2 ? 1 : -1);
    c.steps = 1;
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "quad", quad, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "lin", lin, 6, &err), SLP_OK);
    slp_case_set_x(&c, x, 3);
    slp_case_set_dw(&c, dw, 5);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);

    fast_system *sys;
    ref_system *exact;
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&exact, &c, &err), SLP_OK);
    double y[3], truth[3], kappa = 0;
    ref_certificate cert;
    slp_status taken = fast_body_step(y, NULL, scheme, sys, x, c.h, dw);
    slp_status known =
        ref_step_round(truth, &cert, ref_scheme_find(scheme), exact, x, c.h, dw, 1024);
    if (known == SLP_OK) {
        slp_result r;
        slp_verdict v;
        slp_result_init(&r);
        r.error = taken;
        r.y.count = 3;
        r.y.at = malloc(sizeof y);
        memcpy(r.y.at, y, sizeof y);
        slp_judge(&v, &c, &r);
        if (v.kind == SLP_VERDICT_FAIL || v.kind == SLP_VERDICT_ERROR)
            print_message("# %s %llu size %g: %s ratio %g bound %g kappa %g\n", scheme,
                          (unsigned long long)n, size, slp_verdict_word(v.kind), v.ratio, v.bound,
                          cert.kappa);
        assert_true(v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_UNABLE);
        if (v.kind == SLP_VERDICT_PASS) kappa = cert.kappa;
        slp_result_clear(&r);
    }
    fast_system_free(sys);
    ref_system_free(exact);
    slp_case_clear(&c);
    return kappa;
}

static void certified_steps_are_taken_well(void **state)
{
    (void)state;
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++) {
        int judged = 0, ill = 0;
        for (uint64_t n = 0; n < 60; n++) {
            double kappa = judged_kappa(fast_body_schemes[i], n + 100 * i,
                                        exp2(fast_body_between(30, n, -10, 2)), n % 3 == 0);
            if (kappa > 0) judged++;
            if (kappa > 3) ill++;
        }
        print_message("# %s: %d judged, %d with kappa > 3\n", fast_body_schemes[i], judged, ill);
        assert_ge(judged, 20);
        assert_ge(ill, 1);
    }
}

/* A contraction of 0.9 and more is iterated to the end: a stage that stopped where a difference
 * looks small would be off by L/(1-L) of it.  One noise along the first axis, x across it. */
static void slow_contractions_are_iterated_out(void **state)
{
    (void)state;
    const double inertia[3] = {1, 1e6, 1e6};
    fast_system *sys = fast_body_new(inertia, NULL, NULL, 0);
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    ref_system *exact;
    assert_int_equal(ref_system_new(&exact, &c, &err), SLP_OK);
    unsigned longest = 0;
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++)
        for (int k = 1; k <= 40; k++) {
            const double x[3] = {0.01 * k, 1.0, -0.5};
            double y[3], truth[3], h = 0.1 * k;
            fast_report report;
            ref_certificate cert;
            if (ref_step_round(truth, &cert, ref_scheme_find(fast_body_schemes[i]), exact, x, h,
                               NULL, 2048))
                continue;
            assert_int_equal(fast_body_step(y, &report, fast_body_schemes[i], sys, x, h, NULL),
                             SLP_OK);
            double error = 0;
            for (int j = 0; j < 3; j++) error = fmax(error, fabs(y[j] - truth[j]));
            assert_le(error, 16 * 0x1p-53 * cert.kappa);
            if (report.iterations > longest) longest = report.iterations;
        }
    print_message("# longest %u iterations\n", longest);
    assert_gt(longest, 100);
    fast_system_free(sys);
    ref_system_free(exact);
    slp_case_clear(&c);
}

static void nothing_happens_in_no_time(void **state)
{
    (void)state;
    fast_system *sys = fast_body_ejll();
    const double dw[3] = {0, 0, 0}, zero[3] = {0, 0, 0}, some[3] = {0.25, -0.5, 0.125};
    double y[3];
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++) {
        assert_int_equal(fast_body_step(y, NULL, fast_body_schemes[i], sys, some, 0, dw), SLP_OK);
        assert_memory_equal(y, some, sizeof y);
        assert_int_equal(fast_body_step(y, NULL, fast_body_schemes[i], sys, zero, 0.1, some),
                         SLP_OK);
        assert_true(y[0] == 0 && y[1] == 0 && y[2] == 0);
    }
    fast_system_free(sys);
}

/* States and moments scaled by a power of two, amplitudes by its inverse: the same step, scaled,
 * exactly. */
static void powers_of_two_scale_the_step(void **state)
{
    (void)state;
    const double inertia[3] = {2, 1, 0.625}, quad[3] = {0.1, 0.2, -0.1}, dw[3] = {0.1, -0.2, 0.3};
    const double x[3] = {0.5, -0.75, 0.3};
    const int powers[] = {-900, -300, 300, 900};
    fast_system *plain = fast_body_new(inertia, quad, NULL, 0);
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++)
        for (size_t k = 0; k < 4; k++) {
            double I[3], q[3], from[3], y[3], want[3];
            for (int j = 0; j < 3; j++) {
                I[j] = ldexp(inertia[j], powers[k]);
                q[j] = ldexp(quad[j], -powers[k]);
                from[j] = ldexp(x[j], powers[k]);
            }
            fast_system *scaled = fast_body_new(I, q, NULL, 0);
            assert_int_equal(fast_body_step(want, NULL, fast_body_schemes[i], plain, x, 0.1, dw),
                             SLP_OK);
            assert_int_equal(fast_body_step(y, NULL, fast_body_schemes[i], scaled, from, 0.1, dw),
                             SLP_OK);
            /* at 2^-900 the low halves of products underflow: a few units remain allowed */
            for (int j = 0; j < 3; j++)
                assert_le(fabs(ldexp(y[j], -powers[k]) - want[j]), 2 * 0x1p-53);
            fast_system_free(scaled);
        }
    fast_system_free(plain);
}

/* A constant generator has a closed form however large: a turn by half a circle about its axis, in
 * the limit. */
static void huge_constant_generators_turn_by_half_a_circle(void **state)
{
    (void)state;
    const double inertia[3] = {1, 1, 1}, lin[3] = {1, 0, 0}, x[3] = {0.25, 0.5, -1}, dw = 1e300;
    fast_system *sys = fast_body_new(inertia, NULL, lin, 1);
    double y[3];
    assert_int_equal(fast_body_step(y, NULL, "isospectral-midpoint", sys, x, 0, &dw), SLP_OK);
    assert_true(y[0] == 0.25 && y[1] == -0.5 && y[2] == 1);
    assert_int_equal(fast_body_step(y, NULL, "variational-cayley", sys, x, 0, &dw), SLP_OK);
    assert_true(y[0] == 0.25 && y[1] == 0.5 && y[2] == -1);
    assert_true(fast_body_step(y, NULL, "variational-cayley-printed", sys, x, 0, &dw) != SLP_OK);
    fast_system_free(sys);
}

/* A constant generator again: however long the turn and however its terms cancel, the answer is
 * good to a few units of the state, not of the turn. */
static void long_turns_are_not_blurred(void **state)
{
    (void)state;
    const double inertia[3] = {1, 1, 1}, lin[6] = {0.3, -0.7, 0.2, 0.3, -0.7, 0.25};
    const double x[3] = {0.25, 0.5, -0.75};
    const double dw[][2] = {{1, 0}, {3, 4}, {12345.678, -3.25}, {1e6, -1e6}, {1e8, 7}, {-3e9, 3e9}};
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "lin", lin, 6, &err), SLP_OK);
    ref_system *exact;
    fast_system *sys = fast_body_new(inertia, NULL, lin, 2);
    assert_int_equal(ref_system_new(&exact, &c, &err), SLP_OK);
    for (size_t k = 0; k < sizeof dw / sizeof *dw; k++) {
        /* with a constant generator the midpoint rule is the Cayley transform, which an explicit
         * rule gives, and variational-exp is the exponential */
        static const char *const scheme[] = {"tmk", "implicit-midpoint", "variational-exp"},
                                 *const same[] = {"tmk", "rkmk-euler-cay", "tmk"};
        for (size_t j = 0; j < 3; j++) {
            double y[3], truth[3];
            ref_certificate cert;
            assert_int_equal(
                ref_step_round(truth, &cert, ref_scheme_find(same[j]), exact, x, 0, dw[k], 2048),
                SLP_OK);
            assert_int_equal(fast_body_step(y, NULL, scheme[j], sys, x, 0, dw[k]), SLP_OK);
            for (int i = 0; i < 3; i++) assert_le(fabs(y[i] - truth[i]), 8 * 0x1p-53);
        }
    }
    fast_system_free(sys);
    ref_system_free(exact);
    slp_case_clear(&c);
}

/* The same of a top's Gamma, which a.Pi alone turns like a body's state.  Sees a turn by
 * variational-exp without the low part of its angle, which is up to u t, t = 6e3 and 5e7.  In units
 * of u|x|, |x| < 1: sine and cosine are off by 2.3 (libm 1, the low part's sum 1/2, its square,
 * (1.5 u t)^2/2 where t < 2^26, 0.8) and the axis by 3.5 (its own low part, the root, the
 * quotient); hence cos x by 3, sin x x n by 9, (1 - cos)(n.x) n by 28, and their sums by 4: 44. */
static void long_turns_of_a_top_are_not_blurred(void **state)
{
    static const char *const scheme[] = {"tmk", "variational-exp"};
    static const double scale[] = {1, 12345.678, 1e8};
    (void)state;
    fast_pair_system p;
    slp_error err;
    ref_system *exact;
    fast_pair_read(&p, "case id=a system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,0 "
                       "noise=0.3,-0.7,0.2,0,0,0,0,0.3,-0.7,0.25,0,0,0,0 h=0 steps=1 "
                       "x=0,0,0,0.25,0.5,-0.75 dw=1,-0.375");
    assert_int_equal(ref_system_new(&exact, &p.c, &err), SLP_OK);
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++)
        for (size_t j = 0; j < 2; j++) {
            const double dw[2] = {scale[k] * p.c.dw[0], scale[k] * p.c.dw[1]};
            double y[6], truth[6];
            ref_certificate cert;
            assert_int_equal(
                ref_step_round(truth, &cert, ref_scheme_find(scheme[j]), exact, p.c.x, 0, dw, 2048),
                SLP_OK);
            assert_int_equal(fast_pair_step(y, NULL, scheme[j], &p, p.c.x, scale[k]), SLP_OK);
            for (int i = 3; i < 6; i++) assert_le(fabs(y[i] - truth[i]), 44 * 0x1p-53);
        }
    fast_pair_close(&p);
    ref_system_free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certified_steps_are_taken_well),
        cmocka_unit_test(slow_contractions_are_iterated_out),
        cmocka_unit_test(nothing_happens_in_no_time),
        cmocka_unit_test(powers_of_two_scale_the_step),
        cmocka_unit_test(huge_constant_generators_turn_by_half_a_circle),
        cmocka_unit_test(long_turns_are_not_blurred),
        cmocka_unit_test(long_turns_of_a_top_are_not_blurred),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
