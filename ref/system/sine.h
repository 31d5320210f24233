/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The torus: su(N), N odd, with the unitary basis
 *     (T_m)_{k, k+m2 mod N} = e^{2 pi i m1 m2 / N} e^{4 pi i m1 k / N},
 *     m = (m1, m2), |m1|, |m2| <= K = (N-1)/2.
 * A map that multiplies each i omega_m T_m by a real c_m with c_{-m} = c_m convolves each cyclic
 * diagonal y_k = X_{k, k+m2 mod N} with a real even kernel.  Derivations: ref/system/zeitlin.md
 * section 6.  Tested by tests/ref/test_ref_sine.c and tests/ref/test_ref_sine_basis.c. */
#ifndef SLP_REF_SINE_H
#define SLP_REF_SINE_H

#include "oracle/contract/number/float_rules.h"
#include "ref/ref.h"

/* roots[2j], roots[2j+1] = cos, sin of 2 pi j / N, j = 0..N-1; exact where rational */
void ref_sine_roots(arb_ptr roots, slong N, slong prec);

/* The kernels of c_m = 1/|m|^2, c_0 = 0:
 *     kappa_{m2}(r) = (1/N) sum_{m1} cos(4 pi m1 r / N) / |m|^2,   m2 = 0..K,
 * each laid out as 2N numbers, r = 0..2N-1: ref_sine_kernel_size(N) numbers. */
slong ref_sine_kernel_size(slong N);
void ref_sine_kernel(arb_ptr kernel, slong N, arb_srcptr roots, slong prec);
/* out = i sum_m omega_m / |m|^2 T_m of x = i sum_m omega_m T_m, in the N^2 coordinates; no aliasing
 */
void ref_sine_convolve(arb_ptr out, slong N, arb_srcptr kernel, arb_srcptr x, slong prec);

/* out += i c (T_n + T_{-n}), in the N^2 coordinates; |n1|, |n2| <= K, n not 0 */
void ref_sine_add_mode(arb_ptr out, slong N, slong n1, slong n2, const arb_t c, arb_srcptr roots,
                       slong prec);

/* out = the part of x in the modes n and -n, in the N^2 coordinates; |n1|, |n2| <= K, n not 0; no
 * aliasing */
void ref_sine_pair(arb_ptr out, slong N, slong n1, slong n2, arb_srcptr x, arb_srcptr roots,
                   slong prec);

#endif
