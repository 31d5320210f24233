/* The right-hand side V(z) = ad*_{Xi(z)} z of the equation of motion, shared by the schemes that
 * apply a Runge-Kutta rule to it directly. */
#ifndef SLP_REF_DIRECT_H
#define SLP_REF_DIRECT_H

#include "ref/scheme/scheme.h"

bool ref_direct_suits(const ref_algebra *algebra);
/* out = V(z) / 2.  Uses scratch vectors 0..3, so z and out lie elsewhere. */
void ref_direct_half(arb_ptr out, ref_frame *frame, arb_srcptr z);
/* out = DV(z) dz / 2 */
void ref_direct_half_tangent(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz);
/* L bounds |DV|/2 on the ball of radius R around x: (size(rho) + slope(rho) lip (|x| + R)) / 2 */
void ref_direct_half_lipschitz(mag_t L, ref_frame *frame, const mag_t R);

#endif
