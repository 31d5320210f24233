/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The formulas from which faults of operations follow are the operations themselves, on every
 * algebra; a formula that cannot be read is refused; an edit changes what it says. */
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/fault/formula.h"
#include "oracle/judge/fault/operations.h"
#include "ref/exact_step.h"
#include "ref/system/system.h"
#include "tests/support/cmocka.h"

#include <string.h>

enum { MOST = 100, PREC = 128 };

static void formulas_are_the_operations(void **state)
{
    bool agrees[MOST] = {false};
    slp_case c;
    size_t count = 0;
    (void)state;
    slp_case_init(&c);
    for (size_t s = 0; slp_system_at(s); s++)
        for (size_t r = 0; slp_scheme_at(r); r++)
            for (uint64_t number = 0; number < 2; number++) {
                slp_draw from;
                ref_exact_step step = {0};
                if (!slp_pair_makes_sense(slp_system_at(s), slp_scheme_at(r), NULL)) continue;
                slp_draw_init(&from, 17, number);
                if (slp_draw_case(&c, slp_system_at(s), slp_scheme_at(r), &from, 0) == SLP_OK &&
                    ref_exact_step_init(&step, &c, NULL) == SLP_OK) {
                    int answer;
                    for (size_t i = 0; (answer = fault_formula_check(i, &step.sys->algebra)); i++) {
                        if (answer == FAULT_FORMULA_DIFFERS || answer == FAULT_FORMULA_UNREAD)
                            print_message("formula %zu on %s\n", i, step.sys->algebra.name);
                        assert_int_not_equal(answer, FAULT_FORMULA_DIFFERS);
                        assert_int_not_equal(answer, FAULT_FORMULA_UNREAD);
                        if (answer == FAULT_FORMULA_AGREES) agrees[i] = true;
                        count = i + 1;
                    }
                }
                ref_exact_step_clear(&step);
            }
    slp_case_clear(&c);
    for (size_t i = 0; i < count; i++) {
        if (!agrees[i]) print_message("formula %zu is of no algebra\n", i);
        assert_true(agrees[i]);
    }
}

static void what_is_no_formula_is_refused(void **state)
{
    static const char *const texts[] = {"", "x^", "y", "x^xi)", "(x", "t = |xi|", "|xi", "x, x, x"};
    formula f;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(formula_read(&f, texts[i], "xi", "x", NULL, false));
    assert_true(formula_read(&f, "t = |xi|; x + phi2(t) xi^x", "xi", "x", NULL, false));
}

/* Edits of x + 1/2 xi^x at xi = e_1, x = (0, 4, 0): each one's words, and its third coordinate. */
static void an_edit_changes_what_it_says(void **state)
{
    static const struct {
        const char *words;
        double third;
    } expected[] = {{"1/2 xi x x left out", 0},
                    {"1/2 xi x x with the wrong sign", -2},
                    {"1/2 xi x x halved", 1},
                    {"1/2 xi x x doubled", 4},
                    {"2 for 1/2 in 1/2 xi x x", 8},
                    {"x with length 1", 2},
                    {"x with length 1 in 1/2 xi x x", 0.5}};
    formula f;
    formula_edit edits[MOST];
    char words[FORMULA_WORDS];
    acb_mat_struct result;
    (void)state;
    assert_true(formula_read(&f, "x + 1/2 xi^x", "xi", "x", NULL, false));
    const size_t count = formula_edits(edits, MOST, &f, true);
    formula_run run = {.f = &f, .n = 3, .prec = PREC};
    for (int k = 0; k < 2; k++) acb_mat_init(&run.value[k], 3, 1);
    acb_one(acb_mat_entry(&run.value[0], 0, 0));
    acb_set_si(acb_mat_entry(&run.value[1], 1, 0), 4);
    size_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        formula_edit_words(words, sizeof words, &f, &edits[i]);
        run.edit = &edits[i];
        formula_evaluate(&result, &run);
        const double third =
            arf_get_d(arb_midref(acb_realref(acb_mat_entry(&result, 2, 0))), ARF_RND_NEAR);
        acb_mat_clear(&result);
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            if (strcmp(words, expected[k].words) != 0) continue;
            assert_true(third == expected[k].third);
            seen++;
        }
    }
    assert_int_equal(seen, sizeof expected / sizeof *expected);
    for (int k = 0; k < 2; k++) acb_mat_clear(&run.value[k]);
}

/* The first number of 2 phi2(|xi|) x at xi = (size, 0, 0), x = (1, 0, 0) with the edit of these
 * words. */
static double first_of(const char *wanted, double size)
{
    formula f;
    formula_edit edits[MOST];
    char words[FORMULA_WORDS];
    acb_mat_struct result;
    double first = -1;
    assert_true(formula_read(&f, "t = |xi|; 2 phi2(t) x", "xi", "x", NULL, false));
    const size_t count = formula_edits(edits, MOST, &f, false);
    formula_run run = {.f = &f, .n = 3, .prec = PREC};
    for (int k = 0; k < 2; k++) acb_mat_init(&run.value[k], 3, 1);
    acb_set_d(acb_mat_entry(&run.value[0], 0, 0), size);
    acb_one(acb_mat_entry(&run.value[1], 0, 0));
    for (size_t i = 0; i < count; i++) {
        formula_edit_words(words, sizeof words, &f, &edits[i]);
        if (strcmp(words, wanted) != 0) continue;
        run.edit = &edits[i];
        formula_evaluate(&result, &run);
        first = arf_get_d(arb_midref(acb_realref(acb_mat_entry(&result, 0, 0))), ARF_RND_NEAR);
        acb_mat_clear(&result);
    }
    for (int k = 0; k < 2; k++) acb_mat_clear(&run.value[k]);
    return first;
}

static void functions_near_0_are_wrong_as_they_say(void **state)
{
    static const char quotient[] = "phi_2 as (1 - cos t)/t^2, which loses digits near 0";
    (void)state;
    assert_true(first_of("the series of phi_2 cut off after 1 term", 1) == 1);
    assert_true(first_of("the series of phi_2 cut off after 2 terms", 1) == 1 - 1.0 / 12);
    assert_true(first_of(quotient, 0x1p-28) == 0);
    assert_true(first_of(quotient, 0x1.8p-26) == 2 / 2.25); /* cos t is 1 - 2^-52 */
    assert_true(first_of(quotient, 0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_are_the_operations),
                                       cmocka_unit_test(what_is_no_formula_is_refused),
                                       cmocka_unit_test(an_edit_changes_what_it_says),
                                       cmocka_unit_test(functions_near_0_are_wrong_as_they_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
