/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's Laplacian on one superdiagonal and its inverse on all of them.  -Delta_N is there the
 * tridiagonal matrix with diagonal b_{k+m} + b_{k-1} + m(m+1) and entries -sqrt(b_k b_{k+m}) beside
 * it, b_k = (k+1)(N-1-k).  Derivations: ref/system/zeitlin.md sections 1 and 3. */
#include "ref/system/zeitlin.h"

/* The errors of factors and harmonic numbers add up to about 4N units in the last place at most, N
 * <= 1024.  So they are computed with so many more bits. */
enum { GUARD = 16 };

static void beside(arb_t e, slong N, slong m, slong k, slong prec)
{
    arb_sqrt_ui(e, ref_zeitlin_hop(N, k) * ref_zeitlin_hop(N, k + m), prec);
}

void ref_zeitlin_laplacian(arb_ptr out, slong N, slong m, arb_srcptr v, slong prec)
{
    REF_LOCAL(arb, e);
    for (slong k = 0; k < N - m; k++)
        arb_mul_ui(out + k, v + k,
                   ref_zeitlin_hop(N, k + m) + ref_zeitlin_hop(N, k - 1) + (ulong)(m * (m + 1)),
                   prec);
    for (slong k = 0; k + 1 < N - m; k++) {
        beside(e, N, m, k, prec);
        arb_submul(out + k, e, v + k + 1, prec);
        arb_submul(out + k + 1, e, v + k, prec);
    }
}

void ref_zeitlin_apply(arb_ptr out, slong N, arb_srcptr x, slong prec)
{
    REF_LOCAL_VEC(arb, 2 * N, v);
    arb_ptr image = v + N;
    ref_zeitlin_laplacian(out, N, 0, x, prec);
    for (slong m = 1; m < N; m++)
        for (slong part = 0; part < 2; part++) {
            for (slong k = 0; k < N - m; k++)
                arb_set(v + k, x + ref_zeitlin_entry(N, k, k + m) + part);
            ref_zeitlin_laplacian(image, N, m, v, prec);
            for (slong k = 0; k < N - m; k++)
                arb_swap(out + ref_zeitlin_entry(N, k, k + m) + part, image + k);
        }
}

/* N^2 numbers for the diagonal, then 2(N-m) for each m >= 1 */
slong ref_zeitlin_factor_size(slong N)
{
    return N * N + N * (N - 1);
}

/* The pseudo-inverse on the diagonal, with harmonic numbers H_n = 1 + ... + 1/n:
 *     G_ij = (2 H_{N-1} - (N-1)/N - H_{max(i,j)} - H_{N-1-min(i,j)}) / N */
static void factor_diagonal(arb_ptr G, slong N, slong prec)
{
    REF_LOCAL_VEC(arb, N + 1, H);
    arb_ptr t = H + N;
    slong high = prec + GUARD;
    for (slong n = 1; n < N; n++) {
        arb_set_ui(t, 1);
        arb_div_ui(t, t, (ulong)n, high);
        arb_add(H + n, H + n - 1, t, high);
    }
    for (slong i = 0; i < N; i++) {
        for (slong j = 0; j <= i; j++) {
            arb_ptr e = G + i * N + j;
            arb_set_si(t, 1 - N);
            arb_div_ui(t, t, (ulong)N, high);
            arb_addmul_ui(t, H + N - 1, 2, high);
            arb_sub(t, t, H + i, high);
            arb_sub(t, t, H + N - 1 - j, high);
            arb_div_ui(e, t, (ulong)N, prec);
            arb_set(G + j * N + i, e);
        }
    }
}

/* The factors of L D L^T for one m >= 1, computed without subtractions: D_k = b_{k+m} + rho_k,
 *     rho_0 = m(m+1),
 *     rho_{k+1} = m(m+1) + b_k q_k,
 *     q_k = rho_k / D_k = 1 / (1 + b_{k+m} / rho_k).
 * inverse[k] = 1/D_k, ratio[k] = sqrt(b_k b_{k+m}) / D_k. */
static void factor_superdiagonal(arb_ptr inverse, arb_ptr ratio, slong N, slong m, slong prec)
{
    slong high = prec + GUARD;
    REF_LOCAL(arb, rho, q, e);
    arb_set_ui(rho, (ulong)(m * (m + 1)));
    for (slong k = 0; k < N - m; k++) {
        arb_ui_div(q, ref_zeitlin_hop(N, k + m), rho, high);
        arb_add_ui(q, q, 1, high);
        arb_inv(q, q, high);
        arb_div(inverse + k, q, rho, high);
        if (k + 1 < N - m) {
            beside(e, N, m, k, high);
            arb_mul(ratio + k, e, inverse + k, prec);
        }
        arb_set_round(inverse + k, inverse + k, prec);
        arb_mul_ui(rho, q, ref_zeitlin_hop(N, k), high);
        arb_add_ui(rho, rho, (ulong)(m * (m + 1)), high);
    }
}

void ref_zeitlin_factor(arb_ptr factor, slong N, slong prec)
{
    factor_diagonal(factor, N, prec);
    factor += N * N;
    for (slong m = 1; m < N; factor += 2 * (N - m), m++)
        factor_superdiagonal(factor, factor + (N - m), N, m, prec);
}

/* L y = f, then D, then L^T, in place on the entries (k, k+m); part 0 is real, 1 imaginary */
static void solve_superdiagonal(arb_ptr out, slong N, slong m, slong part, arb_srcptr inverse,
                                arb_srcptr ratio, slong prec)
{
    slong last = N - m - 1;
    arb_ptr at = out + ref_zeitlin_entry(N, 0, m) + part, next = at;
    for (slong k = 0; k < last; k++, at = next) {
        next = out + ref_zeitlin_entry(N, k + 1, k + 1 + m) + part;
        arb_addmul(next, ratio + k, at, prec);
    }
    arb_mul(at, at, inverse + last, prec);
    for (slong k = last - 1; k >= 0; k--) {
        next = at;
        at = out + ref_zeitlin_entry(N, k, k + m) + part;
        arb_mul(at, at, inverse + k, prec);
        arb_addmul(at, ratio + k, next, prec);
    }
}

void ref_zeitlin_invert(arb_ptr out, slong N, arb_srcptr factor, arb_srcptr x, slong prec)
{
    for (slong i = 0; i < N; i++) arb_dot(out + i, NULL, 0, factor + i * N, 1, x, 1, N, prec);
    for (slong i = N; i < N * N; i++) arb_set_round(out + i, x + i, prec);
    factor += N * N;
    for (slong m = 1; m < N; factor += 2 * (N - m), m++)
        for (slong part = 0; part < 2; part++)
            solve_superdiagonal(out, N, m, part, factor, factor + (N - m), prec);
}
