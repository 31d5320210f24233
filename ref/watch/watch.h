/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system that stands for another one, and tells of every call that a scheme makes: of the
 * generator, of the generators of factors, and of each operation of the algebra.  What is told may
 * give another result in the place of the original one.  A scheme does not see the difference: it
 * takes the stand-in as its system. */
#ifndef SLP_REF_WATCH_H
#define SLP_REF_WATCH_H

#include "ref/system/system.h"

/* The operations of an algebra that a scheme applies. */
typedef enum ref_operation {
    REF_AD,
    REF_CONGRUENCE, /* D(xi) x - x */
    REF_INVERSE,    /* D(xi)^-1 x */
    REF_PRINTED,
    REF_EXPONENTIAL,
    REF_CAYLEY,
    REF_DEXP_DUAL,
    REF_BRACKET,
    REF_DCAY_INVERSE, /* B(xi) eta - eta */
    REF_SPHERE_CAYLEY,
    REF_OPERATIONS
} ref_operation;

/* The operation of the algebra; NULL: it has none. */
const ref_action *ref_operation_of(const ref_algebra *algebra, ref_operation operation);

typedef struct ref_watch ref_watch;
/* Who is told.  Each function computes the result, of the original or another one; NULL: the
 * original, and nothing is told.  `algebra` is the original one, of which ref_operation_of is the
 * original operation.  out may alias x. */
typedef struct ref_watcher {
    void (*generator)(arb_ptr xi, ref_watch *watch, arb_srcptr pack, arb_srcptr z, slong prec);
    void (*factor)(arb_ptr xi, ref_watch *watch, slong k, const arb_t h, arb_srcptr dW,
                   arb_srcptr x, slong prec);
    void (*act)(arb_ptr out, ref_watch *watch, ref_operation operation, const ref_algebra *algebra,
                arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec);
    void (*freeze)(arb_ptr pack, ref_watch *watch, const arb_t h, arb_srcptr dW, slong prec);
} ref_watcher;

struct ref_watch {
    ref_watch *self;
    ref_system system; /* the stand-in, for ref_frame_init */
    ref_system_table table;
    ref_algebra rotations;
    const ref_system *inner; /* the original */
    ref_watcher watcher;
    void *own; /* the watcher's */
};

/* Sets the stand-in of `inner`; both must stay where they are, and neither is copied.  It has what
 * steps need: tangents and bounds are the original's and tell nothing.  Nothing is to be cleared.
 * Tested by tests/ref/test_ref_watch.c. */
void ref_watch_init(ref_watch *watch, const ref_system *inner, const ref_watcher *watcher,
                    void *own);

/* What the original computes, for use by the watcher. */
static inline void ref_watch_generator(arb_ptr xi, const ref_watch *watch, arb_srcptr pack,
                                       arb_srcptr z, slong prec)
{
    watch->inner->table->generator(xi, watch->inner, pack, z, prec);
}

#endif
