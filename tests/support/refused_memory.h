/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An allocator before the C library's that refuses one request of our own objects, and knows what
 * of theirs was not freed.  For programs that ask what a library does where memory is refused; a
 * program includes it once.  Requests of FLINT, a BLAS and the C library are never refused: whose a
 * request is, the address says to which it returns. */
#ifndef SLP_TESTS_REFUSED_MEMORY_H
#define SLP_TESTS_REFUSED_MEMORY_H

#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"
#include "tests/support/foreign_allocator.h"

#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifndef SLP_FOREIGN_ALLOCATOR

enum { REFUSED_MOST = 1 << 14 };

static struct {
    atomic_flag held;
    bool open, refused;
    size_t asked, refuse; /* which request is refused, from 1; 0: none */
    uintptr_t from, to;   /* where our objects are */
    size_t count;
    void *given[REFUSED_MOST];
} refused_book = {.held = ATOMIC_FLAG_INIT};

static void refused_lock(void)
{
    while (atomic_flag_test_and_set(&refused_book.held)) continue;
}

static void refused_unlock(void)
{
    atomic_flag_clear(&refused_book.held);
}

static inline int refused_find(struct dl_phdr_info *library, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (!strstr(library->dlpi_name, "libslpwhole")) return 0;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const uintptr_t begin = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
        const uintptr_t end = begin + library->dlpi_phdr[i].p_memsz;
        if (library->dlpi_phdr[i].p_type != PT_LOAD) continue;
        if (!refused_book.from || begin < refused_book.from) refused_book.from = begin;
        if (end > refused_book.to) refused_book.to = end;
    }
    return 1;
}

/* The request that returns there is to be refused. */
static bool refused_now(const void *return_address)
{
    const uintptr_t at = (uintptr_t)return_address;
    if (!refused_book.open || at < refused_book.from || at >= refused_book.to) return false;
    refused_lock();
    const bool now = ++refused_book.asked == refused_book.refuse;
    refused_book.refused = refused_book.refused || now;
    refused_unlock();
    return now;
}

static void *refused_give(void *room, const void *return_address)
{
    const uintptr_t at = (uintptr_t)return_address;
    if (!room || !refused_book.open || at < refused_book.from || at >= refused_book.to) return room;
    refused_lock();
    if (refused_book.count == REFUSED_MOST) abort();
    refused_book.given[refused_book.count++] = room;
    refused_unlock();
    return room;
}

static void refused_take(const void *room)
{
    if (!room) return;
    refused_lock();
    for (size_t i = refused_book.count; i-- > 0;)
        if (refused_book.given[i] == room) {
            refused_book.given[i] = refused_book.given[--refused_book.count];
            break;
        }
    refused_unlock();
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *at);

#define REFUSED_FROM __builtin_return_address(0)

void *malloc(size_t size)
{
    return refused_now(REFUSED_FROM) ? NULL : refused_give(__libc_malloc(size), REFUSED_FROM);
}

void *calloc(size_t count, size_t size)
{
    return refused_now(REFUSED_FROM) ? NULL
                                     : refused_give(__libc_calloc(count, size), REFUSED_FROM);
}

void *realloc(void *at, size_t size)
{
    if (refused_now(REFUSED_FROM)) return NULL;
    refused_take(at);
    return refused_give(__libc_realloc(at, size), REFUSED_FROM);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refused_now(REFUSED_FROM) ? NULL
                                     : refused_give(__libc_memalign(alignment, size), REFUSED_FROM);
}

char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = refused_now(REFUSED_FROM) ? NULL : refused_give(__libc_malloc(size), REFUSED_FROM);
    return copy ? memcpy(copy, text, size) : NULL;
}

void free(void *at)
{
    refused_take(at);
    __libc_free(at);
}

/* From here on request `nth` is refused; 0: none. */
static void refuse_begin(size_t nth)
{
    if (!refused_book.from) dl_iterate_phdr(refused_find, NULL);
    refused_book.asked = refused_book.count = 0;
    refused_book.refuse = nth;
    refused_book.refused = false;
    refused_book.open = true;
}

/* True if one was refused.  Whatever was given since refuse_begin must be freed. */
static bool refuse_end(void)
{
    refused_book.open = false;
    assert_int_equal(refused_book.count, 0);
    return refused_book.refused;
}

/* Does `act` with the first, the second, ... of its requests refused, until it makes fewer.  It
 * must return SLP_MEMORY where one was, SLP_OK where none was, and free what it was given; it looks
 * itself whether the objects are as promised.  Returns how many requests it makes. */
static size_t refuse_each(slp_status (*act)(void *with), void *with)
{
    for (size_t n = 1;; n++) {
        refuse_begin(n);
        const slp_status status = act(with);
        const bool refused = refuse_end();
        if (status != (refused ? SLP_MEMORY : SLP_OK))
            fail_msg("request %zu: %s", n, slp_status_word(status));
        if (!refused) return n - 1;
    }
}

#endif
#endif
