/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Metamorphic relations: a case, and another case whose answer is known from the first one's.  Each
 * system has one file, props/relation/SYSTEM.c, with an array prop_relations_SYSTEM ended by about
 * NULL, and the build finds it.  All maps are exact in binary64 (permutations, signs, powers of
 * two), so that the second case is the image of the first one and not of a rounding of it. */
#ifndef SLP_PROPS_RELATION_H
#define SLP_PROPS_RELATION_H

#include "props/prop.h"
#include "ref/local.h"

typedef struct prop_relation {
    const char *system; /* of the first case */
    const char *about;
    /* Fills `to` (initialised, a copy of c without id changed) with the image of c; false where the
     * relation does not apply to c.  Each coordinate of the image is one of c's, times a sign and a
     * power of two, and which one does not depend on the state.  The answers are mapped in the same
     * way: prop_map_state.  What is not one of c's is 0 or a power of two. */
    bool (*transform)(slp_case *to, const slp_case *c);
    /* The factors of the image (slp_system.factors) come in another order than their images do, so
     * that nothing is said of schemes that split. */
    bool reorders;
    bool (*applies)(const slp_case *c); /* to this state; NULL: to every one */
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
/* Parameter `key` of `to` becomes that of c times `factor`, a power of two; true where c gives it
 * and every product is exact. */
bool prop_scale_parameter(slp_case *to, const slp_case *c, const char *key, double factor);
/* The noises of which `key` has `row` numbers each, in the reverse order, and their Wiener
 * processes, number `first` and the following; false of fewer than two. */
bool prop_reverse_rows(slp_case *to, const slp_case *c, const char *key, size_t row, size_t first);
/* Doubles the amplitudes `key`, or `amp`, and halves every increment; false where there is no
 * amplitude or a half is not exact. */
bool prop_double_noise(slp_case *to, const slp_case *c, const char *key);
bool prop_double_amplitude(slp_case *to, const slp_case *c);
/* Changes x to -x and h to -h and keeps the increments. */
bool prop_backwards(slp_case *to, const slp_case *c);

/* ---- States ---- */

/* image[0..d-1] = what the state y of c becomes, d coordinates: where the transform takes 3, 5, 7
 * ... of a case like c.  A coordinate that is none of y's is indeterminate.  False if the transform
 * refuses that case. */
bool prop_map_state(arb_ptr image, size_t d, const prop_relation *relation, const slp_case *c,
                    arb_srcptr y);

#endif
