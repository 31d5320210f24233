/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Linked into the programs of `make coverage` (--wrap): a process that ends by _exit, abort or
 * raise, or that becomes another program, writes its counters first, as one that ends by exit does.
 * Once, and in silence: if memory is refused while they are written, the program says so and ends
 * by _exit again (oracle/command/program_memory.c).  Calls that tests/command/failing/calls.c makes
 * fail are the program's, not those that write counters. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

_Noreturn void __real__exit(int status);
_Noreturn void __real_abort(void);
void __real___gcov_dump(void);
int __real_raise(int number);
int __wrap_execl(const char *path, const char *first, ...);
int __wrap_raise(int number);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap_abort(void);
void __wrap___gcov_dump(void);

static void let_calls_pass(void)
{
    void (*stop)(void);
    void *at = dlsym(RTLD_DEFAULT, "failing_stop");
    memcpy(&stop, &at, sizeof stop);
    if (at) stop();
}

void __wrap___gcov_dump(void)
{
    let_calls_pass();
    __real___gcov_dump();
}

/* Nothing is said from then on. */
static void write_last_counters(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&begun)) return;
    let_calls_pass();
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    __real___gcov_dump();
}

void __wrap__exit(int status)
{
    write_last_counters();
    __real__exit(status);
}

void __wrap_abort(void)
{
    write_last_counters();
    __real_abort();
}

/* At most MOST words. */
int __wrap_execl(const char *path, const char *first, ...)
{
    enum { MOST = 16 };
    char *words[MOST + 1] = {(char *)first};
    va_list rest;
    va_start(rest, first);
    for (int i = 1; i < MOST && words[i - 1]; i++) words[i] = va_arg(rest, char *);
    va_end(rest);
    __wrap___gcov_dump();
    return execv(path, words);
}

int __wrap_raise(int number)
{
    __wrap___gcov_dump();
    return __real_raise(number);
}
