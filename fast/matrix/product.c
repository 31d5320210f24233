/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Products of split matrices.  Small ones by loops, which round the same way everywhere and cost
 * less than a call; others by BLAS, three real products for a complex one:
 *   t = Ar Br, s = Ai Bi, Re = t - s, Im = (Ar + Ai)(Br + Bi) - t - s,
 * whose error in the imaginary part is u n (|Ar| + |Ai|)(|Br| + |Bi|), at most twice that of four
 * products in norm. */
#include "fast/matrix/matrix.h"

#include <cblas.h>
#include <string.h>

enum { SMALL = 12 };

size_t fast_matrix_product_work_size(const fast_matrices *k)
{
    return k->parts == 2 ? 3 * k->n * k->n : 0;
}

/* c += sign a b.  A row of c stays in registers where the compiler knows n. */
static inline void add_rows(double *restrict c, size_t n, double sign, const double *restrict a,
                            const double *restrict b)
{
    for (size_t i = 0; i < n; i++) {
        double row[SMALL];
        for (size_t j = 0; j < n; j++) row[j] = c[i * n + j];
        for (size_t l = 0; l < n; l++) {
            const double factor = sign * a[i * n + l];
            for (size_t j = 0; j < n; j++) row[j] += factor * b[l * n + j];
        }
        for (size_t j = 0; j < n; j++) c[i * n + j] = row[j];
    }
}

/* The same sums in the same order for every n; sizes up to SMALL are listed so that the compiler
 * knows each, which takes a third to two thirds of the time of one loop for all. */
static void accumulate(double *c, size_t n, double sign, const double *a, const double *b)
{
    switch (n) {
    case 3:
        add_rows(c, 3, sign, a, b);
        break;
    case 4:
        add_rows(c, 4, sign, a, b);
        break;
    case 5:
        add_rows(c, 5, sign, a, b);
        break;
    case 6:
        add_rows(c, 6, sign, a, b);
        break;
    case 7:
        add_rows(c, 7, sign, a, b);
        break;
    case 8:
        add_rows(c, 8, sign, a, b);
        break;
    case 9:
        add_rows(c, 9, sign, a, b);
        break;
    case 10:
        add_rows(c, 10, sign, a, b);
        break;
    case 11:
        add_rows(c, 11, sign, a, b);
        break;
    case SMALL:
        add_rows(c, SMALL, sign, a, b);
        break;
    default:
        add_rows(c, n, sign, a, b);
    }
}

static void small_product(double *c, const fast_matrices *k, const double *a, const double *b)
{
    const size_t n = k->n, q = n * n;
    memset(c, 0, k->parts * q * sizeof *c);
    accumulate(c, n, 1, a, b);
    if (k->parts == 1) return;
    accumulate(c, n, -1, a + q, b + q);
    accumulate(c + q, n, 1, a, b + q);
    accumulate(c + q, n, 1, a + q, b);
}

static void real_product(double *c, size_t n, const double *a, const double *b)
{
    const int m = (int)n;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1.0, a, m, b, m, 0.0, c, m);
}

void fast_matrix_product(double *c, const fast_matrices *k, const double *a, const double *b,
                         double *work)
{
    const size_t n = k->n, q = n * n;
    if (n <= SMALL) {
        small_product(c, k, a, b);
        return;
    }
    if (k->parts == 1) {
        real_product(c, n, a, b);
        return;
    }
    double *left = work, *right = work + q, *second = work + 2 * q;
    for (size_t i = 0; i < q; i++) {
        left[i] = a[i] + a[q + i];
        right[i] = b[i] + b[q + i];
    }
    real_product(c, n, a, b);
    real_product(second, n, a + q, b + q);
    real_product(c + q, n, left, right);
    for (size_t i = 0; i < q; i++) {
        const double re = c[i], s = second[i];
        c[i] = re - s;
        c[q + i] = (c[q + i] - re) - s;
    }
}
