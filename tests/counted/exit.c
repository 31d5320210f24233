/* Linked into the programs of `make coverage` (--wrap): a process that ends by _exit or abort writes
 * its counters first, as one that ends by exit does, or that becomes another program.  Once: if memory
 * is refused while they are written, the program ends by _exit again
 * (oracle/command/program_memory.c).  Calls that tests/failing/calls.c makes fail are the program's,
 * not those that write counters. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

_Noreturn void __real__exit(int status);
_Noreturn void __real_abort(void);
void __real___gcov_dump(void);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap_abort(void);
void __wrap___gcov_dump(void);

void __wrap___gcov_dump(void)
{
    void (*stop)(void);
    void *at = dlsym(RTLD_DEFAULT, "failing_stop");
    memcpy(&stop, &at, sizeof stop);
    if (at) stop();
    __real___gcov_dump();
}

static void write_counters(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&begun)) __wrap___gcov_dump();
}

void __wrap__exit(int status)
{
    write_counters();
    __real__exit(status);
}

void __wrap_abort(void)
{
    write_counters();
    __real_abort();
}
