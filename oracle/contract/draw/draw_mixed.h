/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The mixture of cases that `slp gen` draws by default.  It has ordinary cases, extreme cases, and
 * rare cases that ordinary draws do not contain.  A thousand cases over all pairs of system and
 * scheme find most faults of a port. */
#ifndef SLP_ORACLE_DRAW_MIXED_H
#define SLP_ORACLE_DRAW_MIXED_H

#include "oracle/contract/draw/draw.h"

/* The classes.  Each word is a part of the case's id; the manual explains each. */
#define SLP_MIXED_CLASSES(X)                                                                       \
    X(USUAL, "usual")     /* as level 1 draws */                                                   \
    X(EXTREME, "extreme") /* as level 2 draws */                                                   \
    X(TURN, "turn")   /* a large generator: |Xi| of about 1/2, of explicit rules several turns */  \
    X(LONG, "long")   /* 40 to 64 steps, half of them with angles of every decade down to 1e-13 */ \
    X(STEP, "step")   /* h = 0, h = -0, h < 0, subnormal h, |h| from 1 to 16 */                    \
    X(MANY, "many")   /* up to 63 vortices, 192 spins, so(31), su(24); 4 to 12 noises */           \
    X(TINY, "tiny")   /* a subnormal state, or one of 2^-403 to 2^-802 */                          \
    X(HUGE, "huge")   /* a state of 2^403 to 2^802 */                                              \
    X(TWIN, "twin")   /* the case just before with another h or another increment */               \
    X(NEAR, "near")   /* the case just before with another parameter or coordinate */              \
    X(RULE, "rule")   /* the case just before under another scheme */                              \
    X(AGAIN, "again") /* the case three before, once more */                                       \
    X(SPARE, "spare") /* as level 1 draws, where the case to be varied is itself a variation */

#define SLP_MIXED_ENUM(name, word) SLP_MIXED_##name,
typedef enum slp_mixed_class {
    SLP_MIXED_CLASSES(SLP_MIXED_ENUM) SLP_MIXED_CLASS_COUNT
} slp_mixed_class;
/* "usual", "extreme", ...; NULL beyond the last. */
const char *slp_mixed_word(slp_mixed_class which);

typedef struct slp_draw_pair {
    const slp_system *system; /* with system->draw set */
    const slp_scheme *scheme; /* applies to the system */
    size_t size, size_most;   /* so many spins or vortices, or matrices so large; 0: any */
} slp_draw_pair;

/* A different seed for each pair: FNV-1a over both names. */
uint64_t slp_draw_pair_seed(uint64_t seed, const slp_draw_pair *pair);

/* The class of case `number` of the mixture.  The `count` pairs take turns; a round is one case of
 * each pair.  There are eight families: USUAL; EXTREME; TURN; LONG; STEP; MANY; TINY or HUGE; one
 * of TWIN, NEAR, RULE, AGAIN.  In eight rounds every pair has a case of each family, in an order
 * that differs from pair to pair.  Of RULE: of a noise that a splitting scheme has no flow for, it
 * gets the part that it has one for; all else is as in the case before. */
slp_mixed_class slp_mixed_class_of(const slp_draw_pair *pairs, size_t count, uint64_t number);

/* Draws case `number` of the mixture.
 * out  c        initialised; replaced.  Its id is SYSTEM.SCHEME-CLASS-NUMBER, unique in the stream
 *      which    its class
 * in   pairs    count >= 1 of them
 *      seed, number   the case is a function of these and the pairs
 * SLP_OK; SLP_MEMORY, and c is empty; any other status means that the format refuses the case that
 * was drawn.  The same bits on
 * every machine, because only operations are used that IEEE-754 rounds correctly.  Tested by
 * tests/contract/test_draw_mixed.c (classes, bits), tests/judge/test_gen_severe.sh (the faults it
 * finds). */
slp_status slp_draw_mixed(slp_case *c, slp_mixed_class *which, const slp_draw_pair *pairs,
                          size_t count, uint64_t seed, uint64_t number);
/* The same in the numbers of the arithmetic a, NULL: binary64.  Tested by
 * tests/contract/test_draw_arithmetic.c. */
slp_status slp_draw_mixed_in(slp_case *c, slp_mixed_class *which, const slp_draw_pair *pairs,
                             size_t count, uint64_t seed, uint64_t number, const slp_arithmetic *a);

/* Draws an ordinary case and scales it by a power of 2, so that its largest coordinate has any
 * exponent that binary64 has, those of the subnormal range and below the overflow more often.  As
 * in the classes tiny and huge parameters are scaled with the state, so that the generator stays
 * the same; the smallest states are scaled alone.  In a narrower arithmetic: a case of one of these
 * two classes.  SLP_OK; SLP_DOMAIN as slp_draw_case; SLP_MEMORY. */
slp_status slp_draw_any_norm(slp_case *c, const slp_draw_pair *pair, slp_draw *from);

#endif
