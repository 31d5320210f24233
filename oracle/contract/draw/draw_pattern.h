/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Patterns of the numbers that a key of a case has: which are left out, 0, equal, extreme, and how
 * many there are.  The keys are those of the system's schema, so a system that is added has them
 * all.  A pattern is tried on a drawn case; the format decides whether the case may have it. */
#ifndef SLP_ORACLE_DRAW_PATTERN_H
#define SLP_ORACLE_DRAW_PATTERN_H

#include "oracle/contract/draw/draw.h"

#define SLP_PATTERNS(X)                                                                            \
    X(LEFT_OUT, "left out")                                                                        \
    X(ZERO, "zero")               /* every number is 0 */                                          \
    X(PARTLY_ZERO, "partly zero") /* some are 0 and some not */                                    \
    X(ONE, "one")                 /* as few numbers as the key can have */                         \
    X(MANY, "many")               /* four times as many, or more */                                \
    X(EQUAL, "equal")             /* two or more numbers, all the same and not 0 */                \
    X(NEAR, "nearly equal")       /* the first two differ by 2^-7 of the first, or less */         \
    X(NEGATIVE, "negative")       /* one that is below 0 */                                        \
    X(EXTREME, "extreme")         /* one that is not 0 is beyond 2^-34 or 2^34 */

#define SLP_PATTERN_ENUM(name, word) SLP_PATTERN_##name,
typedef enum slp_pattern { SLP_PATTERNS(SLP_PATTERN_ENUM) SLP_PATTERN_COUNT } slp_pattern;
/* "left out", "zero", ...; NULL beyond the last. */
const char *slp_pattern_word(slp_pattern which);

/* Whether the numbers have the pattern.  least: the fewest numbers that the key can have, at least
 * 1. */
bool slp_has_pattern(const double *numbers, size_t count, size_t least, slp_pattern which);

/* Places of the state and of the increments, behind those of parameters. */
enum { SLP_PATTERN_X = SLP_MAX_PARAMS, SLP_PATTERN_DW };
/* Gives the numbers of parameter p, a place in c->system->params, or SLP_PATTERN_X or
 * SLP_PATTERN_DW, the pattern.  Where the count of
 * noises changes, increments are drawn again.
 * inout c       a case that the format takes, without Levy areas; unchanged if not SLP_OK
 * in    from    the stream, advanced
 * out   err     why the format refuses that pattern
 * SLP_OK: c has the pattern, unless it is ONE or MANY: those are as near as the format takes;
 * SLP_INPUT with err: the format refuses it; SLP_UNSUPPORTED: the case has no such numbers, none
 * but 0, a word, or too many to try; SLP_MEMORY.  Tested by tests/contract/test_coverage.sh. */
slp_status slp_draw_pattern(slp_case *c, size_t p, slp_pattern which, slp_draw *from,
                            slp_error *err);
/* Gives some keys a pattern drawn at random, in three cases of four; where the format refuses one,
 * that key stays.  The other cases get forms (oracle/contract/draw/draw_form.h).  SLP_OK;
 * SLP_MEMORY. */
slp_status slp_draw_patterns(slp_case *c, slp_draw *from);

#endif
