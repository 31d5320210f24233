/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix algebras: every action of ref_algebra, written once for all J-quadratic algebras (A*J + JA
 * = 0), over complex ball matrices.
 *
 * With the anti-involution A+ = J A* J^-1 the algebra is {A : A+ = -A}, its group {g : g+ g = I},
 * and Psi = xi* lies in it as well.  For P, X of the algebra (PX)+ = XP, so a commutator costs one
 * product.  Derivations: ref/matrix/matrix.md.  Tested by tests/ref/test_ref_matrix.c. */
#ifndef SLP_REF_MATRIX_H
#define SLP_REF_MATRIX_H

#include "ref/algebra/algebra.h"

/* `own` of such an algebra points to this. */
typedef struct ref_matrix_kind {
    /* w_i > 0 of the pairing <x, y> = sum_i w_i x_i y_i = scale^2 Re Tr X*Y */
    int (*weight)(const ref_algebra *algebra, slong i);
} ref_matrix_kind;

/* Fills in every operation but to_matrix, from_matrix and form.  The caller has set these three
 * (form: NULL where J = I), and name, n, d and own. */
void ref_matrix_operations(ref_algebra *algebra);

/* values[k-1] = Tr X^(2k), k = 1..count, where the matrices X of states are real. */
void ref_even_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, slong count,
                     slong prec);
/* The Pfaffian of a real skew-symmetric matrix X of even size. */
void ref_pfaffian(arb_t out, const ref_algebra *algebra, arb_srcptr x, slong prec);

/* The stages of the two-stage Gauss rule with generators xi = (xi_1, xi_2) held fixed, on any
 * algebra that has matrices: out = (x_1 - x, x_2 - x), 2d numbers, x_i = L_i x L_i+ with L_i = I +
 * sum_j a_ij xi_j* L_j.  out aliases nothing.  Not finite where the L_i cannot be enclosed. */
void ref_matrix_gauss(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                      slong prec);
/* out = (dx_1, dx_2) along dxi (2d numbers) and dx (d); either may be NULL, which means 0. */
void ref_matrix_gauss_tangent(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi,
                              arb_srcptr dxi, arb_srcptr x, arb_srcptr dx, slong prec);

/* ---- Shared by the files of ref/matrix/ --------------------------------------------------- */

/* Psi = xi* */
void ref_matrix_psi(acb_mat_t Psi, const ref_algebra *algebra, arb_srcptr xi, slong prec);
/* C = A B, as acb_mat_mul; real matrices cost what real ones cost.  C may alias A and B. */
void ref_matrix_mul(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, slong prec);
/* The same where it is known that C_ji = mirror conj C_ij, mirror = 1 or -1: half of the work for
 * large matrices. */
void ref_matrix_mul_mirrored(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, int mirror,
                             slong prec);
/* Both for large square matrices, all of whose numbers off the diagonal are of similar size: in
 * integers, with radii from norms; mirror 0: nothing is known of C.  False, and C is as before, for
 * other matrices; matrix.md section 7. */
bool ref_matrix_mul_dense(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, int mirror,
                          slong prec);
/* X with A X = B, as acb_mat_solve, likewise; false if A is not proved to be regular. */
bool ref_matrix_solve(acb_mat_t X, const acb_mat_t A, const acb_mat_t B, slong prec);
/* out = A+ = J A* J^-1; out does not alias A */
void ref_matrix_dagger(acb_mat_t out, const ref_algebra *algebra, const acb_mat_t A, slong prec);
/* out = [A, B] for A, B of the algebra; no aliasing */
void ref_matrix_commutator(acb_mat_t out, const ref_algebra *algebra, const acb_mat_t A,
                           const acb_mat_t B, slong prec);
/* Sets to exactly 0 the entries of F that must be 0.  F is a power series in A and B, so its entry
 * (i, j) is 0 where non-zero entries of A or B do not connect i and j.  B may be NULL. */
void ref_matrix_confine(acb_mat_t F, const acb_mat_t A, const acb_mat_t B);
/* K = exp(P) - I */
void ref_matrix_expm1(acb_mat_t K, const acb_mat_t P, slong prec);
/* K = exp(P) - I, dK = d/dt exp(P + t dP) at t = 0 */
void ref_matrix_exp_tangent(acb_mat_t K, acb_mat_t dK, const acb_mat_t P, const acb_mat_t dP,
                            slong prec);
/* change = L X L+ - X, L = I + K */
void ref_matrix_congruence(acb_mat_t change, const ref_algebra *algebra, const acb_mat_t K,
                           const acb_mat_t X, slong prec);
/* change = d/dt L X L+ along dK */
void ref_matrix_congruence_tangent(acb_mat_t change, const ref_algebra *algebra, const acb_mat_t K,
                                   const acb_mat_t dK, const acb_mat_t X, slong prec);
/* W = [[A, dA], [0, A]]: a power series of W has the derivative of the series in its upper right
 * block, which the second function reads. dA NULL: 0. */
void ref_matrix_pair(acb_mat_t W, const acb_mat_t A, const acb_mat_t dA);
void ref_matrix_unpair(acb_mat_t dA, const acb_mat_t W);
/* e with |A|_F <= 2^e, A != 0; 0 for A = 0 and where A is not finite */
slong ref_matrix_exponent(const acb_mat_t A);
/* Upper bound of |A|_2. */
void ref_matrix_spectral(mag_t bound, const acb_mat_t A);

void ref_matrix_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x);
void ref_matrix_span(mag_t out, const ref_algebra *algebra, arb_srcptr x);
/* Bounds of the actions, as ref_action.bound says. */
void ref_matrix_bound_change(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho);
void ref_matrix_bound_inverse(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho);
void ref_matrix_bound_cayley(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho);
void ref_matrix_bound_exponential(mag_t size, mag_t slope, const ref_algebra *algebra,
                                  const mag_t rho);
void ref_matrix_bound_dexp_dual(mag_t size, mag_t slope, const ref_algebra *algebra,
                                const mag_t rho);
void ref_matrix_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                        slong prec);
void ref_matrix_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec);
void ref_matrix_cayley(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
void ref_matrix_exponential(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
void ref_matrix_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                        slong prec);

extern const ref_action ref_matrix_ad, ref_matrix_bracket;
extern const ref_action ref_matrix_change, ref_matrix_inverse, ref_matrix_coadjoint_exp,
    ref_matrix_coadjoint_cayley, ref_matrix_dcay;
extern const ref_action ref_matrix_dexp_dual;

#endif
