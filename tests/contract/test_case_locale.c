/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers read and print the same whatever locale the program around them has chosen. */
#include "tests/support/cmocka.h"

#include "oracle/contract/number/number.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static slp_span span(const char *text)
{
    return (slp_span){text, strlen(text)};
}

/* A locale whose decimal point is a comma must change nothing.  Where none is installed one is
 * made. */
static void the_locale_does_not_matter(void **unused)
{
    static const char *const comma[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    (void)unused;
    const char *build = getenv("BUILD"), *found = NULL;
    for (size_t i = 0; i < 4 && !found; i++) found = setlocale(LC_ALL, comma[i]);
    if (!found) {
        char command[1000], folder[400];
        snprintf(folder, sizeof folder, "%s/locale", build ? build : "/tmp");
        snprintf(command, sizeof command,
                 "mkdir -p '%s' && localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1",
                 folder, folder);
        if (system(command) == 0) {
            setenv("LOCPATH", folder, 1);
            found = setlocale(LC_ALL, "de_DE.UTF-8");
        }
    }
    if (!found) {
        print_message("no locale with a decimal comma can be had here\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    double value = 0;
    assert_null(slp_number_parse(&value, span("2.5")));
    assert_true(value == 2.5);
    assert_null(slp_number_parse(&value, span("2.50000000000000000000")));
    assert_true(value == 2.5);
    assert_null(slp_number_parse(&value, span("0x1.4p+1")));
    assert_true(value == 2.5);
    assert_non_null(slp_number_parse(&value, span("2,5")));
    char text[SLP_NUMBER_CHARS];
    slp_number_print(text, 2.5);
    assert_string_equal(text, "0x1.4p+1");
    assert_string_equal(localeconv()->decimal_point, ","); /* and the caller's locale is back */
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_locale_does_not_matter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
