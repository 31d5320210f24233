/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Files that are whole or not there, in a directory where somebody else has planted links; and the
 * sum that stored files carry. */
#include "oracle/plumbing/sum.h"
#include "oracle/plumbing/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static void holds(const char *name, const char *wanted)
{
    char text[100] = "";
    FILE *from = fopen(name, "r");
    assert_non_null(from);
    text[fread(text, 1, sizeof text - 1, from)] = 0;
    fclose(from);
    assert_string_equal(text, wanted);
}

static void put(const char *name, const char *text)
{
    FILE *to = fopen(name, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

/* How many names of the directory hold these letters; the last of them in name. */
static size_t names_with(char name[256], const char *letters)
{
    size_t count = 0;
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, letters)) {
            count++;
            snprintf(name, 256, "%s", entry->d_name);
        }
    closedir(folder);
    return count;
}

/* A link at the final name is replaced, and what it leads to stays. */
static void links_are_replaced(void **unused)
{
    struct stat there;
    (void)unused;
    put("victim", "precious");
    assert_int_equal(symlink("victim", "a"), 0);
    assert_true(slp_whole_write("a", "text", 4, true));
    holds("victim", "precious");
    holds("a", "text");
    assert_int_equal(lstat("a", &there), 0);
    assert_true(S_ISREG(there.st_mode));
}

/* The name beside is another one each time, names the process, and is never one that is there. */
static void names_beside_cannot_be_guessed(void **unused)
{
    slp_whole_file one, two;
    char name[256], wanted[80];
    (void)unused;
    assert_true(slp_whole_begin(&one, "b"));
    assert_true(slp_whole_begin(&two, "./b"));
    assert_string_not_equal(one.beside, two.beside + 2);
    snprintf(wanted, sizeof wanted, "b.%ld.", (long)getpid());
    assert_int_equal(strncmp(one.beside, wanted, strlen(wanted)), 0);
    const size_t digits = strspn(one.beside + strlen(wanted), "0123456789abcdef");
    assert_int_equal(digits, 16);
    assert_string_equal(one.beside + strlen(wanted) + digits, ".new");
    assert_int_equal(fcntl(fileno(one.to), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    fputs("one", one.to);
    fputs("two", two.to);
    assert_int_equal(access("b", F_OK), -1);
    assert_true(slp_whole_end(&one, true, false));
    holds("b", "one");
    assert_false(slp_whole_end(&two, false, false));
    assert_int_equal(errno, 0);
    holds("b", "one");
    assert_int_equal(names_with(name, ".new"), 0);
}

static void permissions_are_those_of_a_new_file(void **unused)
{
    static const mode_t masks[] = {022, 077, 002};
    struct stat there;
    (void)unused;
    const mode_t before = umask(0);
    for (size_t i = 0; i < 3; i++) {
        umask(masks[i]);
        assert_true(slp_whole_write("c", "x", 1, false));
        assert_int_equal(stat("c", &there), 0);
        assert_int_equal(there.st_mode & 0777, 0666 & ~masks[i]);
    }
    umask(before);
}

static void what_fails_leaves_the_old(void **unused)
{
    slp_whole_file file;
    char name[256];
    (void)unused;
    assert_false(slp_whole_write("none/d", "x", 1, true));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(mkdir("taken", 0700), 0);
    assert_false(slp_whole_write("taken", "x", 1, true));
    assert_int_equal(errno, EISDIR);
    put("d", "old");
    assert_true(slp_whole_begin(&file, "d"));
    fputs("half", file.to);
    file.fault = ENOSPC; /* a write that the caller saw fail */
    assert_false(slp_whole_end(&file, true, true));
    assert_int_equal(errno, ENOSPC);
    assert_true(slp_whole_begin(&file, "d"));
    slp_whole_drop(&file);
    holds("d", "old");
    assert_int_equal(names_with(name, ".new"), 0);
    char *far = calloc(260, 1); /* as long as a name may be; the one beside is cut */
    memset(far, 'n', 255);
    assert_true(slp_whole_write(far, "x", 1, false));
    assert_int_equal(remove(far), 0);
    free(far);
}

static void what_the_dead_left_is_swept(void **unused)
{
    static const struct {
        const char *name;
        bool swept, named;
    } files[] = {{"e.999999999.0123456789abcdef.new", true, true},
                 {"f.999999999.0123456789abcdef.new", true, false},
                 {"e.999999999.0123456789abcde.new", false, false},
                 {"e.999999999.0123456789abcdeg.new", false, false},
                 {"e.999999999.0123456789abcdef.old", false, false},
                 {"e.1.0123456789abcdef.new", false, false}, /* a process that lives */
                 {"e.x.0123456789abcdef.new", false, false},
                 {".999999999.0123456789abcdef.new", false, false},
                 {"e0.0123456789abcdef.new", false, false},
                 {"12345.0123456789abcdef.new", false, false},
                 {"e.123x999999999.0123456789abcdef.new", false, false},
                 {"f0.999999999.0123456789abcdef.new", true, false},
                 {"e.new", false, false}};
    enum { COUNT = sizeof files / sizeof *files };
    (void)unused;
    assert_int_equal(mkdir("dead", 0700), 0);
    assert_int_equal(chdir("dead"), 0);
    for (int all = 0; all < 2; all++) {
        for (size_t i = 0; i < COUNT; i++) put(files[i].name, "");
        slp_whole_sweep(".", all ? NULL : "e");
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(access(files[i].name, F_OK) != 0,
                             all ? files[i].swept : files[i].named);
    }
    slp_whole_sweep("nowhere", NULL);
    assert_int_equal(chdir(".."), 0);
}

static void only_regular_files_are_read(void **unused)
{
    (void)unused;
    put("g", "text");
    assert_int_equal(symlink("g", "link"), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    FILE *from = slp_whole_open("g");
    assert_non_null(from);
    fclose(from);
    assert_null(slp_whole_open("link"));
    assert_int_equal(errno, ELOOP);
    assert_null(slp_whole_open("pipe")); /* at once, though nobody writes into it */
    assert_int_equal(errno, EINVAL);
    assert_null(slp_whole_open("."));
    assert_null(slp_whole_open("nowhere"));
    assert_int_equal(errno, ENOENT);
    assert_true(slp_whole_is_link("link"));
    assert_false(slp_whole_is_link("g"));
    assert_false(slp_whole_is_link("nowhere"));
}

/* FNV-1a as its authors print it; and one changed byte changes it wherever it stands. */
static void the_sum_is_fnv(void **unused)
{
    char text[64];
    (void)unused;
    assert_true(slp_fnv(SLP_FNV, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(slp_fnv(SLP_FNV, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(slp_fnv(SLP_FNV, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(slp_fnv(slp_fnv(SLP_FNV, "foo", 3), "bar", 3) == slp_fnv(SLP_FNV, "foobar", 6));
    memset(text, 'x', sizeof text);
    const uint64_t sum = slp_fnv(SLP_FNV, text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++)
        for (int bit = 0; bit < 8; bit++) {
            text[i] ^= (char)(1 << bit);
            assert_true(slp_fnv(SLP_FNV, text, sizeof text) != sum);
            text[i] ^= (char)(1 << bit);
        }
}

/* A rename would put a file in the place of a device, for everybody on the machine. */
static void a_device_is_not_replaced(void **unused)
{
    slp_whole_file file;
    struct stat is;
    (void)unused;
    assert_false(slp_whole_begin(&file, "/dev/null"));
    assert_int_equal(errno, EINVAL);
    slp_whole_drop(&file);
    assert_int_equal(lstat("/dev/null", &is), 0);
    assert_true(S_ISCHR(is.st_mode));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_device_is_not_replaced),
                                       cmocka_unit_test(links_are_replaced),
                                       cmocka_unit_test(names_beside_cannot_be_guessed),
                                       cmocka_unit_test(permissions_are_those_of_a_new_file),
                                       cmocka_unit_test(what_fails_leaves_the_old),
                                       cmocka_unit_test(what_the_dead_left_is_swept),
                                       cmocka_unit_test(only_regular_files_are_read),
                                       cmocka_unit_test(the_sum_is_fnv)};
    char path[] = "/tmp/slp-whole-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
