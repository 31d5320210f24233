/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Truncation of increments, so that the equations of implicit stages have solutions: EJLL section
 * 4.2, GBW (55). */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"

#include <math.h>

/* ln x for any positive finite x: subnormal numbers are scaled up first (ln 2^54 belongs to k). */
static double log_positive(double x)
{
    if (x >= DBL_MIN) return slp_noise_log(x);
    const double ln2_54 = 0x1.2b708872320e2p+5; /* 54 ln 2 */
    return slp_noise_log(x * 0x1p54) - ln2_54;
}

static __attribute__((noinline)) double bound(double h, double ell)
{
    if (!(h > 0.0) || !(h <= DBL_MAX) || !(ell > 0.0)) return NAN;
    return sqrt(2.0 * ell * fabs(log_positive(h)));
}

/* A_h = sqrt(2 ell |ln h|).  Tested by tests/contract/test_noise_truncate.c against MPFR. */
double slp_truncation_bound(double h, double ell)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    return bound(h, ell);
}

/* 1 - E z^2 and 3 - E z^4 by parts of the tail integrals: with q = erfc(A/sqrt 2) the probability
 * of both tails and p = sqrt(2/pi) exp(-A^2/2),
 *   1 - E z^2 = q (1 - A^2) + p A,   3 - E z^4 = q (3 - A^4) + p (A^3 + 3 A). */
static __attribute__((noinline)) double shows(double A)
{
    const double q = erfc(A * 0x1.6a09e667f3bcdp-1), p = 0x1.9884533d43651p-1 * exp(-A * A / 2);
    const double A2 = A * A;
    const double second = q * (1 - A2) + p * A, fourth = q * (3 - A2 * A2) + p * A * (A2 + 3);
    if (!(second > 0) || !(fourth > 0)) return INFINITY;
    const double by_second = 2 / (second * second), by_fourth = 96 / (fourth * fourth);
    return by_second < by_fourth ? by_second : by_fourth;
}

double slp_truncation_shows(double h, double ell)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const double A = bound(h, ell);
    return A >= 0 ? shows(A) : INFINITY;
}

static __attribute__((noinline)) double truncated(double dw, double h, double ell)
{
    double limit = sqrt(h) * bound(h, ell);
    return dw > limit ? limit : dw < -limit ? -limit : dw;
}

double slp_truncate(double dw, double h, double ell)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    return truncated(dw, h, ell);
}
