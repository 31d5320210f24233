/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The parts of a step's certificate.  Each part is a function, so that its soundness can be tested
 * alone.  "Selection" is the proof which solution of the stage equation z = T(z) is the one meant.
 * Derivations: ref/certificate/certificate.md. */
#ifndef SLP_REF_CERTIFY_H
#define SLP_REF_CERTIFY_H

#include "ref/scheme/scheme.h"

enum {
    REF_PREC_LEAST = 64,     /* a smaller working precision is raised to this */
    REF_PREC_MOST = 1 << 20, /* a larger one is lowered to this, so that memory suffices */
    REF_SMALL_D = 64,        /* Jacobians are formed up to this many coordinates */
    REF_FOLLOW_MOST = 2048   /* most iterations of T, approximate or in balls */
};

slong ref_clamp_prec(slong prec);

/* The result of a selection: T is a contraction with constant L on the ball of radius R around x
 * and maps it into itself, in the algebra's norm; or, if by_jacobian, the same in the norm |C v| on
 * the ball of radius R around `centre`. */
typedef struct ref_selection {
    bool by_jacobian;
    mag_t L, R;
    arb_ptr centre;         /* exact; by_jacobian only */
    arb_mat_t C, C_inverse; /* C exact, its inverse as balls; by_jacobian only */
    unsigned iterations;
} ref_selection;

void ref_selection_init(ref_selection *sel);
void ref_selection_clear(ref_selection *sel, slong d);

/* Selection by norms: certificate.md section 4.  True if proved. */
bool ref_select_by_norm(ref_selection *sel, ref_frame *frame);
/* Selection by the Jacobian along the iteration from x: certificate.md section 5.  True if proved.
 */
bool ref_select_by_jacobian(ref_selection *sel, ref_frame *frame);

/* Parts of that selection.  sel->C and its inverse from the Jacobian at sel->centre; false if no
 * norm is found in which T contracts there. */
bool ref_adapt_norm(ref_selection *sel, ref_frame *frame);
/* Sets sel->L for the ball of radius sel->R around sel->centre, and delta >= |T(centre) - centre|
 * in the norm of sel.  True if T is proved to contract on that ball and to map it into itself. */
bool ref_contracts_around(mag_t delta, ref_selection *sel, ref_frame *frame);

/* Approximates a solution of z = T(z) near x: numbers without radius, nothing proved.  T is
 * iterated, at most `most` times, until z moves by less than 2^-warm |x|; then Newton's method may
 * take over.  False if z still moves by more.  *iterations is increased by the number of
 * evaluations of T. */
bool ref_iterate(arb_ptr z, unsigned *iterations, ref_frame *frame, slong warm, unsigned most);

enum { REF_APPROXIMATE_BITS = 46 };
/* The first part of ref_iterate in binary64, where the scheme, its action and the system have it
 * and a stage is small: z is right to about REF_APPROXIMATE_BITS bits, and P, k x k, is
 * (I - DT(z))^-1 to about as many.  False, with z unspecified: the iteration from the start did not
 * settle, or there is no such form.  Tested by tests/ref/test_ref_approximate.c. */
bool ref_approximate_stage(arb_ptr z, arb_mat_t P, unsigned *iterations, const ref_frame *frame,
                           slong warm);

/* Given a selection and any numbers z (radius 0), ball encloses the selected solution for every
 * point of the input balls; *defect bounds |T(z) - z|.  False if z lies outside the ball of the
 * selection. */
bool ref_enclose_stage(arb_ptr ball, mag_t defect, ref_frame *frame, const ref_selection *sel,
                       arb_srcptr z);

/* Sets to exactly 0 the coordinates of `ball` that are zero in x and in z, radius included, if T is
 * checked to map the subspace where they vanish into itself (certificate.md section 4).  Called by
 * ref_enclose_stage. */
void ref_keep_zeros(arb_ptr ball, ref_frame *frame, arb_srcptr z);

/* Upper bound of |v| in the norm of a selection. */
void ref_selection_norm(mag_t out, ref_frame *frame, const ref_selection *sel, arb_srcptr v);
/* box encloses every y with |y - centre| <= r in the norm of the selection. */
void ref_selection_box(arb_ptr box, const ref_frame *frame, const ref_selection *sel,
                       arb_srcptr centre, const mag_t r);

/* reach = (1 - L) R, rounded down, 0 where L >= 1: a first move within it keeps the iteration in
 * the ball of radius R. */
void ref_contraction_reach(mag_t reach, const mag_t L, const mag_t R);
/* kappa = (1 + L)/(1 - L), rounded up; infinite where L >= 1.  No aliasing. */
void ref_kappa_of_norm(mag_t kappa, const mag_t L);
/* defect / max(|x_i|, DBL_MIN), the largest coordinate's size; rounded up. */
double ref_relative_defect(const ref_frame *frame, const mag_t defect);

/* ref_decimal with a status: SLP_OK; *text is NULL and SLP_UNABLE if the enclosure does not decide
 * the digits, SLP_MEMORY if memory is refused. */
slp_status ref_decimal_decide(char **text, const arb_t x, slong digits);

/* See ref/step/round.c. */
bool ref_round_ball(double *value, const arb_t ball);

/* J = dT/dz at z, column by column. */
void ref_stage_jacobian(arb_mat_t J, ref_frame *frame, arb_srcptr z);
/* Upper bound of the spectral norm: certificate.md section 5. */
void ref_spectral_bound(mag_t bound, const arb_mat_t A, slong prec);

/* kappa = (1 + |J|) |(I - J)^-1| over the stage's enclosure, J = DT: certificate.md section 5. */
void ref_kappa_of_jacobian(mag_t kappa, ref_frame *frame, arb_srcptr ball);

/* Runs all parts: encloses the stage and fills the certificate. */
slp_status ref_solve_stage(arb_ptr ball, ref_certificate *cert, ref_frame *frame);

#endif
