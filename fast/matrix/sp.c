/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates of sp(2m, R) to matrices and back. */
#include "fast/matrix/sp.h"

double fast_sp_weight(size_t k, size_t n)
{
    const size_t m = n / 2;
    if (k < m * m) return 2;
    k -= m * m;
    if (k >= m * (m + 1) / 2) k -= m * (m + 1) / 2;
    for (size_t row = m; row > 0; k -= row--)
        if (k < row) return k == 0 ? 1 : 2;
    return 0; /* no such coordinate */
}

/* The upper triangle at `from` to the symmetric block of w that starts at `corner`. */
static const double *read_symmetric(double *corner, size_t n, const double *from)
{
    for (size_t i = 0; i < n / 2; i++)
        for (size_t j = i; j < n / 2; j++) corner[i * n + j] = corner[j * n + i] = *from++;
    return from;
}

static void read_blocks(double *w, size_t n, const double *x, bool transposed)
{
    const size_t m = n / 2;
    double *right = w + m, *below = w + m * n;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            w[transposed ? j * n + i : i * n + j] = *x;
            below[(transposed ? i * n + j : j * n + i) + m] = -*x++;
        }
    x = read_symmetric(transposed ? below : right, n, x);
    read_symmetric(transposed ? right : below, n, x);
}

void fast_sp_read(double *w, size_t n, const double *x)
{
    read_blocks(w, n, x, false);
}

void fast_sp_read_transposed(double *w, size_t n, const double *x)
{
    read_blocks(w, n, x, true);
}

/* The blocks of W - W^: [[A - D^T, B + B^T], [C + C^T, .]]. */
void fast_sp_part(double *x, size_t n, double weight, const double *w, bool add)
{
    const size_t m = n / 2;
    const double *D = w + m * n + m, *off[2] = {w + m, w + m * n};
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++, x++)
            *x = weight * (w[i * n + j] - D[j * n + i]) + (add ? *x : 0);
    for (size_t block = 0; block < 2; block++)
        for (size_t i = 0; i < m; i++)
            for (size_t j = i; j < m; j++, x++)
                *x = weight * (off[block][i * n + j] + off[block][j * n + i]) + (add ? *x : 0);
}

void fast_sp_involution(double *out, size_t n, const double *w)
{
    const size_t m = n / 2;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            out[i * n + j] = w[(m + j) * n + m + i];
            out[i * n + m + j] = -w[j * n + m + i];
            out[(m + i) * n + j] = -w[(m + j) * n + i];
            out[(m + i) * n + m + j] = w[j * n + i];
        }
}
