/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which paths are one file: by whichever name, through links, and where there is none yet; a
 * regular file is opened, and nothing else. */
#include "tests/support/cmocka.h"

#include "oracle/plumbing/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/slp-test-files-XXXXXX";

static void make(const char *name)
{
    FILE *to = fopen(name, "w");
    assert_non_null(to);
    assert_int_equal(fputs("text\n", to) < 0 || fclose(to) != 0, 0);
}

static int enter(void **unused)
{
    (void)unused;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **unused)
{
    char command[64];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void paths_are_one_file(void **unused)
{
    (void)unused;
    make("a");
    make("b");
    assert_int_equal(mkdir("sub", 0700), 0);
    make("sub/a");
    assert_int_equal(symlink("a", "soft") || link("a", "hard") || symlink(".", "here"), 0);
    char whole[64];
    snprintf(whole, sizeof whole, "%s/a", folder);
    const char *const one[] = {"a", "./a", "sub/../a", "soft", "hard", "here/a", whole, ".//a"};
    const char *const other[] = {"b", "sub/a", "new", "sub/new", "sub", ".", "none/a", "A"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        for (size_t k = 0; k < sizeof one / sizeof *one; k++)
            assert_true(slp_same_file(one[i], one[k]));
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
            assert_false(slp_same_file(one[i], other[k]));
            assert_false(slp_same_file(other[k], one[i]));
        }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        for (size_t k = 0; k < sizeof other / sizeof *other; k++)
            assert_int_equal(slp_same_file(other[i], other[k]), i == k);
    assert_true(slp_same_file("new", "./new") && slp_same_file("sub/new", "here/sub/new"));
    assert_true(slp_same_file("none/a", "none/a"));
}

static void only_regular_files_are_opened(void **unused)
{
    (void)unused;
    make("c");
    assert_int_equal(mkfifo("pipe", 0600) || symlink("pipe", "to-pipe") || symlink("c", "to-c"), 0);
    const char *const good[] = {"c", "to-c"}, *const bad[] = {"pipe", "to-pipe", "/dev/null"};
    for (size_t i = 0; i < 2; i++) {
        FILE *from = slp_open_regular(good[i]);
        assert_non_null(from);
        fclose(from);
    }
    alarm(20); /* a pipe would be waited for */
    for (size_t i = 0; i < 3; i++) {
        assert_null(slp_open_regular(bad[i]));
        assert_int_equal(errno, EINVAL);
        assert_string_equal(slp_open_fault(errno), "is not a regular file");
    }
    alarm(0);
    assert_null(slp_open_regular("."));
    assert_int_equal(errno, EISDIR);
    assert_null(slp_open_regular("gone"));
    assert_int_equal(errno, ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(paths_are_one_file),
                                       cmocka_unit_test(only_regular_files_are_opened)};
    return cmocka_run_group_tests(tests, enter, leave);
}
