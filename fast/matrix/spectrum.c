/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvalues by LAPACK, for drift reports and Casimirs, never inside a step: X = i (-i X), and -i
 * X is Hermitian.  LAPACK is given the lower triangle, by columns.  With the upper one, from n = 33
 * on, zhetrd calls zgemv on a matrix that has one column less than OpenBLAS 0.3.21's kernel for
 * Haswell reads.  The program then crashes if no memory follows the matrix.  Tested by
 * tests/fast/test_fast_inputs_read.c.  The memory that LAPACK needs is asked for here: LAPACKE
 * prints where its own request is refused. */
#include "fast/matrix/matrix.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

/* lambda = the eigenvalues of the Hermitian matrix h, which is overwritten.  *info as LAPACK's. */
static slp_status eigenvalues(double *lambda, lapack_int *info, lapack_complex_double *h, size_t n)
{
    const lapack_int order = (lapack_int)n;
    double best[2], real;
    lapack_int whole;
    *info = LAPACKE_zheevd_work(LAPACK_COL_MAJOR, 'N', 'L', order, h, order, lambda,
                                (lapack_complex_double *)best, -1, &real, -1, &whole, -1);
    if (*info) return SLP_OK;
    const lapack_int works = (lapack_int)best[0], reals = (lapack_int)real;
    lapack_complex_double *work = malloc((size_t)works * sizeof *work);
    double *real_work = malloc((size_t)reals * sizeof *real_work);
    lapack_int *wholes = malloc((size_t)whole * sizeof *wholes);
    const bool given = work && real_work && wholes;
    if (given)
        *info = LAPACKE_zheevd_work(LAPACK_COL_MAJOR, 'N', 'L', order, h, order, lambda, work,
                                    works, real_work, reals, wholes, whole);
    free(wholes);
    free(real_work);
    free(work);
    return given ? SLP_OK : SLP_MEMORY;
}

slp_status fast_matrix_spectrum(double *lambda, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    lapack_complex_double *h = malloc(n * n * sizeof *h);
    double *m = malloc(fast_matrix_size(k) * sizeof *m);
    slp_status status = h && m ? SLP_OK : SLP_MEMORY;
    lapack_int info = 0;
    if (status == SLP_OK) {
        fast_matrix_read(m, k, x);
        double *out = (double *)h;
        for (size_t i = 0; i < n * n; i++) {
            out[2 * i] = k->parts == 2 ? m[n * n + i] : 0;
            out[2 * i + 1] = m[i]; /* entry ji is the conjugate of ij */
            if (isnan(out[2 * i]) || isnan(out[2 * i + 1])) info = 1;
        }
        if (!info) status = eigenvalues(lambda, &info, h, n);
    }
    for (size_t i = 0; (info || status != SLP_OK) && i < n; i++) lambda[i] = NAN;
    free(m);
    free(h);
    return status;
}

slp_status fast_matrix_power_sums(double *sums, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    double *lambda = malloc(n * sizeof *lambda);
    if (!lambda) return SLP_MEMORY;
    const slp_status status = fast_matrix_spectrum(lambda, k, x);
    for (size_t p = 2; p <= n; p++) {
        sums[p - 2] = 0;
        for (size_t i = 0; i < n; i++) sums[p - 2] += pow(lambda[i], (double)p);
    }
    free(lambda);
    return status;
}
