/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Multipliers in the sine basis as circular convolutions along cyclic diagonals.  With all indices
 * modulo N,
 *     X_{k,k+m2} = i sum_{m1} omega_m e^{2 pi i m1 m2/N} e^{4 pi i m1 k/N},
 * so multiplying omega_m by c_m convolves over k with (1/N) sum_{m1} c_m e^{4 pi i m1 r/N}, which
 * is real and even since c_m is even in m1.  Only m2 = 1..K are needed beside the diagonal:
 * diagonal -m2 is minus their adjoint.  Each entry of x enters an entry of the result once, so no
 * ball is used twice.  ref/system/zeitlin.md section 6. */
#include "ref/system/sine.h"
#include "ref/system/zeitlin.h"

#include <flint/fmpq.h>

void ref_sine_roots(arb_ptr roots, slong N, slong prec)
{
    REF_LOCAL(fmpq, turn);
    for (slong j = 0; j < N; j++) {
        fmpq_set_si(turn, 2 * j, (ulong)N);
        arb_sin_cos_pi_fmpq(roots + 2 * j + 1, roots + 2 * j, turn, prec);
        if (3 * j == N || 3 * j == 2 * N) arb_set_d(roots + 2 * j, -0.5);
    }
}

slong ref_sine_kernel_size(slong N)
{
    return (N + 1) * N;
}

void ref_sine_kernel(arb_ptr kernel, slong N, arb_srcptr roots, slong prec)
{
    slong K = (N - 1) / 2;
    REF_LOCAL(arb, t);
    for (slong m2 = 0; m2 <= K; m2++, kernel += 2 * N) {
        for (slong r = 0; r <= K; r++) {
            arb_ptr sum = kernel + r;
            arb_zero(sum);
            for (slong m1 = 1; m1 <= K; m1++) {
                arb_div_si(t, roots + 2 * (2 * m1 * r % N), m1 * m1 + m2 * m2, prec);
                arb_add(sum, sum, t, prec);
            }
            arb_mul_2exp_si(sum, sum, 1);
            if (m2) {
                arb_set_si(t, 1);
                arb_div_si(t, t, m2 * m2, prec);
                arb_add(sum, sum, t, prec);
            }
            arb_div_si(sum, sum, N, prec);
            if (r) arb_set(kernel + N - r, sum);
        }
        for (slong r = 0; r < N; r++) arb_set(kernel + N + r, kernel + r);
    }
}

/* Where X_{k, k+m2 mod N} stands, 0 < m2 <= K: Re at the index returned, Im after it.  Below the
 * diagonal the coordinates hold the entry across, X_ij = -conj X_ji: *below then is true and Re
 * changes sign. */
static slong place(bool *below, slong N, slong m2, slong k)
{
    slong j = k + m2;
    *below = j >= N;
    return *below ? ref_zeitlin_entry(N, j - N, k) : ref_zeitlin_entry(N, k, j);
}

void ref_sine_convolve(arb_ptr out, slong N, arb_srcptr kernel, arb_srcptr x, slong prec)
{
    slong K = (N - 1) / 2;
    REF_LOCAL_VEC(arb, 2 * N, re);
    arb_ptr im = re + N;
    bool below;
    for (slong k = 0; k < N; k++) arb_dot(out + k, NULL, 0, kernel + N - k, 1, x, 1, N, prec);
    for (slong m2 = 1; m2 <= K; m2++) {
        kernel += 2 * N;
        for (slong k = 0; k < N; k++) {
            slong at = place(&below, N, m2, k);
            if (below)
                arb_neg(re + k, x + at);
            else
                arb_set(re + k, x + at);
            arb_set(im + k, x + at + 1);
        }
        for (slong k = 0; k < N; k++) {
            slong at = place(&below, N, m2, k);
            arb_dot(out + at, NULL, 0, kernel + N - k, 1, re, 1, N, prec);
            if (below) arb_neg(out + at, out + at);
            arb_dot(out + at + 1, NULL, 0, kernel + N - k, 1, im, 1, N, prec);
        }
    }
}

/* On diagonal n2 >= 0: i c e^{i theta_k}, theta_k = 2 pi n1 (n2 + 2k)/N; on the diagonal itself
 * both terms, 2 i c cos */
void ref_sine_add_mode(arb_ptr out, slong N, slong n1, slong n2, const arb_t c, arb_srcptr roots,
                       slong prec)
{
    if (n2 < 0) {
        n1 = -n1;
        n2 = -n2;
    }
    for (slong k = 0; k < N; k++) {
        slong turn = n1 * (n2 + 2 * k) % N;
        arb_srcptr root = roots + 2 * (turn < 0 ? turn + N : turn);
        if (n2 == 0) {
            arb_addmul(out + k, root, c, prec);
            arb_addmul(out + k, root, c, prec);
        } else {
            bool below;
            slong at = place(&below, N, n2, k);
            if (below)
                arb_addmul(out + at, root + 1, c, prec);
            else
                arb_submul(out + at, root + 1, c, prec);
            arb_addmul(out + at + 1, root, c, prec);
        }
    }
}
