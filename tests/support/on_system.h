/* One test function for every system: it gets the system's name as its state, and is listed under
 * that name. */
#ifndef SLP_TESTS_ON_SYSTEM_H
#define SLP_TESTS_ON_SYSTEM_H

#include "oracle/contract/case.h"
#include "tests/support/drawn_system.h"

enum { ON_SYSTEM_MOST = 32 };

/* Fills tests with `test` on every system there is, and returns how many. */
static inline size_t on_every_system(struct CMUnitTest tests[ON_SYSTEM_MOST],
                                     CMUnitTestFunction test)
{
    size_t count = 0;
    for (; drawn_system_at(count) && count < ON_SYSTEM_MOST; count++) {
        const char *name = drawn_system_at(count)->name;
        tests[count] = (struct CMUnitTest){name, test, NULL, NULL, (void *)(uintptr_t)name};
    }
    return count;
}

#endif
