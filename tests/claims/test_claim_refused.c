/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Each condition of a claim's file by itself: a whole claim in which one piece is replaced is
 * refused at the line of that piece, under its field and with the words that help, or is still
 * read, where what was put there stands just inside. */
#include "reports/claims/claim.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

enum { ROOM = 8000 };

static const char whole[] =
    "id: sample\n"
    "source: s\n"
    "locator: l\n"
    "statement: words\n"
    "unprinted:\n"
    "  - {what: w, chosen: c}\n"
    "experiments:\n"
    "  - name: body\n"
    "    system: rigid-body\n"
    "    scheme: tmk\n"
    "    parameters: {inertia: [1, 2, 3], lin: [0, 0, 1]}\n"
    "    h: 0.25\n"
    "    state: [1, 2, 4]\n"
    "    steps: {default: 64, full: 128}\n"
    "    samples: 32\n"
    "    noise: wiener\n"
    "    truncation: 3\n"
    "    seed: 7\n"
    "    precision: 100\n"
    "  - name: torus\n"
    "    system: sine-euler\n"
    "    scheme: tmk\n"
    "    parameters: {n: 3, modes: [1:1, 1:-1], amp: 0.5}\n"
    "    h: {uniform: [1, 2]}\n"
    "    state: {norm: [1, 2]}\n"
    "  - name: kubo\n"
    "    system: canonical\n"
    "    scheme: midpoint\n"
    "    parameters: {model: kubo, beta: {log: [1/4, 1/2], count: 1}}\n"
    "    h: 2^-3\n"
    "    state: [1, 0.5]\n"
    "  - name: top\n"
    "    system: heavy-top\n"
    "    scheme: tmk\n"
    "    parameters: {inertia: [4, 4, 1], chi: [0, 0, 1]}\n"
    "    h: 2^-3\n"
    "    state: {preset: lecg-heavy-top}\n"
    "measures:\n"
    "  - {name: drift, quantity: casimir-drift, experiment: body, of: root, index: 0, stride: 2}\n"
    "  - {name: order, quantity: strong-order, experiment: body, coarsest: 0}\n"
    "number: drift.final\n"
    "decide:\n"
    "  - verdict: underspecified\n"
    "    because: so\n"
    "    when:\n"
    "      - {value: drift.largest, is: below, bound: 5}\n"
    "      - {value: order.slope, is: above, bound: {value: drift.local, times: 2}}\n"
    "      - {value: drift.walk, is: between, bound: [1, 2]}\n"
    "      - {value: drift.rms, is: zero-within, bound: 3}\n"
    "      - {value: drift.first, is: excludes-zero}\n"
    "figures:\n"
    "  - {name: f, caption: c, draw: [drift]}\n";

static const struct piece {
    const char *from, *to, *field, *words; /* words NULL: still read */
} pieces[] = {
    {"id: sample", "id: 1ample", "id", "a letter first"},
    {"id: sample", "id: s_mple", "id", "lower-case letters"},
    {"id: sample", "id: sAmple", "id", "lower-case letters"},
    {"id: sample", "id: s1-mple-abcdefghijklmnopqrstuvwxyz0123456789-abc", "id", NULL},
    {"id: sample", "id: s1-mple-abcdefghijklmnopqrstuvwxyz0123456789-abcd", "id", "at most 48"},
    {"source: s", "source: \"s\\0\"", "source", "holds a NUL"},
    {"source: s", "source: {a: b}", "source", "one plain value"},
    {"  - {what: w, chosen: c}", "  - {what: w, chosen: c, why: d}", "why",
     "fit here: what chosen"},
    {"  - {what: w, chosen: c}", "  - {what: w}", "chosen", "is missing"},
    {"  - {what: w, chosen: c}", "  - {chosen: c}", "what", "is missing"},
    {"  - {what: w, chosen: c}", "  - w", "unprinted", "`key: value` lines"},
    {"name: torus", "name: body", NULL, "two experiments are named body"},
    {"name: torus", "name: [body]", "name", "one plain value"},
    {"scheme: tmk\n    parameters: {n", "scheme: midpoint\n    parameters: {n", "scheme", ""},
    {"[1, 2, 3]", "[1, 2, x]", "inertia", "`x` is not a finite number"},
    {"[1, 2, 3]", "[1, 2]", NULL, "has 2 numbers, expected 3"},
    {"[1, 2, 3]", "[]", "inertia", "has 0 entries where 1 to 1048576 are possible"},
    {"[1, 2, 3]", "{uniform: [1, 2], count: 3}", "", NULL},
    {"[1, 2, 3]", "{uniform: [1, 2], count: x}", "count", "whole number"},
    {"[1, 2, 3]", "{uniform: [1, 2], count: 65}", "count", "64"},
    {"[1, 2, 3]", "{uniform: [1, 1], count: 3}", "", NULL},
    {"[1, 2, 3]", "{uniform: [1], count: 3}", "inertia", "has 1 entries where 2 to 2"},
    {"[1, 2, 3]", "{uniform: [1, 2, 3], count: 3}", "inertia", "has 3 entries where 2 to 2"},
    {"[1, 2, 3]", "{uniform: [x, 2], count: 3}", "inertia", "`x` is not a finite number"},
    {"[1, 2, 3]", "{uniform: [1, x], count: 3}", "inertia", "`x` is not a finite number"},
    {"[1, 2, 3]", "{uniform: 1, count: 3}", "inertia", "wants a list"},
    {"[1, 2, 3]", "{norm: [1, 2], count: 3}", "inertia", "draw by `uniform: [low, high]` or `log:"},
    {"[1, 2, 3]", "{count: 3}", "inertia", "draw by `uniform: [low, high]` or `log:"},
    {"[1, 2, 3]", "{uniform: [1, 2], log: [1, 2], count: 3}", "log", "one way of drawing"},
    {"[1, 2, 3]", "{evenly: [1, 2], count: 3}", "evenly", "fit here: uniform log norm count"},
    {"h: 0.25", "h: [0.25]", "", NULL},
    {"h: 0.25", "h: [0.25, 0.5]", "h", "is one number"},
    {"h: 0.25", "h: {log: [1, 2], count: 1}", "count", "has no meaning here"},
    {"h: 0.25", "h: {norm: [1, 2]}", "h", "`log: [low, high]`"},
    {"h: 0.25", "h: {log: [0, 2]}", "h", "0 < low"},
    {"h: 0.25", "h: {log: [2^-1074, 2]}", "", NULL},
    {"h: 0.25", "h: {uniform: [-2, -1]}", "h", "Wiener increments need h > 0"},
    {"h: 0.25", "h: 0", "h", "Wiener increments need h > 0"},
    {"h: {uniform: [1, 2]}", "h: {uniform: [-2, -1]}", "", NULL},
    {"state: [1, 2, 4]", "state: {norm: [0, 4]}", "", NULL},
    {"state: [1, 2, 4]", "state: {norm: [-1, 4]}", "state", "a norm is not negative"},
    {"state: [1, 2, 4]", "state: {}", "state", "or `norm: [low, high]`, or take `preset: NAME`"},
    {"state: [1, 2, 4]", "state: {preset: nothing-here}", NULL, ""},
    {"{default: 64, full: 128}", "{default: 1073741824, full: 1}", "", NULL},
    {"{default: 64, full: 128}", "{default: 1073741825, full: 1}", "steps", ""},
    {"{default: 64, full: 128}", "{default: 1, full: 1073741825}", "steps", ""},
    {"{default: 64, full: 128}", "{default: 0, full: 1}", "steps", "wants at least 1"},
    {"{default: 64, full: 128}", "{default: 1, full: 0}", "steps", "wants at least 1"},
    {"{default: 64, full: 128}", "{full: 1}", "default", "the size of an ordinary audit"},
    {"{default: 64, full: 128}", "{default: 1}", "full", "the source's own size"},
    {"{default: 64, full: 128}", "{default: 1, full: 1, half: 1}", "half", "default full"},
    {"samples: 32", "samples: 1073741825", "samples", ""},
    {"samples: 32", "samples: []", "samples", "one plain value"},
    {"noise: wiener", "noise: none", "", NULL},
    {"noise: wiener", "noise: [none]", "noise", "one plain value"},
    {"truncation: 3", "truncation: 0", "", NULL},
    {"truncation: 3", "truncation: x", "truncation", "`x` is not a finite number"},
    {"seed: 7", "seed: 18446744073709551615", "", NULL},
    {"seed: 7", "seed: 18446744073709551616", "seed", ""},
    {"seed: 7", "seed: 1.5", "seed", "whole number"},
    {"precision: 100", "precision: 64", "", NULL},
    {"precision: 100", "precision: 63", "precision", "wants 64 to 4096 bits"},
    {"precision: 100", "precision: 4096", "", NULL},
    {"precision: 100", "precision: 4097", "precision", "4096"},
    {"[1:1, 1:-1]", "[1:1, '1:']", "modes", "wants integer pairs like 1:-1"},
    {"[1:1, 1:-1]", "[1:1, '1']", "modes", "wants integer pairs like 1:-1"},
    {"[1:1, 1:-1]", "[1:1, 1:1x]", "modes", "wants integer pairs like 1:-1"},
    {"[1:1, 1:-1]", "[1:1, [1]]", "modes", "one plain value"},
    {"[1:1, 1:-1]", "1:0", "", NULL},
    {"model: kubo", "model: pendulum", "", NULL},
    {"model: kubo", "model: kub", "model", "is one of: "},
    {"{preset: lecg-heavy-top}", "{preset: lecg-heavy-to}", "preset",
     "no preset is named lecg-heavy-to: see"},
    {"{preset: lecg-heavy-top}", "{preset: ejll-rigid-body}", NULL, ""},
    {"{preset: lecg-heavy-top}", "{preset: lecg-heavy-top, norm: [1, 2]}", "norm",
     "fit here: preset"},
    {"{preset: lecg-heavy-top}", "{preset: [a]}", "preset", "one plain value"},
    {"quantity: casimir-drift", "quantity: casimir", "quantity", "unknown quantity casimir: see"},
    {"name: drift", "name: Drift", "name", "lower-case"},
    {"name: order", "name: drift", NULL, "two measures are named drift"},
    {"experiment: body, of", "experiment: bod, of", "experiment", "is named bod"},
    {"of: root", "of: oot", "of", "is one of: casimir root"},
    {"of: root", "of: casimir", "", NULL},
    {"of: root", "of: [root]", "of", "one plain value"},
    {"index: 0", "index: x", "index", "`x` is not a finite number"},
    {"index: 0", "index: 64", "", NULL},
    {"coarsest: 0", "coarsest: 30", "", NULL},
    {", coarsest: 0", "", "coarsest", "is missing: log2 of the number of steps"},
    {"number: drift.final", "number: drift.fina", "number",
     "casimir-drift has no value fina; it has: largest final per-root-n per-n local rms walk "
     "first"},
    {"number: drift.final", "number: drif.final", "number",
     "no measure of this claim is named drif"},
    {"number: drift.final", "number: drifts.final", "number",
     "no measure of this claim is named drifts"},
    {"number: drift.final", "number: final", "number", "wants MEASURE.VALUE"},
    {"number: drift.final", "number: [drift.final]", "number", "one plain value"},
    {"verdict: underspecified", "verdict: inconclusive", "verdict",
     "(inconclusive, preliminary and not run follow by themselves)"},
    {"verdict: underspecified", "verdict: qualified", NULL, "is missing"},
    {"verdict: underspecified", "verdict: confirmed", "", NULL},
    {"verdict: underspecified", "restriction: here\n    verdict: qualified", "", NULL},
    {"    because: so", "    why: so", "why", "fit here: verdict meant when because restriction"},
    {"is: below", "is: belo", "is",
     "unknown predicate belo; there are: below at-most above at-least between equals excludes-zero "
     "zero-within"},
    {"is: below, bound: 5", "is: below, bound: x", "bound", "`x` is not a finite number"},
    {"is: below, bound: 5", "is: below, bound: -5", "", NULL},
    {"is: below", "is: [below]", "is", "one plain value"},
    {"value: drift.largest", "value: [drift.largest]", "value", "one plain value"},
    {"value: drift.largest, is", "is", "value", "is missing: MEASURE.VALUE"},
    {"verdict: underspecified", "verdict: [confirmed]", "verdict", "one plain value"},
    {"quantity: casimir-drift", "quantity: [casimir-drift]", "quantity", "one plain value"},
    {"experiment: body, of", "experiment: [body], of", "experiment", "one plain value"},
    {"system: rigid-body", "system: [rigid-body]", "system", "one plain value"},
    {"scheme: midpoint", "scheme: [midpoint]", "scheme", "one plain value"},
    {"is: below, bound: 5", "is: below, bound: 5, or: 6", "or", "fit here: value is bound"},
    {"is: below, bound: 5", "is: below", "bound", "is missing: the number to compare with"},
    {"is: above", "is: equals", "bound", "equals is for counts"},
    {"times: 2", "times: 0", "times", "wants a positive factor"},
    {"times: 2", "times: 0x1p-1074", "", NULL},
    {"times: 2", "times: x", "times", "`x` is not a finite number"},
    {", times: 2", "", "", NULL},
    {", times: 2", ", twice: 2", "twice", "fit here: value times"},
    {"{value: drift.local, times: 2}", "{times: 2}", "value", "is missing"},
    {"{value: drift.local, times: 2}", "{value: drift.x, times: 2}", "bound", "has no value x"},
    {"bound: [1, 2]", "bound: [2, 2]", "", NULL},
    {"bound: [1, 2]", "bound: [2, 1]", "bound", "write [low, high]"},
    {"bound: [1, 2]", "bound: [1]", "bound", "has 1 entries where 2 to 2 are possible"},
    {"bound: [1, 2]", "bound: [x, 2]", "bound", "`x` is not a finite number"},
    {"bound: [1, 2]", "bound: [1, x]", "bound", "`x` is not a finite number"},
    {"bound: [1, 2]", "bound: 2", "bound", "wants a list"},
    {"zero-within, bound: 3", "zero-within, bound: 0x1p-1074", "", NULL},
    {"zero-within, bound: 3", "zero-within, bound: 0", "bound", "wants a positive bound"},
    {"is: excludes-zero", "is: excludes-zero, bound: 1", "bound", "needs none: remove it"},
    {"      - {value: drift.walk, is",
     "      - {value: drift.largest, is: above, bound: 5}\n      - {value: drift.walk, is", "when",
     "the rule could never hold"},
    {"name: f, caption", "name: f_, caption", "name", "lower-case"},
    {"caption: c, ", "", "caption", "is missing"},
    {"draw: [drift]", "draw: [drift, drift, drift, drift]", "", NULL},
    {"draw: [drift]", "draw: [drift, drift, drift, drift, drift]", "draw",
     "has 5 entries where 1 to 4"},
    {"draw: [drift]", "draw: []", "draw", "has 0 entries where 1 to 4"},
    {"draw: [drift]", "draw: [[drift]]", "draw", "one plain value"},
    {"draw: [drift]", "draw: [rift]", "draw", "no measure of this claim is named rift"},
    {"draw: [drift]}", "draw: [drift]}\n  - {name: f, caption: d, draw: [order]}", NULL,
     "two figures are named f"},
};

static void each_piece_by_itself(void **unused)
{
    int wrong = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const struct piece *p = &pieces[i];
        char text[ROOM];
        slp_claim claim;
        slp_error err;
        const char *at = strstr(whole, p->from);
        if (!at) fail_msg("no %s", p->from);
        size_t before = (size_t)(at - whole), line = 1;
        for (size_t k = 0; k < before; k++) line += whole[k] == '\n';
        snprintf(text, sizeof text, "%.*s%s%s", (int)before, whole, p->to, at + strlen(p->from));
        slp_status status = slp_claim_read(&claim, text, "test", &err);
        if (status == SLP_OK) slp_claim_clear(&claim);
        /* a field of NULL: what is wrong shows elsewhere than where it was put */
        bool right = p->words ? status == SLP_INPUT && strstr(err.text, p->words) &&
                                    (!p->field || (strcmp(err.field, p->field) == 0 &&
                                                   err.line >= line && err.line <= line + 1))
                              : status == SLP_OK;
        if (right) continue;
        wrong++;
        print_message("%s -> %s: status %d, line %zu (put at %zu), %s: %s\n", p->from, p->to,
                      status, err.line, line, err.field, err.text);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_piece_by_itself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
