/* A command line read from a table: what is taken, what is refused, and the words on stderr to the
 * letter. */
#include "oracle/plumbing/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static bool flag;
static const char *text;
static uint64_t whole, zero;
static const char *operands[3];

enum { MOST = 2, WORDS = 6, ROOM = 400 };

/* What the reading of argv says on stderr. */
static bool reads(char said[ROOM], int argc, const char *const *argv)
{
    static const slp_option table[] = {{"--flag", SLP_OPTION_FLAG, &flag, 0, 0},
                                       {"--text", SLP_OPTION_TEXT, &text, 0, 0},
                                       {"--whole", SLP_OPTION_WHOLE, &whole, 3, 40},
                                       {"--zero", SLP_OPTION_WHOLE, &zero, 0, UINT64_MAX},
                                       {NULL, SLP_OPTION_FLAG, NULL, 0, 0}};
    char *words[WORDS];
    FILE *to = tmpfile();
    const int before = dup(STDERR_FILENO);
    flag = false;
    text = NULL;
    whole = zero = 77;
    operands[0] = operands[1] = operands[2] = NULL;
    for (int i = 0; i < argc; i++) words[i] = strdup(argv[i]);
    fflush(stderr);
    dup2(fileno(to), STDERR_FILENO);
    bool good = slp_options_read(table, operands, MOST, argc, words);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(to);
    said[fread(said, 1, ROOM - 1, to)] = 0;
    fclose(to);
    if (text) text = strcmp(text, "t") == 0 ? "t" : "other"; /* the words are given back */
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
        assert_int_equal(flag, rows[i].flag);
        assert_ptr_equal(text, rows[i].text);
        assert_true((operands[0] == NULL) == (rows[i].first == NULL));
        assert_true((operands[1] == NULL) == (rows[i].second == NULL));
        if (operands[0]) assert_string_equal(operands[0], rows[i].first);
        if (operands[1]) assert_string_equal(operands[1], rows[i].second);
        assert_true(whole == rows[i].whole && zero == rows[i].zero);
    }
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
        {2, {"c", "--text"}, "slp c: --text needs a value; see slp c --help\n"},
        {2, {"c", "--text="}, "slp c: --text needs a value; see slp c --help\n"},
        {3, {"c", "--whole", ""}, "slp c: --whole needs a value; see slp c --help\n"},
        {2, {"c", "--whole"}, "slp c: --whole needs a value; see slp c --help\n"},
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
                                       cmocka_unit_test(what_does_not_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
