/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Casimirs of sp(2m, R): traces of even powers; those of odd powers are 0.
 * Tested by tests/fast/test_fast_symplectic.c. */
#include "fast/matrix/sp.h"

#include <stdlib.h>
#include <string.h>

slp_status fast_sp_casimirs(double *values, const fast_matrices *k, const double *x)
{
    const size_t n = k->n, size = n * n;
    double *square = malloc((3 * size + fast_matrix_product_work_size(k)) * sizeof *square);
    if (!square) return SLP_MEMORY;
    double *power = square + size, *next = square + 2 * size, *rest = square + 3 * size;
    fast_sp_read(next, n, x);
    fast_matrix_product(square, k, next, next, rest);
    memcpy(power, square, size * sizeof *power);
    for (size_t j = 0; j < n / 2; j++) {
        values[j] = 0;
        for (size_t i = 0; i < n; i++) values[j] += power[i * n + i];
        fast_matrix_product(next, k, power, square, rest);
        memcpy(power, next, size * sizeof *power);
    }
    free(square);
    return SLP_OK;
}
