/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The inputs of one step, which stay fixed while T is iterated, and scratch memory.  Allocated once
 * a step, so that the loops over T allocate nothing. */
#ifndef SLP_REF_FRAME_H
#define SLP_REF_FRAME_H

#include "ref/system/system.h"

typedef struct ref_frame {
    const ref_scheme *scheme;
    const ref_system *sys;
    const ref_algebra *algebra;
    slong d, prec;    /* prec: the precision of the evaluation now going on */
    slong k;          /* numbers in a stage z: scheme->stages * d */
    arb_srcptr x;     /* the state the step starts from */
    arb_srcptr h, dW; /* the step and its increments, the caller's */
    arb_srcptr start; /* k numbers: the stage that iteration starts from */
    arb_ptr pack;     /* the generator's frozen increments */
    arb_ptr base;     /* d numbers, the scheme's own */
    arb_ptr s;        /* scratch of the scheme's functions: vectors of d */
    arb_ptr w;        /* scratch of the algebra's actions */
    arb_ptr first;    /* T(start), k numbers, if has_first */
    bool has_first;
    arb_ptr part; /* 1 + M numbers where the scheme splits: the h and dW of one flow */
    arb_ptr v;    /* REF_FRAME_VECTORS vectors of max(k, d), scratch of the solver */
    slong v_size; /* that max(k, d) */
    arb_ptr all;  /* the block that all of them lie in */
    slong all_count;
    mag_t x_norm, x_span; /* |x|, span(x), upper bounds over the ball x */
    mag_t xi_span;        /* span(Xi(x)), upper bound over the ball x */
    mag_t scale;          /* the iteration's accuracy is relative to this size */
    mag_t slope; /* the generator's Lipschitz constant, where it is constant and has_slope */
    bool has_slope;
    /* Who is told of values that have a name in the rule and are no result of the generator or of
     * an operation (ref_frame_note); NULL: nobody. */
    void (*note)(void *own, const char *name, arb_ptr value);
    void *note_own;
} ref_frame;

enum { REF_FRAME_VECTORS = 8 };
enum { REF_APPROXIMATE_MOST = 8 }; /* numbers of a stage that is approximated in binary64 */

/* False if an input is not finite, or becomes so; the frame must be cleared either way. */
bool ref_frame_init(ref_frame *frame, const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                    const arb_t h, arb_srcptr dW, slong prec);
void ref_frame_clear(ref_frame *frame);

/* Vector number i of the solver's scratch. */
static inline arb_ptr ref_solver_scratch(const ref_frame *frame, slong i)
{
    return frame->v + i * frame->v_size;
}

/* Scratch vector number i of the scheme's functions. */
static inline arb_ptr ref_scratch(const ref_frame *frame, slong i)
{
    return frame->s + i * frame->d;
}

/* Tells of a value of d numbers: its name in the rule, followed by # if the rule has several and
 * numbers them.  Who is told may replace it. */
static inline void ref_frame_note(const ref_frame *frame, const char *name, arb_ptr value)
{
    if (frame->note) frame->note(frame->note_own, name, value);
}

/* xi = Xi(z) and its derivative */
static inline void ref_frame_generator(arb_ptr xi, const ref_frame *frame, arb_srcptr z)
{
    frame->sys->table->generator(xi, frame->sys, frame->pack, z, frame->prec);
}

static inline void ref_frame_generator_tangent(arb_ptr dxi, const ref_frame *frame, arb_srcptr z,
                                               arb_srcptr dz)
{
    frame->sys->table->generator_tangent(dxi, frame->sys, frame->pack, z, dz, frame->prec);
}

static inline void ref_frame_apply(arb_ptr out, const ref_frame *frame, const ref_action *action,
                                   arb_srcptr xi, arb_srcptr x)
{
    action->apply(out, frame->algebra, xi, x, frame->w, frame->prec);
}

/* out = base + A(xi) x, or base - A(xi) x where `minus`; aliases nothing */
static inline void ref_frame_add(arb_ptr out, const ref_frame *frame, arb_srcptr base, bool minus,
                                 const ref_action *action, arb_srcptr xi, arb_srcptr x)
{
    if (action->add) {
        action->add(out, frame->algebra, base, minus, xi, x, frame->w, frame->prec);
        return;
    }
    ref_frame_apply(out, frame, action, xi, x);
    (minus ? _arb_vec_sub : _arb_vec_add)(out, base, out, frame->d, frame->prec);
}

/* out = A(xi) y - A(xi) x for y - x = dx */
static inline void ref_frame_along(arb_ptr out, const ref_frame *frame, const ref_action *action,
                                   arb_srcptr xi, arb_srcptr dx)
{
    (action->along ? action->along : action->apply)(out, frame->algebra, xi, dx, frame->w,
                                                    frame->prec);
}

static inline void ref_frame_vary(arb_ptr out, const ref_frame *frame, const ref_action *action,
                                  arb_srcptr xi, arb_srcptr dxi, arb_srcptr x)
{
    ref_action_vary(out, action, frame->algebra, xi, dxi, x, frame->w, frame->prec);
}

/* The largest of the norms of a stage's vectors. */
void ref_stage_norm(mag_t out, const ref_frame *frame, arb_srcptr z);
/* On the ball of radius R around x: span(Xi) <= rho, and lip is a Lipschitz constant of Xi. */
void ref_frame_generator_bound(mag_t rho, mag_t lip, ref_frame *frame, const mag_t R);

#endif
