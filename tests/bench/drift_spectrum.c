/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvalues by Rayleigh's quotients in long double. */
#include "tests/bench/drift_spectrum.h"

#include <lapacke.h>
#include <stdlib.h>

/* v* h v / v* v; column j of v, columns first, h = -iX from X's parts. */
static long double quotient(const double *v, size_t j, const fast_matrices *k, const double *m)
{
    const size_t n = k->n;
    long double above = 0, below = 0;
    for (size_t r = 0; r < n; r++) {
        const long double a = v[2 * (j * n + r)], b = v[2 * (j * n + r) + 1];
        long double p = 0, q = 0; /* (h v)_r */
        for (size_t c = 0; c < n; c++) {
            const long double re = k->parts == 2 ? m[(n + r) * n + c] : 0, im = -m[r * n + c];
            const long double s = v[2 * (j * n + c)], t = v[2 * (j * n + c) + 1];
            p += re * s - im * t;
            q += re * t + im * s;
        }
        above += a * p + b * q;
        below += a * a + b * b;
    }
    return above / below;
}

void drift_spectrum(long double *lambda, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    double *v = malloc(2 * n * n * sizeof *v), *m = malloc(fast_matrix_size(k) * sizeof *m),
           *rough = malloc(n * sizeof *rough);
    if (!v || !m || !rough) abort();
    fast_matrix_read(m, k, x);
    for (size_t i = 0; i < n * n; i++) {
        v[2 * i] = k->parts == 2 ? m[n * n + i] : 0;
        v[2 * i + 1] = m[i]; /* entry ji is the conjugate of ij */
    }
    /* the lower triangle: fast/matrix/spectrum.c says why */
    if (LAPACKE_zheevd(LAPACK_COL_MAJOR, 'V', 'L', (lapack_int)n, (lapack_complex_double *)v,
                       (lapack_int)n, rough))
        abort();
    for (size_t j = 0; j < n; j++) lambda[j] = quotient(v, j, k, m);
    free(rough);
    free(m);
    free(v);
}
