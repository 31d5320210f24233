/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step of a case as the reference takes it: system and scheme, state, step size and increments
 * as exact balls, and the result as an enclosure.  The judge, the laws and the claims carry a step
 * in this one form.  Internal to this project: programs call ref/ref.h. */
#ifndef SLP_REF_EXACT_STEP_H
#define SLP_REF_EXACT_STEP_H

#include "oracle/contract/number/exact.h"
#include "ref/local.h"

typedef struct ref_exact_step {
    const slp_case *c;
    const ref_scheme *scheme;
    const ref_system *sys;
    ref_system *own; /* sys, if the step opened it */
    slong d, M;
    arb_ptr x, dW; /* d and M numbers */
    arb_t h;
    arb_ptr next; /* d numbers, zeros at first; room for the result */
} ref_exact_step;

/* ref_system_new, also of a case that slp_case_check refuses for its parameters alone, where the
 * equations have a meaning: a damping below 0, as a wrong program has it.  Hints look for such
 * programs; nothing that is proved or judged may rest on it. */
slp_status ref_system_new_refused(ref_system **sys, const slp_case *c, slp_error *err);
/* True if the system is nothing but its Hamiltonians' terms (ref/system/polynomial.md section 5): a
 * polynomial with the same terms is the same code.  Tested by tests/props/test_prop_twin.c. */
bool ref_system_is_its_terms(const ref_system *sys);
/* Sets the step to the first one of c; c must outlive it.  SLP_OK, or the statuses of
 * ref_system_new, with err; SLP_UNSUPPORTED too if this path lacks the scheme.  err may be NULL.
 * The caller calls clear in every case; it does nothing to a step that is all zeros.  Tested by
 * tests/ref/test_ref_exact_step.c. */
slp_status ref_exact_step_init(ref_exact_step *step, const slp_case *c, slp_error *err);
/* The same on an instance of the case's system that the caller has, such as a user's system; it
 * must outlive the step.  SLP_INPUT if its d and M are not the case's. */
slp_status ref_exact_step_init_on(ref_exact_step *step, const slp_case *c, const ref_system *sys);
void ref_exact_step_clear(ref_exact_step *step);
/* The step from x with h and dW: d and M numbers, taken as exact. */
void ref_exact_step_set(ref_exact_step *step, const double *x, double h, const double *dW);
/* Step s of the case (the first is 0), from x: with the exact h and dW of a case in a wider
 * arithmetic, and with its exact x where x is c->x. */
void ref_exact_step_move(ref_exact_step *step, const double *x, size_t s);
/* The same from exact balls x; x may be step->x. */
void ref_exact_step_from(ref_exact_step *step, arb_srcptr x, size_t s);
/* to = `count` numbers of a list of a case or a result, those from the place `first` on: its
 * doubles `nearest`, and what is exact beside them, which may be NULL. */
void ref_exact_numbers(arb_ptr to, const double *nearest, const slp_exact *exact, size_t first,
                       size_t count);
/* The list of `count` exact numbers, to be freed by slp_exact_free, and the doubles nearest to
 * them.  *doubles: they are those.  NULL if memory is refused. */
slp_exact *ref_exact_list(double *nearest, bool *doubles, arb_srcptr exact, size_t count);
/* (h, dW) := 2^e (h, dW), exact. */
void ref_exact_step_scale(ref_exact_step *step, slong e);
/* size = |x|, the Euclidean norm of the coordinates. */
void ref_exact_step_size(arb_t size, const ref_exact_step *step, slong prec);
/* Calls attempt(of, prec) with precisions that double from `first` up to `last`, until it returns
 * another status than SLP_UNABLE; SLP_END stops too, and says that more bits would not help.  The
 * last status, SLP_UNABLE for SLP_END. */
typedef slp_status (*ref_attempt)(void *of, slong prec);
slp_status ref_refine(slong first, slong last, ref_attempt attempt, void *of);
/* next = Psi(x; h, dW), d balls at `prec` bits; it may be step->next.  cert may be NULL.  Statuses
 * of ref_step. */
slp_status ref_exact_step_image(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong prec);
/* The stage of the step, enclosed: ref_exact_step_stage_size numbers, 0 of an explicit rule.
 * Statuses of ref_step. */
slong ref_exact_step_stage_size(const ref_exact_step *step);
slp_status ref_exact_step_stage(arb_ptr stage, ref_certificate *cert, const ref_exact_step *step,
                                slong prec);
/* next = Psi(x; h, dW), rounded to nearest even in the arithmetic of the case, exact: d numbers; of
 * double-double the nearest of 107 bits.  SLP_UNABLE if that is not decided at `cap` bits;
 * SLP_DOMAIN if a number is beyond the arithmetic's range.  Other statuses of ref_step.  next may
 * be step->next.  Tested by tests/ref/test_ref_exact_step.c. */
slp_status ref_exact_step_round(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong cap);
/* The same, and the group increment f: ref_group_size rows.  Statuses of ref_step_group. */
slp_status ref_exact_step_group(acb_mat_t f, arb_ptr next, const ref_exact_step *step, slong prec);
/* ref_refine of ref_exact_step_image, then, unless it is NULL, of enough(of, prec) on what is
 * enclosed.  It stops where more bits would not give a certificate.  cert may be NULL. */
slp_status ref_exact_step_refine(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                 slong first, slong last, ref_attempt enough, void *of);
/* `count` functions of the state: Casimirs, energy, coefficients of a characteristic polynomial. */
typedef struct ref_invariant {
    slong (*count)(const ref_exact_step *step);
    void (*value)(arb_ptr values, const ref_exact_step *step, arb_srcptr x, slong prec);
} ref_invariant;
extern const ref_invariant ref_invariant_energy, ref_invariant_casimirs; /* H0; all Casimirs */
/* before = F(x) and change = F(Psi(x)) - F(x), as many numbers as F has.  Statuses of ref_step. */
slp_status ref_exact_step_change(arb_ptr change, arb_ptr before, const ref_invariant *F,
                                 const ref_exact_step *step, slong prec);
/* What a program that shares nothing with this one needs to prove a step again
 * (oracle/certificates/proof.md).  All numbers are exact. */
typedef struct ref_proof {
    slong bits;        /* of the stage's numbers, relative to the largest */
    slong d, k;        /* numbers of a state; of the stage, 0 for an explicit rule */
    bool adapted;      /* the norm is |C v|, and not the Euclidean norm |v| */
    arb_ptr stage;     /* k numbers: c, an approximate stage */
    arb_ptr norm;      /* k * k numbers, row by row: C; the identity unless adapted */
    arb_t radius;      /* R: T maps the ball of radius R around c into itself */
    arb_t L;           /* T contracts by L there */
    slong entered;     /* T^entered(z0) lies in the ball */
    arb_ptr low, high; /* d numbers each: low <= Psi(x) <= high */
} ref_proof;
/* Fills *proof, which need not be initialised, for the step from every point of step->x.
 * SLP_UNABLE if no ball in which the Jacobian contracts is found (stages of more than
 * REF_PROOF_MOST numbers among them); other statuses of ref_step.  bits: of the stage,
 * REF_PROOF_BITS or more; a state that is no point must be known to 2^(40 - bits) of its size.
 * The caller calls clear in every case.  It does not change what other functions answer.  Tested
 * by tests/certificates/test_certificates.sh. */
enum { REF_PROOF_BITS = 128, REF_PROOF_MOST = 256 };
slp_status ref_exact_step_prove(ref_proof *proof, const ref_exact_step *step, slong bits);
void ref_proof_clear(ref_proof *proof);
/* A set that holds the exact state after some steps: centre + frame v, |v_i| <= reach_i.  The frame
 * turns with the flow, so that the set is not made larger in every step by putting it into a box
 * along the axes.  All numbers are exact. */
typedef struct ref_chain {
    slong d, bits;
    arb_ptr centre, reach, hull; /* d numbers each; hull: balls that hold the set */
    arb_mat_t frame;             /* d x d, the identity at first */
    bool turned;                 /* the frame is not the identity */
} ref_chain;
/* The set {step->x}, which is exact. */
void ref_chain_init(ref_chain *chain, const ref_exact_step *step, slong bits);
void ref_chain_clear(ref_chain *chain);
/* Fills *proof, as ref_exact_step_prove, for step s (the first is 0) of step->c from the set, and
 * moves the set to one that holds the step of each of its points: proof.md, section 6.  step->x is
 * overwritten.  The set is indeterminate unless SLP_OK.  Statuses of ref_exact_step_prove; the
 * caller clears the proof in every case. */
slp_status ref_chain_step(ref_proof *proof, ref_chain *chain, ref_exact_step *step, size_t s);
/* y = d numbers: the binary64 number that every point of the set rounds to.  SLP_UNABLE if that is
 * not decided, SLP_DOMAIN if it overflows. */
slp_status ref_chain_round(double *y, const ref_chain *chain);
/* The certificate of the step; the precision is doubled until there is one.  SLP_OK, or the last
 * status of ref_step. */
slp_status ref_exact_step_certificate(ref_certificate *cert, const ref_exact_step *step);

#endif
