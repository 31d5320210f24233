/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The decisions that the reference's laws rest on, on defects made up for the purpose: narrow and
 * around 0 holds, away from 0 fails, wide is skipped; the order of a violation is a whole number or
 * none; a rounded result is held to its last bit. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/case/reference_step.h"
#include "tests/ref/thread_caches.h"

static void any_case(slp_case *c)
{
    slp_error err;
    slp_case_init(c);
    assert_int_equal(
        slp_case_parse(c,
                       "case id=a system=rigid-body scheme=trapezoidal inertia=1,2,3.5 "
                       "quad=0.1,0.2,0.3 h=0.125 steps=1 x=1,-0.5,0.25 "
                       "dw=0.125,0.0625,-0.125",
                       1, &err),
        SLP_OK);
}

/* ---- prop_certify ---- */

static void one_entry(prop_defect *to, double middle, slong radius)
{
    prop_defect_fit(to, 1);
    arb_set_d(to->at, middle);
    arb_add_error_2exp_si(to->at, radius);
    arb_one(to->unit);
}
static slp_status narrow_zero(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step;
    one_entry(to, 0x1p-60, -prec / 3); /* 0 is within it */
    return SLP_OK;
}
static slp_status never_narrow(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step, (void)prec;
    one_entry(to, 0, -20);
    return SLP_OK;
}
static slp_status narrow_at_last(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step;
    one_entry(to, 0, prec < 4096 ? 0 : -100);
    return SLP_OK;
}
/* A radius of 2^-30 units times this many 64ths. */
static ulong width;
static slp_status wide_by(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step, (void)prec;
    prop_defect_fit(to, 1);
    arb_one(to->unit);
    mag_set_ui_2exp_si(arb_radref(to->at), width, -36);
    return SLP_OK;
}
static slp_status off_zero(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step;
    one_entry(to, -0x1p-40, -prec / 2);
    return SLP_OK;
}
static slp_status off_zero_in_the_last(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step, (void)prec;
    prop_defect_fit(to, 3);
    for (slong i = 0; i < 3; i++) arb_one(to->unit + i);
    arb_set_d(to->at + 2, 1e-9);
    return SLP_OK;
}
static slp_status not_able(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step, (void)prec;
    prop_defect_fit(to, 1);
    return SLP_UNABLE;
}

static prop_outcome decided(double *margin,
                            slp_status (*defect)(prop_defect *, const ref_exact_step *, long))
{
    prop_law law = {.name = "made-up", .defect = defect};
    prop_finding found = {0};
    slp_case c;
    any_case(&c);
    prop_outcome outcome = prop_certify(&found, &law, NULL, &c);
    *margin = found.margin;
    slp_case_clear(&c);
    return outcome;
}

static void narrow_around_zero_holds(void **state)
{
    (void)state;
    double margin;
    assert_int_equal(decided(&margin, narrow_zero), PROP_HELD);
    assert_int_equal(decided(&margin, narrow_at_last), PROP_HELD);
    assert_gt(margin, 0);
    assert_le(margin, 1);
}
static void away_from_zero_fails_with_its_size_as_margin(void **state)
{
    (void)state;
    double margin;
    assert_int_equal(decided(&margin, off_zero), PROP_FAILED);
    assert_lt(fabs(margin * 0x1p40 - 1), 1e-6);
    assert_int_equal(decided(&margin, off_zero_in_the_last), PROP_FAILED);
    assert_lt(fabs(margin - 1e-9), 1e-15);
}
static void wide_or_unable_is_skipped(void **state)
{
    (void)state;
    double margin;
    for (width = 62; width <= 66; width += 4) {
        assert_int_equal(decided(&margin, wide_by), width < 64 ? PROP_HELD : PROP_SKIPPED);
        assert_lt(fabs(margin - (double)width / 64), 1e-6);
    }
    assert_int_equal(decided(&margin, never_narrow), PROP_SKIPPED);
    assert_int_equal(decided(&margin, not_able), PROP_SKIPPED);
}

/* ---- prop_order ---- */

/* e^k, with e = h / 0.125 the scale the step is at */
static slp_status power(prop_defect *to, const ref_exact_step *exact_step, long prec, ulong k,
                        double rest)
{
    arb_t e, next;
    arb_init(e);
    arb_init(next);
    prop_defect_fit(to, 2);
    arb_mul_2exp_si(e, exact_step->h, 3);
    arb_pow_ui(to->at, e, k, prec);
    arb_pow_ui(next, e, k + 1, prec);
    arb_set_d(to->at + 1, rest);
    arb_mul(to->at + 1, to->at + 1, next, prec);
    arb_clear(e);
    arb_clear(next);
    return SLP_OK;
}
static slp_status first(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 1, 1e6);
}
static slp_status third(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 3, 1e6);
}
static slp_status fifth(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 5, 1e6);
}
static slp_status between(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 2,
                 0x1p60); /* second and third order alike where it is looked at */
}
/* An order of 3 and 2^-20 times 7/8 or 9/8: with an entry r e^4 beside e^3 it is 3 + (3/8) (r
 * e)^2/ln 2 at e = 2^-60. */
static slp_status nearly_third(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 3, ldexp(sqrt(7. / 3 * log(2)), 50));
}
static slp_status hardly_third(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return power(to, exact_step, prec, 3, ldexp(sqrt(9. / 3 * log(2)), 50));
}
static slp_status nothing(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    (void)exact_step, (void)prec;
    prop_defect_fit(to, 2);
    return SLP_OK;
}

static void the_order_is_a_whole_number_or_none(void **state)
{
    (void)state;
    struct {
        slp_status (*defect)(prop_defect *, const ref_exact_step *, long);
        int order;
    } expected[] = {{first, 1},   {third, 3},        {between, 0},
                    {nothing, 0}, {nearly_third, 3}, {hardly_third, 0}};
    slp_case c;
    any_case(&c);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        prop_law law = {.name = "made-up", .defect = expected[i].defect};
        char note[PROP_NOTE] = "";
        assert_int_equal(prop_order(note, &law, &c), expected[i].order);
    }
    slp_case_clear(&c);
}

static prop_outcome broken(prop_finding *found, const prop_law *law, const prop_subject *subject,
                           const slp_case *c)
{
    (void)law, (void)subject, (void)c;
    found->margin = *(const double *)subject->own;
    return PROP_FAILED;
}

static int breaks(const slp_system *system, const slp_scheme *scheme)
{
    (void)system, (void)scheme;
    return -1;
}

static void a_control_must_be_clear_and_of_the_right_order(void **state)
{
    (void)state;
    double margin = 1e6;
    prop_subject certified = {.name = "made-up", .certified = true, .own = &margin};
    prop_law law = {.name = "made-up", .check = broken, .defect = third};
    prop_finding found;
    slp_case c;
    any_case(&c);
    prop_item item = {.law = &law,
                      .system = c.system,
                      .scheme = c.scheme,
                      .subject = &certified,
                      .control = true};
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_HELD);
    assert_int_equal(found.order, 3);
    law.defect = first;
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_FAILED);
    /* too high an order is another law's violation, but where leading terms may vanish */
    law.defect = fifth;
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_FAILED);
    law.name = "symmetry";
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_HELD);
    assert_int_equal(found.order, 5);
    law.name = "made-up";
    law.defect = between; /* no order at all: no matter where none is promised */
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_FAILED);
    law.applies.promise = breaks;
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_HELD);
    law.applies.promise = NULL;
    law.defect = third;
    margin = 1023; /* beyond rounding, but not clearly */
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_FAILED);
    margin = 1025;
    assert_int_equal(prop_apply_law(&found, &item, &c), PROP_HELD);
    slp_case_clear(&c);
}

/* ---- Correct rounding ---- */

static prop_disposition last_bit(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                 const slp_case *c)
{
    (void)self;
    prop_disposition became = prop_subject_ref.answer(r, note, &prop_subject_ref, c);
    if (became == PROP_ANSWERED) r->y.at[1] = nextafter(r->y.at[1], 2);
    return became;
}

static void a_reference_off_in_the_last_bit_is_found(void **state)
{
    (void)state;
    const prop_law *law = prop_law_find("agreement");
    prop_subject off = prop_subject_ref;
    prop_finding found = {0};
    slp_case c;
    any_case(&c);
    assert_int_equal(law->check(&found, law, &prop_subject_ref, &c), PROP_HELD);
    off.answer = last_bit;
    assert_int_equal(law->check(&found, law, &off, &c), PROP_FAILED);
    assert_non_null(strstr(found.note, "correctly rounded it is"));
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_around_zero_holds),
        cmocka_unit_test(away_from_zero_fails_with_its_size_as_margin),
        cmocka_unit_test(wide_or_unable_is_skipped),
        cmocka_unit_test(the_order_is_a_whole_number_or_none),
        cmocka_unit_test(a_control_must_be_clear_and_of_the_right_order),
        cmocka_unit_test(a_reference_off_in_the_last_bit_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
