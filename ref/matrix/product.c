/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Products and solutions of linear systems.  Every algebra has complex matrices.  Those of so(n)
 * and sp(2m, R) are real: then half of the numbers are exact zeros, which need no arithmetic.
 * Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

static void multiply_real(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    const slong rows = acb_mat_nrows(A), inner = acb_mat_ncols(A), columns = acb_mat_ncols(B);
    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < columns; j++) {
            acb_ptr entry = acb_mat_entry(C, i, j);
            arb_zero(acb_imagref(entry));
            if (inner == 0)
                arb_zero(acb_realref(entry));
            else /* an entry is two arb_t, the real part first */
                arb_dot(acb_realref(entry), NULL, 0, acb_realref(acb_mat_entry(A, i, 0)), 2,
                        acb_realref(acb_mat_entry(B, 0, j)), 2 * columns, inner, prec);
        }
}

void ref_matrix_mul(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    if (ref_matrix_mul_dense(C, A, B, 0, prec)) return;
    if (!acb_mat_is_real(A) || !acb_mat_is_real(B)) {
        acb_mat_mul(C, A, B, prec);
    } else if (C == A || C == B) {
        REF_LOCAL_MAT(acb, acb_mat_nrows(C), acb_mat_ncols(C), result);
        multiply_real(result, A, B, prec);
        acb_mat_swap(C, result);
    } else {
        multiply_real(C, A, B, prec);
    }
}

void ref_matrix_mul_mirrored(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, int mirror,
                             slong prec)
{
    if (!ref_matrix_mul_dense(C, A, B, mirror, prec)) ref_matrix_mul(C, A, B, prec);
}

static void real_part(arb_mat_t out, const acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++)
            arb_set(arb_mat_entry(out, i, j), acb_realref(acb_mat_entry(A, i, j)));
}

bool ref_matrix_solve(acb_mat_t X, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    bool solved;
    if (!acb_mat_is_real(A) || !acb_mat_is_real(B)) return acb_mat_solve(X, A, B, prec) != 0;
    REF_LOCAL_MAT(arb, acb_mat_nrows(A), acb_mat_ncols(A), P);
    REF_LOCAL_MAT(arb, acb_mat_nrows(B), acb_mat_ncols(B), Q);
    real_part(P, A);
    real_part(Q, B);
    solved = arb_mat_solve(Q, P, Q, prec) != 0;
    acb_mat_set_arb_mat(X, Q);
    return solved;
}
