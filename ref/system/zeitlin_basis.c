/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The eigenvectors of Zeitlin's Laplacian in closed form: on superdiagonal m they are Hahn
 * polynomials, whose values, suitably scaled, are integers.  So the vectors can be computed to any
 * precision, and a proof that they are orthonormal eigenvectors needs only integers.  Derivation:
 * ref/system/zeitlin.md section 2. */
#include "ref/system/zeitlin.h"

/* With c_k = b_{k+m} + b_{k-1} + m(m+1), b_k = (k+1)(N-1-k),
 *     b_{k+m} I(k+1) = (c_k - l(l+1)) I(k) - b_{k-1} I(k-1),   I(0) = C(N-1-m, l-m) C(l+m, m);
 * every division is exact. */
void ref_zeitlin_harmonic(fmpz *values, slong N, slong l, slong m, slong count)
{
    REF_LOCAL(fmpz, t);
    fmpz_bin_uiui(values, (ulong)(N - 1 - m), (ulong)(l - m));
    fmpz_bin_uiui(t, (ulong)(l + m), (ulong)m);
    fmpz_mul(values, values, t);
    for (slong k = 0; k + 1 < count; k++) {
        ulong up = ref_zeitlin_hop(N, k + m), down = ref_zeitlin_hop(N, k - 1);
        slong shift = (slong)(up + down) - (l - m) * (l + m + 1);
        fmpz_mul_si(values + k + 1, values + k, shift);
        if (k > 0) fmpz_submul_ui(values + k + 1, values + k - 1, down);
        fmpz_divexact_ui(values + k + 1, values + k + 1, up);
    }
}

void ref_zeitlin_weight(fmpz_t g, slong N, slong m, slong k)
{
    REF_LOCAL(fmpz, t);
    fmpz_bin_uiui(g, (ulong)(k + m), (ulong)m);
    fmpz_bin_uiui(t, (ulong)(N - 1 - k), (ulong)m);
    fmpz_mul(g, g, t);
}

/* S_lm = (N-m) C(N-1-m, l-m) C(l+m, m)^2 C(N+l, l+m) / (2l+1) */
void ref_zeitlin_square(fmpz_t S, slong N, slong l, slong m)
{
    REF_LOCAL(fmpz, t);
    fmpz_bin_uiui(S, (ulong)(l + m), (ulong)m);
    fmpz_mul(S, S, S);
    fmpz_bin_uiui(t, (ulong)(N - 1 - m), (ulong)(l - m));
    fmpz_mul(S, S, t);
    fmpz_bin_uiui(t, (ulong)(N + l), (ulong)(l + m));
    fmpz_mul(S, S, t);
    fmpz_mul_ui(S, S, (ulong)(N - m));
    fmpz_divexact_ui(S, S, (ulong)(2 * l + 1));
}

void ref_zeitlin_basis(arb_ptr A, slong N, slong l, slong m, slong prec)
{
    slong count = N - m;
    fmpz *values = _fmpz_vec_init(count);
    REF_LOCAL(fmpz, g, S);
    ref_zeitlin_harmonic(values, N, l, m, count);
    ref_zeitlin_square(S, N, l, m);
    for (slong k = 0; k < count; k++) {
        ref_zeitlin_weight(g, N, m, k);
        arb_fmpz_div_fmpz(A + k, g, S, prec + 4);
        arb_sqrt(A + k, A + k, prec + 4);
        arb_mul_fmpz(A + k, A + k, values + k, prec);
    }
    _fmpz_vec_clear(values, count);
}
