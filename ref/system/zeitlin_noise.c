/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's noise: on superdiagonal m, the inner product with T_lm = (A - A*)/sqrt 2 depends only
 * on the real parts p_k of X_{k,k+m}, that with T_{l,-m} = i(A + A*)/sqrt 2 only on the imaginary
 * parts, and both act in the same way:
 *     p -> sum_l c_lm A_lm (A_lm . p),   c_lm = a dW_lm / (l(l+1));
 * on the diagonal T_l0 = i A_l0 depends only on the imaginary parts.  With A_lm = sqrt(g_m / S_lm)
 * I_lm, where the integers I_lm are computed again for each degree, memory stays O(N^2).  A_lm is
 * even or odd about the middle as l - m is, which halves the work.  Derivation:
 * ref/system/zeitlin.md section 4. */
#include "ref/system/zeitlin.h"

/* sqrt(g_mk) for k < N-m and all m, then c_lm / S_lm in the order of the increments */
slong ref_zeitlin_filter_size(slong N, slong shell)
{
    return N * (N + 1) / 2 + N * N - shell * shell;
}

void ref_zeitlin_filter(arb_ptr filter, slong N, slong shell, const arb_t a, arb_srcptr dW,
                        slong prec)
{
    REF_LOCAL(fmpz, n);
    for (slong m = 0; m < N; m++)
        for (slong k = 0; k < N - m; k++, filter++) {
            ref_zeitlin_weight(n, N, m, k);
            arb_sqrt_fmpz(filter, n, prec);
        }
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++, filter++, dW++) {
            if (arb_is_zero(dW)) {
                arb_zero(filter);
                continue;
            }
            ref_zeitlin_square(n, N, l, m < 0 ? -m : m);
            fmpz_mul_ui(n, n, (ulong)(l * (l + 1)));
            arb_mul(filter, a, dW, prec);
            arb_div_fmpz(filter, filter, n, prec);
        }
}

/* One part, real or imaginary, of one superdiagonal. */
typedef struct part {
    /* [0], [1]: sqrt(g_k) (p_k +- p_{K-1-k}) for k below the middle of K = N-m, `half` numbers each
     */
    arb_ptr folded;
    arb_ptr sum; /* [0], [1]: sum of c_lm / S_lm (I_lm . p) I_lm over even and odd l - m */
    slong half;
} part;

/* position of the entry (k, k+m) in the coordinates */
static slong place(slong N, slong m, slong k, slong imaginary)
{
    return m == 0 ? k : ref_zeitlin_entry(N, k, k + m) + imaginary;
}

static void fold(part *p, slong N, slong m, slong imaginary, arb_srcptr root, arb_srcptr x,
                 slong prec)
{
    slong K = N - m;
    p->half = (K + 1) / 2;
    _arb_vec_zero(p->sum, 2 * p->half);
    for (slong k = 0; k < p->half; k++) {
        arb_srcptr low = x + place(N, m, k, imaginary);
        arb_srcptr high = x + place(N, m, K - 1 - k, imaginary);
        arb_ptr even = p->folded + k, odd = p->folded + p->half + k;
        if (k == K - 1 - k) { /* the middle itself: odd functions vanish there */
            arb_set(even, low);
            arb_zero(odd);
        } else {
            arb_add(even, low, high, prec);
            arb_sub(odd, low, high, prec);
        }
        arb_mul(even, even, root + k, prec);
        arb_mul(odd, odd, root + k, prec);
    }
}

static void add_degree(part *p, const fmpz *values, bool odd, const arb_t weight, arb_t c,
                       slong prec)
{
    slong from = odd ? p->half : 0;
    if (arb_is_zero(weight)) return;
    arb_dot_fmpz(c, NULL, 0, p->folded + from, 1, values, 1, p->half, prec);
    arb_mul(c, c, weight, prec);
    for (slong k = 0; k < p->half; k++) arb_addmul_fmpz(p->sum + from + k, c, values + k, prec);
}

static void unfold(arb_ptr xi, const part *p, slong N, slong m, slong imaginary, arb_srcptr root,
                   arb_t t, slong prec)
{
    slong K = N - m;
    for (slong k = 0; k < p->half; k++) {
        arb_ptr low = xi + place(N, m, k, imaginary);
        arb_ptr high = xi + place(N, m, K - 1 - k, imaginary);
        arb_add(t, p->sum + k, p->sum + p->half + k, prec);
        arb_addmul(low, t, root + k, prec);
        if (low == high) continue;
        arb_sub(t, p->sum + k, p->sum + p->half + k, prec);
        arb_addmul(high, t, root + k, prec);
    }
}

void ref_zeitlin_add_noise(arb_ptr xi, slong N, slong shell, arb_srcptr filter, arb_srcptr x,
                           slong prec)
{
    arb_srcptr root = filter, weight = filter + N * (N + 1) / 2;
    slong room = 2 * (N + 1);
    REF_LOCAL_VEC(arb, 4 * room + 1, scratch);
    arb_ptr t = scratch + 4 * room;
    fmpz *values = _fmpz_vec_init(N);
    for (slong m = 0; m < N; root += N - m, m++) {
        slong parts = m == 0 ? 1 : 2;
        part p[2];
        for (slong i = 0; i < parts; i++) {
            p[i] = (part){scratch + 2 * i * room, scratch + (2 * i + 1) * room, 0};
            fold(p + i, N, m, i, root, x, prec);
        }
        for (slong l = m > shell ? m : shell; l < N; l++) {
            arb_srcptr centre = weight + l * l - shell * shell + l;
            if (arb_is_zero(centre + m) && arb_is_zero(centre - m)) continue;
            ref_zeitlin_harmonic(values, N, l, m, p[0].half);
            for (slong i = 0; i < parts; i++)
                add_degree(p + i, values, (l - m) & 1, centre + (i ? -m : m), t, prec);
        }
        for (slong i = 0; i < parts; i++) unfold(xi, p + i, N, m, i, root, t, prec);
    }
    _fmpz_vec_clear(values, N);
}
