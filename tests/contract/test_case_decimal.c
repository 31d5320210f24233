/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Decimals of enclosures are correctly rounded, or not given: against rational arithmetic. */
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

#include <flint/fmpq.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static slp_status decimal(char text[1200], const arb_t x, slong digits)
{
    char *found = ref_decimal(x, digits);
    text[0] = 0;
    if (!found) return SLP_UNABLE;
    assert_lt(strlen(found), 1200);
    strcpy(text, found);
    free(found);
    return SLP_OK;
}

/* The text's value as a fraction, and the weight 10^e of its last digit. */
static void read_decimal(fmpq_t value, fmpq_t last, const char *text, slong digits)
{
    char whole[1200];
    size_t n = 0;
    const char *p = text;
    if (*p == '-') whole[n++] = *p++;
    slong count = 0;
    for (; *p && *p != 'e'; p++)
        if (*p != '.') {
            whole[n++] = *p;
            count++;
        }
    whole[n] = 0;
    assert_int_equal(count, digits);
    slong e = (*p == 'e' ? strtol(p + 1, NULL, 10) : 0) - (digits - 1);
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    fmpz_set_str(fmpq_numref(value), whole, 10);
    fmpz_one(fmpq_denref(value));
    fmpz_pow_ui(fmpq_numref(last), ten, (ulong)labs(e));
    fmpz_one(fmpq_denref(last));
    if (e < 0) fmpq_inv(last, last);
    fmpq_mul(value, value, last);
    fmpz_clear(ten);
}

/* |text - x| <= half a unit of its last digit. */
static void assert_nearest(const char *text, slong digits, const fmpq_t x)
{
    fmpq_t value, last, two;
    fmpq_init(value);
    fmpq_init(last);
    fmpq_init(two);
    fmpq_set_si(two, 2, 1);
    read_decimal(value, last, text, digits);
    fmpq_sub(value, value, x);
    fmpq_abs(value, value);
    fmpq_mul(value, value, two);
    if (fmpq_cmp(value, last) > 0) fail_msg("%s is not the nearest of %ld digits", text, digits);
    fmpq_clear(value);
    fmpq_clear(last);
    fmpq_clear(two);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 11;
}

static double sample(uint64_t *state)
{
    double value = ldexp((double)next(state), (int)(next(state) % 200) - 150);
    return next(state) % 2 ? -value : value;
}

static void exact_numbers_round_to_nearest(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    arb_t x;
    fmpq_t exact;
    arb_init(x);
    fmpq_init(exact);
    for (int i = 0; i < 4000; i++) {
        char text[1200];
        double value = sample(&state);
        if (value == 0) continue;
        slong digits = 1 + (slong)(next(&state) % 60);
        arb_set_d(x, value);
        assert_int_equal(decimal(text, x, digits), SLP_OK);
        arf_get_fmpq(exact, arb_midref(x));
        assert_nearest(text, digits, exact);
    }
    arb_clear(x);
    fmpq_clear(exact);
}

/* A ball around a number: when digits are given, both ends have them as their nearest; and a ball
 * as narrow as 10^-(digits+12) of its size has them nearly always. */
static void balls_give_digits_only_when_all_of_them_agree(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    arb_t x;
    arf_t end;
    fmpq_t exact;
    arb_init(x);
    arf_init(end);
    fmpq_init(exact);
    int given = 0, refused = 0;
    for (int i = 0; i < 4000; i++) {
        char text[1200];
        slong digits = 1 + (slong)(next(&state) % 30);
        double value = sample(&state);
        if (value == 0) continue;
        arb_set_d(x, value);
        slong slack = (slong)(next(&state) % 14) - 2;
        mag_set_d(arb_radref(x), fabs(value) * pow(10, (double)-(digits + slack)));
        slp_status status = decimal(text, x, digits);
        given += status == SLP_OK;
        refused += status == SLP_UNABLE;
        if (status != SLP_OK) {
            assert_string_equal(text, "");
            continue;
        }
        for (int side = 0; side < 2; side++) {
            arf_set_mag(end, arb_radref(x));
            if (side) arf_neg(end, end);
            arf_add(end, arb_midref(x), end, ARF_PREC_EXACT, ARF_RND_DOWN);
            arf_get_fmpq(exact, end);
            assert_nearest(text, digits, exact);
        }
    }
    assert_gt(given, 1500);
    assert_gt(refused, 300);
    arb_clear(x);
    arf_clear(end);
    fmpq_clear(exact);
}

static void known_forms(void **unused)
{
    static const struct {
        double value;
        slong digits;
        const char *text;
    } known[] = {{0.0, 40, "0"},
                 {1, 1, "1"},
                 {1, 4, "1.000"},
                 {-0.5, 3, "-5.00e-1"},
                 {0.25, 1, "2e-1"}, /* a tie, met exactly: to even */
                 {0.75, 1, "8e-1"},
                 {9.9999, 3, "1.00e+1"},
                 {1234.5, 5, "1.2345e+3"},
                 {0x1p-1074, 5, "4.9407e-324"},
                 {0.1, 40, "1.000000000000000055511151231257827021182e-1"}};
    (void)unused;
    arb_t x;
    char text[1200];
    arb_init(x);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        arb_set_d(x, known[i].value);
        assert_int_equal(decimal(text, x, known[i].digits), SLP_OK);
        assert_string_equal(text, known[i].text);
    }
    arb_clear(x);
}

/* Around a tie, around zero, and nowhere: never a digit.  Only what binary64 could never tell from
 * zero is called 0. */
static void what_cannot_be_told_is_not(void **unused)
{
    (void)unused;
    arb_t x;
    char text[1200];
    arb_init(x);
    arb_set_d(x, 0.25);
    mag_set_d(arb_radref(x), 1e-300);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    assert_int_equal(decimal(text, x, 2), SLP_OK);
    assert_string_equal(text, "2.5e-1");
    arb_zero(x);
    mag_set_d(arb_radref(x), 1e-300);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    arb_set_d(x, 1e-300); /* one end is zero itself */
    mag_set_d(arb_radref(x), 1e-300);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    arb_zero(x);
    mag_set_ui_2exp_si(arb_radref(x), 1, -1199);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    mag_set_ui_2exp_si(arb_radref(x), 1, -1201);
    assert_int_equal(decimal(text, x, 1), SLP_OK);
    assert_string_equal(text, "0");
    arb_one(x); /* tiny, but known not to be zero */
    arb_mul_2exp_si(x, x, -1300);
    assert_int_equal(decimal(text, x, 5), SLP_OK);
    assert_string_equal(text, "4.5815e-392");
    arb_indeterminate(x);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    arb_pos_inf(x);
    assert_int_equal(decimal(text, x, 1), SLP_UNABLE);
    arb_clear(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_numbers_round_to_nearest),
        cmocka_unit_test(balls_give_digits_only_when_all_of_them_agree),
        cmocka_unit_test(known_forms),
        cmocka_unit_test(what_cannot_be_told_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
