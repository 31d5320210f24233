/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Casimirs of so(n): traces of even powers, and for even n the Pfaffian.
 * Tested by tests/fast/test_fast_casimirs.c. */
#include "fast/matrix/matrix.h"

#include <math.h>
#include <stdlib.h>

/* Pfaffian of the skew matrix m (n even, destroyed) by elimination of two rows at a time, the
 * largest entry of a row as pivot (Parlett, Reid 1970). */
static double pfaffian(double *m, size_t n)
{
    double value = 1;
    for (size_t k = 0; k + 1 < n; k += 2) {
        size_t best = k + 1;
        for (size_t j = k + 2; j < n; j++)
            if (fabs(m[k * n + j]) > fabs(m[k * n + best])) best = j;
        const double pivot = m[k * n + best];
        if (best != k + 1) value = -value;
        for (size_t j = 0; j < n && best != k + 1; j++) {
            double t = m[best * n + j];
            m[best * n + j] = m[(k + 1) * n + j];
            m[(k + 1) * n + j] = t;
        }
        for (size_t i = 0; i < n && best != k + 1; i++) {
            double t = m[i * n + best];
            m[i * n + best] = m[i * n + k + 1];
            m[i * n + k + 1] = t;
        }
        value *= pivot;
        if (pivot == 0) return 0;
        for (size_t i = k + 2; i < n; i++)
            for (size_t j = k + 2; j < n; j++)
                m[i * n + j] -= (m[k * n + i] / pivot) * m[(k + 1) * n + j] -
                                (m[k * n + j] / pivot) * m[(k + 1) * n + i];
    }
    return value;
}

slp_status fast_son_casimirs(double *values, const fast_matrices *k, const double *x)
{
    const size_t n = k->n, traces = (n - 1) / 2;
    double *m = malloc(n * n * sizeof *m), *lambda = malloc(n * sizeof *lambda);
    slp_status status = m && lambda ? fast_matrix_spectrum(lambda, k, x) : SLP_MEMORY;
    for (size_t j = 1; status == SLP_OK && j <= traces; j++) {
        values[j - 1] = 0;
        for (size_t i = 0; i < n; i++)
            values[j - 1] += (j % 2 ? -1 : 1) * pow(lambda[i], 2 * (double)j);
    }
    if (status == SLP_OK) fast_matrix_read(m, k, x);
    if (status == SLP_OK && n % 2 == 0) values[traces] = pfaffian(m, n);
    free(lambda);
    free(m);
    return status;
}
