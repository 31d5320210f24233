/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What is special about a vector, and which fault it is there to find.  Internal to oracle/vectors.
 */
#ifndef SLP_ORACLE_VECTORS_FLAGS_H
#define SLP_ORACLE_VECTORS_FLAGS_H

#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/vectors/step.h"

/* Name, word, whether it is an edge class, note.  A vector has the note of its first flag in this
 * order. */
#define VECTORS_FLAGS(X)                                                                           \
    X(ZERO_STATE, "zero-state", 1,                                                                 \
      "The state 0 must stay exactly 0.  Finds division by |x|, and small numbers added "          \
      "to avoid it.")                                                                              \
    X(SUBNORMAL_STATE, "subnormal-state", 1,                                                       \
      "Every coordinate is subnormal or 0.  Finds subnormal numbers flushed to zero, and "         \
      "squares that underflow.")                                                                   \
    X(TINY_STATE, "tiny-state", 1,                                                                 \
      "The square of the state underflows, or nearly.  Finds |x|^2 without scaling, and stopping " \
      "at an absolute tolerance.")                                                                 \
    X(HUGE_STATE, "huge-state", 1,                                                                 \
      "The square of the state overflows, or nearly.  Finds |x|^2 without scaling, and an "        \
      "absolute "                                                                                  \
      "tolerance that is never met.")                                                              \
    X(SUBNORMAL, "subnormal", 1,                                                                   \
      "A number of the input is subnormal.  Finds subnormal inputs read as 0 (DAZ), and "          \
      "inputs printed with too few digits.")                                                       \
    X(NEAR, "near-vortices", 1,                                                                    \
      "Two vortices are near each other.  Finds 1 - cos computed from vectors that were "          \
      "not normalised, and a softened kernel.")                                                    \
    X(H_ZERO, "h-zero", 1,                                                                         \
      "h = 0: the increments alone move.  Finds division by h, and increments scaled by "          \
      "sqrt(h).")                                                                                  \
    X(H_TINY, "h-tiny", 1,                                                                         \
      "So short a step moves by few roundings.  Finds x + h f(x) that is x, and a step skipped "   \
      "as if nothing moved.")                                                                      \
    X(H_LARGE, "h-large", 1,                                                                       \
      "|h| is 1 or more.  Finds series cut off for small steps, and a factor h dropped "           \
      "where h was 1.")                                                                            \
    X(NO_INCREMENTS, "zero-increments", 1,                                                         \
      "Every increment is 0.  Finds a correction of Ito's that stays without noise, and "          \
      "noise that the program draws itself.")                                                      \
    X(TRACE, "trace", 1,                                                                           \
      "The diagonal sums to a rounding and not to 0.  Finds a trace that is removed from "         \
      "x.")                                                                                        \
    X(AXIS, "axis", 1,                                                                             \
      "One coordinate alone is not 0.  Finds coordinates in another order, and a bracket "         \
      "whose symmetric part does not vanish.")                                                     \
    X(TWIN, "twin", 0,                                                                             \
      "The vector drawn before this one, with one number of h or dw changed.  Finds "              \
      "results kept under an incomplete key.")                                                     \
    X(NEIGHBOUR, "neighbour", 0,                                                                   \
      "The vector drawn before this one, with one parameter or coordinate changed.  Finds "        \
      "results kept under an incomplete key.")                                                     \
    X(RULE, "other-scheme", 0,                                                                     \
      "The vector drawn before this one under another scheme.  Finds a scheme answered by "        \
      "another one.")                                                                              \
    X(AGAIN, "again", 0,                                                                           \
      "A vector that came shortly before, once more.  Finds state that is kept from call "         \
      "to call.")                                                                                  \
    X(NEGATIVE_ZERO, "negative-zero", 0,                                                           \
      "A number of the input is -0.  Finds signs taken from zeros, and division by them.")         \
    X(TURN, "large-turn", 0,                                                                       \
      "The state turns far.  Finds an iteration stopped too soon, and small-angle forms "          \
      "of exponential and Cayley map.")                                                            \
    X(LARGE, "large-matrix", 0,                                                                    \
      "More than 36 coordinates.  Finds sums in a narrower format, rows and columns "              \
      "exchanged, and arrays that are too short.")                                                 \
    X(MANY_NOISES, "many-noises", 0,                                                               \
      "More noises than three.  Finds increments that are not read, and in another order.")        \
    X(EQUAL, "equal-inertia", 0,                                                                   \
      "Moments of inertia are equal.  Finds division by their differences.")                       \
    X(H_NEGATIVE, "h-negative", 0,                                                                 \
      "h < 0.  Finds |h| or sqrt(h) for h, and a time step taken as unsigned.")                    \
    X(ZERO_COORDINATE, "zero-coordinate", 0,                                                       \
      "A coordinate is 0.  Finds division by a coordinate, and errors measured relative "          \
      "to it.")                                                                                    \
    X(DEEP, "later-step", 0,                                                                       \
      "A state some steps into a run, of no special shape.  Finds what simple states "             \
      "hide: a term that vanishes on an axis.")                                                    \
    X(USUAL, "usual", 0,                                                                           \
      "An ordinary step.  Finds a factor 1/2, a sign, a transposed bracket, Ito for "              \
      "Stratonovich, a stage returned for the result.")

#define VECTORS_ENUM(name, word, edge, note) VECTORS_##name,
typedef enum vectors_flag { VECTORS_FLAGS(VECTORS_ENUM) VECTORS_FLAG_COUNT } vectors_flag;

/* Sets flags and note from the case and its class; deep: the state is not the one that was drawn.
 * Operations that IEEE-754 rounds correctly alone.  Tested by tests/vectors/test_vectors.sh. */
void vectors_set_flags(vectors_step *v, slp_mixed_class which, bool deep);
/* Word and note of a flag; whether it is an edge class. */
const char *vectors_flag_word(int flag);
const char *vectors_flag_note(int flag);
bool vectors_flag_is_edge(int flag);
/* True if some flag of v is one. */
bool vectors_is_edge(const vectors_step *v);

#endif
