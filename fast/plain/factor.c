/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* LU with partial pivoting and the solves with it, in plain loops over columns.  BLOCK columns are
 * factored together; then all columns to their right take part in one pass over them. */
#include "oracle/contract/number/float_rules.h"
#include "fast/plain/plain.h"

#include <math.h>
#include <stdbool.h>

enum { BLOCK = 32, SIDE = 4 };

/* ---- Real ----------------------------------------------------------------------------------- */

static void exchange(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* y -= x[0] A_0 + .. + x[count - 1] A_{count - 1}, rows first..n-1 of the columns of A. */
static void subtract_columns(double *restrict y, const double *restrict x, const double *restrict a,
                             size_t lead, size_t count, size_t first, size_t n)
{
    size_t k = 0;
    for (; k + SIDE <= count; k += SIDE) {
        const double *restrict a0 = a + k * lead, *restrict a1 = a0 + lead,
                               *restrict a2 = a1 + lead;
        const double *restrict a3 = a2 + lead;
        const double x0 = x[k], x1 = x[k + 1], x2 = x[k + 2], x3 = x[k + 3];
        for (size_t i = first; i < n; i++)
            y[i] = (((y[i] - x0 * a0[i]) - x1 * a1[i]) - x2 * a2[i]) - x3 * a3[i];
    }
    for (; k < count; k++)
        for (size_t i = first; i < n; i++) y[i] -= x[k] * a[k * lead + i];
}

/* The column `at` of a block that begins at column `from`: the block's columns before it are
 * done.  The rows above `at` become U, the others what is left to be pivoted. */
static void bring_up(double *column, const double *a, size_t lead, size_t from, size_t at, size_t n)
{
    for (size_t k = from; k < at; k++) {
        const double x = column[k];
        for (size_t i = k + 1; i < at; i++) column[i] -= x * a[k * lead + i];
    }
    subtract_columns(column, column + from, a + from * lead, lead, at - from, at, n);
}

int fast_plain_factor(double *a, size_t lead, int *pivot, size_t n)
{
    int singular = 0;
    for (size_t from = 0; from < n; from += BLOCK) {
        const size_t to = from + BLOCK < n ? from + BLOCK : n;
        for (size_t k = from; k < to; k++) {
            double *column = a + k * lead;
            bring_up(column, a, lead, from, k, n);
            size_t most = k;
            for (size_t i = k + 1; i < n; i++)
                if (fabs(column[i]) > fabs(column[most])) most = i;
            pivot[k] = (int)most + 1;
            for (size_t j = 0; most != k && j < to; j++)
                exchange(a + j * lead + k, a + j * lead + most);
            if (column[k] == 0 && !singular) singular = (int)k + 1;
            if (column[k] != 0)
                for (size_t i = k + 1; i < n; i++) column[i] /= column[k];
        }
        for (size_t j = to; j < n; j++) {
            double *column = a + j * lead;
            for (size_t k = from; k < to; k++)
                if ((size_t)pivot[k] != k + 1) exchange(column + k, column + pivot[k] - 1);
            bring_up(column, a, lead, from, to, n);
        }
    }
    return singular;
}

void fast_plain_solve(double *b, size_t lead_b, const double *a, size_t lead, const int *pivot,
                      size_t n, size_t columns)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t k = 0; k < n; k++)
            if ((size_t)pivot[k] != k + 1)
                exchange(b + j * lead_b + k, b + j * lead_b + pivot[k] - 1);
    for (size_t from = 0; from < n; from += BLOCK)
        for (size_t j = 0, to = from + BLOCK < n ? from + BLOCK : n; j < columns; j++)
            bring_up(b + j * lead_b, a, lead, from, to, n);
    for (size_t to = n; to > 0;) {
        const size_t from = (to - 1) / BLOCK * BLOCK;
        for (size_t j = 0; j < columns; j++) {
            double *y = b + j * lead_b;
            for (size_t k = to; k-- > from;) {
                y[k] /= a[k * lead + k];
                for (size_t i = from; i < k; i++) y[i] -= y[k] * a[k * lead + i];
            }
            subtract_columns(y, y + from, a + from * lead, lead, to - from, 0, from);
        }
        to = from;
    }
}

/* ---- Complex: the same, on pairs ---------------------------------------------------------- */

static void exchange_pair(double *a, double *b)
{
    exchange(a, b);
    exchange(a + 1, b + 1);
}

static double magnitude(const double *z)
{
    return fabs(z[0]) + fabs(z[1]);
}

/* z /= w.  The larger part of w divides first, so that no square overflows. */
static void divide(double *z, const double *w)
{
    const bool real = fabs(w[0]) >= fabs(w[1]);
    const double ratio = real ? w[1] / w[0] : w[0] / w[1];
    const double over = real ? w[0] + ratio * w[1] : w[1] + ratio * w[0];
    const double re = z[0], im = z[1];
    z[0] = (real ? re + ratio * im : ratio * re + im) / over;
    z[1] = (real ? im - ratio * re : ratio * im - re) / over;
}

static void subtract_pair(double *restrict y, const double *restrict x, const double *restrict a,
                          size_t first, size_t n)
{
    const double re = x[0], im = x[1];
    for (size_t i = first; i < n; i++) {
        y[2 * i] = (y[2 * i] - re * a[2 * i]) + im * a[2 * i + 1];
        y[2 * i + 1] = (y[2 * i + 1] - re * a[2 * i + 1]) - im * a[2 * i];
    }
}

static void bring_up_pairs(double *column, const double *a, size_t lead, size_t from, size_t at,
                           size_t n)
{
    for (size_t k = from; k < at; k++) {
        const double x[2] = {column[2 * k], column[2 * k + 1]};
        subtract_pair(column, x, a + 2 * k * lead, k + 1, n);
    }
}

int fast_plain_factor_complex(double *a, size_t lead, int *pivot, size_t n)
{
    int singular = 0;
    for (size_t from = 0; from < n; from += BLOCK) {
        const size_t to = from + BLOCK < n ? from + BLOCK : n;
        for (size_t k = from; k < to; k++) {
            double *column = a + 2 * k * lead, *diagonal = column + 2 * k;
            bring_up_pairs(column, a, lead, from, k, n);
            size_t most = k;
            for (size_t i = k + 1; i < n; i++)
                if (magnitude(column + 2 * i) > magnitude(column + 2 * most)) most = i;
            pivot[k] = (int)most + 1;
            for (size_t j = 0; most != k && j < to; j++)
                exchange_pair(a + 2 * (j * lead + k), a + 2 * (j * lead + most));
            if (magnitude(diagonal) == 0 && !singular) singular = (int)k + 1;
            if (magnitude(diagonal) != 0)
                for (size_t i = k + 1; i < n; i++) divide(column + 2 * i, diagonal);
        }
        for (size_t j = to; j < n; j++) {
            double *column = a + 2 * j * lead;
            for (size_t k = from; k < to; k++)
                if ((size_t)pivot[k] != k + 1)
                    exchange_pair(column + 2 * k, column + 2 * (pivot[k] - 1));
            bring_up_pairs(column, a, lead, from, to, n);
        }
    }
    return singular;
}

void fast_plain_solve_complex(double *b, size_t lead_b, const double *a, size_t lead,
                              const int *pivot, size_t n, size_t columns)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t k = 0; k < n; k++)
            if ((size_t)pivot[k] != k + 1)
                exchange_pair(b + 2 * (j * lead_b + k),
                              b + 2 * (j * lead_b + (size_t)pivot[k] - 1));
    for (size_t from = 0; from < n; from += BLOCK)
        for (size_t j = 0, to = from + BLOCK < n ? from + BLOCK : n; j < columns; j++)
            bring_up_pairs(b + 2 * j * lead_b, a, lead, from, to, n);
    for (size_t to = n; to > 0;) {
        const size_t from = (to - 1) / BLOCK * BLOCK;
        for (size_t j = 0; j < columns; j++) {
            double *y = b + 2 * j * lead_b;
            for (size_t k = to; k-- > from;) {
                const double *column = a + 2 * k * lead;
                divide(y + 2 * k, column + 2 * k);
                const double x[2] = {y[2 * k], y[2 * k + 1]};
                subtract_pair(y, x, column, 0, k);
            }
        }
        to = from;
    }
}
