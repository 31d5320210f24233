/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest size of many numbers or vectors, in lanes that a compiler makes into vectors. */
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

double fast_longest(const double *v, size_t n)
{
    double lane[W] = {0}, most = 0;
    size_t i = 0;
    for (; i + 3 * W <= n; i += 3 * W)
        for (size_t l = 0; l < W; l++) {
            const double *a = v + i + 3 * l, square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
            lane[l] = square > lane[l] ? square : lane[l];
        }
    for (; i < n; i += 3) {
        const double square = v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
        most = square > most ? square : most;
    }
    for (size_t l = 0; l < W; l++) most = lane[l] > most ? lane[l] : most;
    if (most >= 0x1p-900 && most <= 0x1p900) return sqrt(most) * (1 + 0x1p-50);
    return 1.75 * fast_largest(v, n);
}
