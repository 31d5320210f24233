/* A case as the reference takes it: its system and exact inputs, for tests of single steps. */
#ifndef SLP_TESTS_TAKEN_H
#define SLP_TESTS_TAKEN_H

#include "ref/system/system.h"

typedef struct taken {
    slp_case c;
    ref_system *sys;
    arb_ptr x, dW; /* exact: d and M numbers, those of the first step */
    arb_t h;       /* exact */
} taken;

/* Reads the case record `line`; fails the test where that fails. */
void take(taken *t, const char *line);
void put_back(taken *t);

#endif
