/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* C = A B in plain loops.  A panel of B, DEEP rows of WIDE numbers, stays in the cache while all
 * rows of A pass; four terms of each sum are added at once, in their order. */
#include "oracle/contract/number/float_rules.h"
#include "fast/plain/plain.h"

#include <string.h>

enum { DEEP = 64, WIDE = 512, TERMS = 4 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* One body for both widths of numbers.  c += a b, where a has `deep` numbers and b as many rows. */
#define DEFINE_PRODUCT(NAME, NUMBER)                                                               \
    static void NAME##_row(NUMBER *restrict c, const NUMBER *restrict a, const NUMBER *restrict b, \
                           size_t lb, size_t deep, size_t wide)                                    \
    {                                                                                              \
        size_t k = 0;                                                                              \
        for (; k + TERMS <= deep; k += TERMS) {                                                    \
            const NUMBER *restrict b0 = b + k * lb, *restrict b1 = b0 + lb,                        \
                                   *restrict b2 = b1 + lb;                                         \
            const NUMBER *restrict b3 = b2 + lb;                                                   \
            const NUMBER a0 = a[k], a1 = a[k + 1], a2 = a[k + 2], a3 = a[k + 3];                   \
            for (size_t j = 0; j < wide; j++)                                                      \
                c[j] = (((c[j] + a0 * b0[j]) + a1 * b1[j]) + a2 * b2[j]) + a3 * b3[j];             \
        }                                                                                          \
        for (; k < deep; k++)                                                                      \
            for (size_t j = 0; j < wide; j++) c[j] += a[k] * b[k * lb + j];                        \
    }                                                                                              \
    void NAME(NUMBER *c, size_t lc, const NUMBER *a, size_t la, const NUMBER *b, size_t lb,        \
              size_t rows, size_t columns, size_t n)                                               \
    {                                                                                              \
        for (size_t i = 0; i < rows; i++) memset(c + i * lc, 0, columns * sizeof *c);              \
        for (size_t j = 0; j < columns; j += WIDE)                                                 \
            for (size_t k = 0; k < n; k += DEEP)                                                   \
                for (size_t i = 0; i < rows; i++)                                                  \
                    NAME##_row(c + i * lc + j, a + i * la + k, b + k * lb + j, lb,                 \
                               smaller(DEEP, n - k), smaller(WIDE, columns - j));                  \
    }

DEFINE_PRODUCT(fast_plain_product, double)
DEFINE_PRODUCT(fast_plain_product32, float)
