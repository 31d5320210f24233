/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A scheme: an implicit relation z = T(z) for a stage z near x, and the step as a function of z.
 * Each family is one file, ref/scheme/NAME.c, defining an array ref_schemes_NAME ended by name
 * NULL; the build finds it.  A scheme uses the algebra's actions and the generator through its
 * frame.  It does not depend on the system. */
#ifndef SLP_REF_SCHEME_H
#define SLP_REF_SCHEME_H

#include "ref/scheme/frame.h"

struct ref_scheme {
    const char *name;
    /* How many vectors of d numbers the unknown z consists of; 0: the rule is explicit; stage,
     * stage_tangent and lipschitz are NULL, and finish gets z = NULL. */
    slong stages;
    /* The iteration that selects the solution starts from z = 0, whose scale is that of a
     * generator, and not from z = (x, ..., x). */
    bool from_zero;
    slong scratch; /* vectors of scratch needed beyond REF_FRAME_VECTORS */
    /* True if the algebra has the operations that the scheme needs. */
    bool (*suits)(const ref_algebra *algebra);
    /* The scheme's form on semidirect products, where it is another rule.  NULL: it has no such
     * form, and `suits` decides. */
    const ref_scheme *semidirect;
    /* Fills frame->base (d numbers) with what T needs of x alone.  NULL: nothing. */
    void (*prepare)(ref_frame *frame);
    /* out = T(z).  out does not alias z. */
    void (*stage)(arb_ptr out, ref_frame *frame, arb_srcptr z);
    /* The same in binary64, by rational operations alone, with pack and x rounded.  False, and
     * NULL, where there is none. */
    bool (*approximate)(ref_complex *out, const ref_frame *frame, const double *pack,
                        const double *x, const ref_complex *z);
    /* out = (dT/dz) dz + (dT/dx) dx; dz or dx may be NULL, which means 0. */
    void (*stage_tangent)(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz,
                          arb_srcptr dx);
    /* next = F(z), the state after the step, which may be x; and its derivative. */
    void (*finish)(arb_ptr next, ref_frame *frame, arb_srcptr z);
    void (*finish_tangent)(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz,
                           arb_srcptr dx);
    /* L bounds the Lipschitz constant of T on the ball of radius R around the start, in the largest
     * of the norms of z's vectors (ref/certificate/certificate.md section 4). */
    void (*lipschitz)(mag_t L, ref_frame *frame, const mag_t R);
    /* delta >= |T(z0) - z0| by norms alone, without an evaluation of T.  NULL: there is no such
     * bound. */
    void (*first_move)(mag_t delta, ref_frame *frame);
    /* Explicit rules: kappa >= 1, how much the inner stages may amplify a rounding of the first. */
    void (*condition)(mag_t kappa, ref_frame *frame);
    /* The step composes the flows of the system's factors, so it needs a system that has them: each
     * once, in their order; or twice, over halves of h and dW, in order and then in reverse.  0:
     * the scheme does not split. */
    int splits;
    /* See ref_step_terms; the caller sets condition to 1.  NULL: the generator is evaluated at
     * states that lie between x and the next one. */
    void (*terms)(mag_t terms, mag_t condition, ref_frame *frame);
    /* f = the group increment g_n^-1 g_(n+1).  NULL: the scheme has none. */
    void (*group)(acb_mat_t f, ref_frame *frame, arb_srcptr z);
};

/* Whether the scheme applies to this system: on its algebra, as it is or in its form for semidirect
 * products, and with its factors if it splits. */
static inline bool ref_scheme_suits(const ref_scheme *scheme, const ref_system *sys)
{
    const ref_algebra *algebra = &sys->algebra;
    if (scheme->splits && (!sys->table->factors || sys->table->factors(sys) < 0)) return false;
    return scheme->semidirect && algebra->rotations ? scheme->semidirect->suits(algebra)
                                                    : scheme->suits(algebra);
}

/* finish and finish_tangent of a scheme whose stage is the next state: F(z) = T(z), evaluated once
 * more because the ball becomes smaller, and dF = dz. */
static inline void ref_stage_is_next(arb_ptr next, ref_frame *frame, arb_srcptr z)
{
    arb_ptr image = ref_scratch(frame, 4);
    frame->scheme->stage(image, frame, z);
    _arb_vec_set(next, image, frame->d);
}
static inline void ref_stage_is_next_tangent(arb_ptr out, ref_frame *frame, arb_srcptr z,
                                             arb_srcptr dz, arb_srcptr dx)
{
    (void)z;
    (void)dx;
    if (dz)
        _arb_vec_set_round(out, dz, frame->d, frame->prec);
    else
        _arb_vec_zero(out, frame->d);
}

extern const ref_scheme *const ref_schemes_registry[];

#endif
