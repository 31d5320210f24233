/* The isospectral stage with frozen generator: z = B x B*, B = (I + xi/2)^-1, as two solves with
 * one LU factorisation: Y = B x, and Z = B Y* = B x* B* = -z.  I + xi/2 has singular values sqrt(1
 * + lambda^2/4) >= 1. */
#include "fast/matrix/matrix.h"

#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Columns of I + xi/2 (factor) or of x. */
static void columns(double *out, const fast_matrices *k, const double *x, double weight,
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

static lapack_int solve(double *factor, lapack_int *pivot, const fast_matrices *k, double *y,
                        bool first)
{
    const lapack_int n = (lapack_int)k->n;
    lapack_int info = 0;
    if (k->parts == 1) {
        if (first) info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factor, n, pivot);
        return info ? info : LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, n, factor, n, pivot, y, n);
    }
    lapack_complex_double *a = (lapack_complex_double *)factor, *b = (lapack_complex_double *)y;
    if (first) info = LAPACKE_zgetrf(LAPACK_COL_MAJOR, n, n, a, n, pivot);
    return info ? info : LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'N', n, n, a, n, pivot, b, n);
}

void fast_matrix_congruence(double *z, const fast_matrices *k, const double *xi, const double *x,
                            double *work)
{
    const size_t n = k->n, size = fast_matrix_size(k), d = k->parts == 2 ? n * n : n * (n - 1) / 2;
    double *factor = work, *y = work + size, *turned = work + 2 * size;
    lapack_int *pivot = (lapack_int *)(work + 3 * size);
    columns(factor, k, xi, 0.5, turned);
    for (size_t i = 0; i < n; i++) factor[k->parts * (i * n + i)] += 1;
    columns(y, k, x, 1, turned);
    lapack_int info = solve(factor, pivot, k, y, true);
    adjoint(turned, k, y);
    if (!info) info = solve(factor, pivot, k, turned, false);
    if (info) {
        for (size_t i = 0; i < d; i++) z[i] = NAN;
        return;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t p = 0; p < k->parts; p++)
                y[p * n * n + i * n + j] = turned[k->parts * (j * n + i) + p];
    fast_matrix_skew(z, k, -0.5, y, false);
}
