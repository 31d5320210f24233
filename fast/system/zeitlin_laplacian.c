/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The quantised Laplacian and its factors, without cancellation.  The rows of the tridiagonal
 * matrix on diagonal m sum to
 *   r_k = m^2 + (c_k - c_{k+m})^2/2 + (c_{k-1} - c_{k+m-1})^2/2 >= 0
 * since c_k^2 + c_{k-1}^2 = 2j(j+1) - 2 s_k^2; elimination without subtraction keeps each pivot as
 * t_k + b_k with
 *   t_0 = r_0,  t_{k+1} = r_{k+1} + b_k t_k/(t_k + b_k),
 * so that factors, and with them the inverse, whose entries are positive, are accurate entry by
 * entry.  On m = 0 the rows sum to zero and the last pivot is t = 0: the kernel consists of the
 * constants.  The operator itself is applied as
 *   (-Delta v)_k = r_k v_k + b_k (v_k - v_{k+1}) - b_{k-1} (v_{k-1} - v_k):
 * differences of entries that are alike are exact, so that smooth states lose few digits, and a
 * trace gives 0. */
#include "fast/system/zeitlin.h"

#include <math.h>

/* c_k, zero outside 0..n-2 */
static double hop(size_t n, size_t k)
{
    return k + 1 < n ? sqrt((double)(k + 1) * (double)(n - 1 - k)) : 0;
}

/* (c_k - c_{k+m})^2, by the exact difference of squares */
static double gap(size_t n, size_t k, size_t m)
{
    double sum = hop(n, k) + hop(n, k + m);
    double squares =
        (double)(k + 1) * (double)(n - 1 - k) - (double)(k + m + 1) * (double)(n - 1 - k - m);
    double difference = sum > 0 ? squares / sum : 0;
    return difference * difference;
}

/* r_k and b_k of the diagonal m. */
static double row_sum(size_t n, size_t k, size_t m)
{
    double row = (double)(m * m) + 0.5 * gap(n, k, m) + (k ? 0.5 * gap(n, k - 1, m) : 0);
    if (k == 0 && m > 0) row += 0.5 * hop(n, m - 1) * hop(n, m - 1);
    return row;
}

static double beside(size_t n, size_t k, size_t m)
{
    return k + m + 1 < n ? hop(n, k) * hop(n, k + m) : 0;
}

void fast_zeitlin_rows(double *sum, double *next, size_t n)
{
    for (size_t i = 0; i < n * n; i++) sum[i] = next[i] = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t m = 0; k + m < n; m++) {
            sum[k * n + m] = row_sum(n, k, m);
            next[k * n + m] = beside(n, k, m);
        }
}

void fast_zeitlin_apply(double *out, const double *f, size_t stride, double weight,
                        const double *sum, const double *next, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const double *restrict row = f + k * stride, *restrict r = sum + k * n,
                               *restrict b = next + k * n;
        double *restrict to = out + k * stride;
        const size_t last = n - 1 - k; /* its order has no entry below */
        for (size_t m = 0; m < last; m++) to[m] = r[m] * row[m] + b[m] * (row[m] - row[stride + m]);
        to[last] = r[last] * row[last];
        for (size_t m = 0; k > 0 && m <= last; m++)
            to[m] -= (b - n)[m] * ((row - stride)[m] - row[m]);
        for (size_t m = 0; m <= last; m++) to[m] *= weight;
    }
}

void fast_zeitlin_factor(double *inverse, double *ratio, size_t n)
{
    for (size_t i = 0; i < n * n; i++) inverse[i] = ratio[i] = 0;
    for (size_t m = 0; m < n; m++) {
        double t = 0, above = 0; /* of the row before */
        for (size_t k = 0; k + m < n; k++) {
            const double row = row_sum(n, k, m);
            t = row + above * t;
            double b = beside(n, k, m), pivot = t + b;
            inverse[k * n + m] = pivot > 0 ? 1 / pivot : 0;
            ratio[k * n + m] = above = pivot > 0 ? b / pivot : 0;
        }
    }
}

static void remove_mean(double *f, size_t stride, size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += f[k * stride];
    for (size_t k = 0; k < n; k++) f[k * stride] -= sum / (double)n;
}

/* Row k + 1 of the right-hand side gains ratio_k times row k; then v_k = f_k/pivot_k + ratio_k
 * v_{k+1}. */
void fast_zeitlin_solve(double *f, size_t stride, const double *inverse, const double *ratio,
                        size_t n)
{
    remove_mean(f, stride, n);
    for (size_t k = 0; k + 1 < n; k++) {
        const double *restrict above = f + k * stride, *restrict share = ratio + k * n;
        double *restrict row = f + (k + 1) * stride;
        for (size_t m = 0; m < n - 1 - k; m++) row[m] += share[m] * above[m];
    }
    f[(n - 1) * stride] *= inverse[(n - 1) * n];
    for (size_t k = n - 1; k-- > 0;) {
        const double *restrict below = f + (k + 1) * stride;
        const double *restrict share = ratio + k * n, *restrict scale = inverse + k * n;
        double *restrict row = f + k * stride;
        for (size_t m = 0; m < n - 1 - k; m++) row[m] = scale[m] * row[m] + share[m] * below[m];
        row[n - 1 - k] *= scale[n - 1 - k];
    }
    remove_mean(f, stride, n);
}

void fast_zeitlin_spread(double *re, double *im, size_t n, const double *x)
{
    const double *at = x + n;
    for (size_t k = 0; k < n; k++) {
        re[k * n] = 0;
        im[k * n] = x[k];
        for (size_t m = 1; m < n - k; m++) {
            re[k * n + m] = *at++;
            im[k * n + m] = *at++;
        }
    }
}

void fast_zeitlin_gather(double *x, const double *re, const double *im, size_t n)
{
    double *at = x + n;
    for (size_t k = 0; k < n; k++) {
        x[k] = im[k * n];
        for (size_t m = 1; m < n - k; m++) {
            *at++ = re[k * n + m];
            *at++ = im[k * n + m];
        }
    }
}
