/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The options that say in which arithmetic a port computes: --arithmetic, --unit, --range,
 * --tolerance.  The same for every command that has them. */
#ifndef SLP_ORACLE_ARITHMETIC_OPTIONS_H
#define SLP_ORACLE_ARITHMETIC_OPTIONS_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/plumbing/options.h"

/* The words as given; NULL where an option was left out. */
typedef struct slp_arithmetic_words {
    const char *arithmetic, *unit, *range, *tolerance;
} slp_arithmetic_words;

/* Rows of a table of options; `words` is a slp_arithmetic_words in the structure `of`. */
#define SLP_ARITHMETIC_OPTIONS(of, words)                                                          \
    SLP_VALUE(of, words.arithmetic, "--arithmetic", "A", TEXT,                                     \
              "the port's numbers: bfloat16, binary16, binary32, binary64 (default), extended, "   \
              "double-double, binary128; or a pair, stored+sums, such as binary16+binary32"),      \
        SLP_VALUE(of, words.unit, "--unit", "U", TEXT,                                             \
                  "in place of --arithmetic: the unit roundoff, such as 2^-24"),                   \
        SLP_VALUE(of, words.range, "--range", "R", TEXT,                                           \
                  "with --unit, such as 2^-149..2^128: the spacing of the subnormal numbers, and " \
                  "the power of 2 that all are below")
#define SLP_TOLERANCE_OPTION(of, words)                                                            \
    SLP_VALUE(of, words.tolerance, "--tolerance", "T", TEXT,                                       \
              "the port stops iterating when its stage moves by less than T |x| (4 units)")

/* *a = what the words say; binary64 with no tolerance if all are NULL.  True, or false after a
 * message of "slp COMMAND" on stderr that names the option, the nearest word and the remedy; the
 * caller then returns exit status 2.  Tested by tests/command/test_arithmetic_options.sh. */
bool slp_arithmetic_read(slp_arithmetic *a, const slp_arithmetic_words *words, const char *command);

#endif
