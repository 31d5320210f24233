/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Mean and Student's interval, as the jackknife of single numbers: (n-1)/n sum (left_i - mean)^2 is
 * the variance of the mean. */
#include "reports/claims/statistics/mean.h"
#include "reports/claims/statistics/slope.h"

slp_interval slp_mean_interval(const double *value, size_t count)
{
    double sum = 0, left[SLP_MEAN_MOST];
    slp_interval none = {0, 0, SLP_LEVEL, false};
    if (count < 3 || count > SLP_MEAN_MOST) return none;
    for (size_t i = 0; i < count; i++) sum += value[i];
    for (size_t i = 0; i < count; i++) left[i] = (sum - value[i]) / (double)(count - 1);
    return slp_jackknife_interval(sum / (double)count, left, count);
}
