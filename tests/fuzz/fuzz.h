/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz targets, tests/fuzz_NAME.c: each takes any bytes and ends the process where a property that
 * it states does not hold.
 *
 * Two programs call them.  `make fuzz` links each with libFuzzer (clang), which invents bytes for
 * FUZZ_SECONDS.  tests/fuzz/test_fuzz_corpus.c, in `make check`, gives them the files of
 * tests/fuzz/corpus/NAME/; for that program the build renames LLVMFuzzerTestOneInput to fuzz_NAME.
 */
#ifndef SLP_TESTS_FUZZ_H
#define SLP_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The target: returns 0, or the process ends with SIGABRT after a line on stderr. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

#define HOLDS(property)                                                                            \
    do {                                                                                           \
        if (!(property)) {                                                                         \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Where files are written: in memory where the system offers that, as fuzzing makes many. */
static inline const char *fuzz_place(void)
{
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

/* The bytes with a zero after them, to be freed. */
static inline char *fuzz_text(const uint8_t *bytes, size_t count)
{
    char *text = malloc(count + 1);
    HOLDS(text != NULL);
    if (count) memcpy(text, bytes, count);
    text[count] = 0;
    return text;
}

#endif
