/* One test function for many systems: it gets the system's name as its state, and is listed under that name. */
#ifndef SLP_TESTS_ON_SYSTEM_H
#define SLP_TESTS_ON_SYSTEM_H

#define ON_SYSTEM(test, system)                                                                    \
    {                                                                                              \
        system, test, NULL, NULL, (void *)(system)                                                 \
    }

#endif
