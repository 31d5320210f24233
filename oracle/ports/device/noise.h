/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The noise of ensembles, from the formulas of oracle/contract/noise/noise.md.  Each operation
 * rounds once, so that the bits are the same on every device. */
#ifndef SLP_DEVICE_NOISE_H
#define SLP_DEVICE_NOISE_H

#include "oracle/ports/device/dialect.h"

#ifndef __OPENCL_VERSION__
#include <string.h>
#endif

/* The 64 bits of x, and the number that has them. */
INLINE uint64_t bits_of(double x)
{
#ifdef __OPENCL_VERSION__
    return as_ulong(x);
#else
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
#endif
}
INLINE double from_bits(uint64_t bits)
{
#ifdef __OPENCL_VERSION__
    return as_double(bits);
#else
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
#endif
}

/* word = Philox4x32-10 of the counter `word` with this key. */
INLINE void philox(uint32_t *word, uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        const uint64_t p = (uint64_t)0xD2511F53u * word[0], q = (uint64_t)0xCD9E8D57u * word[2];
        word[0] = (uint32_t)(q >> 32) ^ word[1] ^ key0;
        word[1] = (uint32_t)q;
        word[2] = (uint32_t)(p >> 32) ^ word[3] ^ key1;
        word[3] = (uint32_t)p;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

/* Coefficients of noise.md: of the logarithm, the sine and the cosine, the highest power first. */
CONSTANT double log_terms[7] = {0x1.2b584add1c619p-3, 0x1.39fe60617ce73p-3, 0x1.7462b4ab4c062p-3,
                                0x1.c71c62e57fa3fp-3, 0x1.2492492df1492p-2, 0x1.99999999952e2p-2,
                                0x1.5555555555558p-1};
CONSTANT double sine_terms[7] = {
    0x1.e3f38399551bfp-25, -0x1.e30071afc3e59p-19, 0x1.50782fda12d96p-13, -0x1.32d2cce2e5b19p-8,
    0x1.466bc677587f8p-4,  -0x1.4abbce625be41p-1,  0x1.921fb54442d18p+0};
CONSTANT double cosine_terms[7] = {
    -0x1.b2f3eb054afcdp-28, 0x1.f9ce245cada0bp-22, -0x1.a6d1eef479be1p-16, 0x1.e1f5068688d5bp-11,
    -0x1.55d3c7e3cb241p-6,  0x1.03c1f081b5acp-2,   -0x1.3bd3cc9be45dep+0};
/* ln 2 in two parts, and what an arc is moved by */
CONSTANT double noise_parts[3] = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45, 1 - 0x1p51};

/* ln u, 2^-53 <= u <= 1, within 3 units of roundoff */
INLINE double noise_log(double u)
{
    const uint64_t root_half = 0x3fe6a09e667f3bcdul, one = 0x3ff0000000000000ul;
    const uint64_t shifted = bits_of(u) + (one - root_half);
    const double k = (double)((int)(shifted >> 52) - 1023);
    const double f = from_bits((shifted & 0xffffffffffffful) + root_half) - 1;
    const double s = f / (2 + f), z = s * s;
    double q = log_terms[0];
    UNROLL
    for (int i = 1; i < 7; i++) q = q * z + log_terms[i];
    return k * noise_parts[0] + (f - (s * (f - q * z) - k * noise_parts[1]));
}

/* sin and cos of pi t/2, |t| <= 1/2 */
INLINE void noise_turn(double *sine, double *cosine, double t)
{
    const double w = t * t;
    double p = sine_terms[0], q = cosine_terms[0];
    UNROLL
    for (int i = 1; i < 7; i++) {
        p = p * w + sine_terms[i];
        q = q * w + cosine_terms[i];
    }
    *sine = p * t;
    *cosine = q * w + 1;
}

/* x, or -x where bit 63 of `sign` is set */
INLINE double with_sign(double x, uint64_t sign)
{
    return from_bits(bits_of(x) ^ (sign & 0x8000000000000000ul));
}

/* Two normals: of nodes 2 pair and 2 pair + 1 of this path.  stream: S of noise.md, four words. */
INLINE void normals(double *xi, GLOBAL const uint32_t *stream, uint64_t path, uint64_t pair)
{
    uint32_t word[4];
    double sine, cosine;
    word[0] = (uint32_t)pair;
    word[1] = (uint32_t)(pair >> 32);
    word[2] = (uint32_t)path ^ stream[2];
    word[3] = (uint32_t)(path >> 32) ^ stream[3];
    philox(word, stream[0], stream[1]);
    const uint64_t first = ((uint64_t)word[1] << 32 | word[0]) >> 11;
    const uint64_t second = ((uint64_t)word[3] << 32 | word[2]) >> 11;
    const double radius = sqrt(-2 * noise_log((double)(first + 1) * 0x1p-53));
    /* the quadrant, and the arc in it: t = (2 arc + 1 - 2^51) 2^-52 */
    const uint64_t quadrant = second >> 51;
    const double arc = (double)(second & 0x7fffffffffffful);
    noise_turn(&sine, &cosine, (2 * arc + noise_parts[2]) * 0x1p-52);
    const double across = quadrant & 1 ? sine : cosine, along = quadrant & 1 ? cosine : sine;
    xi[0] = radius * with_sign(across, (quadrant ^ quadrant << 1) << 62);
    xi[1] = radius * with_sign(along, quadrant << 62);
}

/* dW = clip(g nearest(sigma xi), -limit, limit), limit > 0 */
INLINE double increment(double xi, double sigma, double grid, double limit)
{
    const double near = (sigma * xi + 0x1.8p52) - 0x1.8p52, dw = near * grid;
    return fabs(dw) > limit ? with_sign(limit, bits_of(dw)) : dw;
}

#endif
