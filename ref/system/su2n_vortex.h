/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the files of the point-vortex system share: directions of the vortices from the centre of
 * the sphere, and chords between them.  The pack holds the n numbers h Gamma_j / 4 pi, and the 3
 * numbers dW_k c_k. */
#ifndef SLP_REF_SU2N_VORTEX_H
#define SLP_REF_SU2N_VORTEX_H

#include "ref/system/system.h"

enum { VORTEX_GAMMA, VORTEX_QUAD };

static inline slong vortex_count(const ref_system *sys)
{
    return (slong)sys->count[VORTEX_GAMMA];
}

/* r = |x|, u = x / r */
void ref_vortex_direction(arb_ptr u, arb_t r, arb_srcptr x, slong prec);
/* w = u_j - u_i and s = |w|^2 = 2 (1 - c_ij), free of cancellation in 1 - c */
void ref_vortex_chord(arb_ptr w, arb_t s, arb_srcptr ui, arb_srcptr uj, slong prec);

/* generator_lipschitz and terms of the system's table */
void ref_vortex_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                          const mag_t R);
void ref_vortex_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                      const arb_t h, arb_srcptr dW);

/* factors, factor, factor_tangent, factor_lipschitz and factor_terms of the system's table */
slong ref_vortex_factors(const ref_system *sys);
void ref_vortex_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                       arb_srcptr x, slong prec);
void ref_vortex_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                               arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec);
void ref_vortex_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                 arb_srcptr dW, arb_srcptr x, const mag_t R);
void ref_vortex_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                             const arb_t h, arb_srcptr dW, arb_srcptr x);

#endif
