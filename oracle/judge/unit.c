/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The units of a verdict in a declared arithmetic.  Derived in oracle/judge/judge.md. */
#include "oracle/judge/unit.h"

#include <math.h>

/* bound kappa <= 2^13 in units of u, more if the port's own slack is larger; and no pass that
 * proves a relative error of 1/4 or more. */
static double weakest(int bits, double slack)
{
    return fmin(0x1p13 * slack / 4, ldexp(1, bits - 2));
}

double judge_weakest(const judge_unit *unit, const slp_scheme *scheme)
{
    if (!scheme->splits) return unit->weakest;
    return ldexp(1, unit->bits - 11);
}

judge_unit judge_unit_of(const slp_arithmetic *a)
{
    if (!a) a = slp_arithmetic_binary64();
    const double stated = a->tolerance > 0 ? ldexp(a->tolerance, a->bits) : 4;
    judge_unit unit = {.plain = slp_arithmetic_is_binary64(a) && stated <= 4,
                       .bits = a->bits,
                       .least = a->least,
                       .most = a->most,
                       .sums = ldexp(1, a->bits - a->sum_bits),
                       .pair = a->sum_bits > a->bits,
                       .slack = fmax(4, stated)};
    unit.weakest = weakest(unit.bits, unit.slack);
    return unit;
}

long judge_first_precision(const judge_unit *unit)
{
    const long twice = (2L * unit->bits + 63) / 64 * 64;
    return twice > 128 ? twice : 128;
}

double judge_widened(const judge_unit *unit, double bound, double kappa)
{
    const double share = ldexp(bound * kappa, -unit->bits);
    if (unit->plain && share <= 0x1p-40) return bound;
    return share <= 0.25 ? bound / (1 - share) : INFINITY;
}
