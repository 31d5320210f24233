/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Carried trajectories: the digits asked for are those of the naive answer carried at high
 * precision, and decimals are correctly rounded or withheld. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <stdlib.h>
#include <string.h>

static void carried_digits_are_right(void **unused)
{
    enum { STEPS = 12, DIGITS = 45 };
    uint64_t state = 71;
    arb_ptr y = _arb_vec_init(3 * STEPS);
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        double dW[STEPS * RIGID_MOST_M];
        naive_vector x, next;
        ref_certificate worst;
        rigid_draw(&r, &state, 0.03);
        rigid_build(&r);
        for (int k = 0; k < STEPS * r.M; k++) dW[k] = rigid_between(&state, -0.2, 0.2);
        assert_int_equal(ref_carry(y, &worst, ref_scheme_find(rigid_schemes[s]), r.sys, r.x, r.h,
                                   dW, STEPS, DIGITS, REF_PREC_CAP),
                         SLP_OK);
        assert_ge(worst.kappa, 1);
        assert_lt(worst.L, 1);
        assert_ge(worst.prec, 128);
        naive_vector_init(x, 400);
        naive_vector_init(next, 400);
        for (int i = 0; i < 3; i++) mpfr_set_d(x[i], r.x[i], MPFR_RNDN);
        for (int t = 0; t < STEPS; t++) {
            assert_true(naive_step(next, NULL, rigid_schemes[s], &r.body, x, r.h, dW + t * r.M));
            for (int i = 0; i < 3; i++) {
                mpfr_t read;
                char *text = ref_decimal(y + 3 * t + i, DIGITS), *expected;
                mpfr_exp_t e, f;
                assert_non_null(text);
                /* the printed decimal has the digits of the naive answer */
                mpfr_init2(read, 400);
                assert_int_equal(mpfr_set_str(read, text, 10, MPFR_RNDN), 0);
                char *got = mpfr_get_str(NULL, &e, 10, DIGITS, read, MPFR_RNDN);
                expected = mpfr_get_str(NULL, &f, 10, DIGITS, next[i], MPFR_RNDN);
                assert_string_equal(got, expected);
                assert_true(e == f);
                mpfr_free_str(got);
                mpfr_free_str(expected);
                mpfr_clear(read);
                free(text);
                mpfr_swap(x[i], next[i]);
            }
        }
        naive_vector_clear(x);
        naive_vector_clear(next);
        rigid_clear(&r);
    }
    _arb_vec_clear(y, 3 * STEPS);
}

static void decimal_is(const char *value, const char *radius, slong digits, const char *expected)
{
    arb_t x, r;
    char *text;
    arb_init(x);
    arb_init(r);
    arb_set_str(x, value, 300);
    if (radius) {
        arb_set_str(r, radius, 300);
        arb_add_error(x, r);
    }
    text = ref_decimal(x, digits);
    if (expected) {
        assert_non_null(text);
        assert_string_equal(text, expected);
    } else {
        assert_null(text);
    }
    free(text);
    arb_clear(x);
    arb_clear(r);
}

static void decimals_round_or_are_withheld(void **unused)
{
    arb_t x;
    (void)unused;
    decimal_is("0.125", NULL, 3, "1.25e-1");
    decimal_is("-0.125", NULL, 1, "-1e-1");
    decimal_is("123456", "0.4", 6, "1.23456e+5");
    decimal_is("123456", "0.6", 6, NULL);
    decimal_is("0.999999", "1e-9", 3, "1.00");
    decimal_is("-2.5", NULL, 1, "-2"); /* a tie, to even */
    decimal_is("-2.5", "1e-30", 1, NULL);
    /* a short middle whose ends are long: with few bits the lower one would be 4.99...e-1 */
    decimal_is("0.5", "1e-60", 40, "5.000000000000000000000000000000000000000e-1");
    decimal_is("0", NULL, 5, "0");
    decimal_is("0", "1e-380", 5, "0");
    decimal_is("0", "1e-300", 5, NULL);
    decimal_is("1", "2", 5, NULL);
    decimal_is("1", NULL, 0, NULL);
    arb_init(x);
    arb_indeterminate(x);
    assert_null(ref_decimal(x, 5));
    arb_set_ui(x, 1); /* beyond what a conversion would bear */
    arb_mul_2exp_si(x, x, WORD_MAX / 4);
    assert_null(ref_decimal(x, 5));
    arb_clear(x);
}

static void caps_are_kept(void **unused)
{
    rigid r;
    arb_ptr y = _arb_vec_init(6);
    ref_certificate worst;
    const ref_scheme *scheme = ref_scheme_find("isospectral-midpoint");
    double dW[6] = {0};
    (void)unused;
    rigid_standard(&r);
    r.x[1] = 0.25;
    rigid_build(&r);
    assert_int_equal(ref_carry(y, &worst, scheme, r.sys, r.x, r.h, dW, 2, 300, 512), SLP_UNABLE);
    assert_int_equal(worst.prec, 512);
    assert_int_equal(ref_carry(y, &worst, scheme, r.sys, r.x, r.h, dW, 2, 300, 4096), SLP_OK);
    assert_le(worst.prec, 4096);
    r.x[0] = 1.0 / 0.0;
    assert_int_equal(ref_carry(y, &worst, scheme, r.sys, r.x, r.h, dW, 2, 30, 4096), SLP_DOMAIN);
    assert_int_equal(ref_carry(y, NULL, scheme, r.sys, r.x, r.h, dW, 0, 30, 4096), SLP_OK);
    rigid_clear(&r);
    _arb_vec_clear(y, 6);
}

/* log2(largest |coordinate| / largest radius), rounded down, wherever the two stand; never below 0.
 */
static void certain_bits_are_counted(void **unused)
{
    static const struct {
        double mid[2];
        int radius[2]; /* exponents of 2 */
        slong bits;
    } known[] = {
        {{1.5, 1}, {-10, -30}, 10},    {{-100, 0.01}, {-20, -3}, 9}, {{0.01, 100}, {-3, -20}, 9},
        {{1.5, 0}, {0, -5}, 0},        {{0.7, 0.1}, {0, -5}, 0},     {{0.01, 0.02}, {9, 300}, 0},
        {{1.5, 1}, {-700, -800}, 700},
    };
    arb_ptr y = _arb_vec_init(2);
    (void)unused;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        for (int i = 0; i < 2; i++) {
            arb_set_d(y + i, known[n].mid[i]);
            mag_set_ui_2exp_si(arb_radref(y + i), 1, known[n].radius[i]);
        }
        assert_int_equal(ref_bits_left(y, 2), known[n].bits);
    }
    mag_inf(arb_radref(y + 1));
    assert_int_equal(ref_bits_left(y, 2), 0);
    _arb_vec_zero(y, 2);
    assert_int_equal(ref_bits_left(y, 2), WORD_MAX / 4);
    _arb_vec_clear(y, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carried_digits_are_right),
        cmocka_unit_test(decimals_round_or_are_withheld),
        cmocka_unit_test(caps_are_kept),
        cmocka_unit_test(certain_bits_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
