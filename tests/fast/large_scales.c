/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Large-scale states of Zeitlin's sphere: random coefficients on all T_lm of low degree. */
#include "tests/fast/large_scales.h"
#include "fast/fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double large_scales_uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

void large_scales(double *x, size_t n, size_t degrees, uint64_t *state)
{
    double *a = malloc(n * sizeof *a), square = 0;
    if (!a) abort();
    memset(x, 0, n * n * sizeof *x);
    for (size_t l = 1; l < n && l <= degrees; l++)
        for (size_t m = 0; m <= l; m++) {
            double p = m ? large_scales_uniform(state) : 0, q = large_scales_uniform(state);
            fast_zeitlin_eigenvector(a, n, l, m);
            for (size_t k = 0; k + m < n; k++) {
                size_t at = m ? n + k * (2 * n - k - 1) + 2 * (m - 1) : k;
                x[m ? at + 1 : at] += q * a[k];
                if (m) x[at] += p * a[k];
            }
        }
    for (size_t i = 0; i < n * n; i++) square += (i < n ? 1 : 2) * x[i] * x[i];
    for (size_t i = 0; i < n * n; i++) x[i] *= sqrt((double)n / square);
    free(a);
}
