/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of se(3) as the mathematics defines them, by 6 x 6 and 4 x 4 matrices in balls of 600
 * bits: what the tests of ref/se3_*.c compare with. */
#ifndef SLP_TESTS_SE3_DEFINED_H
#define SLP_TESTS_SE3_DEFINED_H

#include "ref/algebra/se3.h"

enum { SE3_HIGH = 600, SE3_ACTIONS = 6, SE3_ROOM = 64 };

typedef struct se3_subject {
    const ref_action *action;
    /* out = A(xi) x */
    void (*define)(arb_ptr out, arb_srcptr xi, arb_srcptr x);
    bool on_generators;
} se3_subject;

/* Fills the algebra and the list of its actions. */
void se3_subjects(se3_subject list[SE3_ACTIONS], ref_algebra *algebra);

/* Arguments and results; w is scratch for any action. */
typedef struct se3_room {
    arb_ptr xi, dxi, x, out, other, defined, w;
} se3_room;

se3_room se3_room_new(void);
void se3_room_free(se3_room r);
/* A vector no longer than `length`. */
void se3_draw(arb_ptr v, uint64_t *state, double length);
/* The length of the midpoint. */
double se3_length(arb_srcptr v);

#endif
