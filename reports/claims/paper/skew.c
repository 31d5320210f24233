/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Skew-Hermitian matrices in binary64, entry by entry. */
#include "reports/claims/paper/skew.h"

#include <string.h>

static skew_number skew_from(double re, double im)
{
    return re + im * I;
}

void skew_matrix(skew_number *X, slp_algebra shape, size_t n, const double *x)
{
    memset(X, 0, n * n * sizeof *X);
    switch (shape) {
    case SLP_SO3:
        for (size_t i = 0; i < 3; i++) {
            size_t j = (i + 1) % 3, k = (i + 2) % 3;
            X[k * n + j] = x[i];
            X[j * n + k] = -x[i];
        }
        return;
    case SLP_SU2N:
        for (size_t v = 0; v < n / 2; v++, x += 3) {
            size_t a = 2 * v, b = a + 1;
            X[a * n + a] = skew_from(0, -0.5 * x[2]);
            X[b * n + b] = skew_from(0, 0.5 * x[2]);
            X[a * n + b] = skew_from(-0.5 * x[1], -0.5 * x[0]);
            X[b * n + a] = skew_from(0.5 * x[1], -0.5 * x[0]);
        }
        return;
    default:
        break;
    }
    bool unitary = shape == SLP_SUN;
    for (size_t i = 0; unitary && i < n; i++) X[i * n + i] = skew_from(0, *x++);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            double re = *x++, im = unitary ? *x++ : 0;
            X[i * n + k] = skew_from(re, im);
            X[k * n + i] = skew_from(-re, im);
        }
}

void skew_coordinates(double *x, slp_algebra shape, size_t n, const skew_number *X)
{
    switch (shape) {
    case SLP_SO3:
        for (size_t i = 0; i < 3; i++) x[i] = creal(X[(i + 2) % 3 * n + (i + 1) % 3]);
        return;
    case SLP_SU2N:
        for (size_t v = 0; v < n / 2; v++, x += 3) {
            const skew_number *row = X + 2 * v * n + 2 * v;
            x[0] = -2 * cimag(row[1]);
            x[1] = -2 * creal(row[1]);
            x[2] = -2 * cimag(row[0]);
        }
        return;
    default:
        break;
    }
    bool unitary = shape == SLP_SUN;
    for (size_t i = 0; unitary && i < n; i++) *x++ = cimag(X[i * n + i]);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            *x++ = creal(X[i * n + k]);
            if (unitary) *x++ = cimag(X[i * n + k]);
        }
}

void skew_multiply(skew_number *C, const skew_number *A, const skew_number *B, size_t n)
{
    memset(C, 0, n * n * sizeof *C);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double re = creal(A[i * n + k]), im = cimag(A[i * n + k]);
            for (size_t j = 0; j < n; j++) {
                double p = creal(B[k * n + j]), q = cimag(B[k * n + j]);
                C[i * n + j] += skew_from(re * p - im * q, re * q + im * p);
            }
        }
}
