/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvectors of the quantised Laplacian.  With the eigenvalue l(l+1) known, rows give
 *   b_k v_{k+1} = (2j(j+1) - 2 s_k s_{k+m} - l(l+1)) v_k - b_{k-1} v_{k-1},
 * whose bracket is a difference of integers below 2^53.  From the edge inwards v grows until it
 * oscillates, and v_{N-1-m-k} = (-1)^(l-m) v_k.  So this recurrence suffices for the rows up to the
 * middle, and never runs where v decays. */
#include "fast/fast.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>

#define HUGE_ENTRY 0x1p400

static double hop(size_t n, size_t k)
{
    return sqrt((double)(k + 1) * (double)(n - 1 - k));
}

/* 2j(j+1) - 2 s_k s_{k+m} - l(l+1) with doubled spins */
static double bracket(size_t n, size_t l, size_t m, size_t k)
{
    const double size = (double)n, at = size - 1 - 2 * (double)k, beyond = at - 2 * (double)m;
    return 0.5 * ((size - 1) * (size + 1) - at * beyond) - (double)l * (double)(l + 1);
}

static __attribute__((noinline)) void eigenvector(double *a, size_t n, size_t l, size_t m)
{
    const size_t count = n - m, half = (count + 1) / 2;
    const double mirror = (l - m) % 2 ? -1 : 1;
    a[0] = 1;
    for (size_t k = 0; k + 1 < half; k++) {
        double before = k ? hop(n, k - 1) * hop(n, k - 1 + m) * a[k - 1] : 0;
        a[k + 1] = (bracket(n, l, m, k) * a[k] - before) / (hop(n, k) * hop(n, k + m));
        if (!(fabs(a[k + 1]) > HUGE_ENTRY)) continue;
        for (size_t i = 0; i <= k + 1; i++) a[i] *= 1 / HUGE_ENTRY;
    }
    double square = 0;
    for (size_t k = 0; k < count / 2; k++) square += 2 * a[k] * a[k];
    if (count % 2) {
        if (mirror < 0) a[half - 1] = 0;
        square += a[half - 1] * a[half - 1];
    }
    const double scale = 1 / sqrt(square);
    for (size_t k = 0; k < half; k++) a[k] *= scale;
    for (size_t k = 0; k < count / 2; k++) a[count - 1 - k] = mirror * a[k];
}

/* The arithmetic is in a separate function, so that the compiler moves none of it before the change
 * of the floating-point environment. */
void fast_zeitlin_eigenvector(double *a, size_t n, size_t l, size_t m)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!a || m > l || l >= n) return;
    eigenvector(a, n, l, m);
}
