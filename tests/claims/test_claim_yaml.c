/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* YAML as claims are read from it: each reader's answers at their ends, and what it says of a node
 * that does not fit, with the node's line. */
#include "reports/claims/language/yaml.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static slp_yaml y;
static slp_error err;

static yaml_node_t *opened(const char *text)
{
    memset(&err, 0, sizeof err);
    if (slp_yaml_open(&y, text, &err) != SLP_OK) fail_msg("%s", err.text);
    return slp_yaml_root(&y);
}

static void said(size_t line, const char *field, const char *text)
{
    assert_string_equal(err.text, text);
    assert_string_equal(err.field, field);
    assert_int_equal(err.line, line);
}

static void what_is_no_document_is_refused(void **unused)
{
    static const struct {
        const char *text;
        size_t line;
        const char *said; /* NULL: read */
    } rows[] = {
        {"", 1, "the file is empty: write a claim into it"},
        {"# nothing\n", 1, "the file is empty: write a claim into it"},
        {"a: 1\n---\nb: 2\n", 2, "a second document begins here: keep one claim a file"},
        {"a: [\n", 2,
         "this is not YAML: did not find expected node content; see reports/CLAIMS.md for a whole "
         "claim"},
        {"a: 1\n---\nb: [\n", 4,
         "this is not YAML: did not find expected node content; see reports/CLAIMS.md for a whole "
         "claim"},
        {"[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]", 0, NULL},
        {"a:\n- [[[[[[[[[[[[[[1]]]]]]]]]]]]]]", 0, NULL},
        {"a:\n- [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]", 2, "is nested more than 16 deep: no claim is"},
        {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 1, "is nested more than 16 deep: no claim is"},
        {"{a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}}}}}}}}}",
         1, "is nested more than 16 deep: no claim is"},
        {"[[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], {a: "
         "1}]",
         0, NULL},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(&err, 0, sizeof err);
        slp_status status = slp_yaml_open(&y, rows[i].text, &err);
        if (status != (rows[i].said ? SLP_INPUT : SLP_OK))
            fail_msg("%s: %s", rows[i].text, err.text);
        if (rows[i].said) said(rows[i].line, "", rows[i].said);
        slp_yaml_clear(&y);
    }
}

static void mappings_have_the_keys_that_fit(void **unused)
{
    static const char *const keys[] = {"one", "two", "three", NULL},
                             *const many[] = {"a-key-of-forty-letters-as-long-as-it-gets",
                                              "b-key-of-forty-letters-as-long-as-it-gets",
                                              "c-key-of-forty-letters-as-long-as-it-gets",
                                              "d-key-of-nearly-forty-letters-isnt",
                                              "e",
                                              NULL};
    (void)unused;
    yaml_node_t *root = opened("one: 1\nthree: [a, b]\n");
    assert_true(slp_yaml_mapping(&y, root, "part", keys));
    assert_int_equal(slp_yaml_line(root), 1);
    assert_int_equal(slp_yaml_line(slp_yaml_get(&y, root, "three")), 2);
    assert_int_equal(slp_yaml_line(NULL), 0);
    assert_null(slp_yaml_get(&y, root, "two"));
    assert_null(slp_yaml_get(&y, NULL, "two"));
    assert_null(slp_yaml_get(&y, slp_yaml_get(&y, root, "one"), "two"));
    assert_null(slp_yaml_need(&y, root, "two", "do"));
    said(1, "two", "is missing: do");
    assert_ptr_equal(slp_yaml_need(&y, root, "one", "do"), slp_yaml_get(&y, root, "one"));
    assert_false(slp_yaml_mapping(&y, slp_yaml_get(&y, root, "three"), "part", keys));
    said(2, "part", "wants `key: value` lines under it");
    slp_yaml_clear(&y);
    root = opened("one: 1\n\nfour: 2\n");
    assert_false(slp_yaml_mapping(&y, root, "part", keys));
    said(3, "four", "unknown key; those that fit here: one two three");
    assert_false(slp_yaml_mapping(&y, root, "part", many));
    said(1, "one",
         "unknown key; those that fit here: a-key-of-forty-letters-as-long-as-it-gets "
         "b-key-of-forty-letters-as-long-as-it-gets c-key-of-forty-letters-as-long-as-it-gets");
    slp_yaml_clear(&y);
    root = opened("one: 1\ntwo: 2\none: 3\n");
    assert_false(slp_yaml_mapping(&y, root, "part", keys));
    said(3, "one", "stands twice: remove one");
    slp_yaml_clear(&y);
    root = opened("? [one]\n: 1\n");
    assert_false(slp_yaml_mapping(&y, root, "part", keys));
    said(1, "", "unknown key; those that fit here: one two three");
    assert_null(slp_yaml_get(&y, root, "one"));
    slp_yaml_clear(&y);
}

static void lists_are_as_long_as_they_may_be(void **unused)
{
    size_t count;
    (void)unused;
    yaml_node_t *root = opened("- [a, b]\n- {k: v}\n");
    assert_true(slp_yaml_sequence(&y, root, "list", 2, 2, &count));
    assert_int_equal(count, 2);
    assert_false(slp_yaml_sequence(&y, root, "list", 3, 9, &count));
    said(1, "list", "has 2 entries where 3 to 9 are possible");
    assert_false(slp_yaml_sequence(&y, root, "list", 0, 1, &count));
    said(1, "list", "has 2 entries where 0 to 1 are possible");
    yaml_node_t *pair = slp_yaml_item(&y, root, 0);
    assert_string_equal(slp_yaml_scalar(&y, slp_yaml_item(&y, pair, 0), "f"), "a");
    assert_string_equal(slp_yaml_scalar(&y, slp_yaml_item(&y, pair, 1), "f"), "b");
    assert_false(slp_yaml_sequence(&y, slp_yaml_item(&y, root, 1), "list", 0, 9, &count));
    said(2, "list", "wants a list: [a, b] or lines that start with -");
    assert_null(slp_yaml_scalar(&y, pair, "f"));
    said(1, "f", "wants one plain value, not a list or a mapping");
    slp_yaml_clear(&y);
}

static void texts_and_names(void **unused)
{
    char *text = NULL;
    (void)unused;
    yaml_node_t *root =
        opened("t: some words\ne: ''\nn: \"a\\0b\"\nname: a-1\nupper: aB\ndigit: 1a\n"
               "dash: -a\nscore: a_b\nbrace: 'a{'\n");
    assert_true(slp_yaml_text(&y, root, "t", true, &text));
    assert_string_equal(text, "some words");
    free(text);
    text = NULL;
    assert_true(slp_yaml_text(&y, root, "none", false, &text));
    assert_null(text);
    assert_false(slp_yaml_text(&y, root, "none", true, &text));
    said(1, "none", "is missing: write it in your own words");
    assert_false(slp_yaml_text(&y, root, "e", false, &text));
    said(2, "e", "is empty or holds a NUL: write a value");
    assert_false(slp_yaml_text(&y, root, "n", true, &text));
    said(3, "n", "is empty or holds a NUL: write a value");
    assert_true(slp_yaml_name(&y, root, "name", &text));
    assert_string_equal(text, "a-1");
    free(text);
    static const char *const wrong[] = {"upper", "digit", "dash", "score", "brace"};
    for (size_t i = 0; i < 5; i++) {
        assert_false(slp_yaml_name(&y, root, wrong[i], &text));
        said(i + 5, wrong[i],
             "wants at most 48 lower-case letters, digits and dashes, a letter first");
    }
    assert_false(slp_yaml_name(&y, root, "none", &text));
    said(1, "none", "is missing: give it a name of lower-case letters, digits and dashes");
    slp_yaml_clear(&y);
}

static void numbers_and_counts(void **unused)
{
    static const struct {
        const char *text;
        uint64_t most, value;
        const char *said;
    } rows[] = {
        {"0", 0, 0, NULL},
        {"10", 10, 10, NULL},
        {"007", 7, 7, NULL},
        {"18446744073709551615", UINT64_MAX, UINT64_MAX, NULL},
        {"1", 0, 0, "wants a whole number from 0 to 0"},
        {"11", 10, 1, "wants a whole number from 0 to 10"},
        {"100", 99, 10, "wants a whole number from 0 to 99"},
        {"-1", 10, 0, "wants a whole number from 0 to 10"},
        {"1.0", 10, 1, "wants a whole number from 0 to 10"},
        {"18446744073709551616", UINT64_MAX, UINT64_C(1844674407370955161),
         "wants a whole number from 0 to 18446744073709551615"},
    };
    double number = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t value = 77;
        yaml_node_t *root = opened(rows[i].text);
        assert_int_equal(slp_yaml_count(&y, root, "c", rows[i].most, &value), !rows[i].said);
        if (rows[i].said) said(1, "c", rows[i].said);
        assert_true(value == rows[i].value);
        slp_yaml_clear(&y);
    }
    yaml_node_t *root = opened("- 2/4\n- 12345678901234567890123456789012345678901\n"
                               "- x2345678901234567890123456789012345678901\n- []\n");
    assert_true(slp_yaml_number(&y, slp_yaml_item(&y, root, 0), "n", &number) && number == 0.5);
    assert_true(slp_yaml_number(&y, slp_yaml_item(&y, root, 1), "n", &number));
    assert_false(slp_yaml_number(&y, slp_yaml_item(&y, root, 2), "n", &number));
    said(3, "n",
         "`x234567890123456789012345678901234567890` is not a finite number: write 0.1, 0x1p-4, "
         "2/3 or 2^-8");
    assert_false(slp_yaml_number(&y, slp_yaml_item(&y, root, 3), "n", &number));
    said(4, "n", "wants one plain value, not a list or a mapping");
    uint64_t count;
    assert_false(slp_yaml_count(&y, slp_yaml_item(&y, root, 3), "c", 1, &count));
    said(4, "c", "wants one plain value, not a list or a mapping");
    slp_yaml_clear(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_document_is_refused),
        cmocka_unit_test(mappings_have_the_keys_that_fit),
        cmocka_unit_test(lists_are_as_long_as_they_may_be),
        cmocka_unit_test(texts_and_names),
        cmocka_unit_test(numbers_and_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
