/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Claims are read whole, as they stand; the ledger's own claims all read. */
#include "tests/claims/claim_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static void a_whole_claim_is_read(void **state)
{
    slp_claim claim;
    slp_error err;
    (void)state;
    assert_int_equal(slp_claim_read(&claim, CLAIM_WHOLE, "test", &err), SLP_OK);
    assert_string_equal(claim.id, "sample");
    assert_int_equal(claim.experiments, 1);
    assert_true(claim.experiment[0].h.at[0] == 0x1p-4);
    assert_int_equal(claim.experiment[0].steps.usual, 1);
    assert_int_equal(claim.experiment[0].precision, 256);
    assert_false(claim.experiment[0].wiener);
    assert_int_equal(claim.measures, 1);
    assert_string_equal(claim.measure[0].quantity->name, "energy-residual");
    assert_int_equal(claim.rules, 1);
    assert_int_equal(claim.rule[0].verdict, SLP_CONFIRMED);
    assert_int_equal(claim.rule[0].when[0].is, SLP_IS_BELOW);
    assert_true(claim.rule[0].when[0].low == 1e-3);
    slp_claim_clear(&claim);
}

/* The state of a preset is its own: (sin 1.1, 0, cos 1.1) of the rigid body's. */
static void a_state_comes_out_of_a_preset(void **state)
{
    slp_claim claim;
    slp_error err;
    (void)state;
    assert_int_equal(
        slp_claim_read(&claim,
                       CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: "
                                "{preset: ejll-rigid-body}\n    parameters: {inertia: [1, 2, "
                                "3]}\n"),
                       "test", &err),
        SLP_OK);
    const slp_origin *from = &claim.experiment[0].state;
    assert_int_equal(from->count, 3);
    assert_int_equal(from->line, 10);
    assert_lt(fabs(from->at[0] - 0.89120736006143534), 1e-15);
    assert_true(from->at[1] == 0);
    assert_lt(fabs(from->at[2] - 0.45359612142557737), 1e-15);
    slp_claim_clear(&claim);
}

/* H_0 = x_1^2/2 + x_1 x_2 on so(3), by the family's name and by the algebra's own. */
static void expressions_make_the_terms(void **state)
{
    static const char *const texts[] = {
        CLAIM_OF("    system: polynomial\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                 "    parameters: {algebra: so3, H0: x1^2/2 + x1*x2, H2: 3*x3}\n"),
        CLAIM_OF("    system: polynomial-so3\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                 "    parameters: {algebra: so3, H0: x1*x2 + 0.5*x1*x1, H2: 3*x3}\n")};
    static const double terms[] = {0, 0.5, 2, 1, 1, 0, 1, 2, 1, 2, 2, 3, 1, 3};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        slp_claim claim;
        slp_error err;
        if (slp_claim_read(&claim, texts[i], "test", &err) != SLP_OK) fail_msg("%s", err.text);
        const slp_experiment *e = &claim.experiment[0];
        size_t p = 0;
        while (strcmp(e->system->params[p].key, "terms") != 0) p++;
        assert_string_equal(e->system->name, "polynomial-so3");
        assert_true(e->has_param[p]);
        assert_int_equal(e->params[p].count, sizeof terms / sizeof *terms);
        assert_memory_equal(e->params[p].at, terms, sizeof terms);
        slp_claim_clear(&claim);
    }
}

static void a_claim_cut_anywhere_is_refused_or_whole(void **state)
{
    (void)state;
    char text[] = CLAIM_WHOLE;
    size_t read = 0;
    for (size_t cut = strlen(text) - 1; cut > 0; cut--) {
        slp_claim claim;
        slp_error err;
        text[cut] = 0;
        if (slp_claim_read(&claim, text, "test", &err) != SLP_OK) {
            assert_true(err.text[0] != 0);
            continue;
        }
        slp_claim_clear(&claim);
        read++;
    }
    /* what still reads was cut within the closing newline or the bound's digits */
    assert_le(read, 2);
}

static void numbers_are_read_exactly(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"2^-8", 0x1p-8},
                {"2/3", 2.0 / 3.0},
                {"0x1.8p-1", 0.75},
                {"-1e-3", -1e-3},
                {"2^10", 1024},
                {"7", 7},
                {"2^-1074", 0x1p-1074},
                {"2^1023", 0x1p1023},
                {"2^0", 1},
                {"-1/4", -0.25},
                {"+3", 3},
                {"0XA.8P1", 21},
                {"1E+2/0x4", 25},
                {".5", 0.5},
                {"0.1000000000000000000000000000000000000000000000000000000000000", 0.1}};
    static const char *const bad[] = {
        "",
        "nan",
        "inf",
        "1e999",
        "1/0",
        "2^",
        "2^x",
        "2^5000",
        "1 2",
        "0x",
        "3^2",
        "1/2/3",
        "1,5",
        "--1",
        "2^-",
        "1e",
        "/2",
        "1/",
        "+-3",
        " 1",
        "1 ",
        "2^+ 3",
        "2^1024",
        "2^-1075",
        "2^+3",
        "2^ 3",
        "2^3x",
        "1e308/1e-308",
        "0/0",
        "infinity",
        "0.10000000000000000000000000000000000000000000000000000000000000"};
    double value;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(slp_claim_number(&value, good[i].text));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (slp_claim_number(&value, bad[i])) fail_msg("'%s' was read as a number", bad[i]);
}

static void every_claim_of_the_ledger_reads(void **state)
{
    const char *text, *name;
    size_t count = 0;
    (void)state;
    for (; (name = slp_claim_at(count, &text)); count++) {
        slp_claim claim;
        slp_error err;
        char base[128];
        if (slp_claim_read(&claim, text, name, &err) != SLP_OK)
            fail_msg("%s:%zu: field %s: %s", name, err.line, err.field, err.text);
        snprintf(base, sizeof base, "/%s.yaml", claim.id);
        assert_string_equal(base, strrchr(name, '/'));
        if (text[0] != '#')
            fail_msg("%s does not begin with the line that slp list claims shows", name);
        slp_claim_clear(&claim);
    }
    assert_ge(count, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_claim_is_read),
        cmocka_unit_test(a_state_comes_out_of_a_preset),
        cmocka_unit_test(expressions_make_the_terms),
        cmocka_unit_test(a_claim_cut_anywhere_is_refused_or_whole),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(every_claim_of_the_ledger_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
