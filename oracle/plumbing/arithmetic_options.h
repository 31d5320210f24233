/* The options that say in which arithmetic a port computes: --arithmetic, --unit, --range,
 * --tolerance.  The same for every command that has them. */
#ifndef SLP_ORACLE_ARITHMETIC_OPTIONS_H
#define SLP_ORACLE_ARITHMETIC_OPTIONS_H

#include "oracle/contract/arithmetic.h"
#include "oracle/plumbing/options.h"

/* The words as given; NULL where an option was left out. */
typedef struct slp_arithmetic_words {
    const char *arithmetic, *unit, *range, *tolerance;
} slp_arithmetic_words;

/* Rows of a table of slp_options_read; `words` is a slp_arithmetic_words. */
#define SLP_ARITHMETIC_OPTIONS(words)                                                              \
    {"--arithmetic", SLP_OPTION_TEXT, &(words).arithmetic, 0, 0},                                  \
        {"--unit", SLP_OPTION_TEXT, &(words).unit, 0, 0},                                          \
    {                                                                                              \
        "--range", SLP_OPTION_TEXT, &(words).range, 0, 0                                           \
    }
#define SLP_TOLERANCE_OPTION(words)                                                                \
    {                                                                                              \
        "--tolerance", SLP_OPTION_TEXT, &(words).tolerance, 0, 0                                   \
    }

/* Their part of a command's help. */
#define SLP_ARITHMETIC_HELP                                                                        \
    "  --arithmetic A  the port's numbers: bfloat16 binary16 binary32 binary64 (default) "         \
    "extended\n"                                                                                   \
    "                double-double binary128; or a pair, stored+sums: binary16+binary32\n"         \
    "  --unit 2^-24 --range 2^-149..2^128  the same by numbers: unit roundoff; spacing of the\n"   \
    "                subnormal numbers, and the power of 2 that all are below\n"
#define SLP_TOLERANCE_HELP                                                                         \
    "  --tolerance T  the port stops iterating when its stage moves by less than T|x| (4 units)\n"

/* *a = what the words say; binary64 with no tolerance if all are NULL.  True, or false after a
 * message of "slp COMMAND" on stderr that names the option, the nearest word and the remedy; the
 * caller then returns exit status 2.  Pinned by tests/command/test_arithmetic_options.sh. */
bool slp_arithmetic_read(slp_arithmetic *a, const slp_arithmetic_words *words, const char *command);

#endif
