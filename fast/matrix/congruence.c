/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The isospectral stage with frozen generator: z = B x B*, B = (I + xi/2)^-1, as two solves with
 * one LU factorisation: Y = B x, and Z = B Y* = B x* B* = -z.  I + xi/2 has singular values sqrt(1
 * + lambda^2/4) >= 1.
 *
 * Over the dual numbers, x = Theta + eps W and z = Z + eps V, the part without eps is that stage.
 * In the other, W = (I + xi/2) V (I - xi/2) + b/2 Z (I - xi/2) - (I + xi/2) Z b/2, so that with
 * (I - xi/2) B* = I
 *   V = B W B* - B b/2 Z + Z b/2 B* = G - G*,  G = -B (1/2 (B W)* + b/2 Z),
 * by the same factorisation: four solves in all, and one product. */
#include "fast/matrix/matrix.h"

#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Columns of I + xi/2 (factor) or of x. */
static void fill_columns(double *out, const fast_matrices *k, const double *x, double weight,
                         double *work)
{
    const size_t n = k->n, q = n * n;
    fast_matrix_read(work, k, x);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t p = 0; p < k->parts; p++)
                out[k->parts * (j * n + i) + p] = weight * work[p * q + i * n + j];
}

/* out = m*, both by columns */
static void adjoint(double *out, const fast_matrices *k, const double *m)
{
    const size_t n = k->n, parts = k->parts;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            out[parts * (j * n + i)] = m[parts * (i * n + j)];
            if (parts == 2) out[2 * (j * n + i) + 1] = -m[2 * (i * n + j) + 1];
        }
}

/* y <- factor^-1 y, y of `count` matrices side by side; `first`: factor is overwritten by its LU
 * factors. */
static lapack_int solve(double *factor, lapack_int *pivot, const fast_matrices *k, double *y,
                        size_t count, bool first)
{
    const lapack_int n = (lapack_int)k->n, m = (lapack_int)(count * k->n);
    lapack_int info = 0;
    if (k->parts == 1) {
        if (first) info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factor, n, pivot);
        return info ? info : LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, m, factor, n, pivot, y, n);
    }
    lapack_complex_double *a = (lapack_complex_double *)factor, *b = (lapack_complex_double *)y;
    if (first) info = LAPACKE_zgetrf(LAPACK_COL_MAJOR, n, n, a, n, pivot);
    return info ? info : LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'N', n, m, a, n, pivot, b, n);
}

/* factor = I + xi/2 */
static void set_shifted(double *factor, const fast_matrices *k, const double *xi, double *turned)
{
    fill_columns(factor, k, xi, 0.5, turned);
    for (size_t i = 0; i < k->n; i++) factor[k->parts * (i * k->n + i)] += 1;
}

/* Parts of the matrix m, which is stored by columns. */
static void split_parts(double *out, const fast_matrices *k, const double *m)
{
    const size_t n = k->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t p = 0; p < k->parts; p++)
                out[p * n * n + i * n + j] = m[k->parts * (j * n + i) + p];
}

void fast_matrix_congruence(double *z, const fast_matrices *k, const double *xi, const double *x,
                            double *work)
{
    const size_t n = k->n, size = fast_matrix_size(k), d = k->parts == 2 ? n * n : n * (n - 1) / 2;
    double *factor = work, *y = work + size, *turned = work + 2 * size;
    lapack_int *pivot = (lapack_int *)(work + 3 * size);
    set_shifted(factor, k, xi, turned);
    fill_columns(y, k, x, 1, turned);
    lapack_int info = solve(factor, pivot, k, y, 1, true);
    adjoint(turned, k, y);
    if (!info) info = solve(factor, pivot, k, turned, 1, false);
    if (info) {
        for (size_t i = 0; i < d; i++) z[i] = NAN;
        return;
    }
    split_parts(y, k, turned);
    fast_matrix_skew(z, k, -0.5, y, false);
}

size_t fast_matrix_dual_congruence_work_size(const fast_matrices *k)
{
    return 5 * fast_matrix_size(k) + k->n + fast_matrix_product_work_size(k);
}

/* turned <- turned/2 + b/2 z, by columns; a: 2 matrices, the work of products. */
static void add_lever(double *turned, const fast_matrices *k, const double *b, const double *z,
                      double *out, double *a)
{
    const size_t n = k->n, size = fast_matrix_size(k);
    fast_matrix_read(a, k, b);
    fast_matrix_read(a + size, k, z);
    fast_matrix_product(out, k, a, a + size, a + 2 * size);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t p = 0; p < k->parts; p++) {
                double *at = turned + k->parts * (j * n + i) + p;
                *at = 0.5 * *at + 0.5 * out[p * n * n + i * n + j];
            }
}

void fast_matrix_dual_congruence(double *z, const fast_matrices *k, const double *xi,
                                 const double *x, double *work)
{
    const size_t n = k->n, size = fast_matrix_size(k), d = k->parts == 2 ? n * n : n * (n - 1) / 2;
    double *factor = work, *y = work + size, *of_W = y + size, *turned = of_W + size;
    double *rest = turned + size + n;
    lapack_int *pivot = (lapack_int *)(turned + size);
    set_shifted(factor, k, xi, turned);
    fill_columns(y, k, x + d, 1, turned);
    fill_columns(of_W, k, x, 1, turned);
    lapack_int info = solve(factor, pivot, k, y, 2, true);
    adjoint(turned, k, y);
    if (!info) info = solve(factor, pivot, k, turned, 1, false);
    split_parts(y, k, turned);
    fast_matrix_skew(z + d, k, -0.5, y, false);
    adjoint(turned, k, of_W);
    add_lever(turned, k, xi + d, z + d, y, rest);
    if (!info) info = solve(factor, pivot, k, turned, 1, false);
    split_parts(y, k, turned);
    fast_matrix_skew(z, k, -1, y, false);
    for (size_t i = 0; info && i < 2 * d; i++) z[i] = NAN;
}
