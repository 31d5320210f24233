/* The mixture that `slp gen` draws by default: ordinary and extreme cases, and the rare ones that ordinary draws leave out, so that a
 * thousand cases over all pairs of system and scheme find most faults of a port. */
#ifndef SLP_ORACLE_DRAW_MIXED_H
#define SLP_ORACLE_DRAW_MIXED_H

#include "oracle/contract/draw.h"

/* The classes.  Each is a word of the id and a sentence of the manual. */
#define SLP_MIXED_CLASSES(X)                                                                       \
    X(USUAL, "usual", "as level 1 draws")                                                          \
    X(EXTREME, "extreme", "as level 2 draws")                                                      \
    X(TURN, "turn", "a large generator: |Xi| of about 1/2, of explicit rules several turns")       \
    X(LONG, "long", "40 to 64 steps, each under increments of its own")                            \
    X(STEP, "step", "h = 0, h = -0, h < 0, subnormal h, |h| from 1 to 16")                         \
    X(MANY, "many",                                                                                \
      "6 to 14 vortices, so(7) to so(10), su(7) to su(12), sp(8), sp(10), 4 to 12 noises")         \
    X(TINY, "tiny", "a subnormal state, or one of 2^-403 to 2^-802")                               \
    X(HUGE, "huge", "a state of 2^403 to 2^802")                                                   \
    X(TWIN, "twin", "the case just before with another h or another increment")                    \
    X(NEAR, "near", "the case just before with another parameter or coordinate")                   \
    X(RULE, "rule", "the case just before under another scheme")                                   \
    X(AGAIN, "again", "the case three before, once more")                                          \
    X(SPARE, "spare", "as level 1 draws, where the case to be varied is itself a variation")

#define SLP_MIXED_ENUM(name, word, about) SLP_MIXED_##name,
typedef enum slp_mixed_class {
    SLP_MIXED_CLASSES(SLP_MIXED_ENUM) SLP_MIXED_CLASS_COUNT
} slp_mixed_class;
/* "usual", "extreme", ...; NULL beyond the last. */
const char *slp_mixed_word(slp_mixed_class which);
const char *slp_mixed_about(slp_mixed_class which);

typedef struct slp_draw_pair {
    const slp_system *system; /* one that draws */
    const slp_scheme *scheme; /* one that makes sense on it */
} slp_draw_pair;

/* Seeds of different pairs do not meet: FNV-1a over both names. */
uint64_t slp_draw_pair_seed(uint64_t seed, const slp_draw_pair *pair);

/* The class of case `number` of the mixture over `count` pairs, which are taken in turn.  Of eight rounds over the pairs every pair has a
 * case of each of eight families, in an order that differs from pair to pair: USUAL; EXTREME; TURN; LONG; STEP; MANY; TINY or HUGE; one of
 * TWIN, NEAR, RULE, AGAIN. */
slp_mixed_class slp_mixed_class_of(const slp_draw_pair *pairs, size_t count, uint64_t number);

/* Draws case `number` of the mixture.
 * out  c        initialised; replaced.  Its id is SYSTEM.SCHEME-CLASS-NUMBER, no two of one stream alike
 *      which    its class
 * in   pairs    count >= 1 of them         seed, number   what the case is a function of, with the pairs
 * SLP_OK; else the draw made a case that the format refuses.  The same bits on every machine: only operations that IEEE-754 rounds
 * correctly.  Pinned by tests/test_draw_mixed.c (classes, bits), tests/test_gen_severe.sh (the faults it finds). */
slp_status slp_draw_mixed(slp_case *c, slp_mixed_class *which, const slp_draw_pair *pairs,
                          size_t count, uint64_t seed, uint64_t number);

#endif
