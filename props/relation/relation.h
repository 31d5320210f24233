/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Metamorphic relations: a case, another case whose answer is known from the first one's, and the
 * map between the two states.  Each system has one file, props/relation/SYSTEM.c, with an array
 * prop_relations_SYSTEM ended by about NULL, and the build finds it.  All maps are exact in
 * binary64 (permutations, signs, powers of two), so that the second case is the image of the first
 * one and not of a rounding of it. */
#ifndef SLP_PROPS_RELATION_H
#define SLP_PROPS_RELATION_H

#include "props/prop.h"
#include "ref/ref.h"

typedef struct prop_relation {
    const char *system; /* of the first case */
    const char *about;
    /* Fills `to` (initialised, a copy of c without id changed) with the image of c; false where the
     * relation does not apply to c. */
    bool (*transform)(slp_case *to, const slp_case *c);
    /* image = what the state y of c becomes in `to`.  It has as many numbers as a state of `to`.
     * NULL: y itself.  Coordinates about which the relation says nothing are set indeterminate. */
    void (*map)(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y);
    /* The factors of the image (slp_system.factors) come in another order than their images do, so
     * that nothing is said of schemes that split. */
    bool reorders;
} prop_relation;

extern const prop_relation *const prop_relations_registry[];

/* ---- Functions that the relations use ---- */

/* Replaces parameter `key` of c by count numbers; true. */
bool prop_set(slp_case *c, const char *key, const double *values, size_t count);
/* Makes c a case of another system without parameters; false where its scheme does not apply there.
 */
bool prop_move(slp_case *c, const char *system);
/* h <- h 2^e; true where exact */
bool prop_scale_step(slp_case *c, int e);
/* Reverses the order of the Wiener processes of every step from number `first` on. */
void prop_reverse_noises(slp_case *c, size_t first);
/* Doubles the first `amp` and halves every increment; false where there is no amplitude or a half
 * is not exact. */
bool prop_double_amplitude(slp_case *to, const slp_case *c);
/* Changes x to -x and h to -h and keeps the increments; prop_negated is the map of the states. */
bool prop_backwards(slp_case *to, const slp_case *c);
void prop_negated(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y);

#endif
