/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories as tables, to the byte, and the file they go to: what is put is there, what is
 * summed is what was put, and what a checkpoint vouches for is compared, not believed. */
#include "oracle/simulate/output.h"
#include "oracle/simulate/table.h"

#include <errno.h>
#include <float.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { HELD = 1 << 16, MORE = 4 * HELD };

static void text_is_as_documented(void **unused)
{
    static const double x[] = {1, -0x1p-1074}, measured[] = {0.1, 2}, dw[] = {-3};
    const slp_table all = {false, 2, 1, 1}, bare = {false, 0, 0, 0};
    char to[1000];
    (void)unused;
    static const char head[] = "t,x1,x2,energy,casimir1,dW1\n",
                      row[] = "0.25,1,-4.9406564584124654e-324,0.10000000000000001,2,-3\n";
    assert_int_equal(slp_table_header(to, &all, 7), strlen(head));
    assert_memory_equal(to, head, strlen(head));
    assert_int_equal(slp_table_row(to, &all, 0.25, x, measured, dw), strlen(row));
    assert_memory_equal(to, row, strlen(row));
    assert_int_equal(slp_table_header(to, &bare, 7), 9);
    assert_memory_equal(to, "t,energy\n", 9);
    assert_int_equal(slp_table_row(to, &bare, 3, NULL, measured, NULL), 22);
    assert_memory_equal(to, "3,0.10000000000000001\n", 22);
    assert_int_equal(slp_table_fixed(&all), 0);
}

/* Of names that count to 20 digits and numbers of 24 characters, each with its comma, none goes
 * beyond the room. */
static void rows_fit_their_room(void **unused)
{
    enum { D = 120 };
    double x[D];
    (void)unused;
    for (size_t i = 0; i < D; i++) x[i] = -DBL_MIN * 1.2345678901234567;
    for (int npy = 0; npy < 2; npy++) {
        const slp_table table = {npy, D, D - 1, D};
        size_t room = slp_table_size(&table);
        char *to = malloc(room);
        assert_le(slp_table_header(to, &table, UINT64_MAX), room);
        assert_le(slp_table_row(to, &table, x[0], x, x, x), room);
        free(to);
    }
}

/* Each part that a table may have stands in the dictionary, in the order of the row's numbers. */
static void npy_names_its_parts(void **unused)
{
    static const char dictionary[] =
        "{'descr': [('t', '<f8'), ('x', '<f8', (3,)), ('energy', '<f8'), ('casimir', '<f8', (2,)), "
        "('dW', '<f8', (4,))], 'fortran_order': False, 'shape': (1,), }  ";
    const slp_table table = {true, 3, 2, 4};
    char to[1000];
    (void)unused;
    assert_int_equal(slp_table_header(to, &table, 1), 256);
    assert_memory_equal(to + 10, dictionary, strlen(dictionary));
    static const double x[] = {1, 2, 3}, measured[] = {4, 5, 6}, dw[] = {7, 8, 9, 10};
    assert_int_equal(slp_table_row(to, &table, 0, x, measured, dw), 8 * 11);
    for (int i = 0; i < 11; i++) { /* 0, 1, ..., 10 */
        double value;
        uint64_t bits = 0;
        for (int k = 7; k >= 0; k--) bits = bits << 8 | (unsigned char)to[8 * i + k];
        memcpy(&value, &bits, sizeof value);
        assert_true(value == i);
    }
}

/* https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, version 1.0 */
static void npy_is_as_documented(void **unused)
{
    static const char dictionary[] =
        "{'descr': [('t', '<f8'), ('x', '<f8', (3,)), ('energy', '<f8'), ('dW', '<f8', (1,))], "
        "'fortran_order': False, 'shape': (12345,), }";
    const slp_table table = {true, 3, 0, 1};
    unsigned char to[2000];
    static const double x[] = {1, -2, 0x1.23456789abcdep-3}, energy = 5, dw = -0.0;
    (void)unused;
    assert_int_equal(slp_table_fixed(&table), 256);
    memset(to, '?', sizeof to);
    assert_int_equal(slp_table_header((char *)to, &table, 12345), 256);
    assert_memory_equal(to, "\x93NUMPY\x01\x00\xf6\x00", 10); /* 246 follow */
    assert_memory_equal(to + 10, dictionary, strlen(dictionary));
    for (size_t i = 10 + strlen(dictionary); i < 255; i++) assert_int_equal(to[i], ' ');
    assert_int_equal(to[255], '\n');
    assert_int_equal(to[256], '?');
    memset(to, '?', sizeof to);
    assert_int_equal(slp_table_row((char *)to, &table, 0.5, x, &energy, &dw), 48);
    assert_int_equal(to[48], '?');
    static const unsigned char bytes[48] = {
        0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0,    0,    0,    0,    0,    0,    0xf0, 0x3f,
        0, 0, 0, 0, 0, 0, 0,    0xc0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0xc2, 0x3f,
        0, 0, 0, 0, 0, 0, 0x14, 0x40, 0,    0,    0,    0,    0,    0,    0,    0x80};
    assert_memory_equal(to, bytes, 48);
}

static uint64_t fnv(const char *bytes, size_t count)
{
    uint64_t sum = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return sum;
}

static char *folder(void)
{
    char path[] = "/tmp/slp-table-XXXXXX";
    assert_non_null(mkdtemp(path));
    assert_int_equal(chdir(path), 0);
    return strdup(path);
}

static void holds(const char *name, const char *bytes, size_t count)
{
    char *found = malloc(count + 2);
    FILE *from = fopen(name, "rb");
    assert_non_null(from);
    assert_int_equal(fread(found, 1, count + 2, from), count);
    fclose(from);
    assert_memory_equal(found, bytes, count);
    free(found);
}

/* Bytes that are all different enough for a shift to be seen. */
static char *some_bytes(void)
{
    char *bytes = malloc(MORE);
    for (size_t i = 0; i < MORE; i++) bytes[i] = (char)(i * 2654435761u >> 13);
    return bytes;
}

/* In portions around what is held, with and without a head that is rewritten. */
static void what_is_put_is_there(void **unused)
{
    static const size_t portions[] = {1, HELD - 1, 1, HELD, HELD + 1, 5};
    char *bytes = some_bytes();
    (void)unused;
    for (size_t fixed = 0; fixed <= 20; fixed += 20) {
        slp_output out;
        slp_error err;
        char head[20];
        memset(head, 'h', sizeof head);
        remove("out");
        assert_int_equal(slp_output_open(&out, "out", true, &err), SLP_OK);
        assert_true(slp_output_empty(&out));
        out.fixed = fixed;
        size_t put = 0, first = fixed ? 20 : 0;
        if (first) slp_output_put(&out, bytes, put = first);
        for (size_t i = 0; i < 6; put += portions[i++])
            slp_output_put(&out, bytes + put, portions[i]);
        assert_int_equal(out.bytes, put);
        assert_true(out.sum == fnv(bytes + fixed, put - fixed));
        assert_true(slp_output_sync(&out, head));
        assert_false(slp_output_empty(&out));
        char *wanted = malloc(put);
        memcpy(wanted, bytes, put);
        memcpy(wanted, head, fixed);
        holds("out", wanted, put);
        assert_int_equal(slp_output_verify(&out, put, out.sum, &err), SLP_OK);
        assert_int_equal(slp_output_verify(&out, put, out.sum ^ 1, &err), SLP_INPUT);
        assert_non_null(strstr(err.text, "is not the file"));
        assert_int_equal(slp_output_verify(&out, put - 1, out.sum, &err), SLP_INPUT);
        assert_int_equal(slp_output_verify(&out, put + 1, out.sum, &err), SLP_INPUT);
        assert_non_null(strstr(err.text, "shorter than its checkpoint says"));
        uint64_t early = fnv(bytes + fixed, HELD + 7 - fixed);
        assert_int_equal(slp_output_verify(&out, HELD + 7, early, &err), SLP_OK);
        memset(head, 'H', sizeof head);
        memcpy(wanted, head, fixed);
        assert_int_equal(slp_output_cut(&out, head, HELD + 7, early, &err), SLP_OK);
        holds("out", wanted, HELD + 7);
        slp_output_put(&out, "end", 3);
        assert_true(slp_output_sync(&out, head));
        memcpy(wanted + HELD + 7, "end", 3);
        holds("out", wanted, HELD + 10);
        slp_output_close(&out);
        free(wanted);
    }
    free(bytes);
}

static void files_that_cannot_be_taken(void **unused)
{
    slp_output out, other;
    slp_error err;
    (void)unused;
    remove("out");
    assert_int_equal(slp_output_open(&out, "out", false, &err), SLP_END);
    assert_int_equal(slp_output_open(&out, "none/out", true, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be opened to write: No such file"));
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(slp_output_open(&out, "pipe", false, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "not a regular file"));
    slp_output_close(&out);
    assert_int_equal(slp_output_open(&out, "out", true, &err), SLP_OK);
    assert_int_equal(slp_output_open(&other, "out", true, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "exists; --resume"));
    pid_t pid = fork();
    if (pid == 0) /* another process sees that this one writes */
        _exit(slp_output_open(&other, "out", false, &err) == SLP_INPUT &&
                      strstr(err.text, "is being written by another process")
                  ? 0
                  : 1);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    slp_output_close(&out);
    assert_int_equal(slp_output_open(&out, "out", false, &err), SLP_OK);
    slp_output_close(&out);
}

/* A full disk, as a limit on the size of files: the fault is kept, and nothing is put after it. */
static void a_write_that_fails_is_kept(void **unused)
{
    struct rlimit before, small;
    char *bytes = some_bytes();
    slp_output out;
    slp_error err;
    (void)unused;
    remove("out");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(slp_output_open(&out, "out", true, &err), SLP_OK);
    small = before;
    small.rlim_cur = 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    slp_output_put(&out, bytes, 1200);
    assert_int_equal(out.fault, 0); /* held */
    bool synced = slp_output_sync(&out, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(synced);
    assert_int_equal(out.fault, EFBIG);
    slp_output_put(&out, bytes, 5);
    assert_int_equal(out.bytes, 1200);
    assert_false(slp_output_sync(&out, NULL));
    holds("out", bytes, 1000);
    assert_int_equal(slp_output_cut(&out, NULL, 3, 0, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be cut to 3 bytes: File too large"));
    slp_output_close(&out);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_as_documented),     cmocka_unit_test(rows_fit_their_room),
        cmocka_unit_test(npy_is_as_documented),      cmocka_unit_test(npy_names_its_parts),
        cmocka_unit_test(what_is_put_is_there),      cmocka_unit_test(files_that_cannot_be_taken),
        cmocka_unit_test(a_write_that_fails_is_kept)};
    char *here = folder(), command[80];
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", here);
    free(here);
    return system(command) == 0 ? failed : 1;
}
