/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Memory for the program, which ends where memory is refused. */
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

void *slp_allocate(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room) {
        fprintf(stderr, "slp: out of memory (%zu x %zu bytes)\n", count, size);
        exit(2);
    }
    return room;
}

void *slp_reallocate(void *old, size_t bytes)
{
    void *room = realloc(old, bytes);
    if (!room) {
        fprintf(stderr, "slp: out of memory (%zu bytes)\n", bytes);
        exit(2);
    }
    return room;
}

void *slp_one_more(void *list, size_t count, size_t size)
{
    if (count & (count - 1)) return list;
    return slp_reallocate(list, (count ? 2 * count : 1) * size);
}

char *slp_copy_bytes(const char *text, size_t length)
{
    return memcpy(slp_allocate(length + 1, 1), text, length);
}

char *slp_copy_text(const char *text)
{
    return slp_copy_bytes(text, strlen(text));
}

void *slp_need_pointer(void *pointer)
{
    if (!pointer) {
        fputs("slp: out of memory\n", stderr);
        exit(2);
    }
    return pointer;
}

slp_status slp_need_memory(slp_status status)
{
    if (status == SLP_MEMORY) slp_need_pointer(NULL);
    return status;
}

FILE *slp_written_begin(slp_written *w)
{
    return w->to = slp_need_pointer(open_memstream(&w->text, &w->size));
}

char *slp_written_end(slp_written *w)
{
    if (fclose(w->to) != 0) slp_need_pointer(NULL);
    return w->text;
}
