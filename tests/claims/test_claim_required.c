/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a claim can say of a measure, option by option: whether it must be said, what it is
 * otherwise, and which words or numbers it takes; and that a measure without what must be said is
 * refused under its name. */
#include "reports/claims/claim.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* !: required, else a number's preset; then words, or where its numbers end. */
static const struct {
    const char *quantity, *key, *takes;
} options[] = {
    {"canonical-residual", "of", "!equivariance reduction group norm orbit spectrum"},
    {"casimir-drift", "of", "casimir root"},
    {"casimir-drift", "index", "0 whole in [0, 64]"},
    {"casimir-drift", "stride", "1 whole in [1, 1073741824]"},
    {"cayley-derivative", "quarter", "!"},
    {"chord-drift", "index", "0 whole in [0, 64]"},
    {"chord-drift", "level", "1e-05 in [1e-300, 1e+300]"},
    {"chord-drift", "solver", "any word"},
    {"coadjoint-sign", "of", "!lemma left right motion"},
    {"coadjoint-sign", "reading", "dual inverse"},
    {"effective-potential", "at", "start end"},
    {"energy-drift", "axis", "linear log"},
    {"energy-drift", "stride", "1 whole in [1, 1073741824]"},
    {"ensemble-spread", "size", "20 whole in [2, 1048576]"},
    {"euler-angles", "of",
     "!printed meant round-trip tilt turned tilt-y exchanged apart column edge-side edge-open"},
    {"formula", "formula", "!any word"},
    {"formula", "largest", "absolute signed"},
    {"formula", "over", "step run"},
    {"group-curve", "of", "!added carried velocity"},
    {"group-symplectic", "quarter", "!"},
    {"group-symplectic", "of", "!form momentum"},
    {"judged-steps", "stride", "1 whole in [1, 1073741824]"},
    {"quadratic-group", "of", "!reflection phase squeeze"},
    {"retraction-energy", "sign", "meant printed"},
    {"retraction-energy", "gamma", "cayley exp"},
    {"solver-limit", "solver", "!any word"},
    {"solver-limit", "most", "!whole in [1, 10000]"},
    {"solver-limit", "ratio", "0 in [0, 1000000]"},
    {"spectrum-drift", "by", "characteristic traces"},
    {"spectrum-drift", "stride", "1 whole in [1, 1073741824]"},
    {"stage-contraction", "of", "!meant printed inside stated domain certificate"},
    {"stage-invariance", "within", "!in [0.0009765625, 1]"},
    {"step-cost", "against", "!any word"},
    {"step-difference", "against", "!any word"},
    {"step-difference", "scale", "1"},
    {"strong-order", "coarsest", "!whole in [0, 30]"},
    {"strong-order", "over", "horizon grid"},
    {"strong-order", "against", "any word"},
    {"strong-order", "areas", "none polygon negated"},
    {"tolerance-reached", "tolerance", "1e-15 in [1e-300, 1]"},
    {"vortex-variant", "norm", "!meant printed"},
    {"vortex-variant", "in", "!su2 so3"},
    {"vortex-variant", "of", "!step field"},
    {"weak-order", "coarsest", "!whole in [0, 30]"},
    {"weak-order", "functional", "any word"},
    {"zeitlin-sign", "of", "!inverse equation printed energy"},
};

enum { COUNT = sizeof options / sizeof *options, ROOM = 200 };

static void describe(char text[ROOM], const slp_quantity *q, size_t k)
{
    const slp_option_schema *o = &q->options[k];
    const slp_option_range *r = &q->range[k];
    char preset[40] = "!", ends[80] = "";
    if (!o->required && !o->word) snprintf(preset, sizeof preset, "%.12g", o->preset);
    if (!o->required && o->word) *preset = 0;
    if (r->least < r->most)
        snprintf(ends, sizeof ends, "%s%sin [%.12g, %.12g]", o->required ? "" : " ",
                 r->whole ? "whole " : "", r->least, r->most);
    snprintf(text, ROOM, "%s%s%s", preset, o->word ? q->words[k] ? q->words[k] : "any word" : "",
             ends);
}

static void options_take_what_is_written_here(void **unused)
{
    const slp_quantity *q;
    size_t seen = 0;
    (void)unused;
    for (size_t i = 0; (q = slp_quantity_at(i)); i++)
        for (size_t k = 0; k < SLP_QUANTITY_OPTIONS && q->options[k].key; k++, seen++) {
            char found[ROOM];
            const slp_option_schema *o = &q->options[k];
            assert_lt(seen, COUNT);
            assert_string_equal(q->name, options[seen].quantity);
            assert_string_equal(o->key, options[seen].key);
            describe(found, q, k);
            if (strcmp(found, options[seen].takes) != 0)
                fail_msg("%s of %s: %s", o->key, q->name, found);
            /* a preset that nobody reads, and a range of words or with no end, would be mistakes */
            if (o->required || o->word) assert_true(o->preset == 0);
            if (o->word || !(q->range[k].least < q->range[k].most))
                assert_true(q->range[k].least == 0 && q->range[k].most == 0 && !q->range[k].whole);
        }
    assert_int_equal(seen, COUNT);
}

static slp_status with(slp_error *err, const char *quantity, const char *more)
{
    char text[1000];
    slp_claim claim;
    snprintf(text, sizeof text,
             "id: sample\nsource: s\nlocator: l\nstatement: words\nexperiments:\n"
             "  - {name: body, system: rigid-body, scheme: tmk, parameters: {inertia: [1, 2, 3]}, "
             "h: 0.25, state: [1, 2, 4]}\n"
             "measures:\n  - {name: m, quantity: %s, experiment: body%s}\n",
             quantity, more);
    return slp_claim_read(&claim, text, "test", err);
}

/* ... and a measure without one is refused under its name: where several are, under the first. */
static void left_out_it_is_missed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT; i++) {
        if (*options[i].takes != '!' || (i > 0 && *options[i - 1].takes == '!' &&
                                         strcmp(options[i].quantity, options[i - 1].quantity) == 0))
            continue;
        slp_error err;
        assert_int_equal(with(&err, options[i].quantity, ""), SLP_INPUT);
        assert_string_equal(err.field, options[i].key);
        assert_non_null(strstr(err.text, "is missing"));
    }
}

/* What is outside is refused in these words, numbers as they are written above. */
static void outside_is_refused(void **unused)
{
    static const struct {
        const char *quantity, *more, *text;
    } rows[] = {
        {"casimir-drift", ", index: 65", "wants a whole number from 0 to 64"},
        {"casimir-drift", ", stride: 1.5", "wants a whole number from 1 to 1073741824"},
        {"chord-drift", ", level: 0", "wants a number from 1e-300 to 1e+300"},
        {"ensemble-spread", ", size: 2.5", "wants a whole number from 2 to 1048576"},
        {"energy-drift", ", axis: linea", "is one of: linear log"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_error err;
        assert_int_equal(with(&err, rows[i].quantity, rows[i].more), SLP_INPUT);
        assert_string_equal(err.text, rows[i].text);
        assert_int_equal(err.line, 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(options_take_what_is_written_here),
                                       cmocka_unit_test(left_out_it_is_missed),
                                       cmocka_unit_test(outside_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
