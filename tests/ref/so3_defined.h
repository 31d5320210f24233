/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of so(3) as the mathematics defines them, by 3 x 3 matrices in plain MPFR: what the
 * tests of ref/so3_*.c compare with. */
#ifndef SLP_TESTS_SO3_DEFINED_H
#define SLP_TESTS_SO3_DEFINED_H

#include "tests/ref/rigid_body_steps.h"
#include "ref/algebra/so3.h"

enum { SO3_PREC = 600, SO3_ACTIONS = 9 };

typedef struct so3_subject {
    const char *name;
    const ref_action *action;
    /* out = A(xi) x */
    void (*define)(naive_vector out, naive_vector xi, naive_vector x);
    double most; /* the largest |xi| drawn */
} so3_subject;

/* Fills the algebra and the list of its actions. */
void so3_subjects(so3_subject list[SO3_ACTIONS], ref_algebra *algebra);
/* [X, U], and tau(xi) */
void so3_ad_defined(naive_vector out, naive_vector xi, naive_vector x);
void so3_cayley_defined(naive_matrix g, naive_vector xi);

/* Arguments and results in both forms; w is scratch for any action. */
typedef struct so3_room {
    arb_ptr xi, dxi, x, out, w;
    naive_vector nxi, ndxi, nx, nout, nother;
} so3_room;

void so3_room_init(so3_room *r);
void so3_room_clear(so3_room *r);
/* A vector no longer than `length`, in both forms. */
void so3_draw(arb_ptr a, naive_vector v, uint64_t *state, double length);

#endif
