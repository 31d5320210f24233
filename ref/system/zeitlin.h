/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's matrices on su(N): the discrete Laplacian Delta_N, its inverse, and the basis T_lm in
 * which it is diagonal.  Everything acts on one superdiagonal at a time: v_k = X_{k,k+m}, k =
 * 0..N-m-1, 0 <= m < N.  Derivations: ref/system/zeitlin.md.  Tested by
 * tests/ref/test_ref_zeitlin.c, tests/ref/test_ref_zeitlin_basis.c. */
#ifndef SLP_REF_ZEITLIN_H
#define SLP_REF_ZEITLIN_H

#include "ref/algebra/algebra.h"

#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>

/* Position of Re X_ij, i < j, among the N^2 coordinates; Im X_ij follows it. */
static inline slong ref_zeitlin_entry(slong N, slong i, slong j)
{
    return N + 2 * (i * N - i * (i + 1) / 2 + (j - i - 1));
}

/* Square (k+1)(N-1-k) of the entry (k, k+1) of the spin matrix S_+; 0 for k = -1 and k = N-1.  k >=
 * -1, N <= 2^15. */
static inline ulong ref_zeitlin_hop(slong N, slong k)
{
    return (ulong)((k + 1) * (N - 1 - k));
}

/* out = -Delta_N v on superdiagonal m; out does not alias v. */
void ref_zeitlin_laplacian(arb_ptr out, slong N, slong m, arb_srcptr v, slong prec);

/* out = -Delta_N x in the N^2 coordinates; out does not alias x. */
void ref_zeitlin_apply(arb_ptr out, slong N, arb_srcptr x, slong prec);

/* What ref_zeitlin_invert needs, ref_zeitlin_factor_size(N) numbers: a function of N and prec
 * alone. */
slong ref_zeitlin_factor_size(slong N);
void ref_zeitlin_factor(arb_ptr factor, slong N, slong prec);
/* out = -Delta_N^-1 x in the N^2 coordinates, by O(N^2) operations; the identity's part of x is
 * mapped to 0.
 * out does not alias x. */
void ref_zeitlin_invert(arb_ptr out, slong N, arb_srcptr factor, arb_srcptr x, slong prec);

/* The integers I_lm(k), k = 0..count-1 <= N-m-1.  With the integers g_mk and S_lm below, A_lm(k) =
 * sqrt(g_mk / S_lm) I_lm(k) is the unit eigenvector of Delta_N on superdiagonal m for the
 * eigenvalue -l(l+1). m <= l < N. */
void ref_zeitlin_harmonic(fmpz *values, slong N, slong l, slong m, slong count);
/* g_mk = C(k+m, m) C(N-1-k, m) */
void ref_zeitlin_weight(fmpz_t g, slong N, slong m, slong k);
/* S_lm = sum_k g_mk I_lm(k)^2 */
void ref_zeitlin_square(fmpz_t S, slong N, slong l, slong m);
/* A_lm, N-m numbers, each enclosed to a few units of its last place. */
void ref_zeitlin_basis(arb_ptr A, slong N, slong l, slong m, slong prec);

/* The noise of amplitude a on degrees l >= shell, N^2 - shell^2 increments in the order l =
 * shell..N-1, m = -l..l:
 *     X -> sum_lm dW_lm (a/(l(l+1))) <T_lm, X> T_lm.
 * filter, ref_zeitlin_filter_size(N, shell) numbers, is what ref_zeitlin_add_noise needs of a and
 * dW. */
slong ref_zeitlin_filter_size(slong N, slong shell);
void ref_zeitlin_filter(arb_ptr filter, slong N, slong shell, const arb_t a, arb_srcptr dW,
                        slong prec);
/* xi += that map of x, in the N^2 coordinates; no aliasing */
void ref_zeitlin_add_noise(arb_ptr xi, slong N, slong shell, arb_srcptr filter, arb_srcptr x,
                           slong prec);

/* lip >= the largest factor |h + a dW_lm| / (l(l+1)) of -h Delta_N^-1 and this noise, which begins
 * at l = shell; shell = N: no noise.  lip is exact. */
void ref_zeitlin_lipschitz(arb_t lip, slong N, slong shell, const arb_t a, const arb_t h,
                           arb_srcptr dW, slong prec);
/* terms >= |X| (|h|/2 + |a| (sum dW_lm^2 / (l(l+1))^2)^(1/2)), size = |X|; shell = N: no noise */
void ref_zeitlin_terms(mag_t terms, slong N, slong shell, double a, const mag_t size, const arb_t h,
                       arb_srcptr dW);

/* x += c T_10, in the N^2 coordinates: T_10 = i S_3/|S_3|, S_3 diagonal and falling */
void ref_zeitlin_add_axis(arb_ptr x, slong N, const arb_t c, slong prec);
/* p = <T_10, x> */
void ref_zeitlin_along_axis(arb_t p, slong N, arb_srcptr x, slong prec);

/* values[k-2] = Tr (-iX)^k, k = 2..n, of a skew-Hermitian n x n matrix X given by its coordinates:
 * every Casimir of su(n).  Real, since -iX is Hermitian. */
void ref_power_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, slong prec);

/* values[k-2] = Tr (-iX)^(k-1) (-iV), k = 2..n, of skew-Hermitian X and V: with k the derivative of
 * Tr (-iX)^k along V. */
void ref_mixed_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, arb_srcptr v,
                      slong prec);

#endif
