/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors that are given a length: N(w)_i = |x_i| w_i/|w_i| for each vector in R^3 of a state, and
 * 0 where x_i = 0. */
#ifndef SLP_REF_SPHERE_H
#define SLP_REF_SPHERE_H

#include "ref/scheme/direct_field.h"

/* True if the algebra's orbits are products of spheres, and it has ad*. */
bool ref_sphere_suits(const ref_algebra *algebra);
/* True if the vector at v, of 3 numbers, is exactly 0. */
bool ref_sphere_is_point(arb_srcptr v);
/* w <- N(w) for one vector, w of 3 numbers, from t = (|w|^2 - |x|^2)/|x|^2, which the caller
 * computes without cancellation: N(w) = w + c w, c = 1/sqrt(1 + t) - 1.  On return t = c.  root is
 * scratch.  No argument aliases another. */
void ref_sphere_rescale(arb_ptr w, arb_t t, arb_t root, slong prec);
/* dw <- dN for one vector: N = s w, s = |x|/|w|, dN = s (dw + (x.dx/|x|^2 - w.dw/|w|^2) w).  w is
 * the argument of N, dw its change on entry; dx is the change of x, NULL for 0.  numbers: 4 of
 * scratch.  Not finite where x = 0. */
void ref_sphere_rescale_tangent(arb_ptr dw, arb_srcptr w, arb_srcptr x, arb_srcptr dx,
                                arb_ptr numbers, slong prec);

#endif
