/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Words of others as messages show them: what a terminal would obey becomes \xNN, letters of any
 * script stay. */
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static const struct {
    const char *text, *shown;
} rows[] = {
    {"", ""},
    {"plain ~ text", "plain ~ text"},
    {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
    {"a\rb\nc\td\x7f", "a\\x0db\\x0ac\\x09d\\x7f"},
    {"\x01\x1f", "\\x01\\x1f"},
    {"ü ½ 字 😀", "ü ½ 字 😀"},           /* two, three and four bytes */
    {"\xc2\x9b[31m", "\\xc2\\x9b[31m"}, /* CSI, one character of UTF-8 */
    {"\xc2\xa0", "\xc2\xa0"},           /* the first behind those controls */
    {"\x9b[31m", "\\x9b[31m"},          /* and as a byte by itself */
    {"\xe2\x80\xae"
     "abc",
     "\\xe2\\x80\\xae"
     "abc"}, /* turns what follows around */
    {"\xe2\x81\xa6"
     "abc",
     "\\xe2\\x81\\xa6"
     "abc"},
    {"\xe2\x80\xa8", "\\xe2\\x80\\xa8"}, /* a line's end */
    {"\xe2\x80\xaf", "\xe2\x80\xaf"},    /* the neighbour of those */
    {"\xe2\x81\xa9", "\\xe2\\x81\\xa9"}, /* the last of those that turn around */
    {"\xe2\x81\xaa", "\xe2\x81\xaa"},    /* the first behind them */
    {"\xe2\x81\xa5", "\xe2\x81\xa5"},    /* and the last before */
    {"\xc3", "\\xc3"},                   /* cut */
    {"\xe5\xad", "\\xe5\\xad"},
    {"\xc0\x9b", "\\xc0\\x9b"}, /* longer than need be: ESC in disguise */
    {"\xe0\x82\x9b", "\\xe0\\x82\\x9b"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* half of a pair */
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond the last */
    {"\xff\xfe", "\\xff\\xfe"},
};

static void words_are_shown(void **unused)
{
    char to[100];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(slp_shown(to, sizeof to, rows[i].text), strlen(rows[i].shown));
        assert_string_equal(to, rows[i].shown);
    }
}

/* At no length half a character, half a \xNN, or a byte too many. */
static void what_does_not_fit_is_cut_between(void **unused)
{
    static const char text[] = "a\x1bü字";
    static const struct {
        size_t room;
        const char *shown;
    } cut[] = {{1, ""},       {2, "a"},       {5, "a"},        {6, "a\\x1b"},
               {7, "a\\x1b"}, {8, "a\\x1bü"}, {10, "a\\x1bü"}, {11, "a\\x1bü字"}};
    (void)unused;
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        char *to = malloc(cut[i].room);
        assert_int_equal(slp_shown(to, cut[i].room, text), strlen(cut[i].shown));
        assert_string_equal(to, cut[i].shown);
        free(to);
    }
}

static void messages_are_one_line(void **unused)
{
    char *text = NULL;
    size_t size;
    slp_error err;
    FILE *to = open_memstream(&text, &size);
    (void)unused;
    slp_say(to, "slp: %s and %d\n", "a\nb\x1b", 7);
    slp_say(to, "%s", "");
    slp_say(to, "no end %s", "\t");
    slp_say(to, "\n\n");
    slp_error_set(&err, 3, "i\x1b", "f\x1b", "t\x1b");
    slp_error_print(to, "s\x1b", &err);
    fclose(to);
    assert_string_equal(text, "slp: a\\x0ab\\x1b and 7\nno end \\x09\\x0a\n"
                              "s\\x1b:3: case i\\x1b, field f\\x1b: t\\x1b\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_shown),
                                       cmocka_unit_test(what_does_not_fit_is_cut_between),
                                       cmocka_unit_test(messages_are_one_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
