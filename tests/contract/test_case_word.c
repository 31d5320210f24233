/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Words in error messages: which name is near enough to be meant, how near two words are, and spans
 * of text that end where they end. */
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

#define FORTY "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"

static slp_span span(const char *word)
{
    return (slp_span){word, strlen(word)};
}

static void spans_end_where_they_end(void **unused)
{
    (void)unused;
    assert_true(slp_span_is(span("name"), "name"));
    assert_true(slp_span_is((slp_span){"names", 4}, "name"));
    assert_false(slp_span_is((slp_span){"name", 3}, "name"));
    assert_false(slp_span_is(span("nama"), "name"));
    assert_false(slp_span_is(span(""), "name"));
    assert_true(slp_span_is(span(""), ""));
    char *copy = slp_span_copy((slp_span){"names", 4});
    assert_string_equal(copy, "name");
    free(copy);
}

/* Letters put in, left out, exchanged for others, or two neighbours with each other: one each; 9
 * are many. */
static void edits_are_counted(void **unused)
{
    static const struct {
        const char *word, *name;
        int edits;
    } rows[] = {
        {"", "", 0},
        {"a", "", 1},
        {"", "abc", 3},
        {"tmk", "tmk", 0},
        {"tmm", "tmk", 1},
        {"tk", "tmk", 1},
        {"tmkk", "tmk", 1},
        {"tkm", "tmk", 1},
        {"mtk", "tmk", 1},
        {"ktm", "tmk", 2},
        {"ca", "abc", 3},
        {"abdc", "abcd", 1},
        {"badc", "abcd", 2},
        {"abc", "xyz", 3},
        {"a", "aaaaaaaaa", 8},
        {"a", "aaaaaaaaaa", 9},
        {"a", "aaaaaaaaaaa", 9},
        {"xbcde", "abcdx", 2},
        {FORTY, FORTY, 0},
        {FORTY "o", FORTY, 9},
        {FORTY, FORTY "o", 9},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (slp_edits(span(rows[i].word), rows[i].name) != rows[i].edits)
            fail_msg("%s, %s: %d", rows[i].word, rows[i].name,
                     slp_edits(span(rows[i].word), rows[i].name));
}

/* The nearest of several, the first of those that are equally near; at most a third of its letters
 * are wrong. */
static void the_nearest_is_offered(void **unused)
{
    static const char *const names[] = {"midpoint", "trapezoidal", "tmk", "tmx", NULL};
    static const struct {
        const char *word, *hint;
    } rows[] = {
        {"midpoind", " (did you mean midpoint?)"},
        {"midpxxnt", " (did you mean midpoint?)"},
        {"midxxxnt", ""},
        {"trapezoixxx", " (did you mean trapezoidal?)"},
        {"trapezoxxxx", ""},
        {"tmz", " (did you mean tmk?)"},
        {"xmx", " (did you mean tmx?)"},
        {"tzz", ""},
        {"", ""},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char hint[SLP_HINT_CHARS];
        memset(hint, '?', sizeof hint);
        slp_hint(hint, span(rows[i].word), names);
        assert_string_equal(hint, rows[i].hint);
    }
    char hint[SLP_HINT_CHARS];
    slp_hint(hint, span("tmk"), (const char *const[]){NULL});
    assert_string_equal(hint, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spans_end_where_they_end),
                                       cmocka_unit_test(edits_are_counted),
                                       cmocka_unit_test(the_nearest_is_offered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
