/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The right-hand side V(z) = ad*_{Xi(z)} z of the equation of motion, shared by the schemes that
 * apply a Runge-Kutta rule to it directly. */
#ifndef SLP_REF_DIRECT_H
#define SLP_REF_DIRECT_H

#include "ref/scheme/scheme.h"

bool ref_direct_suits(const ref_algebra *algebra);
/* out = V(z), and out = DV(z) dz.  They, and the functions below, use scratch vectors 0..3, so z,
 * dz and out lie elsewhere. */
void ref_direct(arb_ptr out, ref_frame *frame, arb_srcptr z);
void ref_direct_tangent(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz);
/* out = V(z) / 2 */
void ref_direct_half(arb_ptr out, ref_frame *frame, arb_srcptr z);
/* out = DV(z) dz / 2 */
void ref_direct_half_tangent(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz);
/* L bounds |DV|/2 on the ball of radius R around x: (size(rho) + slope(rho) lip (|x| + R)) / 2 */
void ref_direct_half_lipschitz(mag_t L, ref_frame *frame, const mag_t R);
/* kappa = 1 + l, l a Lipschitz constant of V on the ball around x whose radius is |V(x)|, which
 * holds the predictor x + V(x); infinite where there is none (ref/scheme/explicit.md section 2).
 * Uses scratch vector 4 too. */
void ref_direct_predictor_condition(mag_t kappa, ref_frame *frame);

#endif
