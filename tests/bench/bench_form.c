/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary form of a state of su(1024), a million numbers, beside a copy of the same bytes: a
 * case is written to memory; it is read from a file that the system holds in memory, beside a plain
 * read(2) of the file.  Checksum and every test of the case are included.
 * usage: bench_form [FILE.json] */
#include "oracle/contract/case/case_binary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { N = 1024, D = N * N, RUNS = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The least of its times so far. */
static void keep(double *least, double since)
{
    const double took = now() - since;
    if (*least == 0 || took < *least) *least = took;
}

/* A case whose state has trace 0; the caller frees the text. */
static char *line(void)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    fprintf(
        to,
        "case id=a system=zeitlin-sphere scheme=isospectral-midpoint n=%d h=0.125 steps=1 x=", N);
    for (size_t i = 0; i < D; i++)
        fprintf(to, "%s%s", i ? "," : "", i >= N || i % 2 ? "0x1.8p-1" : "-0x1.8p-1");
    fclose(to);
    return text;
}

static bool write_once(double *least, char *to, size_t room, const slp_case *c)
{
    FILE *file = fmemopen(to, room, "w");
    if (!file) return false;
    const double began = now();
    bool good = slp_case_write(file, c) == 0;
    good = fclose(file) == 0 && good;
    keep(least, began);
    return good;
}

/* From the file, which is in the system's memory. */
static bool read_once(double *least, FILE *file, const slp_case *expected)
{
    rewind(file);
    slp_reader *reader = slp_reader_new(file, "bench");
    slp_record_kind kind;
    slp_result r;
    slp_error err;
    slp_case c;
    slp_case_init(&c);
    slp_result_init(&r);
    bool good = reader != NULL;
    if (good) {
        slp_reader_set_binary(reader);
        const double began = now();
        good = slp_reader_next(&kind, &c, &r, reader, &err) == SLP_OK;
        keep(least, began);
        good = good && c.d == expected->d && memcmp(c.x, expected->x, D * sizeof *c.x) == 0;
    }
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    return good;
}

/* The same bytes by read(2) into memory that was written before. */
static bool read_plain(double *least, char *to, FILE *file, size_t size)
{
    rewind(file);
    fflush(file);
    const double began = now();
    const bool good = pread(fileno(file), to, size, 0) == (ssize_t)size;
    keep(least, began);
    return good;
}

int main(int argc, char **argv)
{
    const size_t bytes = D * sizeof(double), room = bytes + 4096;
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    char *text = line(), *frame = malloc(room), *copy = malloc(bytes);
    FILE *file = tmpfile();
    double copied = 0, written = 0, plain = 0, read = 0;
    slp_error err;
    slp_case c;
    slp_case_init(&c);
    bool good = (argc < 2 || json) && text && frame && copy && file &&
                slp_case_parse(&c, text, 1, &err) == SLP_OK && slp_case_write(file, &c) == 0;
    for (int i = 0; good && i < RUNS; i++) {
        const double began = now();
        memcpy(copy, c.x, bytes);
        keep(&copied, began);
        good = copy[bytes - 1] == ((char *)c.x)[bytes - 1] &&
               write_once(&written, frame, room, &c) && read_plain(&plain, copy, file, bytes) &&
               read_once(&read, file, &c);
    }
    if (good)
        printf("binary form of su(%d), %.1f MB: copied at %.2f GB/s, written at %.2f; a file of it "
               "read by read(2) at %.2f, as a case at %.2f\n",
               N, 1e-6 * (double)bytes, 1e-9 * (double)bytes / copied,
               1e-9 * (double)bytes / written, 1e-9 * (double)bytes / plain,
               1e-9 * (double)bytes / read);
    else
        fputs("bench_form: a frame was not written or not read as it was\n", stderr);
    if (json && good)
        fprintf(json,
                "{\"bytes\": %zu, \"copied_s\": %.6f, \"written_s\": %.6f, "
                "\"plain_read_s\": %.6f, \"read_s\": %.6f}\n",
                bytes, copied, written, plain, read);
    slp_case_clear(&c);
    free(text);
    free(frame);
    free(copy);
    if (file) fclose(file);
    return (json && fclose(json)) || !good ? 2 : 0;
}
