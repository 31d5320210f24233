/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n): real skew-symmetric matrices, A* + A = 0.  Coordinates X_ij, i < j, row by row; pairing
 * sum_{i<j} x_ij y_ij = Tr(X*Y)/2, so that the norm is the Frobenius norm over sqrt 2.  It still
 * dominates the operator norm: the eigenvalues come in pairs i t, -i t.  Source: mathematics
 * section 2 (EJLL section 6.2); ref/matrix/matrix.md section 4.  Tested by
 * tests/ref/test_ref_son.c. */
#include "ref/matrix/son.h"
#include "ref/matrix/matrix.h"

static void son_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    acb_mat_zero(X);
    for (slong i = 0; i < algebra->n; i++)
        for (slong j = i + 1; j < algebra->n; j++, x++) {
            arb_set_round(acb_realref(acb_mat_entry(X, i, j)), x, prec);
            acb_neg(acb_mat_entry(X, j, i), acb_mat_entry(X, i, j));
        }
}

static void son_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec)
{
    for (slong i = 0; i < algebra->n; i++)
        for (slong j = i + 1; j < algebra->n; j++, x++)
            arb_set_round(x, acb_realref(acb_mat_entry(X, i, j)), prec);
}

static int son_weight(const ref_algebra *algebra, slong i)
{
    (void)algebra;
    (void)i;
    return 1;
}

static const ref_matrix_kind son = {.weight = son_weight};

void ref_algebra_son(ref_algebra *algebra, slong n)
{
    *algebra = (ref_algebra){.name = "so(n)",
                             .n = n,
                             .d = n * (n - 1) / 2,
                             .own = &son,
                             .to_matrix = son_to_matrix,
                             .from_matrix = son_from_matrix};
    ref_matrix_operations(algebra);
}
