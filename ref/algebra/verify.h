/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal checks, compiled in by -DSLP_VERIFY: conditions that hold for every input.  A violated
 * check is a bug in ref/, so it ends the program and prints the condition and its place. */
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
