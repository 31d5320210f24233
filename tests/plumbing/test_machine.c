/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The machine in words: what `uname` and the number of processors say too. */
#include "oracle/plumbing/machine.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static void words_are_those_of_the_system(void **state)
{
    slp_machine found;
    struct utsname name;
    (void)state;
    memset(&found, '?', sizeof found);
    slp_machine_read(&found);
    assert_int_equal(uname(&name), 0);
    assert_non_null(strstr(found.system, name.release));
    assert_non_null(strstr(found.system, name.machine));
    assert_true(found.processor[0]);
    assert_lt(strlen(found.processor), sizeof found.processor);
    assert_null(strchr(found.processor, '\n'));
    assert_int_equal(found.processors, sysconf(_SC_NPROCESSORS_ONLN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_those_of_the_system)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
