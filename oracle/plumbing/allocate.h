/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Memory for the program.  Where memory is refused these end it: one line on standard error, exit
 * status 2.  The libraries do not use them: a library returns SLP_MEMORY.  In `slp` itself no
 * request returns without memory (oracle/command/program_memory.c); these serve whoever links the
 * program's objects without that file. */
#ifndef SLP_ORACLE_ALLOCATE_H
#define SLP_ORACLE_ALLOCATE_H

#include "oracle/contract/case/case.h"

#include <stdio.h>

/* calloc and realloc that return only with memory; of 0 bytes too. */
void *slp_allocate(size_t count, size_t size);
void *slp_reallocate(void *old, size_t bytes);
/* A list of `count` items of `size` bytes, with room for one more.  A list that grows does so by
 * this alone: its room is the next power of two, so that no list keeps how much it has. */
void *slp_one_more(void *list, size_t count, size_t size);
/* The same of strdup and strndup. */
char *slp_copy_text(const char *text);
char *slp_copy_bytes(const char *text, size_t length);
/* Ends the program if pointer is NULL, and returns pointer otherwise. */
void *slp_need_pointer(void *pointer);
/* Ends the program if status is SLP_MEMORY, and returns status otherwise.  Around every call that
 * may return SLP_MEMORY and whose status the caller does not print. */
slp_status slp_need_memory(slp_status status);

/* Text that is written like a file: to `to`, between begin and end. */
typedef struct slp_written {
    FILE *to;
    char *text;
    size_t size;
} slp_written;
/* Returns w->to. */
FILE *slp_written_begin(slp_written *w);
/* The text, which the caller frees; w->size are its bytes. */
char *slp_written_end(slp_written *w);

#endif
