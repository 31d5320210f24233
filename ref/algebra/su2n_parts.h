/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Functions that the files of su(2)^n share: n copies of su(2), each in coordinates of R^3 by x ->
 * -(i/2) x.sigma.  Vectors hold the n parts one after the other, and every operation acts on each
 * part by itself. */
#ifndef SLP_REF_SU2N_H
#define SLP_REF_SU2N_H

#include "ref/algebra/so3_vector.h"

/* q = |xi|^2 / 16, the square of |xi/2| in the operator norm */
static inline void su2_sixteenth_square(arb_t q, arb_srcptr xi, slong prec)
{
    so3_dot(q, xi, xi, prec);
    arb_mul_2exp_si(q, q, -4);
}

/* u = xi x x, v = xi x u */
static inline void su2_turns(arb_ptr u, arb_ptr v, arb_srcptr xi, arb_srcptr x, slong prec)
{
    so3_cross(u, xi, x, prec);
    so3_cross(v, xi, u, prec);
}

extern const ref_action ref_su2n_congruence_change, ref_su2n_congruence_inverse;
extern const ref_action ref_su2n_exponential, ref_su2n_cayley, ref_su2n_sphere_cayley;
extern const ref_gauss ref_su2n_gauss;

/* Block diagonal matrices of n blocks 2 x 2. */
void ref_su2n_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec);
/* The projection onto the algebra: it drops entries outside the diagonal blocks, and the blocks'
 * traces. */
void ref_su2n_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec);
void ref_su2n_cayley_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
void ref_su2n_exponential_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi,
                                 slong prec);
/* out = g x g*, g block diagonal and unitary */
void ref_su2n_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                      slong prec);

#endif
