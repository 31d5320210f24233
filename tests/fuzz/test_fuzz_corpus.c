/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The fuzz targets (tests/fuzz/fuzz_*.c) on the committed files of tests/fuzz/corpus/TARGET/: what
 * fuzzing found, and what reaches each branch of the readers.  A test a target; each file is given
 * to the target in a process of its own group, so that a property that does not hold fails this
 * test, names the file, and leaves the other targets to run.
 *
 * The files were kept because each reached code that no other did (libFuzzer, -merge=1), or because
 * the target failed on it before a fault was mended; those carry the fault's name.
 * Calls the BLAS, for seconds.
 * Starts first. */
#include "tests/support/cmocka.h"

#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 1 << 16, LIMIT = 300 * 1024 };

#define TARGETS(X)                                                                                 \
    X(build)                                                                                       \
    X(case) X(checkpoint) X(claim) X(expression) X(frame) X(judge) X(number) X(record) X(result)
#define DECLARE(name) int fuzz_##name(const uint8_t *bytes, size_t count);
#define ENTRY(name)   {#name, fuzz_##name},
TARGETS(DECLARE)

static const struct target {
    const char *name;
    int (*run)(const uint8_t *bytes, size_t count);
} targets[] = {TARGETS(ENTRY)};
enum { COUNT = sizeof targets / sizeof *targets };

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The file's bytes into `to`; LARGEST + 1 where there are more. */
static size_t read_file(uint8_t *to, const char *path)
{
    FILE *from = fopen(path, "rb");
    if (!from) fail_msg("cannot read %s", path);
    const size_t count = fread(to, 1, LARGEST + 1, from);
    fclose(from);
    return count;
}

/* In the child: every file, its number told to the parent before it is run. */
static void run_files(const struct target *t, const char *folder, struct dirent **files, int count,
                      int to)
{
    uint8_t *bytes = malloc(LARGEST + 1);
    for (int i = 0; i < count && bytes; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        const size_t length = read_file(bytes, path);
        /* room of its own for each, so that a byte read beyond the end is seen by a sanitizer */
        uint8_t *own = malloc(length ? length : 1);
        if (!own || write(to, &i, sizeof i) != sizeof i) exit(3);
        memcpy(own, bytes, length);
        t->run(own, length);
        free(own);
    }
    free(bytes);
}

static void replays(void **state)
{
    const struct target *t = *state;
    char folder[128];
    struct dirent **files;
    int ends[2], at = -1, status = 0;
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", t->name);
    const int count = scandir(folder, &files, visible, alphasort);
    assert_ge(count, 10);
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_ge(child, 0);
    if (child == 0) {
        static const int cmockas[] = {SIGFPE, SIGILL, SIGSEGV, SIGBUS, SIGSYS};
        for (size_t i = 0; i < sizeof cmockas / sizeof *cmockas; i++) signal(cmockas[i], SIG_DFL);
        close(ends[0]);
        alarm(120);
        run_files(t, folder, files, count, ends[1]);
        exit(0);
    }
    close(ends[1]);
    while (read(ends[0], &at, sizeof at) == sizeof at) {
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && at == count - 1;
    if (!good && at >= 0)
        print_message("# fuzz_%s fell on %s/%s\n", t->name, folder, files[at]->d_name);
    for (int i = 0; i < count; i++) free(files[i]);
    free(files);
    assert_true(good);
}

/* Every target has its files here, every folder of files its target, and all together they stay
 * small. */
static void corpus_is_whole(void **unused)
{
    struct dirent **folders, **sources;
    size_t total = 0;
    uint8_t *bytes = malloc(LARGEST + 1);
    (void)unused;
    assert_non_null(bytes);
    const int count = scandir("tests/fuzz/corpus", &folders, visible, alphasort);
    assert_int_equal(count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        char path[512];
        struct dirent **files;
        assert_string_equal(folders[i]->d_name, targets[i].name);
        snprintf(path, sizeof path, "tests/fuzz/corpus/%s", targets[i].name);
        const int own = scandir(path, &files, visible, alphasort);
        for (int k = 0; k < own; k++) {
            snprintf(path, sizeof path, "tests/fuzz/corpus/%s/%s", targets[i].name,
                     files[k]->d_name);
            const size_t length = read_file(bytes, path);
            assert_le(length, LARGEST);
            total += length;
            free(files[k]);
        }
        free(files);
        free(folders[i]);
    }
    free(folders);
    free(bytes);
    assert_le(total, LIMIT);
    int found = 0;
    const int all = scandir("tests/fuzz", &sources, visible, alphasort);
    assert_gt(all, 0);
    for (int i = 0; i < all; i++) {
        const char *name = sources[i]->d_name;
        found += strncmp(name, "fuzz_", 5) == 0 && strcmp(name + strlen(name) - 2, ".c") == 0;
        free(sources[i]);
    }
    free(sources);
    assert_int_equal(found, COUNT);
}

int main(void)
{
    struct CMUnitTest tests[COUNT + 1] = {cmocka_unit_test(corpus_is_whole)};
    for (int i = 0; i < COUNT; i++) {
        tests[i + 1].name = targets[i].name;
        tests[i + 1].test_func = replays;
        tests[i + 1].initial_state = (void *)(uintptr_t)&targets[i];
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
