/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The slope of a straight line through logarithms of means, with its confidence interval.
 *
 * With b blocks, theta the estimate from all and theta_(i) the one without block i, the jackknife's
 * variance is (b-1)/b sum (theta_(i) - mean theta_(.))^2; theta +- t_{b-1} sqrt(variance) is the
 * interval. */
#include "reports/claims/statistics/slope.h"

#include <math.h>

/* Student's t at 99 % two-sided for 1..30 degrees of freedom, rounded up. */
static double student(size_t freedom)
{
    static const double t[] = {63.657, 9.925, 5.841, 4.605, 4.033, 3.708, 3.500, 3.356,
                               3.250,  3.170, 3.106, 3.055, 3.013, 2.977, 2.947, 2.921,
                               2.899,  2.879, 2.861, 2.846, 2.832, 2.819, 2.808, 2.797,
                               2.788,  2.779, 2.771, 2.764, 2.757, 2.750};
    size_t most = sizeof t / sizeof *t;
    return t[(freedom > most ? most : freedom) - 1];
}

double slp_slope_mean(const slp_slope_sums *s, size_t level, size_t without)
{
    double sum = 0, count = 0;
    for (size_t b = 0; b < s->blocks; b++) {
        if (b == without) continue;
        sum += s->sum[level][b];
        count += s->count[b];
    }
    return sum / count;
}

/* y of every level without block `without` (blocks: with all of them) */
static bool logarithms(double *y, const slp_slope_sums *s, size_t without, double root)
{
    for (size_t l = 0; l < s->levels; l++) {
        y[l] = root * log2(fabs(slp_slope_mean(s, l, without)));
        if (!isfinite(y[l])) return false;
    }
    return true;
}

static double line(const double *x, const double *y, const double *weight, size_t levels)
{
    double w = 0, mx = 0, my = 0, xy = 0, xx = 0;
    for (size_t l = 0; l < levels; l++) {
        w += weight[l];
        mx += weight[l] * x[l];
        my += weight[l] * y[l];
    }
    for (size_t l = 0; l < levels; l++) {
        xy += weight[l] * (x[l] - mx / w) * (y[l] - my / w);
        xx += weight[l] * (x[l] - mx / w) * (x[l] - mx / w);
    }
    return xy / xx;
}

double slp_jackknife_variance(const double *left, size_t blocks)
{
    double mean = 0, square = 0, b = (double)blocks;
    for (size_t i = 0; i < blocks; i++) mean += left[i] / b;
    for (size_t i = 0; i < blocks; i++) square += (left[i] - mean) * (left[i] - mean);
    return (b - 1) / b * square;
}

slp_interval slp_jackknife_interval(double all, const double *left, size_t blocks)
{
    double half = student(blocks - 1) * sqrt(slp_jackknife_variance(left, blocks));
    slp_interval v = {all - half, all + half, 0.99, true};
    v.known = isfinite(v.lo) && isfinite(v.hi);
    return v;
}

slp_interval slp_slope_point(double *value, const slp_slope_sums *s, size_t level, double root)
{
    double left[SLP_SLOPE_BLOCKS];
    const double all = root * log2(fabs(slp_slope_mean(s, level, s->blocks)));
    slp_interval v = {0, 0, 0.99, false};
    if (value) *value = exp2(all);
    if (s->blocks < 3) return v;
    for (size_t b = 0; b < s->blocks; b++) left[b] = root * log2(fabs(slp_slope_mean(s, level, b)));
    v = slp_jackknife_interval(all, left, s->blocks);
    v.lo = exp2(v.lo);
    v.hi = exp2(v.hi);
    return v;
}

slp_interval slp_slope(double *y, const slp_slope_sums *s, const double *x, double root)
{
    slp_interval slope = {0, 0, 0.99, false};
    double all[SLP_SLOPE_LEVELS], without[SLP_SLOPE_BLOCKS][SLP_SLOPE_LEVELS],
        weight[SLP_SLOPE_LEVELS], left[SLP_SLOPE_BLOCKS];
    if (s->levels < 2 || s->blocks < 3 || !logarithms(all, s, s->blocks, root)) return slope;
    for (size_t l = 0; y && l < s->levels; l++) y[l] = all[l];
    for (size_t b = 0; b < s->blocks; b++)
        if (!logarithms(without[b], s, b, root)) return slope;
    for (size_t l = 0; l < s->levels; l++) {
        for (size_t b = 0; b < s->blocks; b++) left[b] = without[b][l];
        weight[l] = 1 / fmax(slp_jackknife_variance(left, s->blocks), 0x1p-80);
    }
    for (size_t b = 0; b < s->blocks; b++) left[b] = line(x, without[b], weight, s->levels);
    return slp_jackknife_interval(line(x, all, weight, s->levels), left, s->blocks);
}
