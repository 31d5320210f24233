/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* e^a - I by its series after halving, and doubling: with b = a/2^s, |b| <= 1/2 in the maximum
 * norm,
 *   f = sum_{j=1..16} b^j/j!,  e^2b - I = 2 f + f^2.
 * The truncation error of the series is |b|^17/17! < 2^-65 |b|.  By powers of b^4 (Paterson,
 * Stockmeyer 1973): six products for the series, one each doubling.  The identity is never added,
 * so that the error is u |a|. */
#include "fast/matrix/matrix.h"

#include <math.h>
#include <string.h>

enum { MATRICES = 5 };

size_t fast_matrix_work_size(const fast_matrices *k)
{
    return MATRICES * fast_matrix_size(k) + fast_matrix_product_work_size(k);
}

/* Largest sum over a row of |Re| + |Im|. */
static double row_norm(const fast_matrices *k, const double *a)
{
    const size_t n = k->n;
    double norm = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t p = 0; p < k->parts; p++)
            for (size_t j = 0; j < n; j++) sum += fabs(a[(p * n + i) * n + j]);
        if (!(sum <= norm)) norm = sum;
        if (isnan(norm)) return norm;
    }
    return norm;
}

/* out = b/p! + b^2/(p+1)! + ... b^4/(p+3)!, times 16! (p = 1, 5, 9, 13) */
static void series_block(double *out, size_t size, double *const power[4], int p)
{
    double weight[4], w = 1;
    for (int j = 16; j > p + 3; j--) w *= j;
    for (int j = 3; j >= 0; j--) {
        weight[j] = w / 20922789888000.0;
        w *= p + j;
    }
    for (size_t i = 0; i < size; i++)
        out[i] = weight[0] * power[0][i] +
                 (weight[1] * power[1][i] + (weight[2] * power[2][i] + weight[3] * power[3][i]));
}

void fast_matrix_exponential(double *f, const fast_matrices *k, const double *a, double *work)
{
    const size_t size = fast_matrix_size(k);
    double *power[4], *next = work + 4 * size, *product = work + 5 * size;
    for (size_t j = 0; j < 4; j++) power[j] = work + j * size;
    int halvings = 0;
    const double norm = row_norm(k, a);
    if (norm > 0.5 && norm <= 0x1p50) frexp(2 * norm, &halvings);
    const double half = norm <= 0x1p50 ? ldexp(1, -halvings) : NAN;
    for (size_t i = 0; i < size; i++) power[0][i] = half * a[i];
    fast_matrix_product(power[1], k, power[0], power[0], product);
    fast_matrix_product(power[2], k, power[1], power[0], product);
    fast_matrix_product(power[3], k, power[1], power[1], product);
    series_block(f, size, power, 13);
    for (int p = 9; p >= 1; p -= 4) {
        memcpy(next, f, size * sizeof *f);
        fast_matrix_product(f, k, power[3], next, product);
        series_block(next, size, power, p);
        for (size_t i = 0; i < size; i++) f[i] += next[i];
    }
    for (; halvings > 0; halvings--) {
        fast_matrix_product(next, k, f, f, product);
        for (size_t i = 0; i < size; i++) f[i] = 2 * f[i] + next[i];
    }
}
