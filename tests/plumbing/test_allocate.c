/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A program that memory is refused to says so and ends. */
#include "oracle/plumbing/allocate.h"
#include "tests/support/foreign_allocator.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

/* Exit status 2 and the words, of room that no machine has. */
static void the_end_of_memory_is_said(void **unused)
{
    static const char *const words[] = {"slp: out of memory (4611686018427387904 x 3 bytes)\n",
                                        "slp: out of memory (9223372036854775808 bytes)\n",
                                        "slp: out of memory\n", "slp: out of memory\n"};
    (void)unused;
#ifdef SLP_FOREIGN_ALLOCATOR
    skip();
#endif
    for (int k = 0; k < 4; k++) {
        int ends[2], status;
        char said[200] = "";
        assert_int_equal(pipe(ends), 0);
        pid_t pid = fork();
        if (pid == 0) {
            dup2(ends[1], STDERR_FILENO);
            if (k == 0) slp_allocate((size_t)1 << 62, 3);
            if (k == 1) slp_reallocate(NULL, (size_t)1 << 63);
            if (k == 2) slp_need_memory(SLP_MEMORY);
            if (k == 3) slp_need_pointer(NULL);
            _exit(0);
        }
        close(ends[1]);
        FILE *from = fdopen(ends[0], "r");
        said[fread(said, 1, sizeof said - 1, from)] = 0;
        fclose(from);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
        assert_string_equal(said, words[k]);
    }
    void *none = slp_allocate(0, 8); /* room for none is room all the same */
    assert_non_null(none);
    free(none);
    for (int i = 0; i < SLP_STATUS_COUNT; i++)
        if (i != SLP_MEMORY) assert_int_equal(slp_need_memory((slp_status)i), i);
    assert_ptr_equal(slp_need_pointer(&none), &none);
    char *copy = slp_copy_bytes("few words", 3);
    assert_string_equal(copy, "few");
    free(copy);
}

/* Before each item is written there is room for it, and the items before it are there. */
static void a_list_grows_by_one_more(void **unused)
{
    enum { ITEMS = 70 };
    double(*list)[3] = NULL;
    (void)unused;
    for (size_t count = 0; count < ITEMS; count++) {
        list = slp_one_more(list, count, sizeof *list);
#ifdef __GLIBC__
        assert_true(malloc_usable_size(list) >= (count + 1) * sizeof *list);
#endif
        for (size_t i = 0; i < 3; i++) list[count][i] = (double)(3 * count + i);
    }
    for (size_t k = 0; k < 3 * ITEMS; k++) assert_true(list[k / 3][k % 3] == (double)k);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_end_of_memory_is_said),
                                       cmocka_unit_test(a_list_grows_by_one_more)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
