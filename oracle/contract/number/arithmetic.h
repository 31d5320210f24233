/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Arithmetics that a port may compute in: which numbers there are, and how results are rounded.  A
 * case and a judge that say nothing of it mean binary64.
 *
 * The numbers of an arithmetic are 0 and m 2^e with whole numbers |m| < 2^bits, e >= least, and
 * |m 2^e| < 2^most.  An operation returns the nearest of them, with gradual underflow: its error is
 * at most u |result| + 2^(least-1), u = 2^-bits.  double-double is the exception: its numbers are
 * sums of two binary64 numbers, and bits says what its operations promise (judge.md, 9). */
#ifndef SLP_ORACLE_ARITHMETIC_H
#define SLP_ORACLE_ARITHMETIC_H

#include "oracle/contract/slp.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SLP_ARITHMETIC_CHARS = 96 };

struct slp_arithmetic {
    char name[SLP_ARITHMETIC_CHARS]; /* as slp_arithmetic_parse reads it: "binary32" */
    int bits;                        /* u = 2^-bits */
    int least;                       /* the spacing of subnormal numbers is 2^least */
    int most;                        /* every number is below 2^most */
    int sum_bits;     /* sums are rounded to 2^-sum_bits; = bits but for pairs, never less */
    bool two_parts;   /* a number is a sum of two binary64 numbers: double-double */
    double tolerance; /* a port stops when its stage moves by less, relative to |x|; 0: 4u */
};

/* "binary16", "bfloat16", "binary32", "binary64", "extended" (x87, 64 bits), "double-double",
 * "binary128".  find: by exact name; at: the i-th, by rising precision.  NULL if there is none.
 * Tested, with what follows, by tests/contract/test_arithmetic.c. */
const slp_arithmetic *slp_arithmetic_find(const char *name);
const slp_arithmetic *slp_arithmetic_at(size_t i);
/* The entry "binary64" of the table. */
const slp_arithmetic *slp_arithmetic_binary64(void);
/* The arithmetic of this text:
 *   NAME                 one of the table
 *   2^-P:2^L..2^M        numbers of P bits, multiples of 2^L, below 2^M: binary32 is
 *                        2^-24:2^-149..2^128
 *   STORED+SUMS          a pair of these two forms: numbers are stored in the first arithmetic, and
 *                        inner products are summed in the second and rounded once at their end, as
 *                        tensor cores do: binary16+binary32
 * SLP_OK; SLP_INPUT with *err (which may be NULL): the nearest name, or what is wrong and the
 * remedy; *a stays. */
slp_status slp_arithmetic_parse(slp_arithmetic *a, const char *text, slp_error *err);
/* True if a is NULL, or has the numbers and sums of binary64; whatever its tolerance. */
bool slp_arithmetic_is_binary64(const slp_arithmetic *a);
/* True if both have the same numbers and sums, whatever their tolerances; NULL is binary64. */
bool slp_arithmetic_same(const slp_arithmetic *a, const slp_arithmetic *b);
/* True if some number of a is no binary64 number: a case may then hold numbers beyond `double`. */
bool slp_arithmetic_is_wider(const slp_arithmetic *a);
/* True if `value` is a number of a; any finite one if a is NULL. */
bool slp_arithmetic_has(const slp_arithmetic *a, double value);
/* The number of a nearest to `value`, of two the even one; +-infinity beyond the largest.  The
 * value itself if a is NULL or not narrower than binary64. */
double slp_arithmetic_round(const slp_arithmetic *a, double value);

/* The case is in the arithmetic a, which is copied; NULL and binary64 without a tolerance become
 * NULL.  Numbers that the case has are not looked at before slp_case_check; those of another
 * arithmetic that are no doubles become their nearest doubles.  SLP_OK; SLP_MEMORY, and c is as it
 * was. */
slp_status slp_case_set_arithmetic(slp_case *c, const slp_arithmetic *a);
/* Takes the answer as one in a: each number of it must be a number of a.  A decimal stands for the
 * number of a that prints as it with as many digits.  r->y becomes the nearest doubles, and exact_y
 * is NULL if these are all.  SLP_OK, also for a result without an answer.  SLP_INPUT with
 * *err, which names line, id, field and remedy, or SLP_MEMORY: r is as it was. */
slp_status slp_result_in(slp_result *r, const slp_arithmetic *a, slp_error *err);
/* slp_result_parse of an answer in a: numbers beyond double are read too, and slp_result_in holds.
 * Statuses of slp_result_parse; a width is SLP_INPUT without r->fault. */
slp_status slp_result_parse_in(slp_result *r, const char *line, size_t number,
                               const slp_arithmetic *a, slp_error *err);
/* Cases that the reader reads from now on are in a, unless they say so themselves; a case that says
 * another is refused.  a lives as long as the reader.  NULL: binary64, and a case may say any; an
 * empty name: the same, and a's tolerance is that of all cases. */
void slp_reader_set_arithmetic(slp_reader *reader, const slp_arithmetic *a);

#ifdef __cplusplus
}
#endif

#endif
