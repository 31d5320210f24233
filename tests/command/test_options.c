/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A command line read from a table: what is taken, what is refused, and the words on stderr to the
 * letter. */
#include "oracle/plumbing/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

typedef struct values {
    bool flag;
    const char *text;
    int word;
    uint64_t whole, zero;
    slp_range range;
    double positive, limited, decimal;
} values;

static values v;
static const char *operands[3];

enum { MOST = 2, WORDS = 6, ROOM = 400 };

/* What the reading of argv says on stderr. */
static bool reads(char said[ROOM], int argc, const char *const *argv)
{
    static const slp_option table[] = {
        SLP_FLAG(values, flag, "--flag", "a"),
        SLP_VALUE(values, text, "--text", "T", TEXT, "b"),
        SLP_VALUE(values, word, "--word", "one|two|three", WORD, "c"),
        SLP_LIMITED(values, whole, "--whole", "N", WHOLE, 3, 40, "d"),
        SLP_LIMITED(values, zero, "--zero", "N", WHOLE, 0, UINT64_MAX, "e"),
        SLP_LIMITED(values, range, "--range", "A..B", RANGE, 1, 9, "f"),
        SLP_VALUE(values, positive, "--positive", "X", POSITIVE, "g"),
        SLP_LIMITED(values, limited, "--limited", "X", POSITIVE, 0, 50, "h"),
        SLP_VALUE(values, decimal, "--decimal", "X", DECIMAL, "i"),
        SLP_NO_OPTION};
    char *words[WORDS];
    FILE *to = tmpfile();
    const int before = dup(STDERR_FILENO);
    v = (values){.word = -1, .whole = 77, .zero = 77, .positive = 77, .limited = 77, .decimal = 77};
    operands[0] = operands[1] = operands[2] = NULL;
    for (int i = 0; i < argc; i++) words[i] = strdup(argv[i]);
    fflush(stderr);
    dup2(fileno(to), STDERR_FILENO);
    bool good = slp_options_read(&v, table, operands, MOST, argc, words);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(to);
    said[fread(said, 1, ROOM - 1, to)] = 0;
    fclose(to);
    if (v.text) v.text = strcmp(v.text, "t") == 0 ? "t" : "other"; /* the words are given back */
    for (int i = 0; i < MOST; i++)
        if (operands[i]) operands[i] = strcmp(operands[i], "-") == 0 ? "-" : "o";
    for (int i = 0; i < argc; i++) free(words[i]);
    return good;
}

static void what_fits_is_taken(void **unused)
{
    static const struct {
        int argc;
        const char *argv[WORDS];
        bool flag;
        const char *text, *first, *second;
        uint64_t whole, zero;
    } rows[] = {
        {1, {"c"}, false, NULL, NULL, NULL, 77, 77},
        {2, {"c", "--flag"}, true, NULL, NULL, NULL, 77, 77},
        {3, {"c", "--text", "t"}, false, "t", NULL, NULL, 77, 77},
        {2, {"c", "--text=t"}, false, "t", NULL, NULL, 77, 77},
        {2, {"c", "--text=--flag"}, false, "other", NULL, NULL, 77, 77},
        {3, {"c", "--text", "-f"}, false, "other", NULL, NULL, 77, 77},
        {3, {"c", "--text", "--"}, false, "other", NULL, NULL, 77, 77},
        {4, {"c", "x", "--whole=3", "-"}, false, NULL, "o", "-", 3, 77},
        {5, {"c", "--whole", "40", "--zero", "0"}, false, NULL, NULL, NULL, 40, 0},
        {2, {"c", "--zero=18446744073709551615"}, false, NULL, NULL, NULL, 77, UINT64_MAX},
        {4, {"c", "--flag", "x", "y"}, true, NULL, "o", "o", 77, 77},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char said[ROOM];
        if (!reads(said, rows[i].argc, rows[i].argv)) fail_msg("row %zu: %s", i, said);
        assert_string_equal(said, "");
        assert_int_equal(v.flag, rows[i].flag);
        assert_ptr_equal(v.text, rows[i].text);
        assert_true((operands[0] == NULL) == (rows[i].first == NULL));
        assert_true((operands[1] == NULL) == (rows[i].second == NULL));
        if (operands[0]) assert_string_equal(operands[0], rows[i].first);
        if (operands[1]) assert_string_equal(operands[1], rows[i].second);
        assert_true(v.whole == rows[i].whole && v.zero == rows[i].zero);
    }
}

static void words_ranges_and_decimals(void **unused)
{
    const char *const argv[][2] = {{"c", "--word=one"},        {"c", "--word=three"},
                                   {"c", "--range=9"},         {"c", "--range=1..9"},
                                   {"c", "--positive=0x1p-2"}, {"c", "--limited=50"},
                                   {"c", "--decimal=0"},       {"c", "--decimal=1e-3"}};
    values got[sizeof argv / sizeof *argv];
    (void)unused;
    for (size_t i = 0; i < sizeof argv / sizeof *argv; i++) {
        char said[ROOM];
        if (!reads(said, 2, argv[i])) fail_msg("%s: %s", argv[i][1], said);
        got[i] = v;
    }
    assert_int_equal(got[0].word, 0);
    assert_int_equal(got[1].word, 2);
    assert_true(got[2].range.first == 9 && got[2].range.last == 9);
    assert_true(got[3].range.first == 1 && got[3].range.last == 9);
    assert_true(got[4].positive == 0.25 && got[5].limited == 50);
    assert_true(got[6].decimal == 0 && got[7].decimal == 1e-3);
}

static void what_does_not_is_refused(void **unused)
{
    static const struct {
        int argc;
        const char *argv[WORDS], *said;
    } rows[] = {
        {4, {"c", "a", "b", "d"}, "slp c: 'd' is one argument too many; see slp c --help\n"},
        {2, {"c", "--flag=1"}, "slp c: --flag takes no value\n"},
        {2, {"c", "--flag="}, "slp c: --flag takes no value\n"},
        {2, {"c", "--text"}, "slp c: --text needs a value: T; see slp c --help\n"},
        {2, {"c", "--text="}, "slp c: --text needs a value: T; see slp c --help\n"},
        {3, {"c", "--whole", ""}, "slp c: --whole needs a value: N; see slp c --help\n"},
        {2, {"c", "--whole"}, "slp c: --whole needs a value: N; see slp c --help\n"},
        {3,
         {"c", "--text", "--flag"},
         "slp c: --text needs a value, and the option --flag follows; a value that begins with "
         "dashes is written --text=--flag\n"},
        {4,
         {"c", "--whole", "--text", "t"},
         "slp c: --whole needs a value, and the option --text follows; a value that begins with "
         "dashes is written --whole=--text\n"},
        {2, {"c", "--whole=2"}, "slp c: --whole needs a whole number from 3 to 40, not '2'\n"},
        {2, {"c", "--whole=41"}, "slp c: --whole needs a whole number from 3 to 40, not '41'\n"},
        {2, {"c", "--whole=4x"}, "slp c: --whole needs a whole number from 3 to 40, not '4x'\n"},
        {2, {"c", "--whole=+4"}, "slp c: --whole needs a whole number from 3 to 40, not '+4'\n"},
        {2, {"c", "--whole= 4"}, "slp c: --whole needs a whole number from 3 to 40, not ' 4'\n"},
        {2, {"c", "--whole=:"}, "slp c: --whole needs a whole number from 3 to 40, not ':'\n"},
        {2,
         {"c", "--zero=18446744073709551616"},
         "slp c: --zero needs a whole number from 0 to 18446744073709551615, not "
         "'18446744073709551616'\n"},
        {2,
         {"c", "--word=tow"},
         "slp c: unknown word 'tow' (did you mean two?); one, two or three\n"},
        {2, {"c", "--word=one|two"}, "slp c: unknown word 'one|two'; one, two or three\n"},
        {2,
         {"c", "--range=0"},
         "slp c: --range needs a whole number from 1 to 9, or two such as 3..8, not '0'\n"},
        {2,
         {"c", "--range=3..2"},
         "slp c: --range needs a whole number from 1 to 9, or two such as 3..8, not '3..2'\n"},
        {2,
         {"c", "--range=3..10"},
         "slp c: --range needs a whole number from 1 to 9, or two such as 3..8, not '3..10'\n"},
        {2,
         {"c", "--range=3.."},
         "slp c: --range needs a whole number from 1 to 9, or two such as 3..8, not '3..'\n"},
        {2, {"c", "--positive=0"}, "slp c: --positive needs a number above 0, not '0'\n"},
        {2, {"c", "--positive=nan"}, "slp c: --positive needs a number above 0, not 'nan'\n"},
        {2, {"c", "--positive=1e999"}, "slp c: --positive needs a number above 0, not '1e999'\n"},
        {2,
         {"c", "--limited=50.001"},
         "slp c: --limited needs a number above 0, at most 50, not '50.001'\n"},
        {2, {"c", "--decimal=-1"}, "slp c: --decimal needs a number, 0 or above, not '-1'\n"},
        {2, {"c", "--decimal=1x"}, "slp c: --decimal needs a number, 0 or above, not '1x'\n"},
        {2,
         {"c", "--flat"},
         "slp c: unknown option '--flat' (did you mean --flag?); see slp c --help\n"},
        {2,
         {"c", "--zer=1"},
         "slp c: unknown option '--zer=1' (did you mean --zero?); see slp c --help\n"},
        {2, {"c", "-f"}, "slp c: unknown option '-f'; see slp c --help\n"},
        {2,
         {"c", "--nothing-like-it"},
         "slp c: unknown option '--nothing-like-it'; see slp c --help\n"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char said[ROOM];
        assert_false(reads(said, rows[i].argc, rows[i].argv));
        assert_string_equal(said, rows[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_fits_is_taken),
                                       cmocka_unit_test(words_ranges_and_decimals),
                                       cmocka_unit_test(what_does_not_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
