/* Linked into the programs of `make coverage` (--wrap): a process that ends by _exit or abort
 * writes its counters first, as one that ends by exit does.  Once: if memory is refused while they
 * are written, the program ends by _exit again (oracle/command/program_memory.c). */
#include <stdatomic.h>

_Noreturn void __real__exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap_abort(void);
void __gcov_dump(void);

static void write_counters(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&begun)) __gcov_dump();
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
