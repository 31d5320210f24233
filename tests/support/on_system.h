/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One test function for every system: it gets the system's name as its state, and is listed under
 * that name. */
#ifndef SLP_TESTS_ON_SYSTEM_H
#define SLP_TESTS_ON_SYSTEM_H

#include "oracle/contract/case/case.h"
#include "tests/support/drawn_system.h"

enum { ON_SYSTEM_MOST = 32 };

/* Fills tests with `test` on every system of `at`, and returns how many. */
static inline size_t on_systems(struct CMUnitTest tests[ON_SYSTEM_MOST], CMUnitTestFunction test,
                                const slp_system *(*at)(size_t))
{
    size_t count = 0;
    for (; at(count) && count < ON_SYSTEM_MOST; count++) {
        const char *name = at(count)->name;
        tests[count] = (struct CMUnitTest){name, test, NULL, NULL, (void *)(uintptr_t)name};
    }
    return count;
}

static inline size_t on_every_system(struct CMUnitTest tests[ON_SYSTEM_MOST],
                                     CMUnitTestFunction test)
{
    return on_systems(tests, test, drawn_system_at);
}

/* On those that the second reference models. */
static inline size_t on_modelled_systems(struct CMUnitTest tests[ON_SYSTEM_MOST],
                                         CMUnitTestFunction test)
{
    return on_systems(tests, test, modelled_system_at);
}

#endif
