/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The axis of the sphere in Zeitlin's matrices: T_10 = i S_3/|S_3| with the diagonal entries s_k =
 * (N-1)/2 - k of S_3, and |S_3|^2 = sum s_k^2 = N (N^2-1)/12.  It belongs to degree 1: -Delta_N
 * T_10 = 2 T_10.  Tested by tests/ref/test_ref_zeitlin.c. */
#include "ref/system/zeitlin.h"

/* 1/(2|S_3|), the weight of 2 s_k */
static void weight(arb_t w, slong N, slong prec)
{
    arb_set_si(w, N);
    arb_mul_si(w, w, N * N - 1, prec);
    arb_div_ui(w, w, 3, prec);
    arb_rsqrt(w, w, prec);
}

void ref_zeitlin_add_axis(arb_ptr x, slong N, const arb_t c, slong prec)
{
    REF_LOCAL(arb, w);
    weight(w, N, prec);
    arb_mul(w, w, c, prec);
    for (slong k = 0; k < N; k++) arb_addmul_si(x + k, w, N - 1 - 2 * k, prec);
}

void ref_zeitlin_along_axis(arb_t p, slong N, arb_srcptr x, slong prec)
{
    REF_LOCAL(arb, w);
    weight(w, N, prec);
    arb_zero(p);
    for (slong k = 0; k < N; k++) arb_addmul_si(p, x + k, N - 1 - 2 * k, prec);
    arb_mul(p, p, w, prec);
}
