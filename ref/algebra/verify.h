/* Internal checks, compiled in by -DSLP_VERIFY: what must hold whatever the input.  A violated check is
 * a bug of this room, so it ends the program with the condition and the place. */
#ifndef SLP_REF_VERIFY_H
#define SLP_REF_VERIFY_H

#ifdef SLP_VERIFY
#include <stdio.h>
#include <stdlib.h>
#define REF_VERIFY(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)
#else
#define REF_VERIFY(condition) ((void)0)
#endif

#endif
