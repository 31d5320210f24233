/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Exact numbers beside doubles.  h, x, dw and area of a case, and y of a result, are doubles.  In
 * an arithmetic wider than binary64 (oracle/contract/number/arithmetic.h) a double is the nearest
 * one, and each number that no double holds stands here.  slp_exact_at is the one rule that says
 * which of the two counts.  For the contract, the reference and what prints their numbers. */
#ifndef SLP_ORACLE_EXACT_H
#define SLP_ORACLE_EXACT_H

#include "oracle/contract/slp.h"

/* The number is +-(1 + w_1 2^-52 + w_2 2^-104 + ...) 2^e with the sign of its nearest double and
 * whole numbers w_i below 2^52, so that it prints digit by digit.  A number that is its double has
 * e = SLP_EXACT_DOUBLE. */
typedef struct slp_exact slp_exact;
enum { SLP_EXACT_DOUBLE = -(1 << 30), SLP_EXACT_HEAD = 2 };
struct slp_exact {
    size_t count, words; /* of a list, and of each of its numbers */
    double *at;          /* for each number SLP_EXACT_HEAD + words: nearest double, e, w_1, ... */
    char *text;          /* a list of a result whose arithmetic is not known yet: count = 0 */
};

/* `count` numbers that are doubles; NULL if memory is refused. */
slp_exact *slp_exact_new(size_t count, size_t words);
/* exact may be NULL. */
void slp_exact_free(slp_exact *exact);
/* e, w_1, ... of the i-th number.  NULL if it is the double `nearest`: if there is no list, if it
 * is one, or if it has become one since. */
static inline const double *slp_exact_at(const slp_exact *exact, size_t i, double nearest)
{
    if (!exact || i >= exact->count) return NULL;
    const double *at = exact->at + i * (SLP_EXACT_HEAD + exact->words);
    return at[1] != SLP_EXACT_DOUBLE && at[0] == nearest ? at + 1 : NULL;
}
/* Copies `count` numbers from the place `first` of a list, which may be NULL, to the place `to` of
 * another, whose numbers have at least as many words. */
void slp_exact_copy(slp_exact *to, size_t at, const slp_exact *from, size_t first, size_t count);
/* The same numbers, or both are NULL? */
bool slp_exact_equal(const slp_exact *a, const slp_exact *b);
/* Prints number i of a list as a hex float with all its bits. */
void slp_exact_print(FILE *to, double nearest, const slp_exact *exact, size_t i);

#endif
