/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How a claim reads its source: quotes and their length, how near the claim is to them, replies,
 * verdicts on what is meant, findings. */
#include "tests/claims/claim_text.h"

#include <string.h>

#include "tests/support/cmocka.h"

#define TEN          "0123456789"
#define NINETY       TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define WHERE        "  section: '4'\n  from: ocr\n"
#define QUOTE(words) CLAIM_WHOLE "quote:\n  text: " words "\n" WHERE "faithful: paraphrase\n"
#define RULES(first, second)                                                                       \
    CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES                                                    \
        "decide:\n  - {" first ", because: b, when: [{value: m.largest, is: below, bound: 1}]}\n"  \
        "  - {" second ", because: b, when: [{value: m.largest, is: above, bound: 1}]}\n"

static void refuses(const char *text, size_t line, const char *field, const char *says)
{
    slp_claim claim;
    slp_error err;
    const slp_status status = slp_claim_read(&claim, text, "test", &err);
    if (status == SLP_OK) slp_claim_clear(&claim);
    if (status != SLP_INPUT || err.line != line || strcmp(err.field, field) != 0 ||
        !strstr(err.text, says))
        fail_msg("wanted line %zu, field %s, '%s'; got status %d, line %zu, field %s: %s", line,
                 field, says, (int)status, err.line, err.field, err.text);
}

static slp_claim read_claim(const char *text)
{
    slp_claim claim;
    slp_error err;
    if (slp_claim_read(&claim, text, "test", &err) != SLP_OK)
        fail_msg("line %zu, field %s: %s", err.line, err.field, err.text);
    return claim;
}

static void a_quote_is_at_most_two_lines(void **state)
{
    (void)state;
    slp_claim c = read_claim(QUOTE(NINETY NINETY TEN TEN));
    assert_int_equal(strlen(c.quote.text), 200);
    assert_string_equal(c.quote.section, "4");
    assert_string_equal(c.quote.from, "ocr");
    assert_null(c.quote.page);
    assert_string_equal(c.faithful, "paraphrase");
    slp_claim_clear(&c);
    c = read_claim(QUOTE("|-\n    one\n    two\n  page: '7'"));
    assert_string_equal(c.quote.text, "one\ntwo");
    assert_string_equal(c.quote.page, "7");
    slp_claim_clear(&c);
    refuses(QUOTE(NINETY NINETY TEN TEN "x"), 20, "quote", "201 characters in 1 lines; at most 2");
    refuses(QUOTE("|-\n    one\n    two\n    three"), 20, "quote", "in 3 lines");
    /* characters, not bytes: 200 letters of two bytes each */
    c = read_claim(QUOTE("ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß"
                         "ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß"
                         "ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß"
                         "ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß"));
    slp_claim_clear(&c);
}

static void a_quote_says_where_it_stands(void **state)
{
    (void)state;
    refuses(CLAIM_WHOLE "quote: words\n", 19, "quote", "key: value");
    refuses(CLAIM_WHOLE "quote:\n  text: a\n  from: ocr\nfaithful: quote\n", 20, "section",
            "missing");
    refuses(CLAIM_WHOLE "quote:\n  text: a\n  section: b\nfaithful: quote\n", 20, "from",
            "typeset, latex or ocr");
    refuses(CLAIM_WHOLE "quote:\n  text: a\n  section: b\n  from: memory\nfaithful: quote\n", 22,
            "from", "typeset, latex or ocr");
    refuses(CLAIM_WHOLE "quote:\n  text: a\n" WHERE, 1, "faithful", "quote, paraphrase");
    refuses(CLAIM_WHOLE "quote:\n  text: a\n" WHERE "faithful: nearly\n", 23, "faithful",
            "quote, paraphrase");
    refuses(CLAIM_WHOLE "faithful: quote\n", 19, "faithful", "add `quote`");
    refuses(CLAIM_WHOLE "proof: algebra\n", 19, "proof", "add it");
    refuses(CLAIM_WHOLE "note: n\nproof: surely\n", 20, "proof", "algebra bound");
}

static void a_reply_has_a_date(void **state)
{
    (void)state;
    slp_claim c = read_claim(CLAIM_WHOLE "replies:\n"
                                         "  - {date: 2024-02-29, by: A, kind: answer, text: no}\n"
                                         "  - {date: 2025-12-31, by: B, kind: dispute, text: t}\n");
    assert_int_equal(c.replies, 2);
    assert_string_equal(c.reply[0].date, "2024-02-29");
    assert_string_equal(c.reply[1].kind, "dispute");
    assert_string_equal(c.reply[1].by, "B");
    assert_string_equal(c.reply[1].text, "t");
    slp_claim_clear(&c);
    refuses(CLAIM_WHOLE "replies:\n  - {by: A, kind: answer, text: no}\n", 20, "date",
            "the day on which");
    static const char *const days[] = {"2023-02-29", "2024-13-01", "2024-00-10",
                                       "2024-04-31", "2024-4-01",  "1900-02-29",
                                       "24-04-01",   "2024/04/01", "2024-04-00"};
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        char text[1200];
        snprintf(text, sizeof text, "%s%s%s%s", CLAIM_WHOLE, "replies:\n  - {date: '", days[i],
                 "', by: A, kind: answer, text: no}\n");
        refuses(text, 20, "date", "is no day");
    }
    refuses(CLAIM_WHOLE "replies:\n  - {date: 2024-01-01, kind: answer, text: no}\n", 20, "by",
            "missing");
    refuses(CLAIM_WHOLE "replies:\n  - {date: 2024-01-01, by: A, kind: rant, text: no}\n", 20,
            "kind", "answer dispute");
    refuses(CLAIM_WHOLE "replies:\n  - {date: 2024-01-01, by: A, kind: answer}\n", 20, "text",
            "missing");
    refuses(CLAIM_WHOLE "replies: none\n", 19, "replies", "list");
}

static void a_rule_has_two_verdicts(void **state)
{
    (void)state;
    slp_claim c = read_claim(RULES("verdict: refuted, meant: confirmed", "verdict: confirmed"));
    assert_int_equal(c.rule[0].verdict, SLP_REFUTED);
    assert_int_equal(c.rule[0].meant, SLP_CONFIRMED);
    assert_int_equal(c.rule[1].meant, SLP_CONFIRMED);
    slp_claim_clear(&c);
    refuses(RULES("verdict: refuted, meant: preliminary", "verdict: confirmed"), 15, "meant",
            "is one of");
    refuses(RULES("verdict: preliminary", "verdict: confirmed"), 15, "verdict", "is one of");
}

/* A rule that is open, with the same verdict on what is printed and another on what is meant,
 * leaves both undecided. */
static void an_open_rule_with_another_meaning(void **state)
{
    (void)state;
    slp_measurement measured = {.values = {{0.5, 2, 1, true}}};
    size_t rule;
    slp_claim c =
        read_claim(CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES
                   "decide:\n  - {verdict: refuted, meant: confirmed, because: b, when: [{value: "
                   "m.largest, is: below, bound: 1}]}\n"
                   "  - {verdict: refuted, because: b, when: [{value: m.largest, is: below, bound: "
                   "3}]}\n");
    assert_int_equal(slp_claim_decide(&rule, &c, &measured), SLP_INCONCLUSIVE);
    measured.values[0].lo = 1.5;
    assert_int_equal(slp_claim_decide(&rule, &c, &measured), SLP_REFUTED);
    assert_int_equal(rule, 1);
    slp_claim_clear(&c);
}

static void a_finding_is_no_verdict(void **state)
{
    (void)state;
    slp_claim c = read_claim(RULES("verdict: finding", "verdict: finding"));
    assert_int_equal(c.rule[1].verdict, SLP_FINDING);
    slp_claim_clear(&c);
    refuses(RULES("verdict: finding", "verdict: confirmed"), 16, "verdict",
            "all rules, or in none");
    refuses(RULES("verdict: refuted", "verdict: finding"), 16, "verdict", "all rules, or in none");
    refuses(RULES("verdict: finding, meant: refuted", "verdict: finding"), 15, "meant",
            "remove it");
    refuses(RULES("verdict: refuted, meant: finding", "verdict: refuted"), 15, "meant",
            "remove it");
}

/* True if a text of the paper of that key was read. */
static bool at_hand(const char *key)
{
    const char *text;
    bool found = false;
    for (size_t i = 0; slp_paper_at(i, &text); i++) {
        slp_paper paper;
        slp_error err;
        assert_int_equal(slp_paper_read(&paper, text, &err), SLP_OK);
        found = found || (strcmp(paper.key, key) == 0 && paper.texts);
        slp_paper_clear(&paper);
    }
    return found;
}

/* Every claim of the ledger quotes its source if that is at hand, findings too. */
static void the_ledger_quotes(void **state)
{
    const char *name, *text;
    size_t quoted = 0;
    (void)state;
    for (size_t i = 0; (name = slp_claim_at(i, &text)); i++) {
        slp_claim c = read_claim(text);
        if ((!c.quote.text || !c.faithful) && at_hand(c.source))
            fail_msg("%s quotes nothing", name);
        quoted += c.quote.text != NULL;
        slp_claim_clear(&c);
    }
    assert_gt(quoted, 60);
}

#define CHOICES(rows) CLAIM_WHOLE "unprinted:\n  - {what: a, chosen: b}\nsensitivity:\n" rows

/* What a row of `sensitivity` sets is read as a field of the experiment, beside all others of
 * it. */
static void a_choice_changes_an_experiment(void **state)
{
    (void)state;
    slp_claim c = read_claim(CHOICES("  - {what: w, only: full, set: {run: {h: 2^-5, parameters: "
                                     "{inertia: [1, 2, 4]}}}}\n  - {what: v, set: {run: {seed: 9, "
                                     "parameters: {lin: [0.5, 0, 0]}}}}\n"));
    assert_int_equal(c.sensitivities, 2);
    const slp_experiment *e = c.sensitivity[0].experiment;
    assert_true(c.sensitivity[0].only_full && !c.sensitivity[1].only_full);
    assert_int_equal(c.sensitivity[0].which[0], 0);
    assert_true(e->h.at[0] == 0x1p-5 && e->state.at[1] == 0.5 && e->seed == 1);
    assert_true(e->params[0].at[2] == 4 && c.experiment[0].params[0].at[2] == 3);
    assert_true(c.sensitivity[1].experiment->seed == 9);
    assert_true(c.sensitivity[1].experiment->params[0].at[2] == 3); /* beside lin */
    assert_true(c.experiment[0].h.at[0] == 0x1p-4);
    slp_claim_clear(&c);
}

static void a_bad_choice_is_refused(void **state)
{
    (void)state;
    refuses(CLAIM_WHOLE "sensitivity:\n  - {what: w, set: {run: {seed: 2}}}\n", 20, "sensitivity",
            "unprinted");
    refuses(CHOICES("  - {set: {run: {seed: 2}}}\n"), 22, "what", "missing");
    refuses(CHOICES("  - {what: w}\n"), 22, "set", "missing");
    refuses(CHOICES("  - {what: w, set: {}}\n"), 22, "set", "wants experiments");
    refuses(CHOICES("  - {what: w, set: {run: {}}}\n"), 22, "set", "sets nothing");
    refuses(CHOICES("  - {what: w, set: {walk: {seed: 2}}}\n"), 22, "set", "no experiment");
    refuses(CHOICES("  - {what: w, set: {run: {name: x}}}\n"), 22, "name", "unknown key");
    refuses(CHOICES("  - {what: w, set: {run: {h: no}}}\n"), 22, "h", "not a finite number");
    refuses(CHOICES("  - {what: w, set: {run: {seed: 2}, run: {seed: 3}}}\n"), 22, "set", "twice");
    refuses(CHOICES("  - {what: w, only: default, set: {run: {seed: 2}}}\n"), 22, "only", "full");
    refuses(CHOICES("  - {what: w, set: {run: {parameters: &a {parameters: *a}}}}\n"), 22,
            "parameters", "unknown key");
    refuses(CHOICES("  none\n"), 22, "sensitivity", "list");
}

/* Every claim of the ledger whose choices a row can set has such rows. */
static void the_ledger_tries_other_choices(void **state)
{
    const char *name, *text;
    size_t with = 0, without = 0;
    (void)state;
    for (size_t i = 0; (name = slp_claim_at(i, &text)); i++) {
        slp_claim c = read_claim(text);
        with += c.sensitivities > 0;
        without += c.unprinteds > 0 && c.sensitivities == 0 &&
                   strcmp(c.id, "gbw-top-energy") != 0; /* other tops are other claims */
        slp_claim_clear(&c);
    }
    assert_ge(with, 26);
    assert_int_equal(without, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_quote_is_at_most_two_lines),
                                       cmocka_unit_test(a_quote_says_where_it_stands),
                                       cmocka_unit_test(a_reply_has_a_date),
                                       cmocka_unit_test(a_rule_has_two_verdicts),
                                       cmocka_unit_test(an_open_rule_with_another_meaning),
                                       cmocka_unit_test(a_finding_is_no_verdict),
                                       cmocka_unit_test(a_choice_changes_an_experiment),
                                       cmocka_unit_test(a_bad_choice_is_refused),
                                       cmocka_unit_test(the_ledger_tries_other_choices),
                                       cmocka_unit_test(the_ledger_quotes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
