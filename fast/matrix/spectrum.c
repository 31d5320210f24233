/* Eigenvalues by LAPACK, for drift reports and Casimirs, never inside a step: X = i (-i X), and -i
 * X is Hermitian.  LAPACK is given the lower triangle, by columns.  With the upper one, from n = 33
 * on, zhetrd calls zgemv on a matrix that has one column less than OpenBLAS 0.3.21's kernel for
 * Haswell reads.  The program then crashes if no memory follows the matrix.  Pinned by
 * tests/fast/test_fast_inputs_read.c. */
#include "fast/matrix/matrix.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

void fast_matrix_spectrum(double *lambda, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    lapack_complex_double *h = malloc(n * n * sizeof *h);
    double *m = malloc(fast_matrix_size(k) * sizeof *m);
    lapack_int info = !h || !m;
    if (!info) {
        fast_matrix_read(m, k, x);
        double *out = (double *)h;
        for (size_t i = 0; i < n * n; i++) {
            out[2 * i] = k->parts == 2 ? m[n * n + i] : 0;
            out[2 * i + 1] = m[i]; /* entry ji is the conjugate of ij */
        }
        info = LAPACKE_zheevd(LAPACK_COL_MAJOR, 'N', 'L', (lapack_int)n, h, (lapack_int)n, lambda);
    }
    for (size_t i = 0; info && i < n; i++) lambda[i] = NAN;
    free(m);
    free(h);
}

void fast_matrix_power_sums(double *sums, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    double *lambda = malloc(n * sizeof *lambda);
    for (size_t p = 2; p <= n; p++) sums[p - 2] = lambda ? 0 : NAN;
    if (!lambda) return;
    fast_matrix_spectrum(lambda, k, x);
    for (size_t p = 2; p <= n; p++)
        for (size_t i = 0; i < n; i++) sums[p - 2] += pow(lambda[i], (double)p);
    free(lambda);
}
