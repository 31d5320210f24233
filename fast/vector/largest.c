/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest size of many numbers, in lanes that a compiler makes into vectors. */
#include "fast/vector/largest.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>

enum { W = 8 };

double fast_largest(const double *v, size_t n)
{
    double lane[W] = {0}, most = 0;
    size_t i = 0;
    for (; i + W <= n; i += W)
        for (size_t l = 0; l < W; l++) {
            const double a = fabs(v[i + l]);
            lane[l] = a > lane[l] ? a : lane[l];
        }
    for (size_t l = 0; i < n; i++, l++) lane[l] = fabs(v[i]) > lane[l] ? fabs(v[i]) : lane[l];
    for (size_t l = 0; l < W; l++) most = lane[l] > most ? lane[l] : most;
    return most;
}
