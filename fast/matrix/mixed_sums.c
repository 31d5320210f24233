/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Traces of products of powers of one matrix with another, for Casimirs, never inside a step.  With
 * A = -iX, B = -iY, both Hermitian, and q = s j + i, i < s,
 *   Tr A^q B = Tr A^i (A^s)^j B = sum of conj(A^i)_kl ((A^s)^j B)_kl,
 * a product of matrices for each i and each j: about 2 sqrt(n) of them.  Tested by
 * tests/fast/test_fast_mhd.c. */
#include "fast/matrix/matrix.h"

#include <stdlib.h>
#include <string.h>

/* m = -iX: its real part is Im X, its imaginary part -Re X. */
static void read_hermitian(double *m, const fast_matrices *k, const double *x)
{
    const size_t q = k->n * k->n;
    fast_matrix_read(m, k, x);
    for (size_t i = 0; i < q; i++) {
        const double re = m[i];
        m[i] = m[q + i];
        m[q + i] = -re;
    }
}

/* Re Tr A* B */
static double dot(const double *a, const double *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += a[i] * b[i];
    return sum;
}

slp_status fast_matrix_mixed_sums(double *sums, const fast_matrices *k, const double *x,
                                  const double *y)
{
    const size_t n = k->n, size = fast_matrix_size(k);
    size_t stride = 1;
    while (stride * stride < n) stride++;
    /* A^0 (not stored) .. A^stride, (A^s)^j B and the next one */
    double *power =
        malloc(((stride + 2) * size + fast_matrix_product_work_size(k)) * sizeof *power);
    if (!power) return SLP_MEMORY;
    double *last = power + (stride - 1) * size, *by = last + size, *next = by + size,
           *work = next + size;
    read_hermitian(power, k, x);
    read_hermitian(by, k, y);
    for (size_t i = 1; i < stride; i++)
        fast_matrix_product(power + i * size, k, power + (i - 1) * size, power, work);
    for (size_t q = 1; q < n; q++) {
        const size_t i = q % stride;
        if (i == 0) {
            fast_matrix_product(next, k, last, by, work);
            memcpy(by, next, size * sizeof *by);
            sums[q - 1] = 0;
            for (size_t j = 0; j < n; j++) sums[q - 1] += by[j * n + j];
        } else
            sums[q - 1] = dot(power + (i - 1) * size, by, size);
    }
    free(power);
    return SLP_OK;
}
