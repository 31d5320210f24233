/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sizes on matrix algebras: norm, span, pairing, and the bounds of the congruences.  Everything is
 * rounded upwards.  Derivations: ref/matrix/matrix.md section 3.  Tested by
 * tests/ref/test_ref_matrix_bounds.c. */
#include "ref/matrix/matrix.h"

enum {
    SPAN_PREC = 30,    /* bits of the products that bound an operator norm: those of a mag_t */
    SPAN_SQUARINGS = 3 /* of X*X; N^(1/2^(k+2)) is lost after k of them */
};

/* |x|^2 = sum_i w_i x_i^2 */
void ref_matrix_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    const ref_matrix_kind *kind = algebra->own;
    REF_LOCAL(mag, m, sum);
    for (slong i = 0; i < algebra->d; i++) {
        arb_get_mag(m, x + i);
        mag_mul(m, m, m);
        mag_mul_ui(m, m, (ulong)kind->weight(algebra, i));
        mag_add(sum, sum, m);
    }
    mag_sqrt(out, sum);
}

/* The least of (|A|_1 |A|_inf)^(1/2) and |(A*A)^(2^k)|_F^(1/2^(k+1)) */
void ref_matrix_spectral(mag_t bound, const acb_mat_t A)
{
    slong n = acb_mat_nrows(A);
    ulong root = 2;
    REF_LOCAL_MAT(acb, n, n, G, S);
    REF_LOCAL(mag, now);
    acb_mat_conjugate_transpose(S, A);
    acb_mat_bound_inf_norm(bound, A);
    acb_mat_bound_inf_norm(now, S);
    mag_mul(bound, bound, now);
    mag_sqrt(bound, bound);
    ref_matrix_mul_mirrored(G, S, A, 1, SPAN_PREC);
    for (int k = 0; k <= SPAN_SQUARINGS; k++, root *= 2) {
        if (k > 0) {
            ref_matrix_mul_mirrored(S, G, G, 1, SPAN_PREC);
            acb_mat_swap(G, S);
        }
        acb_mat_bound_frobenius_norm(now, G);
        mag_root(now, now, root);
        mag_min(bound, bound, now);
    }
}

void ref_matrix_span(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X);
    REF_LOCAL(mag, norm);
    algebra->to_matrix(X, algebra, x, SPAN_PREC);
    ref_matrix_spectral(out, X);
    ref_matrix_norm(norm, algebra, x);
    mag_min(out, out, norm);
}

void ref_matrix_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                        slong prec)
{
    const ref_matrix_kind *kind = algebra->own;
    REF_LOCAL(arb, term, sum);
    for (slong i = 0; i < algebra->d; i++) {
        arb_mul_si(term, x + i, kind->weight(algebra, i), prec);
        arb_addmul(sum, term, y + i, prec);
    }
    arb_swap(out, sum);
}

/* size = rho + rho^2/4, slope = 1 + rho/2 */
void ref_matrix_bound_change(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, s);
    mag_mul_2exp_si(s, rho, -1);
    mag_one(slope);
    mag_add(slope, slope, s);
    mag_mul(size, s, s);
    mag_add(size, size, rho);
}

/* q = 1/(1 - rho/2), which bounds |(I - Psi/2)^-1|_2; 1 where Psi is skew-Hermitian, infinite from
 * rho = 2 on elsewhere */
static void bound_resolvent(mag_t q, const ref_algebra *algebra, const mag_t rho)
{
    mag_one(q);
    if (!algebra->form) return;
    REF_LOCAL(mag, s);
    mag_mul_2exp_si(s, rho, -1);
    mag_geom_series(q, s, 0);
}

/* size = q^2, slope = q^3 */
void ref_matrix_bound_inverse(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    REF_LOCAL(mag, q);
    bound_resolvent(q, algebra, rho);
    mag_mul(size, q, q);
    mag_mul(slope, size, q);
}

/* t = q (1 + rho/2) bounds |tau|_2, 1 where tau is unitary: size = t^2, slope = 2 q^2 t */
void ref_matrix_bound_cayley(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    REF_LOCAL(mag, q, t);
    bound_resolvent(q, algebra, rho);
    mag_one(t);
    if (algebra->form) {
        mag_mul_2exp_si(t, rho, -1);
        mag_add_ui(t, t, 1);
        mag_mul(t, t, q);
    }
    mag_mul(slope, q, q);
    mag_mul(slope, slope, t);
    mag_mul_2exp_si(slope, slope, 1);
    mag_mul(size, t, t);
}

/* e^(2 rho), 1 where e^Psi is unitary */
static void bound_flow(mag_t size, const ref_algebra *algebra, const mag_t rho)
{
    mag_one(size);
    if (!algebra->form) return;
    mag_mul_2exp_si(size, rho, 1);
    mag_exp(size, size);
}

/* size = e^(2 rho) or 1, slope twice that */
void ref_matrix_bound_exponential(mag_t size, mag_t slope, const ref_algebra *algebra,
                                  const mag_t rho)
{
    bound_flow(size, algebra, rho);
    mag_mul_2exp_si(slope, size, 1);
}

/* size = slope = e^(2 rho) or 1 */
void ref_matrix_bound_dexp_dual(mag_t size, mag_t slope, const ref_algebra *algebra,
                                const mag_t rho)
{
    bound_flow(size, algebra, rho);
    mag_set(slope, size);
}
