/* Linked into the programs of `make coverage` (--wrap): a process that ends by _exit or abort writes its counters first, as one that
 * ends by exit does. */
_Noreturn void __real__exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap_abort(void);
void __gcov_dump(void);

void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}

void __wrap_abort(void)
{
    __gcov_dump();
    __real_abort();
}
