/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The inverse Laplacian of the sine bracket: on the cyclic diagonal m2, f_k = X_{k,k+m2 mod N} = i
 * sum_m1 omega_m (phase of m) e^(4 pi i m1 k/N), omega_m is to be divided by m1^2 + m2^2.  Real and
 * imaginary parts of f are two real sequences, and each splits into e_k = f_k + f_{N-k} and o_k =
 * f_k - f_{N-k}, k = 1..K, K = (N-1)/2, e_0 = f_0, so that with
 *   C_jk = cos(4 pi jk/N), j, k = 0..K,  S_jk = sin(4 pi jk/N), j, k = 1..K,  w_j = 1/(j^2 + m2^2),
 *   E_j = sum_k C_jk e_k,  O_j = sum_k S_jk o_k,
 *   g_k = (1/N) sum_j C_jk v_j w_j E_j,  v_0 = 1, v_j = 2,   h_k = (2/N) sum_j S_jk w_j O_j,
 * the answer is g_k + h_k at k and g_k - h_k at N - k.  For all diagonals together these are four
 * real matrix products, 2 N^3 flops in all, half of what convolutions along the diagonals take.
 * Diagonals m2 = 0..K hold every entry once; C and S are symmetric.  Sums of N/2 terms by matrices
 * with |C|, |S| <= sqrt(N)/2: the error is of order u sqrt(N) in the Frobenius norm.  Tested by
 * tests/fast/test_fast_trajectory.c. */
#include "fast/system/torus.h"

#include <cblas.h>

size_t fast_torus_tables(size_t n)
{
    const size_t k = (n - 1) / 2;
    return (k + 1) * (k + 1) + k * k;
}

/* Even and odd parts, and their transforms: rows k = 0..K of N + 1 numbers. */
size_t fast_torus_work_size(size_t n)
{
    return 4 * ((n + 1) / 2) * (n + 1);
}

void fast_torus_open(double *tables, size_t n, const double *cosine, const double *sine)
{
    const size_t most = (n - 1) / 2;
    for (size_t j = 0; j <= most; j++)
        for (size_t k = 0; k <= most; k++) *tables++ = cosine[2 * j * k % n];
    for (size_t j = 1; j <= most; j++)
        for (size_t k = 1; k <= most; k++) *tables++ = sine[2 * j * k % n];
}

/* Diagonals m = 0..K of row k of a part of x: as far as the edge, then from its other side. */
static void row(double *restrict out, const double *restrict x, size_t n, size_t k)
{
    const size_t width = (n + 1) / 2, straight = n - k < width ? n - k : width;
    for (size_t m = 0; m < straight; m++) out[m] = x[k * n + k + m];
    for (size_t m = straight; m < width; m++) out[m] = x[k * n + k + m - n];
}

/* c = t f, t of the given order, f of n + 1 columns. */
static void transform(double *c, const double *t, size_t order, const double *f, size_t n)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)order, (int)n + 1, (int)order, 1.0,
                t, (int)order, f, (int)n + 1, 0.0, c, (int)n + 1);
}

/* Rows k = 0..K of even and odd parts; row 0 of the odd ones is not written. */
static void fold(double *even, double *odd, const double *x, size_t n)
{
    const size_t most = (n - 1) / 2, width = most + 1;
    for (size_t p = 0; p < 2; p++) {
        const double *part = x + p * n * n;
        row(even + p * width, part, n, 0);
        for (size_t k = 1; k <= most; k++) {
            double *restrict e = even + k * (n + 1) + p * width, *restrict o =
                                                                     odd + k * (n + 1) + p * width;
            row(e, part, n, k);
            row(o, part, n, n - k);
            for (size_t m = 0; m < width; m++) {
                const double f = e[m], back = o[m];
                e[m] = f + back;
                o[m] = f - back;
            }
        }
    }
}

/* Row j of a transform: its columns m and width + m by scale/(j^2 + m^2). */
static void divide(double *f, double scale, size_t j, size_t width)
{
    for (size_t m = 0; m < width; m++) {
        const double w = j + m ? scale / (double)(j * j + m * m) : 0;
        f[m] *= w;
        f[width + m] *= w;
    }
}

/* Row k of part p of xi, in the places where diagonals 0..K cross it. */
static void place(double *xi, size_t n, size_t k, const double *even, const double *odd,
                  double sign)
{
    const size_t width = (n + 1) / 2;
    for (size_t m = 0; m < width; m++)
        xi[k * n + (k + m < n ? k + m : k + m - n)] = even[m] + (odd ? sign * odd[m] : 0);
}

/* Fills in the entries outside diagonals 0..K from those on them, and the real part of the
 * diagonal. */
static void complete(double *xi, size_t n)
{
    enum { TILE = 32 };
    const size_t most = (n - 1) / 2;
    for (size_t p = 0; p < 2; p++) {
        double *part = xi + p * n * n;
        const double sign = p ? 1 : -1;
        for (size_t a = 0; a < n; a += TILE)
            for (size_t b = a; b < n; b += TILE)
                for (size_t i = a; i < n && i < a + TILE; i++)
                    for (size_t j = b > i ? b : i + 1; j < n && j < b + TILE; j++)
                        if (j - i <= most)
                            part[j * n + i] = sign * part[i * n + j];
                        else
                            part[i * n + j] = sign * part[j * n + i];
    }
    for (size_t i = 0; i < n; i++) xi[i * n + i] = 0;
}

void fast_torus_apply(double *xi, double weight, const double *x, size_t n, const double *tables,
                      double *work)
{
    const size_t most = (n - 1) / 2, width = most + 1, span = n + 1, block = width * span;
    double *even = work, *odd = work + block, *hat_even = work + 2 * block,
           *hat_odd = work + 3 * block;
    const double *cosines = tables, *sines = tables + width * width, scale = weight / (double)n;
    fold(even, odd, x, n);
    transform(hat_even, cosines, width, even, n);
    transform(hat_odd + span, sines, most, odd + span, n);
    for (size_t j = 0; j <= most; j++) {
        divide(hat_even + j * span, j ? 2 * scale : scale, j, width);
        if (j) divide(hat_odd + j * span, 2 * scale, j, width);
    }
    transform(even, cosines, width, hat_even, n);
    transform(odd + span, sines, most, hat_odd + span, n);
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k <= most; k++) {
            const double *e = even + k * span + p * width, *o = odd + k * span + p * width;
            place(xi + p * n * n, n, k, e, k ? o : NULL, 1);
            if (k) place(xi + p * n * n, n, n - k, e, o, -1);
        }
    complete(xi, n);
}
