/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* If memory is refused, the program ends: one line on standard error, exit status 2.
 *
 * This holds for every allocation, also in a library.  Otherwise FLINT, GMP and cmark would abort,
 * other libraries would return a NULL that a caller might not test, and OpenBLAS would ask for
 * ever.  So the program defines malloc, calloc, realloc and the other allocating functions itself.
 * They call the functions that would have been called without them (those of the C library, or
 * preloaded ones) and return only with memory.  The libraries libslpref and libslpfast are linked
 * without this file.  A build with a sanitizer uses the sanitizer's allocator unchanged.  Tested by
 * tests/command/test_limits.sh. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "oracle/command/program.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FOREIGN_ALLOCATOR 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define FOREIGN_ALLOCATOR 1
#endif
#endif

void slp_program_limit(char text[SLP_LIMIT_WORDS])
{
    static const char *const options[] = {"-v", "-d"};
    struct rlimit limits[2];
    if (getrlimit(RLIMIT_AS, &limits[0]) != 0) limits[0].rlim_cur = RLIM_INFINITY;
    if (getrlimit(RLIMIT_DATA, &limits[1]) != 0) limits[1].rlim_cur = RLIM_INFINITY;
    for (size_t i = 0; i < 2; i++)
        if (limits[i].rlim_cur != RLIM_INFINITY) {
            snprintf(text, SLP_LIMIT_WORDS, "the limit is %llu KiB (ulimit %s): raise it",
                     (unsigned long long)limits[i].rlim_cur / 1024, options[i]);
            return;
        }
    snprintf(text, SLP_LIMIT_WORDS, "no limit is set on its memory: the machine has no more");
}

#ifndef FOREIGN_ALLOCATOR

/* Writes out what was printed before, unless another thread holds that stream.  It runs no handlers
 * of exit(): a library's handler may wait for threads, and this may be one of them. */
static _Noreturn void end(size_t bytes)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    char limit[SLP_LIMIT_WORDS], text[SLP_LIMIT_WORDS + 120];
    if (atomic_flag_test_and_set(
            &said)) { /* another thread prints the message; or the code below asked for memory */
        sleep(1);
        _exit(2);
    }
    slp_program_limit(limit);
    int length = snprintf(text, sizeof text, "slp: out of memory: %zu bytes were refused; %s\n",
                          bytes, limit);
    if (ftrylockfile(stdout) == 0) fflush(stdout);
    if (length > 0 && write(STDERR_FILENO, text, (size_t)length) < 0) _exit(2);
    _exit(2);
}

/* The next function of that name after this program's.  NULL while it is looked up: dlsym of an old
 * C library asks for memory, but works without. */
static void *next(const char *name)
{
    static _Thread_local bool looking;
    if (looking) return NULL;
    looking = true;
    void *at = dlsym(RTLD_NEXT, name);
    looking = false;
    return at;
}

/* function = the next one of its name; `none` while it is looked up. */
#define NEXT(type, function, name, none)                                                           \
    static _Atomic(type) known;                                                                    \
    type function = atomic_load_explicit(&known, memory_order_relaxed);                            \
    if (!function) {                                                                               \
        void *at = next(name);                                                                     \
        if (!at) return none;                                                                      \
        memcpy(&function, &at, sizeof at);                                                         \
        atomic_store_explicit(&known, function, memory_order_relaxed);                             \
    }

typedef void *(*of_one)(size_t size);
typedef void *(*of_two)(size_t first, size_t second);
typedef void *(*of_old)(void *old, size_t size);
typedef int (*to_place)(void **to, size_t alignment, size_t size);

void *malloc(size_t size)
{
    NEXT(of_one, ask, "malloc", NULL)
    void *room = ask(size ? size : 1); /* FLINT asks for 0 bytes and takes NULL for a refusal */
    if (!room) end(size);
    return room;
}

void *calloc(size_t count, size_t size)
{
    NEXT(of_two, ask, "calloc", NULL)
    void *room = count && size ? ask(count, size) : ask(1, 1);
    if (!room) end(size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return room;
}

void *realloc(void *old, size_t size)
{
    NEXT(of_old, ask, "realloc", NULL)
    void *room = ask(old, size);
    if (!room && size) end(size);
    return room;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(of_two, ask, "aligned_alloc", NULL)
    void *room = ask(alignment, size);
    if (!room && size && errno == ENOMEM) end(size);
    return room;
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    NEXT(to_place, ask, "posix_memalign", ENOMEM)
    const int status = ask(to, alignment, size);
    if (status == ENOMEM && size) end(size);
    return status;
}

#endif
