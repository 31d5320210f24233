/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Constructs an element g of the group that carries one state to another: x' = Ad*_g x.  Internal
 * to props.
 *
 * Each family of algebras has one file, props/orbit/FAMILY.c.  It builds g from the two states
 * alone, in numbers of PROP_ORBIT_PREC bits, encloses the remainder y - Ad*_g x, and bounds the
 * remainder of a result within r of the orbit (props/LAWS.md, "orbit"). g need not be exact: its
 * distance from the group is enclosed and added to the remainder. */
#ifndef SLP_PROPS_ORBIT_H
#define SLP_PROPS_ORBIT_H

#include "props/case/reference_step.h"

enum { PROP_ORBIT_PREC = 192 };

/* How well the constructed element carries x to y. */
typedef struct prop_orbit {
    /* upper bound of |y - Ad*_g x| over the allowance; the least over the elements tried */
    double ratio;
    double group; /* distance of g from the group in units of u, upper bound */
    /* no element could be built: the states are too near a degenerate one (only on sp(2m, R)) */
    bool none;
} prop_orbit;

/* x, y: d exact coordinates; r: an upper bound of |y - y*| with y* on the orbit of x. */
typedef prop_orbit prop_orbit_exhibit(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                                      const arb_t r);
prop_orbit_exhibit prop_orbit_vectors;    /* so(3), su(2)^n: a rotation for each part */
prop_orbit_exhibit prop_orbit_motions;    /* se(3)*: a rotation and a translation */
prop_orbit_exhibit prop_orbit_orthogonal; /* so(n): g in SO(n) */
prop_orbit_exhibit prop_orbit_unitary;    /* su(N): g in SU(N) */
prop_orbit_exhibit prop_orbit_symplectic; /* sp(2m, R) */

/* The half turn about a + b takes a/|a| to b/|b|: R = 2 n n^T - 1, n = (a + b)/|a + b|; about any
 * normal of a where b = -a, and the identity where one of them is 0.  R is 3 x 3, midpoints. */
void prop_orbit_half_turn(arb_mat_t R, arb_srcptr a, arb_srcptr b);

/* left = y - R x, three numbers each; left aliases neither */
void prop_orbit_left(arb_ptr left, const arb_mat_t R, arb_srcptr x, arb_srcptr y);

/* i X = V diag(values) V*, X skew-Hermitian (its midpoints), V unitary, values descending, by
 * Jacobi's rotations: in any case, however close the eigenvalues, |V* V - 1| and |iX - V diag
 * V*|/|X| are below 2^-150 (n <= 32).  The results are midpoints, not enclosures. */
void prop_orbit_eigenvectors(acb_mat_t V, arb_ptr values, const acb_mat_t X);

/* X and Y, initialised here: the n x n matrices of x and y. */
void prop_orbit_states(acb_mat_t X, acb_mat_t Y, const ref_exact_step *exact_step, arb_srcptr x,
                       arb_srcptr y);
/* size = |A - 1|_F; A is left as A - 1 */
void prop_orbit_from_one(arb_t size, acb_mat_t A);
/* size = |Y - g X h|_F; size aliases nothing */
void prop_orbit_leaves(arb_t size, const acb_mat_t Y, const acb_mat_t g, const acb_mat_t X,
                       const acb_mat_t h);
/* e = sqrt(2) r: a coordinate occurs at most twice in the matrix; may alias */
void prop_orbit_in_norm(arb_t e, const arb_t r);
/* Upper bound of size >= 0 in units of u; size is multiplied by 1/u. */
double prop_orbit_units(arb_t size);
/* |a| of three numbers */
void prop_orbit_length(arb_t size, arb_srcptr a);

/* |g g* - 1|_F + |det g - 1| in units of u, upper bound. */
double prop_orbit_group_defect(const acb_mat_t g);
/* The remainder |Y - g X g*|_F over sqrt(2) r, and the distance of g from the group. */
prop_orbit prop_orbit_measure(const acb_mat_t g, const acb_mat_t X, const acb_mat_t Y,
                              const arb_t r);
/* An upper bound of |a|/|b| for a, b >= 0; 0 where a = 0, infinite where b = 0 < a. */
double prop_orbit_ratio(const arb_t a, const arb_t b);

#endif
