/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Samples in batches: their mean, and the power, which is the chance that a sample refuses a fault.
 *
 * With D the shift that the fault makes and e the standard error, on 39 degrees of freedom, the
 * sample's t is Student's, shifted by D/e.  With S^2 = chi^2_39/39 the square of an error over what
 * it should be, and Z normal,
 *     P(refused) = P(Z + D/e > c S),    c the critical value at level / shares. */
#include "props/statistics/sampling.h"

#include <math.h>

enum { FREEDOM = PROP_BATCHES - 1 };

/* S from 0.3 to 1.9: the probability of a value outside is below 1e-8 */
static const double least_s = 0.3, most_s = 1.9, grid = 0.02;

static double normal_above(double x)
{
    return 0.5 * erfc(x / sqrt(2));
}

/* Density of S, up to a factor. */
static double density(double s)
{
    return exp((FREEDOM - 1) * log(s) + FREEDOM * (1 - s * s) / 2);
}

/* P(Z + shift > critical S) */
static double chance_above(double shift, double critical)
{
    double sum = 0, whole = 0;
    for (double s = least_s; s < most_s; s += grid) {
        sum += density(s) * normal_above(critical * s - shift);
        whole += density(s);
    }
    return sum / whole;
}

void prop_batch_mean(double *mean, double *error, const double *batch)
{
    double square = 0;
    *mean = 0;
    for (int b = 0; b < PROP_BATCHES; b++) *mean += batch[b] / PROP_BATCHES;
    for (int b = 0; b < PROP_BATCHES; b++) square += (batch[b] - *mean) * (batch[b] - *mean);
    *error = sqrt(square / (PROP_BATCHES - 1) / PROP_BATCHES);
}

double prop_student_critical(double p)
{
    double low = 0, high = 1;
    while (prop_student_tail(high, FREEDOM) > p && high < 1e6) high *= 2;
    for (int i = 0; i < 50; i++) {
        const double middle = (low + high) / 2;
        *(prop_student_tail(middle, FREEDOM) > p ? &low : &high) = middle;
    }
    return high;
}

double prop_power(const prop_reach *reach, double level)
{
    return reach->shift > 0
               ? chance_above(reach->shift, prop_student_critical(level / reach->shares))
               : 0;
}
