/* What the generators of several systems need for Levy areas (oracle/contract/case.h): brackets of
 * Hamiltonians on R^3, B = x.(grad H_i x grad H_j).
 *
 * With quadratic ones H_i = c_i x_i^2/2 and linear ones H = chi.x,
 *     two linear:      B = x.(chi x chi'),                grad B = chi x chi'
 *     two quadratic:   B = +-c_i c_j x_1 x_2 x_3,         + for (1,2) and (2,3), - for (1,3)
 *     i quadratic:     B = c_i x_i x.(e_i x chi).
 * The gradients of the last two are of one form.  With M(v) = [[0, v_3, v_2], [v_3, 0, v_1],
 * [v_2, v_1, 0]], symmetric and linear in v, M(v) w = M(w) v,
 *     grad (kappa x_1 x_2 x_3) = kappa M(x) x / 2,        grad (c_i x_i x.(e_i x chi)) = M(s) x,
 *     s_j = c_i (e_i x chi)_k for {i, j, k} = {1, 2, 3}: s_(i+1) = c_i chi_(i+1),
 *     s_(i+2) = -c_i chi_(i+2), s_i = 0,
 * so that the derivative of the sum at x is M(kappa x + s).  Its norm: y.M(v) w is the symmetric
 * trilinear form of 6 v_1 v_2 v_3, whose largest value on unit vectors is taken where all three are
 * one vector (Banach 1938), that is 6/(3 sqrt(3)):
 *     |M(v)| <= (2/sqrt(3)) |v|.
 * Pinned by tests/ref/test_ref_area.c. */
#ifndef SLP_REF_AREA_H
#define SLP_REF_AREA_H

#include "oracle/contract/float_rules.h"
#include "ref/ref.h"

/* Calls `visit` for each pair i < j of `noises`, row by row, with its number from 0. */
typedef void ref_pair_visit(void *user, slong i, slong j, slong number);
void ref_each_pair(slong noises, ref_pair_visit *visit, void *user);

/* out += M(v) w; out aliases neither */
void ref_triple_apply(arb_ptr out, arb_srcptr v, arb_srcptr w, slong prec);
/* out += kappa grad (x_1 x_2 x_3) */
void ref_triple_gradient(arb_ptr out, const arb_t kappa, arb_srcptr x, slong prec);
/* out += kappa M(x) dx, the derivative of the line above; w: 3 numbers of scratch */
void ref_triple_tangent(arb_ptr out, const arb_t kappa, arb_srcptr x, arb_srcptr dx, arb_ptr w,
                        slong prec);
/* lip += (2/sqrt(3)) (|s| + |kappa| (|x| + R)), rounded up; s: 3 numbers or NULL for 0 */
void ref_triple_lipschitz(mag_t lip, const arb_t kappa, arb_srcptr s, arb_srcptr x, const mag_t R);
/* out += number times c c' with the sign of the bracket of the noises i < j along the axes */
void ref_triple_weight(arb_t out, const double c[3], slong i, slong j, const arb_t number,
                       slong prec);

#endif
