/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the program needs of its machine, in a page: nothing.  There are no limits on files or
 * memory but the page's, and BLAS is the loops of fast/plain (see oracle/command/program.h). */
#define _DEFAULT_SOURCE /* for getentropy */
#include "oracle/command/program.h"

#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

const char slp_blas_libraries[] = "";

void slp_program_begin(void) {}

void slp_program_limit(char text[SLP_LIMIT_WORDS])
{
    snprintf(text, SLP_LIMIT_WORDS, "a page has at most 2 GiB");
}

/* Emscripten's C library declares it and does not have it. */
ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    return count <= 256 && getentropy(bytes, count) == 0 ? (ssize_t)count : -1;
}
