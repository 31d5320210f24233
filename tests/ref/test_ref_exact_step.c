/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step of a case as exact balls: the numbers that it takes over, and the step that it is. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/exact_step.h"

#include <stdlib.h>

#define BODY "case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=0.1,0,0,0,0.2,0 h=0x1p-6 "

static void read_case(slp_case *c, const char *line)
{
    slp_error err = {0};
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) fail_msg("%s: %s", err.field, err.text);
}

/* The ball is the number, without a radius. */
static bool is(const arb_t ball, double value)
{
    return arb_is_exact(ball) && arf_equal_d(arb_midref(ball), value);
}

static void the_numbers_are_those_of_the_case(void **state)
{
    static const double there[3] = {0.5, -0.25, 1}, other[2] = {3, -4}, five[3] = {0, 3, -4};
    slp_case c;
    ref_exact_step step;
    (void)state;
    read_case(&c, BODY "steps=2 x=0.6,0,0.8 dw=0.125,0.1,-0.3,0.7");
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_true(step.d == 3 && step.M == 2 && step.c == &c);
    assert_ptr_equal(step.scheme, ref_scheme_find("tmk"));
    assert_true(_arb_vec_is_zero(step.next, 3) && is(step.h, 0x1p-6));
    for (int i = 0; i < 3; i++) assert_true(is(step.x + i, c.x[i]));
    for (int k = 0; k < 2; k++) assert_true(is(step.dW + k, c.dw[k]));

    ref_exact_step_scale(&step, -70);
    assert_true(is(step.h, 0x1p-76) && is(step.dW + 1, 0x1p-70 * 0.1) && is(step.x, 0.6));
    ref_exact_step_move(&step, there, 1);
    assert_true(is(step.h, 0x1p-6));
    for (int i = 0; i < 3; i++) assert_true(is(step.x + i, there[i]));
    for (int k = 0; k < 2; k++) assert_true(is(step.dW + k, c.dw[2 + k]));
    ref_exact_step_set(&step, c.x, -0.5, other);
    assert_true(is(step.h, -0.5) && is(step.dW, 3) && is(step.dW + 1, -4) && is(step.x + 2, 0.8));
    ref_exact_step_set(&step, five, -0.5, other);
    ref_exact_step_size(step.next, &step, 64);
    assert_true(is(step.next, 5));
    ref_exact_step_clear(&step);
    assert_null(step.sys);
    ref_exact_step_clear(&step); /* a step that is all zeros */
    slp_case_clear(&c);

    read_case(&c, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.5 steps=1 x=0,1,0");
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_true(step.M == 0 && is(step.h, 0.5));
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

/* The step of its scheme; another scheme's is another. */
static void the_step_is_the_references(void **state)
{
    slp_case c;
    ref_exact_step step;
    ref_certificate cert, again;
    acb_mat_t f;
    double rounded[3], value;
    (void)state;
    read_case(&c, BODY "steps=1 x=0.6,0,0.8 dw=0.125,0.1");
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_int_equal(ref_step_round(rounded, NULL, step.scheme, step.sys, c.x, c.h, c.dw, 4096),
                     SLP_OK);
    assert_int_equal(ref_exact_step_image(step.next, &cert, &step, 128), SLP_OK);
    for (int i = 0; i < 3; i++) {
        assert_gt(arb_rel_accuracy_bits(step.next + i), 100);
        value = arf_get_d(arb_midref(step.next + i), ARF_RND_NEAR);
        assert_true(value == rounded[i]);
    }
    assert_int_equal(ref_exact_step_certificate(&again, &step), SLP_OK);
    assert_true(again.kappa == cert.kappa && again.prec == 128);

    step.scheme = ref_scheme_find("variational-cayley");
    acb_mat_init(f, 3, 3);
    acb_mat_zero(f);
    assert_int_equal(ref_exact_step_group(f, step.next, &step, 128), SLP_OK);
    value = arf_get_d(arb_midref(step.next), ARF_RND_NEAR);
    assert_true(value < rounded[0] - 1e-12 || value > rounded[0] + 1e-12);
    assert_false(acb_contains_zero(acb_mat_entry(f, 2, 2)));
    acb_mat_clear(f);
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

static void a_large_step_has_no_certificate(void **state)
{
    slp_case c;
    ref_exact_step step;
    ref_certificate cert;
    (void)state;
    read_case(&c, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=64 steps=1 x=0.6,0,0.8");
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_int_equal(ref_exact_step_certificate(&cert, &step), SLP_UNABLE);
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

/* By how much a step changes the energy and the Casimirs: by nothing that tmk keeps, and by what
 * the two states' own values differ. */
static void a_change_is_that_of_the_values(void **state)
{
    slp_case c;
    ref_exact_step step;
    arb_t before, after, change;
    (void)state;
    arb_init(before);
    arb_init(after);
    arb_init(change);
    read_case(&c, BODY "steps=1 x=0.6,0.5,0.8 dw=0.125,0.1");
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_int_equal(ref_invariant_energy.count(&step), 1);
    assert_int_equal(ref_exact_step_change(change, before, &ref_invariant_energy, &step, 128),
                     SLP_OK);
    assert_false(arb_contains_zero(change));
    assert_int_equal(ref_exact_step_image(step.next, NULL, &step, 128), SLP_OK);
    ref_energy(after, step.sys, step.next, 128);
    arb_sub(after, after, change, 128);
    assert_true(arb_overlaps(after, before));
    ref_energy(after, step.sys, step.x, 128);
    assert_true(arb_equal(after, before));

    assert_int_equal(ref_invariant_casimirs.count(&step), 1);
    assert_int_equal(ref_exact_step_change(change, before, &ref_invariant_casimirs, &step, 128),
                     SLP_OK);
    assert_true(arb_contains_zero(change) && !arb_contains_zero(before));
    arb_clear(before);
    arb_clear(after);
    arb_clear(change);
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

static void what_this_path_lacks_is_said(void **state)
{
    const slp_scheme unknown = {.name = "no-such"};
    slp_case c;
    slp_error err = {0};
    ref_exact_step step;
    double none = 0;
    (void)state;
    read_case(&c, BODY "steps=1 x=0.6,0,0.8 dw=0.125,0.1");
    const slp_scheme *known = c.scheme;
    c.scheme = &unknown;
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_UNSUPPORTED);
    ref_exact_step_clear(&step);
    c.scheme = known;
    c.params[0].at[1] = none;
    assert_int_equal(ref_exact_step_init(&step, &c, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "inertia");
    assert_null(step.sys);
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

/* All bits of a number and no zeros behind them; the nearest double of each number of a list. */
static void numbers_are_written_with_all_their_bits(void **state)
{
    (void)state;
    double nearest[3];
    bool doubles;
    char text[100] = "";
    arb_ptr exact = _arb_vec_init(3), again = _arb_vec_init(3);
    arb_set_d(exact, 1.0625);
    arb_set_d(exact + 1, -4);
    slp_exact *list = ref_exact_list(nearest, &doubles, exact, 3);
    assert_true(doubles && nearest[0] == 1.0625 && nearest[1] == -4 && nearest[2] == 0);
    slp_exact_free(list);
    arf_set_si_2exp_si(arb_midref(exact + 2), 1, -70);
    arf_add_si(arb_midref(exact + 2), arb_midref(exact + 2), -1, ARF_PREC_EXACT, ARF_RND_DOWN);
    list = ref_exact_list(nearest, &doubles, exact, 3);
    FILE *to = fmemopen(text, sizeof text, "w");
    for (size_t i = 0; i < 3; i++) {
        if (i) fputc(',', to);
        slp_exact_print(to, nearest[i], list, i);
    }
    fclose(to);
    assert_string_equal(text, "0x1.1p+0,-0x1p+2,-0x1.fffffffffffffffff8p-1");
    assert_true(!doubles && nearest[1] == -4 && nearest[2] == -1);
    /* and read as they are; a double that was set since counts */
    ref_exact_numbers(again, nearest, list, 0, 3);
    for (slong i = 0; i < 3; i++) assert_true(arb_equal(again + i, exact + i));
    nearest[2] = 2;
    ref_exact_numbers(again, nearest, list, 2, 1);
    assert_true(arb_equal_si(again, 2));
    slp_exact_free(list);
    _arb_vec_clear(again, 3);
    _arb_vec_clear(exact, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_the_case),
        cmocka_unit_test(the_step_is_the_references),
        cmocka_unit_test(a_large_step_has_no_certificate),
        cmocka_unit_test(a_change_is_that_of_the_values),
        cmocka_unit_test(what_this_path_lacks_is_said),
        cmocka_unit_test(numbers_are_written_with_all_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
