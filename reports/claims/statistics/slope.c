/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The slope of a straight line through logarithms of means, with its confidence interval.
 *
 * With b blocks, theta the estimate from all and theta_(i) the one without block i, the jackknife's
 * variance is (b-1)/b sum (theta_(i) - mean theta_(.))^2; theta +- t_{b-1} sqrt(variance) is the
 * interval. */
#include "reports/claims/statistics/slope.h"

#include <math.h>

double slp_student(size_t freedom)
{
    static const double t[] = {1273.240, 44.705, 16.327, 10.307, 7.976, 6.789, 6.082, 5.618,
                               5.291,    5.049,  4.864,  4.717,  4.598, 4.500, 4.417, 4.347,
                               4.286,    4.234,  4.187,  4.147,  4.110, 4.077, 4.048, 4.021,
                               3.997,    3.975,  3.954,  3.936,  3.918, 3.902};
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
    double half = slp_student(blocks - 1) * sqrt(slp_jackknife_variance(left, blocks));
    slp_interval v = {all - half, all + half, SLP_LEVEL, true};
    v.known = isfinite(v.lo) && isfinite(v.hi);
    return v;
}

slp_interval slp_slope_point(double *value, const slp_slope_sums *s, size_t level, double root)
{
    double left[SLP_SLOPE_BLOCKS];
    const double all = root * log2(fabs(slp_slope_mean(s, level, s->blocks)));
    slp_interval v = {0, 0, SLP_LEVEL, false};
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
    slp_interval slope = {0, 0, SLP_LEVEL, false};
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
