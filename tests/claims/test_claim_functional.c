/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Test functions that a claim states: read whole or refused at their place, and the number that
 * weak orders take the mean of. */
#include "reports/claims/statistics/functional.h"
#include "tests/claims/claim_grids.h"

static void reads(const char *text, double wanted)
{
    static const double x[6] = {3, 0, -2, 0, 0.5, 0}; /* stride 2 */
    slp_functional f;
    slp_error err = {0};
    if (slp_functional_read(&f, text, 3, &err) != SLP_OK) fail_msg("%s: %s", text, err.text);
    double found = slp_functional_value(&f, x, 3, 2);
    if (found != wanted) fail_msg("%s is %.17g, not %.17g", text, found, wanted);
}

static void polynomials_are_what_they_say(void **state)
{
    (void)state;
    reads("x1", 3);
    reads("-x2", 2);
    reads(" + x3 ", 0.5);
    reads("x1^2 + x2^2 + x3^2", 13.25);
    reads("x1*x2", -6);
    reads("x1 x2", -6);
    reads("x1x2", -6);
    reads("2 x1 * x2^3 x3", -24);
    reads("0.5x1-x2+2/3 x1", 1.5 + 2 + 2.0 / 3.0 * 3);
    reads("2^-3 x1 - 1e-1 x3 + 1E+1 x2", 0.375 - 0.1 * 0.5 + 10.0 * -2);
    reads(".5 * x1", 1.5);
    reads("x1^8", 6561);
    reads("x2^3 - x2^2 - x2", -10);
    reads(
        "x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + "
        "x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x1",
        0.5 - 3);
    reads("sines", sin(6.283185307179586 * 0.5) * 0); /* all turns are halves: 0 */
}

/* The sum over coordinates, a stride apart, of sin(2 pi x): quarters exactly, all else as the C
 * library has it.  An argument 2 pi x rounded twice, |x| <= 4, is off by 2^-49 at most; three
 * terms, and a sum of three, by less than 2^-46. */
static void sines_are_of_whole_turns(void **state)
{
    static const double quarters[][2] = {{0, 0},     {0.25, 1},  {0.5, 0},    {0.75, -1},
                                         {1, 0},     {1.25, 1},  {-0.25, -1}, {-0.5, 0},
                                         {-0.75, 1}, {-1.75, 1}, {2.75, -1},  {-3.25, -1}};
    const double turn = 6.283185307179586;
    slp_functional f;
    slp_error err = {0};
    (void)state;
    assert_int_equal(slp_functional_read(&f, "sines", 3, &err), SLP_OK);
    for (size_t i = 0; i < sizeof quarters / sizeof *quarters; i++)
        assert_true(slp_functional_value(&f, quarters[i], 1, 1) == quarters[i][1]);
    for (double x = -4; x < 4; x += 0.0703125) {
        const double at[] = {x, 9, 0.5 * x, 9, 0.3 - x, 9};
        double wanted = sin(turn * x) + sin(turn * 0.5 * x) + sin(turn * (0.3 - x));
        assert_true(fabs(slp_functional_value(&f, at, 3, 2) - wanted) < 0x1p-46);
        assert_true(fabs(slp_functional_value(&f, at, 1, 2) - sin(turn * x)) < 0x1p-46);
    }
}

/* Turns are taken below 2^40, where a quarter is exact; numbers have up to 63 characters; and
 * coordinates are counted by tens. */
static void limits_are_where_they_are_said_to_be(void **state)
{
    const double far[2] = {0x1p40, -0x1p40}, near_it = 0x1p40 - 0.25;
    char number[80] = "0.", text[100];
    slp_functional f;
    slp_error err = {0};
    (void)state;
    assert_int_equal(slp_functional_read(&f, "sines", 1, &err), SLP_OK);
    for (int i = 0; i < 2; i++) assert_true(isnan(slp_functional_value(&f, far + i, 1, 1)));
    assert_true(slp_functional_value(&f, &near_it, 1, 1) == -1);
    assert_int_equal(slp_functional_read(&f, "x10", 12, &err), SLP_OK);
    assert_int_equal(f.term[0].index[0], 9);
    memset(number + 2, '1', 61);
    snprintf(text, sizeof text, "%s x1", number);
    reads(text, strtod(number, NULL) * 3);
    snprintf(text, sizeof text, "%s1 x1", number);
    assert_int_equal(slp_functional_read(&f, text, 3, &err), SLP_INPUT);
}

static void refuses(const char *text, const char *place, const char *remedy)
{
    slp_functional f;
    slp_error err = {0};
    slp_status status = slp_functional_read(&f, text, 3, &err);
    if (status != SLP_INPUT || strcmp(err.field, "functional") != 0 || err.line != 0 ||
        !strstr(err.text, place) || !strstr(err.text, remedy))
        fail_msg("%s: status %d, field %s, %s", text, (int)status, err.field, err.text);
}

static void mistakes_are_refused_at_their_place(void **state)
{
    (void)state;
    refuses("", "at its end", "at least one coordinate");
    refuses("   ", "at its end", "at least one coordinate");
    refuses("x1 +", "at its end", "at least one coordinate");
    refuses("2", "at its end", "at least one coordinate");
    refuses("x1 + 2 - x2", "at `- x2`", "at least one coordinate");
    refuses("x4", "at `4`", "x1 to x3");
    refuses("x0", "at `0`", "x1 to x3");
    refuses("x", "at its end", "x1 to x3");
    refuses("x-1", "at `-1`", "x1 to x3");
    refuses("x +1", "at ` +1`", "x1 to x3");
    refuses("x 1", "at ` 1`", "x1 to x3");
    refuses("x99999999999999999999", "at `9999", "x1 to x3");
    refuses("x1^0", "at `0`", "from 1 to 8");
    refuses("x1^9", "at `9`", "from 1 to 8");
    refuses("x1^-1", "at `-1`", "from 1 to 8");
    refuses("x1^4 x2^5", "at its end", "degree 8");
    refuses("x1 ** x2", "at `* x2`", "behind *");
    refuses("2 *", "at its end", "behind *");
    refuses("x1 / 2", "at `/ 2`", "+ or -");
    refuses("sin(x1)", "at `sin(x1)`", "at least one coordinate");
    refuses("sines + x1", "at `sines + x1`", "at least one coordinate");
    refuses("x1 + + x2", "at `+ x2`", "at least one coordinate");
    refuses("1e999 x1", "at `1e999 x1`", "number like");
    refuses("1.2.3 x1", "at `1.2.3 x1`", "number like");
    refuses("x1^2^2", "at `^2`", "+ or -");
    refuses(
        "x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 "
        "+ x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x3 + x3 - x1 + x2",
        "at ` x2`", "at most 32 terms");
}

/* Two noises, all four patterns of signs: the mean of x1^2 - 2/3 x2 x3 on the coarsest level less
 * that on the next.  Numbers of size 1, sums of 4 COUNT differences: within 1e-13. */
static void the_mean_is_of_the_polynomial(void **state)
{
    grids g;
    const double *ends;
    double sum = 0;
    slp_measurement m;
    slp_error err = {0};
    (void)state;
    open_grids(&g, ALONE("2^-10"), false);
    assert_int_equal(slp_levels_ends(&ends, g.levels, 0, COUNT), SLP_OK);
    for (size_t signs = 0; signs < 4; signs++)
        for (size_t p = 0; p < COUNT; p++)
            for (size_t l = 0; l < 2; l++) {
                const double *x = ends + (signs * LEVELS + l) * 3 * COUNT + p;
                double phi = x[0] * x[0] - 2.0 / 3.0 * x[COUNT] * x[2 * COUNT];
                sum += l == 0 ? phi : -phi;
            }
    g.trial.number[0] = COARSEST;
    g.trial.word[1] = "x1^2 - 2/3 x2*x3";
    slp_measurement_init(&m);
    assert_int_equal(slp_quantity_find("weak-order")->measure(&m, &g.trial, &err), SLP_OK);
    double mean = (m.values[1].lo + m.values[1].hi) / 2;
    assert_true(fabs(mean) > 1e-4 && fabs(mean - sum / (4 * COUNT)) < 1e-13);
    slp_measurement_clear(&m);
    g.trial.word[1] = "x1^2 + x4";
    assert_int_equal(slp_quantity_find("weak-order")->measure(NULL, &g.trial, &err), SLP_INPUT);
    assert_string_equal(err.field, "functional");
    close_grids(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_what_they_say),
        cmocka_unit_test(sines_are_of_whole_turns),
        cmocka_unit_test(limits_are_where_they_are_said_to_be),
        cmocka_unit_test(mistakes_are_refused_at_their_place),
        cmocka_unit_test(the_mean_is_of_the_polynomial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
