/* A stream of choices from which cases are drawn: counter-based, so that a case depends only on its
 * seed and number, and recorded, so that a case can be drawn again with smaller choices (shrinking).
 * Smaller choices mean simpler cases: 0 draws the simplest value everywhere. */
#ifndef SLP_ORACLE_DRAW_H
#define SLP_ORACLE_DRAW_H

#include "oracle/case.h"

/* Classes of inputs in which bugs live; a draw marks those it hit, so that coverage can be counted
 * and printed. */
#define SLP_DRAW_CLASSES(X)                                                                        \
    X(GENERIC, "generic")                                                                          \
    X(EQUAL, "equal inertias or repeated eigenvalues")                                             \
    X(SEPARATRIX, "near a separatrix")                                                             \
    X(AXIS, "on a principal axis")                                                                 \
    X(TINY_STEP, "tiny step")                                                                      \
    X(LARGE_STEP, "largest step that still has a certificate")                                     \
    X(TRUNCATED, "increment at the truncation bound")                                              \
    X(NO_NOISE, "no noise, or zero amplitude")                                                     \
    X(ZERO_STATE, "zero state or zero coordinate")                                                 \
    X(NEGATIVE_ZERO, "negative zero")                                                              \
    X(DENORMAL, "denormal numbers")                                                                \
    X(LARGE_NORM, "large norm")                                                                    \
    X(SMALL_NORM, "small norm")                                                                    \
    X(NEGATIVE_STEP, "negative step")                                                              \
    X(MANY_NOISES, "more noises than dimensions")                                                  \
    X(MANY_STEPS, "several steps")

#define SLP_DRAW_ENUM(name, about) SLP_DRAW_##name,
typedef enum slp_draw_class { SLP_DRAW_CLASSES(SLP_DRAW_ENUM) SLP_DRAW_CLASS_COUNT } slp_draw_class;
const char *slp_draw_class_about(slp_draw_class which);

struct slp_draw {
    uint64_t seed, number; /* what the choices are a function of */
    uint64_t next;         /* index of the next choice */
    const uint64_t
        *replay; /* NULL, or choices to take instead of fresh ones (zeros past the end) */
    size_t replay_count;
    uint64_t *record; /* NULL, or where choices taken are written, up to record_room */
    size_t record_room, record_count;
    uint32_t classes; /* bit set of slp_draw_class hit so far */
};

/* A fresh stream for case `number` under `seed`: no replay, no record. */
void slp_draw_init(slp_draw *d, uint64_t seed, uint64_t number);
void slp_draw_mark(slp_draw *d, slp_draw_class which);

uint64_t slp_draw_bits(slp_draw *d);                         /* 64 choices of one bit */
uint64_t slp_draw_below(slp_draw *d, uint64_t n);            /* 0..n-1, n >= 1 */
bool slp_draw_chance(slp_draw *d, unsigned in, unsigned of); /* true in of every `of`; 0 is false */
double slp_draw_uniform(slp_draw *d); /* [0,1), short dyadic fractions when choices are small */
double slp_draw_between(slp_draw *d, double lo, double hi);
double slp_draw_normal(slp_draw *d); /* standard normal through oracle/noise.h */

/* The power of two by which a whole system is scaled: 1 in seven cases of eight, else 2^4 to 2^33 or its inverse, at
 * level 2 up to 2^403; marked. */
int slp_draw_scale(slp_draw *from, int level);
/* The zeros among x, d numbers, all become negative in half of the draws; marked. */
void slp_draw_signs_of_zeros(double *x, size_t d, slp_draw *from);

/* Draws a whole case of this pair: parameters and state by system->draw, then h, steps, increments
 * biased to the classes above.  level 1: cases any correct port must pass (exact inputs of ordinary
 * size, a certificate exists); level 2 adds the extreme classes.  The id is PREFIX-NUMBER.
 * SLP_OK, or SLP_UNSUPPORTED if the system has no draw. */
slp_status slp_draw_case(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                         slp_draw *from, int level);

#endif
