/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Slopes of root mean squares, if no realisation has too large a share of one. */
#include "reports/claims/statistics/single_share.h"

#include <math.h>
#include <string.h>

slp_squares slp_squares_part(const slp_squares *s, size_t first, size_t count)
{
    slp_squares part = *s;
    part.sums.levels = count;
    memmove(part.sums.sum, part.sums.sum + first, count * sizeof *part.sums.sum);
    memmove(part.most, part.most + first, count * sizeof *part.most);
    return part;
}

double slp_squares_share(const slp_squares *s)
{
    double largest = 0;
    for (size_t l = 0; l < s->sums.levels; l++) {
        double sum = 0;
        for (size_t b = 0; b < s->sums.blocks; b++) sum += s->sums.sum[l][b];
        if (sum > 0) largest = fmax(largest, s->most[l] / sum);
    }
    return largest;
}

slp_interval slp_squares_slope(const slp_squares *s, const double *x)
{
    slp_interval v = slp_slope(NULL, &s->sums, x, 0.5);
    v.known = v.known && !(slp_squares_share(s) > 1 - sqrt(0.5));
    return v;
}
