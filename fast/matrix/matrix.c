/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates of so(n) and su(N) to matrices and back. */
#include "fast/matrix/matrix.h"

void fast_matrix_read(double *m, const fast_matrices *k, const double *x)
{
    const size_t n = k->n;
    double *im = m + n * n;
    const double *at = k->parts == 2 ? x + n : x;
    for (size_t i = 0; i < n; i++) {
        m[i * n + i] = 0;
        if (k->parts == 2) im[i * n + i] = x[i];
        for (size_t j = i + 1; j < n; j++) {
            m[i * n + j] = *at;
            m[j * n + i] = -*at++;
            if (k->parts == 1) continue;
            im[i * n + j] = *at;
            im[j * n + i] = *at++;
        }
    }
}

void fast_matrix_skew(double *x, const fast_matrices *k, double weight, const double *w, bool add)
{
    const size_t n = k->n;
    const double *im = w + n * n;
    double *at = k->parts == 2 ? x + n : x;
    for (size_t i = 0; i < n; i++) {
        if (k->parts == 2) x[i] = 2 * weight * im[i * n + i] + (add ? x[i] : 0);
        for (size_t j = i + 1; j < n; j++) {
            double re = weight * (w[i * n + j] - w[j * n + i]);
            *at = add ? *at + re : re;
            at++;
            if (k->parts == 1) continue;
            double imaginary = weight * (im[i * n + j] + im[j * n + i]);
            *at = add ? *at + imaginary : imaginary;
            at++;
        }
    }
}

enum { TILE = 32 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void mirror_part(double *m, size_t n, double sign)
{
    for (size_t i = 0; i < n; i += TILE)
        for (size_t j = i; j < n; j += TILE)
            for (size_t r = i; r < smaller(i + TILE, n); r++)
                for (size_t c = r + 1 > j ? r + 1 : j; c < smaller(j + TILE, n); c++)
                    m[c * n + r] = sign * m[r * n + c];
}

void fast_matrix_mirror(double *m, const fast_matrices *k)
{
    mirror_part(m, k->n, -1);
    if (k->parts == 2) mirror_part(m + k->n * k->n, k->n, 1);
}
