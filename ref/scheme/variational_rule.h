/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The variational integrator on a group with retraction tau, GBW (41), with the dual of dtau^-1 as
 * a parameter.  Only this parameter distinguishes the Cayley rule that GBW means from the one that
 * GBW prints. */
#ifndef SLP_REF_VARIATIONAL_H
#define SLP_REF_VARIATIONAL_H

#include "ref/scheme/scheme.h"

/* `inverse` is ([dtau^-1_xi]*)^-1 and `turn` is Ad* of tau, both of the frame's algebra. */
typedef struct ref_variational {
    const ref_action *inverse, *turn;
} ref_variational;

void ref_variational_stage(arb_ptr out, ref_frame *frame, const ref_variational *rule,
                           arb_srcptr z);
void ref_variational_stage_tangent(arb_ptr out, ref_frame *frame, const ref_variational *rule,
                                   arb_srcptr z, arb_srcptr dz, arb_srcptr dx);
void ref_variational_finish(arb_ptr next, ref_frame *frame, const ref_variational *rule,
                            arb_srcptr z);
void ref_variational_finish_tangent(arb_ptr out, ref_frame *frame, const ref_variational *rule,
                                    arb_srcptr z, arb_srcptr dz, arb_srcptr dx);
void ref_variational_lipschitz(mag_t L, ref_frame *frame, const ref_variational *rule,
                               const mag_t R);

#endif
