/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* States as matrices: the characteristic polynomial, and traces of even powers, which determine
 * every eigenvalue although none is computed; and the Pfaffian.  Derivations: ref/matrix/matrix.md
 * section 5.  Tested by tests/ref/test_ref_spectrum.c. */
#include "oracle/contract/number/float_environment.h"
#include "ref/matrix/matrix.h"
#include "ref/system/system.h"

bool ref_state_matrix(acb_mat_t X, const ref_system *sys, arb_srcptr x, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < 2) prec = 2; /* fewer bits make FLINT ask for all memory */
    if (!X || !sys || !x || !sys->algebra.to_matrix) return false;
    sys->algebra.to_matrix(X, &sys->algebra, x, prec);
    return true;
}

bool ref_characteristic(acb_ptr coefficients, const ref_system *sys, arb_srcptr x, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < 2) prec = 2; /* fewer bits make FLINT ask for all memory */
    if (!coefficients || !sys || !x) return false;
    slong n = sys->algebra.n;
    if (!sys->algebra.to_matrix) return false;
    REF_LOCAL_MAT(acb, n, n, X);
    REF_LOCAL(acb_poly, p);
    sys->algebra.to_matrix(X, &sys->algebra, x, prec);
    acb_mat_charpoly(p, X, prec);
    for (slong k = 0; k <= n; k++) acb_poly_get_coeff_acb(coefficients + k, p, k);
    return true;
}

/* Tr PQ */
static void trace_of_product(arb_t out, const arb_mat_t P, const arb_mat_t Q, slong prec)
{
    arb_zero(out);
    for (slong i = 0; i < arb_mat_nrows(P); i++)
        for (slong j = 0; j < arb_mat_ncols(P); j++)
            arb_addmul(out, arb_mat_entry(P, i, j), arb_mat_entry(Q, j, i), prec);
}

static void real_matrix(arb_mat_t A, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X);
    algebra->to_matrix(X, algebra, x, prec);
    for (slong i = 0; i < algebra->n; i++)
        for (slong j = 0; j < algebra->n; j++)
            arb_set(arb_mat_entry(A, i, j), acb_realref(acb_mat_entry(X, i, j)));
}

/* values[k-1] = Tr A^k, k = 1..count, from the powers up to (count+1)/2: Tr A^(i+j) = Tr A^i A^j */
static void traces(arb_ptr values, const arb_mat_t A, slong count, slong prec)
{
    slong n = arb_mat_nrows(A);
    REF_LOCAL_MAT(arb, n, n, power, next);
    arb_mat_set(power, A);
    if (count > 0) arb_mat_trace(values, A, prec);
    for (slong k = 2; k <= count; k += 2) { /* power = A^(k/2) */
        trace_of_product(values + k - 1, power, power, prec);
        if (k + 1 > count) break;
        arb_mat_mul(next, power, A, prec);
        trace_of_product(values + k, power, next, prec);
        arb_mat_swap(power, next);
    }
}

void ref_even_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, slong count,
                     slong prec)
{
    REF_LOCAL_MAT(arb, algebra->n, algebra->n, A);
    real_matrix(A, algebra, x, prec);
    arb_mat_sqr(A, A, prec);
    traces(values, A, count, prec);
}

/* B = -J A, J the sum of blocks [[0, 1], [-1, 0]]: det(t + B) = (Pf(A + tJ))^2, so that with the
 * power sums s_k = Tr B^k / 2 Newton's identities k e_k = sum_i (-1)^(i-1) e_(k-i) s_i give Pf A =
 * e_(n/2). */
void ref_pfaffian(arb_t out, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    slong n = algebra->n, m = n / 2;
    REF_LOCAL_VEC(arb, 2 * m + 1, s);
    arb_ptr e = s + m;
    REF_LOCAL_MAT(arb, n, n, A, B);
    real_matrix(A, algebra, x, prec);
    for (slong i = 0; i < n; i += 2)
        for (slong j = 0; j < n; j++) {
            arb_neg(arb_mat_entry(B, i, j), arb_mat_entry(A, i + 1, j));
            arb_set(arb_mat_entry(B, i + 1, j), arb_mat_entry(A, i, j));
        }
    traces(s, B, m, prec);
    _arb_vec_scalar_mul_2exp_si(s, s, m, -1);
    arb_one(e);
    for (slong k = 1; k <= m; k++) {
        arb_zero(e + k);
        for (slong i = 1; i <= k; i++) {
            if (i % 2)
                arb_addmul(e + k, e + k - i, s + i - 1, prec);
            else
                arb_submul(e + k, e + k - i, s + i - 1, prec);
        }
        arb_div_si(e + k, e + k, k, prec);
    }
    arb_set(out, e + m);
}
