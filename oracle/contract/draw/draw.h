/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stream of choices from which cases are drawn.  A choice is a number of 64 bits, computed from
 * seed, case number and counter.  So a case depends only on its seed and number.  The choices can
 * be recorded: shrinking draws a case again with smaller choices.  A smaller choice gives a simpler
 * value, and 0 the simplest. */
#ifndef SLP_ORACLE_DRAW_H
#define SLP_ORACLE_DRAW_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* Classes of inputs that often reveal faults.  A draw marks the classes of the case it made, so
 * that cases of each class can be counted and printed. */
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
    X(MANY_STEPS, "several steps")                                                                 \
    X(FEW_TERMS, "a polynomial of one term, or of degree 1")

#define SLP_DRAW_ENUM(name, about) SLP_DRAW_##name,
typedef enum slp_draw_class { SLP_DRAW_CLASSES(SLP_DRAW_ENUM) SLP_DRAW_CLASS_COUNT } slp_draw_class;
/* The class in words; "unknown class" beyond the last. */
const char *slp_draw_class_about(slp_draw_class which);

struct slp_draw {
    uint64_t seed, number;  /* the choices are a function of these */
    uint64_t next;          /* index of the next choice */
    const uint64_t *replay; /* NULL, or choices to use instead of new ones; 0 after its end */
    size_t replay_count;
    uint64_t *record; /* NULL, or where used choices are stored, up to record_capacity */
    size_t record_capacity, record_count;
    bool large; /* larger matrices and more vortices are wanted: level 3 of slp_draw_case */
    /* as `large`, at every level, and of every octave of sizes up to what the judge does in about a
     * second: oracle/contract/draw/mixed.c */
    bool many;
    /* so many spins or vortices, or matrices so large, are wanted: size to size_most; 0: any */
    size_t size, size_most;
    uint32_t classes;                 /* bit set of slp_draw_class hit so far */
    const slp_arithmetic *arithmetic; /* the numbers to draw; NULL: binary64 */
};

/* A fresh stream for case `number` under `seed`: no replay, no record. */
void slp_draw_init(slp_draw *d, uint64_t seed, uint64_t number);
/* The case drawn belongs to the class. */
void slp_draw_mark(slp_draw *d, slp_draw_class which);

/* Each of these uses the stream's next choice c, 64 bits, and its result is a function of c.
 * Tested by tests/contract/test_draw.c. */

/* c itself: Philox4x32-10 of (seed, number, next), or of the replay; recorded. */
uint64_t slp_draw_bits(slp_draw *d);
/* c mod n, 0..n-1, n >= 1; its bias is below n 2^-64. */
uint64_t slp_draw_below(slp_draw *d, uint64_t n);
/* True with probability in/of, in <= of; false if c = 0. */
bool slp_draw_chance(slp_draw *d, unsigned in, unsigned of);
/* Uniform in [0,1): the lowest 53 bits of c in reverse order, after the binary point.  A small c
 * gives a fraction with few bits: 1/2, 1/4, 3/4. */
double slp_draw_uniform(slp_draw *d);
/* lo + (hi - lo) slp_draw_uniform, rounded; may be hi itself. */
double slp_draw_between(slp_draw *d, double lo, double hi);
/* Standard normal by slp_normal_pair; c < 64 give 0, -1/8, 1/8, -1/4, ... instead. */
double slp_draw_normal(slp_draw *d);

/* k of the factor 2^k by which a whole system is scaled: 0 in seven cases of eight, else 4 to 33
 * (at level 2 up to 403) or the negative of that.  Marks its class. */
int slp_draw_scale(slp_draw *from, int level);
/* A size of a large case, `least` to `most`: each octave [least, 2 least), [2 least, 4 least), ...
 * has the same chance, and so has each size of an octave. */
size_t slp_draw_octave(slp_draw *from, size_t least, size_t most);
/* The size of a case, *n.  Where sizes are wanted (from->size to from->size_most), *n becomes one
 * of them within least..most, each octave with the same chance, and the result is false if there is
 * none; else *n, which the system drew, stays. */
bool slp_draw_wanted_size(size_t *n, const slp_draw *from, size_t least, size_t most);
/* A state of d coordinates, |x| <= 1 in the Euclidean norm, at level 1 not 0: along one coordinate,
 * of eighths, or in general position.  Marks its classes. */
void slp_draw_vector(double *x, size_t d, slp_draw *from, int level);
/* x = a vector of this length in general position; along coordinate `axis` if all d choices are
 * 0. */
void slp_draw_direction(double *x, size_t d, slp_draw *from, double length, size_t axis);
/* A vector of length 1, or 3/4 to 5/4: along an axis, on a coarse grid or in general position. */
void slp_draw_spin(double x[3], slp_draw *from);
/* At level 2 one of the d numbers becomes subnormal in one draw of 16.  Marks its class. */
void slp_draw_denormal(double *x, size_t d, slp_draw *from, int level);
/* Every zero among the d numbers becomes -0, if `minus`, or 0.  Marks its class. */
void slp_draw_zeros(double *x, size_t d, slp_draw *from, bool minus);
/* In half of the draws every zero among the d numbers of x becomes -0.  Marks its class. */
void slp_draw_signs_of_zeros(double *x, size_t d, slp_draw *from);

/* Draws a whole case of this pair.  system->draw draws parameters and state; then come h, steps and
 * increments.  The classes above are more frequent than by chance.
 * out  c        initialised; replaced.  Its id is SYSTEM.SCHEME-NUMBER
 * in   from     the stream, advanced; classes hit are marked in it
 *      level    1: cases that every correct port must pass (exact inputs of ordinary size, a
 *               certificate exists);
 *               2: the extreme classes too; 3: as 1, with larger matrices and more vortices or with
 *                 more steps
 * SLP_OK; SLP_UNSUPPORTED if the system has no draw; SLP_MEMORY, and c is empty.  The same bits on
 * every machine and in every release: tests/contract/test_draw_same.c; classes and levels:
 * tests/contract/test_draw.c, tests/contract/test_draw_state.c. */
slp_status slp_draw_case(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                         slp_draw *from, int level);

/* Draws increments for the c->steps steps of c: sqrt(|h|) times normal numbers, truncated; 0 and
 * the bound itself more often than by chance.  SLP_OK; SLP_MEMORY. */
slp_status slp_draw_increments(slp_case *c, slp_draw *from);

/* After a change of parameters or of the state: the shape again, and increments drawn again, as
 * large as they were, where their count no longer fits.  SLP_OK; SLP_INPUT with err: the format
 * refuses the case; SLP_MEMORY. */
slp_status slp_draw_settle(slp_case *c, slp_draw *from, slp_error *err);

/* True if cases of this pair may have Levy areas. */
bool slp_draw_has_areas(const slp_system *system, const slp_scheme *scheme);
/* Gives a drawn case of such a pair Levy areas, if it has two noises at least: of size |h|/2, a
 * function of seed and increments.  Other cases, and those that have areas, stay as they are.
 * SLP_OK; SLP_MEMORY.  Tested by tests/contract/test_draw_area.c. */
slp_status slp_draw_areas(slp_case *c, uint64_t seed);

/* Takes the areas out of a case that has some.  SLP_OK; SLP_MEMORY. */
slp_status slp_draw_no_areas(slp_case *c);

/* Where the scheme splits, parameters that a draw has set become such that the system has factors
 * with them (slp_system.leave_factors). */
void slp_draw_factors(slp_case *c);

#endif
