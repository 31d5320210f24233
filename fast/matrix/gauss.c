/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of the two-stage Gauss rule on a matrix group with generators held fixed: L_i = I +
 * K_i solve L_i = I + sum_j a_ij P_j L_j, a linear system of twice the size,
 *   K_i - sum_j a_ij P_j K_j = sum_j a_ij P_j,
 * by LU with row exchanges.  Tested by tests/fast/test_fast_pairs.c. */
#include "fast/matrix/matrix.h"

#include <complex.h>
#include <lapacke.h>
#include <math.h>

size_t fast_matrix_gauss_work_size(const fast_matrices *k)
{
    return 6 * fast_matrix_size(k) + 2 * k->n;
}

/* The system by columns: block (i, j) is delta_ij I - a_ij P_j; right side i sum_j a_ij P_j.
 * Complex numbers have their parts side by side there. */
static void fill_system(double *a, double *right, const fast_matrices *k, const double *P)
{
    const size_t n = k->n, parts = k->parts, size = fast_matrix_size(k);
    for (size_t i = 0; i < 2; i++)
        for (size_t r = 0; r < n; r++)
            for (size_t c = 0; c < n; c++)
                for (size_t p = 0; p < parts; p++) {
                    double sum = 0;
                    for (size_t j = 0; j < 2; j++) {
                        const double unit = i == j && r == c && p == 0 ? 1 : 0;
                        const double value =
                            fast_gauss_tableau[i][j] * P[j * size + p * n * n + r * n + c];
                        a[parts * ((j * n + c) * 2 * n + i * n + r) + p] = unit - value;
                        sum += value;
                    }
                    right[parts * (c * 2 * n + i * n + r) + p] = sum;
                }
}

/* The right side becomes the solution; LAPACK's code of failure. */
static lapack_int solve(double *a, double *right, lapack_int *pivot, const fast_matrices *k)
{
    const lapack_int m = (lapack_int)(2 * k->n), c = (lapack_int)k->n;
    if (k->parts == 1) {
        const lapack_int info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, m, m, a, m, pivot);
        return info ? info : LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', m, c, a, m, pivot, right, m);
    }
    lapack_complex_double *A = (lapack_complex_double *)a, *B = (lapack_complex_double *)right;
    const lapack_int info = LAPACKE_zgetrf(LAPACK_COL_MAJOR, m, m, A, m, pivot);
    return info ? info : LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'N', m, c, A, m, pivot, B, m);
}

void fast_matrix_gauss(double *K, const fast_matrices *k, const double *P, double *work)
{
    const size_t n = k->n, parts = k->parts, size = fast_matrix_size(k);
    double *a = work, *right = work + 4 * size;
    fill_system(a, right, k, P);
    const bool failed = solve(a, right, (lapack_int *)(work + 6 * size), k) != 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t r = 0; r < n; r++)
            for (size_t c = 0; c < n; c++)
                for (size_t p = 0; p < parts; p++)
                    K[i * size + p * n * n + r * n + c] =
                        failed ? NAN : right[parts * (c * 2 * n + i * n + r) + p];
}
