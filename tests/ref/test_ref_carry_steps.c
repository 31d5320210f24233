/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a carried trajectory says of all its steps is said of each: increments enter exactly,
 * however small; every coordinate of every state is decided, and not the first alone; the worst
 * certificate is that of the worst step, wherever it stands. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>

enum { STEPS = 4, WIDE = 600 };

static const char rule[] = "isospectral-midpoint";

/* Step s of the trajectory at prec from the state before it, which may be that of the caller. */
static void one_step(arb_ptr next, ref_certificate *cert, const rigid *r, arb_srcptr x,
                     const double *dW, slong prec)
{
    arb_ptr increments = _arb_vec_init(3);
    for (int k = 0; k < 3; k++) arb_set_d(increments + k, dW[k]);
    assert_int_equal(
        ref_step(next, cert, ref_scheme_find(rule), r->sys, x, r->bh, increments, prec), SLP_OK);
    _arb_vec_clear(increments, 3);
}

/* Increments with their last bits from 2^-150 down to 2^-60: digits of a state know them. */
static void increments_enter_exactly(void **unused)
{
    enum { DIGITS = 50 };
    uint64_t state = 23;
    rigid r;
    double dW[3 * STEPS];
    arb_ptr y = _arb_vec_init(3 * STEPS), exact = _arb_vec_init(3);
    (void)unused;
    rigid_standard(&r);
    rigid_build(&r);
    for (int k = 0; k < 3 * STEPS; k++)
        dW[k] = ldexp(rigid_between(&state, -1, 1), -8 - 8 * (k % 12));
    assert_int_equal(
        ref_carry(y, NULL, ref_scheme_find(rule), r.sys, r.x, r.h, dW, STEPS, DIGITS, REF_PREC_CAP),
        SLP_OK);
    for (int i = 0; i < 3; i++) arb_set_d(exact + i, r.x[i]);
    for (int s = 0; s < STEPS; s++) {
        one_step(exact, NULL, &r, exact, dW + 3 * s, WIDE);
        for (int i = 0; i < 3; i++) {
            assert_true(arb_overlaps(y + 3 * s + i, exact + i));
            assert_true(mag_cmp_2exp_si(arb_radref(y + 3 * s + i), -150) < 0);
        }
    }
    _arb_vec_clear(y, 3 * STEPS);
    _arb_vec_clear(exact, 3);
    rigid_clear(&r);
}

/* Beside an axis the two small coordinates, of size 2^-100, have few digits where the first has
 * all. */
static void every_coordinate_is_decided(void **unused)
{
    const double x[3] = {1, 0x1.3p-100, -0x1.7p-101}, dW[3 * STEPS] = {0};
    rigid r;
    ref_certificate worst;
    arb_ptr y = _arb_vec_init(3 * STEPS);
    (void)unused;
    rigid_standard(&r);
    rigid_build(&r);
    assert_int_equal(
        ref_carry(y, &worst, ref_scheme_find(rule), r.sys, x, r.h, dW, STEPS, 0, REF_PREC_CAP),
        SLP_OK);
    for (int i = 0; i < 3 * STEPS; i++) {
        double value;
        assert_true(ref_round_ball(&value, y + i));
        assert_true(i % 3 == 0 || fabs(value) < 0x1p-90);
    }
    assert_gt(worst.prec, 128); /* the first precision has too few digits of them */
    _arb_vec_clear(y, 3 * STEPS);
    rigid_clear(&r);
}

/* The longest step first, then last: its numbers, to the bit. */
static void the_worst_step_is_named(void **unused)
{
    (void)unused;
    for (int longest = 0; longest < STEPS; longest += STEPS - 1) {
        rigid r;
        double dW[3 * STEPS] = {0}, L = 0, kappa = 0, defect = 0;
        ref_certificate worst, cert;
        arb_ptr y = _arb_vec_init(3 * STEPS), next = _arb_vec_init(3), x = _arb_vec_init(3);
        rigid_standard(&r);
        rigid_build(&r);
        for (int k = 0; k < 3; k++) dW[3 * longest + k] = 0.5 + 0.25 * k;
        assert_int_equal(ref_carry(y, &worst, ref_scheme_find(rule), r.sys, r.x, r.h, dW, STEPS, 20,
                                   REF_PREC_CAP),
                         SLP_OK);
        for (int i = 0; i < 3; i++) arb_set_d(x + i, r.x[i]);
        for (int s = 0; s < STEPS; s++) {
            one_step(next, &cert, &r, s ? y + 3 * (s - 1) : x, dW + 3 * s, worst.prec);
            L = fmax(L, cert.L);
            kappa = fmax(kappa, cert.kappa);
            defect = fmax(defect, cert.defect);
            if (s != longest) assert_lt(cert.L, worst.L);
        }
        assert_true(worst.L == L && worst.kappa == kappa && worst.defect == defect);
        _arb_vec_clear(y, 3 * STEPS);
        _arb_vec_clear(next, 3);
        _arb_vec_clear(x, 3);
        rigid_clear(&r);
    }
}

/* log2 of the largest coordinate over the largest radius, whichever coordinates these are. */
static void the_widest_ball_counts(void **unused)
{
    (void)unused;
    for (int wide = 0; wide < 3; wide++)
        for (int large = 0; large < 3; large++) {
            arb_ptr y = _arb_vec_init(3);
            for (int i = 0; i < 3; i++) {
                arb_set_d(y + i, i == large ? 1 : 0x1p-9);
                mag_set_ui_2exp_si(arb_radref(y + i), 1, i == wide ? -40 : -70);
            }
            const slong bits = ref_bits_left(y, 3);
            assert_true(bits == 39 || bits == 40); /* rounded down, of lower bounds */
            _arb_vec_clear(y, 3);
        }
}

/* Twice its radius: one bit is certain. */
static void one_bit_is_left(void **unused)
{
    (void)unused;
    arb_t y;
    arb_init(y);
    arb_set_d(y, 2);
    mag_set_ui(arb_radref(y), 1);
    assert_true(ref_bits_left(y, 1) == 1);
    arb_clear(y);
}

static void exact_numbers_are_certain_to_every_bit(void **unused)
{
    (void)unused;
    arb_ptr y = _arb_vec_init(3);
    assert_true(ref_bits_left(y, 3) == WORD_MAX / 4); /* 0, and nothing else */
    arb_set_d(y + 1, 0x1p-1000);
    assert_true(ref_bits_left(y, 3) == WORD_MAX / 4);
    mag_set_ui_2exp_si(arb_radref(y + 2), 1, -1001);
    assert_le(ref_bits_left(y, 3), 1);
    arb_zero(y + 1);
    assert_true(ref_bits_left(y, 3) == 0);
    _arb_vec_clear(y, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(increments_enter_exactly),
        cmocka_unit_test(every_coordinate_is_decided),
        cmocka_unit_test(the_worst_step_is_named),
        cmocka_unit_test(the_widest_ball_counts),
        cmocka_unit_test(one_bit_is_left),
        cmocka_unit_test(exact_numbers_are_certain_to_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
