/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The isospectral stage with frozen generator on sp(2m, R): with P = xi^T and B = (I - P/2)^-1, B^
 * = (I + P/2)^-1 and
 *   D(xi) z = (I - P/2) z (I + P/2) = x,   z = B x B^,
 * as two solves with one LU factorisation: Y = B x, and B Y^ = B x^ B^ = -z.  I - P/2 is singular
 * where xi has the eigenvalue 2: the group is not compact, and Cayley's transform has poles. */
#include "fast/matrix/sp.h"

#include <lapacke.h>
#include <math.h>

/* LAPACK stores matrices by columns, so it reads a matrix stored by rows as its transpose. */
static void transpose(double *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double swap = w[i * n + j];
            w[i * n + j] = w[j * n + i];
            w[j * n + i] = swap;
        }
}

void fast_sp_stage(double *z, size_t n, const double *xi, const double *x, double *work)
{
    const lapack_int order = (lapack_int)n;
    double *factor = work, *y = work + n * n, *turned = work + 2 * n * n;
    lapack_int *pivot = (lapack_int *)(work + 3 * n * n);
    fast_sp_read(factor, n, xi); /* xi by rows is P by columns */
    for (size_t i = 0; i < n * n; i++) factor[i] *= -0.5;
    for (size_t i = 0; i < n; i++) factor[i * n + i] += 1;
    fast_sp_read_transposed(y, n, x);
    lapack_int info = LAPACKE_dgetrf(LAPACK_COL_MAJOR, order, order, factor, order, pivot);
    if (!info)
        info = LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', order, order, factor, order, pivot, y, order);
    transpose(y, n);
    fast_sp_involution(turned, n, y);
    transpose(turned, n);
    if (!info)
        info = LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', order, order, factor, order, pivot, turned,
                              order);
    transpose(turned, n);
    fast_sp_part(z, n, info ? NAN : -0.5, turned, false);
}
