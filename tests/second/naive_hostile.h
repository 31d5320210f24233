/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What makes an ordinary case hostile: extreme, tiny, vanishing and uneven numbers. */
#ifndef SLP_TESTS_NAIVE_HOSTILE_H
#define SLP_TESTS_NAIVE_HOSTILE_H

#include "oracle/contract/case/case.h"

typedef struct naive_hostile {
    const char *what;
    void (*spoil)(slp_case *c); /* an element of su(N) keeps its trace 0 */
} naive_hostile;

/* The i-th, NULL past the end. */
const naive_hostile *naive_hostile_at(size_t i);
void naive_hostile_stand_still(slp_case *c);

#endif
