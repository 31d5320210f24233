/* Claims are read whole or refused with line, field and remedy; the ledger's own claims all read. */
#include "tests/claim_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void refuses(const char *text, size_t line, const char *field, const char *says)
{
    slp_claim claim;
    slp_error err;
    slp_status status = slp_claim_read(&claim, text, "test", &err);
    if (status == SLP_OK) slp_claim_clear(&claim);
    if (status != SLP_INPUT || err.line != line || strcmp(err.field, field) != 0 ||
        !strstr(err.text, says))
        fail_msg("wanted line %zu, field %s, '%s'; got status %d, line %zu, field %s: %s", line,
                 field, says, (int)status, err.line, err.field, err.text);
}

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

#define EXPERIMENT(body) CLAIM_HEAD "experiments:\n  - name: run\n" body CLAIM_MEASURES CLAIM_DECIDE

/* The state of a preset is its own: (sin 1.1, 0, cos 1.1) of the rigid body's. */
static void a_state_comes_out_of_a_preset(void **state)
{
    slp_claim claim;
    slp_error err;
    (void)state;
    assert_int_equal(
        slp_claim_read(&claim,
                       EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: "
                                  "{preset: ejll-rigid-body}\n    parameters: {inertia: [1, 2, "
                                  "3]}\n"),
                       "test", &err),
        SLP_OK);
    const slp_origin *from = &claim.experiment[0].state;
    assert_int_equal(from->count, 3);
    assert_int_equal(from->line, 10);
    assert_true(fabs(from->at[0] - 0.89120736006143534) < 1e-15 && from->at[1] == 0 &&
                fabs(from->at[2] - 0.45359612142557737) < 1e-15);
    slp_claim_clear(&claim);
}

static void errors_name_line_field_and_remedy(void **state)
{
    (void)state;
    refuses("", 1, "", "empty");
    refuses("id: [\n", 2, "", "not YAML");
    refuses("- a\n", 1, "", "key: value");
    refuses(CLAIM_WHOLE "---\nid: b\n", 19, "", "one claim a file");
    refuses("id: Bad_Id\n", 1, "id", "lower-case");
    refuses("id: ../../etc\n", 1, "id", "lower-case");
    refuses("id: a\nsource: s\nlocator: l\n", 1, "statement", "missing");
    refuses(CLAIM_WHOLE "surprise: 1\n", 19, "surprise", "unknown key");
    refuses(CLAIM_WHOLE "erratum: (1)\n", 19, "erratum", "`printed` and as `meant`");
    refuses(CLAIM_WHOLE "erratum: (1)\nmeant: x\n", 19, "erratum", "`printed` and as `meant`");
    refuses(CLAIM_WHOLE "id: again\n", 19, "id", "twice");
    refuses(CLAIM_HEAD CLAIM_MEASURES CLAIM_DECIDE, 1, "experiments", "missing");
    refuses(CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_DECIDE, 1, "measures", "missing");
    refuses(CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES, 1, "decide", "missing");
    refuses("id: a\nsource: [x]\nlocator: l\nstatement: s\n", 2, "source", "one plain value");
    refuses("id: a\nsource: ''\nlocator: l\nstatement: s\n", 2, "source", "empty");
}

static void experiments_are_checked_by_the_format(void **state)
{
    (void)state;
    refuses(EXPERIMENT("    system: spinning-top\n    scheme: tmk\n"), 7, "system",
            "slp list systems");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: magic\n"), 8, "scheme",
            "slp list schemes");
    refuses(EXPERIMENT("    system: canonical\n    scheme: isospectral-midpoint\n"), 8, "scheme",
            "");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    state: [1, 0, 0]\n"), 6, "h",
            "missing");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n"), 6, "state",
            "missing");
    refuses(
        EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: nan\n    state: [1, 0, 0]\n"),
        9, "h", "finite number");
    refuses(
        EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 1e999\n    state: [1, 0, 0]\n"),
        9, "h", "finite number");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n"),
            10, "state", "has 2 numbers");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                       "nowhere}\n"),
            10, "preset", "slp list presets");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                       "ejll-manakov}\n"),
            10, "preset", "ejll-manakov is of rigid-body-n; the experiment has rigid-body");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                       "ejll-rigid-body, norm: [1, 1]}\n"),
            10, "norm", "unknown key");
    refuses(EXPERIMENT("    system: rigid-body-n\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                       "ejll-manakov}\n    parameters: {n: 4}\n"),
            10, "state", "has 45 numbers");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters:\n      mass: 3\n"),
            12, "mass", "inertia");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters:\n      inertia: {uniform: [1, 2]}\n"),
            12, "count", "missing");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: {log: [0, 1]}\n    state: "
                       "[1, 0, 0]\n"),
            9, "h", "0 < low");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: {uniform: [2, 1]}\n    "
                       "state: [1, 0, 0]\n"),
            9, "h", "upside down");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    noise: pink\n"),
            12, "noise", "none wiener");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    steps: 0\n"),
            12, "steps", "at least 1");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    steps: -5\n"),
            12, "steps", "whole number");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    samples: {default: 5}\n"),
            12, "full", "missing");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    precision: 10\n"),
            12, "precision", "64 to 4096");
    refuses(EXPERIMENT("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                       "    parameters: {inertia: [1, 2, 3]}\n    truncation: -2\n"),
            12, "truncation", "at least 0");
}

static void measures_and_rules_are_checked(void **state)
{
    const char *const head = CLAIM_HEAD CLAIM_EXPERIMENTS;
    static const struct {
        const char *rest;
        size_t line;
        const char *field, *says;
    } wrong[] = {
        {"measures:\n  - {name: m, quantity: luck, experiment: run}\n", 13, "quantity",
         "unknown quantity"},
        {"measures:\n  - {name: m, quantity: energy-residual, experiment: walk}\n", 13,
         "experiment", "named walk"},
        {"measures:\n  - {name: m, quantity: energy-residual, experiment: run, zeal: 1}\n", 13,
         "zeal", "unknown key"},
        {"measures:\n  - {name: m, quantity: cayley-derivative, experiment: run}\n", 13, "quarter",
         "missing"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, of: square}\n", 13,
         "of", "is one of: casimir root"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, of: cas}\n", 13, "of",
         "is one of: casimir root"},
        {"measures:\n  - {name: m, quantity: strong-order, experiment: run, coarsest: 4, over: "
         "time}\n",
         13, "over", "is one of: horizon grid"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, index: -1}\n", 13,
         "index", "whole number from 0 to 64"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, index: 65}\n", 13,
         "index", "whole number from 0 to 64"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, index: 1/2}\n", 13,
         "index", "whole number from 0 to 64"},
        {"measures:\n  - {name: m, quantity: casimir-drift, experiment: run, stride: 0}\n", 13,
         "stride", "from 1 to 1073741824"},
        {"measures: [[[[[[[[[[[[[[[[[[[[\n", 12, "", "more than 16 deep"},
        {CLAIM_MEASURES "decide:\n  - {verdict: true, because: b, when: []}\n", 15, "verdict",
         "is one of"},
        {CLAIM_MEASURES "decide:\n  - {verdict: inconclusive, because: b, when: []}\n", 15,
         "verdict", "by itself"},
        {CLAIM_MEASURES "decide:\n  - {verdict: confirmed, when: []}\n", 15, "because", "missing"},
        {CLAIM_MEASURES "decide:\n  - {verdict: confirmed, because: b, when: []}\n", 15, "when",
         "0 entries"},
        {CLAIM_MEASURES "decide:\n  - {verdict: qualified, because: b, when: []}\n", 15,
         "restriction", "missing"},
        {CLAIM_MEASURES "decide:\n  - {verdict: underspecified, because: b, when: []}\n", 15,
         "verdict", "unprinted"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.smallest, is: below, bound: 1}\n",
         18, "value", "it has: largest unable"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: largest, is: below, bound: 1}\n",
         18, "value", "MEASURE.VALUE"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: n.largest, is: below, bound: 1}\n",
         18, "value", "named n"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.largest, is: tiny, bound: 1}\n",
         18, "is", "excludes-zero"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.largest, is: below}\n",
         18, "bound", "missing"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.largest, is: zero-within, bound: 0}\n",
         18, "bound", "positive"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.largest, is: excludes-zero, bound: 1}\n",
         18, "bound", "remove"},
        {CLAIM_MEASURES "decide:\n  - verdict: refuted\n    because: b\n    when:\n"
                        "      - {value: m.largest, is: between, bound: [2, 1]}\n",
         18, "bound", "[low, high]"},
        {CLAIM_MEASURES CLAIM_DECIDE "number: m.sum\n", 19, "number", "it has"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c, draw: [z]}\n", 20, "draw",
         "named z"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", head, wrong[i].rest);
        refuses(text, wrong[i].line, wrong[i].field, wrong[i].says);
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
    assert_true(read <= 2);
}

static void numbers_are_read_exactly(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"2^-8", 0x1p-8}, {"2/3", 2.0 / 3.0}, {"0x1.8p-1", 0.75},
                {"-1e-3", -1e-3}, {"2^10", 1024},     {"7", 7}};
    static const char *const bad[] = {"",    "nan", "inf", "1e999", "1/0", "2^",   "2^x", "2^5000",
                                      "1 2", "0x",  "3^2", "1/2/3", "1,5", "--1",  "2^-", "1e",
                                      "/2",  "1/",  "+-3", " 1",    "1 ",  "2^+ 3"};
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
        char file[128];
        if (slp_claim_read(&claim, text, name, &err) != SLP_OK)
            fail_msg("%s:%zu: field %s: %s", name, err.line, err.field, err.text);
        snprintf(file, sizeof file, "%s.yaml", claim.id);
        assert_string_equal(file, name);
        if (text[0] != '#')
            fail_msg("%s does not begin with the line that slp list claims shows", name);
        slp_claim_clear(&claim);
    }
    assert_true(count >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_claim_is_read),
        cmocka_unit_test(a_state_comes_out_of_a_preset),
        cmocka_unit_test(errors_name_line_field_and_remedy),
        cmocka_unit_test(experiments_are_checked_by_the_format),
        cmocka_unit_test(measures_and_rules_are_checked),
        cmocka_unit_test(a_claim_cut_anywhere_is_refused_or_whole),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(every_claim_of_the_ledger_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
