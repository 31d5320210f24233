/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Logarithm, sine and cosine by + - * / alone.  These are rounded correctly, so every IEEE-754
 * machine computes the same bits.  No branch depends on a value, so vector code can do the same
 * operations. Coefficients, error bounds and how both were obtained: noise.md, "Elementary
 * functions". Tested by tests/contract/test_noise_normal.c (bits, and distance from MPFR). */
#ifndef SLP_ORACLE_NOISE_ELEMENTARY_H
#define SLP_ORACLE_NOISE_ELEMENTARY_H

#include "oracle/contract/number/float_rules.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

/* The 64 bits of x, and the number that has them. */
static inline uint64_t slp_noise_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double slp_noise_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ln x for normal positive x; relative error below 1.5 units in the last place.
 * x = m 2^k with m in [sqrt(1/2), sqrt(2)), f = m - 1 (exact), s = f/(2+f):
 * ln m = 2 atanh s = f - s (f - R),  R = s^2 Q(s^2),  because 2s = f - s f. */
static inline double slp_noise_log(double x)
{
    const uint64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000; /* sqrt(1/2), 1 */
    uint64_t shifted = slp_noise_bits(x) + (one - root_half);
    double k = (double)((int64_t)(shifted >> 52) - 1023);
    double f = slp_noise_double((shifted & 0x000fffffffffffff) + root_half) - 1.0;
    double s = f / (2.0 + f), z = s * s;
    double q = 0x1.2b584add1c619p-3;
    q = q * z + 0x1.39fe60617ce73p-3;
    q = q * z + 0x1.7462b4ab4c062p-3;
    q = q * z + 0x1.c71c62e57fa3fp-3;
    q = q * z + 0x1.2492492df1492p-2;
    q = q * z + 0x1.99999999952e2p-2;
    q = q * z + 0x1.5555555555558p-1;
    double r = q * z;
    const double ln2_high = 0x1.62e42fefa38p-1; /* 42 bits: k ln2_high is exact */
    const double ln2_low = 0x1.ef35793c7673p-45;
    return k * ln2_high + (f - (s * (f - r) - k * ln2_low));
}

/* sin(pi t/2) and cos(pi t/2) for |t| <= 1/2; relative errors below 2 and 1 units in the last
 * place. */
static inline void slp_noise_sincos(double *sine, double *cosine, double t)
{
    double w = t * t;
    double p = 0x1.e3f38399551bfp-25;
    p = p * w - 0x1.e30071afc3e59p-19;
    p = p * w + 0x1.50782fda12d96p-13;
    p = p * w - 0x1.32d2cce2e5b19p-8;
    p = p * w + 0x1.466bc677587f8p-4;
    p = p * w - 0x1.4abbce625be41p-1;
    p = p * w + 0x1.921fb54442d18p+0;
    *sine = p * t;
    double q = -0x1.b2f3eb054afcdp-28;
    q = q * w + 0x1.f9ce245cada0bp-22;
    q = q * w - 0x1.a6d1eef479be1p-16;
    q = q * w + 0x1.e1f5068688d5bp-11;
    q = q * w - 0x1.55d3c7e3cb241p-6;
    q = q * w + 0x1.03c1f081b5acp-2;
    q = q * w - 0x1.3bd3cc9be45dep+0;
    *cosine = q * w + 1.0;
}

#endif
