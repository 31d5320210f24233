/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums and products together with their rounding errors: pairs high + low of binary64 numbers.  For
 * the few places where terms may cancel and binary64 alone would lose more than the judge
 * allows. */
#ifndef SLP_FAST_TWOFOLD_H
#define SLP_FAST_TWOFOLD_H

#include "oracle/contract/number/float_rules.h"

#include <math.h>

typedef struct twofold {
    double high, low;
} twofold;

/* a + b exactly, any order of sizes; |low| <= u |high|. */
static inline twofold twofold_sum(double a, double b)
{
    double s = a + b, t = s - a;
    return (twofold){s, (a - (s - t)) + (b - t)};
}

/* a b exactly unless it underflows. */
static inline twofold twofold_product(double a, double b)
{
    double p = a * b;
    return (twofold){p, fma(a, b, -p)};
}

/* a / b with relative error below 2u^2. */
static inline twofold twofold_quotient(double a, double b)
{
    double q = a / b;
    return (twofold){q, fma(-q, b, a) / b};
}

/* a + b, error below 2u^2 (|a| + |b|). */
static inline twofold twofold_add(twofold a, twofold b)
{
    twofold s = twofold_sum(a.high, b.high);
    return twofold_sum(s.high, s.low + (a.low + b.low));
}

/* a x, relative error below 4u^2. */
static inline twofold twofold_scale(twofold a, double x)
{
    twofold p = twofold_product(a.high, x);
    return twofold_sum(p.high, fma(a.low, x, p.low));
}

static inline twofold twofold_negative(twofold a)
{
    return (twofold){-a.high, -a.low};
}

/* a b, a/b, sqrt(a) for a >= 0, relative error below 16u^2. */
static inline twofold twofold_times(twofold a, twofold b)
{
    twofold p = twofold_product(a.high, b.high);
    return twofold_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline twofold twofold_over(twofold a, twofold b)
{
    double q = a.high / b.high, rest = fma(-q, b.high, a.high);
    return twofold_sum(q, (rest + a.low - q * b.low) / b.high);
}

static inline twofold twofold_root(twofold a)
{
    double r = sqrt(a.high);
    if (!(r > 0)) return (twofold){r, 0};
    return twofold_sum(r, (fma(-r, r, a.high) + a.low) / (2 * r));
}

#endif
