/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The order of errors of steps that get smaller, without fitting: the slope between the two
 * smallest steps whose errors are more than roundings, and what may still be wrong with it. */
#include "props/order/order.h"

#include <math.h>

double prop_order_least(const slp_case *c)
{
    return ldexp(1, 8 - prop_unit_bits(c));
}

static double slope(const double *error, int octaves)
{
    return log2(error[0] / error[1]) / octaves;
}

prop_slope prop_slope_of(const double error[PROP_SIZES], int octaves, double least)
{
    prop_slope of = {.pair = PROP_SIZES};
    size_t last = 0;
    while (last + 1 < PROP_SIZES && error[last + 1] > least && isfinite(error[last + 1])) last++;
    if (last + 1 < PROP_SLOPE_SIZES || !(error[0] > least) || !isfinite(error[0])) return of;
    of.pair = last - 1;
    of.at = slope(error + of.pair, octaves);
    of.deviation = fabs(of.at - slope(error + of.pair - 1, octaves)) / ((1 << octaves) - 1);
    of.coefficient = error[last] * exp2(octaves * (double)last * round(of.at));
    return of;
}

prop_outcome prop_decide_slope(prop_finding *found, double short_of, double deviation)
{
    const double off = fmax(0, short_of);
    found->margin = off / PROP_SHORT_BY;
    if (found->margin > 1) return off - 3 * deviation > PROP_SHORT_BY ? PROP_FAILED : PROP_SKIPPED;
    return deviation > PROP_SHORT_BY ? PROP_SKIPPED : PROP_HELD;
}
