/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What makes no claim is refused with line, field and remedy. */
#include "tests/claims/claim_text.h"

#include <string.h>

#include "tests/support/cmocka.h"

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
    refuses("id: a\nsource: s\nlocator: l\nstatement: s\nprinted: [x]\n", 5, "printed",
            "one plain value");
    refuses("id: a\nsource: s\nlocator: l\nstatement: s\nmeant: [x]\n", 5, "meant",
            "one plain value");
    refuses("id: a\nsource: s\nlocator: l\nstatement: s\nnote: [x]\n", 5, "note",
            "one plain value");
    refuses("id: a\nsource: ''\nlocator: l\nstatement: s\n", 2, "source", "empty");
}

static void experiments_are_checked_by_the_format(void **state)
{
    (void)state;
    refuses(CLAIM_OF("    system: spinning-top\n    scheme: tmk\n"), 7, "system",
            "slp list systems");
    refuses(CLAIM_OF("    system: polynomial\n    scheme: tmk\n"), 7, "system",
            "give `algebra` among the parameters");
    refuses(CLAIM_OF("    system: polynomial\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {algebra: so3, H0: x1^2 + x4}\n"),
            11, "H0", "character 8: ");
    refuses(CLAIM_OF("    system: polynomial\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {algebra: su2, size: 2, H0: S3.x}\n"),
            11, "H0", "from 1 to 2");
    refuses(CLAIM_OF("    system: polynomial\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {algebra: so3, H0: x1, terms: '0:1:1'}\n"),
            11, "H0", "give one of them");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3], H0: x1}\n"),
            11, "H0", "unknown key");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: magic\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n"),
            8, "scheme", "slp list schemes");
    refuses(CLAIM_OF("    system: canonical\n    scheme: isospectral-midpoint\n"), 8, "scheme", "");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    state: [1, 0, 0]\n"), 6, "h",
            "missing");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n"), 6, "state",
            "missing");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: nan\n    state: [1, 0, 0]\n"),
            9, "h", "finite number");
    refuses(
        CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 1e999\n    state: [1, 0, 0]\n"),
        9, "h", "finite number");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n"),
            10, "state", "has 2 numbers");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                     "nowhere}\n"),
            10, "preset", "slp list presets");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                     "ejll-manakov}\n"),
            10, "preset", "ejll-manakov is not of rigid-body, the experiment's system");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                     "ejll-rigid-body, norm: [1, 1]}\n"),
            10, "norm", "unknown key");
    refuses(CLAIM_OF("    system: rigid-body-n\n    scheme: tmk\n    h: 0.1\n    state: {preset: "
                     "ejll-manakov}\n    parameters: {n: 4}\n"),
            10, "state", "has 45 numbers");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters:\n      mass: 3\n"),
            12, "mass", "inertia");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters:\n      inertia: {uniform: [1, 2]}\n"),
            12, "count", "missing");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: {log: [0, 1]}\n    state: "
                     "[1, 0, 0]\n"),
            9, "h", "0 < low");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: {uniform: [2, 1]}\n    "
                     "state: [1, 0, 0]\n"),
            9, "h", "upside down");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    noise: pink\n"),
            12, "noise", "none wiener");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    steps: 0\n"),
            12, "steps", "at least 1");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    steps: -5\n"),
            12, "steps", "whole number");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    samples: {default: 5}\n"),
            12, "full", "missing");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    precision: 10\n"),
            12, "precision", "64 to 4096");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    truncation: -2\n"),
            12, "truncation", "at least 0");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    truncation: little\n"),
            12, "truncation", "finite number");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    noise: [wiener]\n"),
            12, "noise", "one plain value");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"
                     "    parameters: {inertia: [1, 2, 3]}\n    noise: wiener\n"),
            12, "noise", "there is none: rigid-body has no noise with these parameters");
    refuses(
        CLAIM_OF("    system: rigid-body\n    scheme: [tmk]\n    h: 0.1\n    state: [1, 0, 0]\n"),
        8, "scheme", "one plain value");
    refuses(CLAIM_OF("    system: rigid-body\n    h: 0.1\n    state: [1, 0, 0]\n"), 6, "scheme",
            "missing");
    refuses(CLAIM_OF("    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"), 6, "system",
            "missing");
    refuses(
        CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: {preset: []}\n"),
        10, "preset", "one plain value");
    refuses(CLAIM_OF("    system: rigid-body\n    scheme: tmk\n    h: 0.1\n    state: [1, 0, 0]\n"),
            6, "inertia", "");
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
        {"measures:\n  - {name: m, quantity: energy-residual, experiment: [run]}\n", 13,
         "experiment", "one plain value"},
        {"measures:\n  - {name: m, quantity: energy-residual}\n", 13, "experiment", "missing"},
        {CLAIM_MEASURES
         "decide:\n  - {verdict: confirmed, because: b, when: [{value: "
         "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz.largest, is: below, bound: 1}]}\n",
         15, "value", "is named abcdefghijklmnopqrstuvwxyzabcdefghijklmn"},
        {CLAIM_MEASURES "decide:\n  - {verdict: confirmed, because: b, when: [{value: "
                        "m.largest, is: excludes-zero, bound: 1}]}\n",
         15, "bound", "excludes-zero needs none: remove it"},
        {CLAIM_MEASURES "decide:\n  - {verdict: confirmed, because: b, when: [{value: "
                        "m.largest, is: between, bound: [2, 1]}]}\n",
         15, "bound", "write [low, high]"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c}\n", 20, "draw",
         "missing"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c, draw: []}\n", 20, "draw",
         "0 entries"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c, draw: [[m]]}\n", 20,
         "draw", "one plain value"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c, draw: [n]}\n", 20, "draw",
         "named n"},
        {CLAIM_MEASURES CLAIM_DECIDE
         "figures:\n  - {name: f, caption: c, draw: [m], legend: [a, b]}\n",
         20, "legend", "2 entries"},
        {CLAIM_MEASURES CLAIM_DECIDE
         "figures:\n  - {name: f, caption: c, draw: [m], legend: [\"\"]}\n",
         20, "legend", "is empty"},
        {CLAIM_MEASURES CLAIM_DECIDE "figures:\n  - {name: f, caption: c, draw: [m], legend: "
                                     "[\"ååååååååååååååååååååååååååååååååååååååååååååååååååå\"]}\n",
         20, "legend", "has 51 letters: at most 50"},
        {CLAIM_MEASURES CLAIM_DECIDE
         "figures:\n  - {name: f, caption: c, draw: [m], legend: [[a]]}\n",
         20, "legend", "one plain value"},
        {CLAIM_MEASURES "decide:\n  - {verdict: true, because: b, when: []}\n", 15, "verdict",
         "is one of"},
        {CLAIM_MEASURES "decide:\n  - {verdict: inconclusive, because: b, when: []}\n", 15,
         "verdict", "by themselves"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_line_field_and_remedy),
        cmocka_unit_test(experiments_are_checked_by_the_format),
        cmocka_unit_test(measures_and_rules_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
