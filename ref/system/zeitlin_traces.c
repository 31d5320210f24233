/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Casimirs of su(n) as traces of powers: no eigenvalue is computed.  Of Y = -iX the powers up
 * to (n+1)/2 are enough, since Tr Y^{i+j} = Tr Y^i Y^j is a sum over entries; powers of a Hermitian
 * matrix are Hermitian, so that sum is
 *     Tr PQ = sum_a P_aa Q_aa + 2 sum_{a<b} (Re P_ab Re Q_ab + Im P_ab Im Q_ab). */
#include "ref/algebra/algebra.h"
#include "ref/system/zeitlin.h"

static void trace_of_product(arb_t out, const acb_mat_t P, const acb_mat_t Q, slong n, slong prec)
{
    arb_zero(out);
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            acb_srcptr p = acb_mat_entry(P, i, j), q = acb_mat_entry(Q, i, j);
            arb_addmul(out, acb_realref(p), acb_realref(q), prec);
            arb_addmul(out, acb_imagref(p), acb_imagref(q), prec);
        }
    arb_mul_2exp_si(out, out, 1);
    for (slong i = 0; i < n; i++)
        arb_addmul(out, acb_realref(acb_mat_entry(P, i, i)), acb_realref(acb_mat_entry(Q, i, i)),
                   prec);
}

/* Y = -iX */
static void hermitian(acb_mat_t Y, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    slong n = algebra->n;
    algebra->to_matrix(Y, algebra, x, prec);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) acb_div_onei(acb_mat_entry(Y, i, j), acb_mat_entry(Y, i, j));
}

void ref_power_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    slong n = algebra->n;
    REF_LOCAL_MAT(acb, n, n, Y, power, next);
    hermitian(Y, algebra, x, prec);
    acb_mat_set(power, Y);
    for (slong k = 2; k <= n; k += 2) { /* power = Y^(k/2) */
        trace_of_product(values + k - 2, power, power, n, prec);
        if (k + 1 > n) break;
        acb_mat_mul(next, power, Y, prec);
        trace_of_product(values + k - 1, power, next, n, prec);
        acb_mat_swap(power, next);
    }
}

void ref_mixed_traces(arb_ptr values, const ref_algebra *algebra, arb_srcptr x, arb_srcptr v,
                      slong prec)
{
    slong n = algebra->n;
    REF_LOCAL_MAT(acb, n, n, Y, V, power, next);
    hermitian(Y, algebra, x, prec);
    hermitian(V, algebra, v, prec);
    acb_mat_set(power, Y);
    for (slong k = 2; k <= n; k++) { /* power = Y^(k-1) */
        trace_of_product(values + k - 2, power, V, n, prec);
        if (k == n) break;
        acb_mat_mul(next, Y, power, prec);
        acb_mat_swap(power, next);
    }
}
