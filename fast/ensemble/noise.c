/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The parts of an ensemble's noise that all paths and steps share: streams, grid, truncation.  The
 * formulas of oracle/contract/noise/noise.md, written for this path;
 * tests/fast/test_fast_ensemble_noise.c compares the bits. */
#include "fast/ensemble/ensemble.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Philox4x32-10 of one counter. */
static void philox(uint32_t word[4], uint32_t key0, uint32_t key1)
{
    for (int r = 0; r < PHILOX_ROUNDS; r++) {
        uint64_t p = (uint64_t)0xD2511F53 * word[0], q = (uint64_t)0xCD9E8D57 * word[2];
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ word[1] ^ key0, (uint32_t)q,
                            (uint32_t)(p >> 32) ^ word[3] ^ key1, (uint32_t)p};
        memcpy(word, next, sizeof next);
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
}

static void open_stream(ensemble_stream *stream, uint64_t seed, unsigned channel)
{
    uint32_t word[4] = {channel, 0, 0, 0}; /* level 0 */
    philox(word, (uint32_t)seed, (uint32_t)(seed >> 32));
    uint32_t key0 = word[0], key1 = word[1];
    for (int r = 0; r < PHILOX_ROUNDS; r++) {
        stream->key[r][0] = key0;
        stream->key[r][1] = key1;
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    stream->path_mask[0] = word[2];
    stream->path_mask[1] = word[3];
}

/* ln x, x positive and finite, in the operations and the order of noise.md. */
static double logarithm(double x)
{
    double shift = 0;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        shift = 0x1.2b708872320e2p+5;
    }
    const uint64_t root_half = 0x3fe6a09e667f3bcd;
    uint64_t shifted = bits_of(x) + (0x3ff0000000000000 - root_half);
    double k = (double)(int)(shifted >> 52) - 1023.0;
    double f = from_bits((shifted & 0xfffffffffffff) + root_half) - 1.0;
    double s = f / (2.0 + f), z = s * s;
    static const double coefficient[7] = {
        0x1.2b584add1c619p-3, 0x1.39fe60617ce73p-3, 0x1.7462b4ab4c062p-3, 0x1.c71c62e57fa3fp-3,
        0x1.2492492df1492p-2, 0x1.99999999952e2p-2, 0x1.5555555555558p-1};
    double q = coefficient[0];
    for (int i = 1; i < 7; i++) q = q * z + coefficient[i];
    double bracket = f - (s * (f - q * z) - k * 0x1.ef35793c7673p-45);
    return (k * 0x1.62e42fefa38p-1 + bracket) - shift;
}

bool fast_ensemble_noise_open(ensemble_noise *noise, uint64_t seed, unsigned channels, double h,
                              double ell)
{
    if (!(h > 0) || !(h <= DBL_MAX)) return false;
    int E; /* h = m 2^E, 1/2 <= m < 1; h/g^2 in [2^72, 2^74), g = 2^-e */
    frexp(h, &E);
    int twice = 73 - E, e = (twice + (twice & 1)) / 2;
    noise->sigma = sqrt(ldexp(ldexp(h, e), e));
    noise->grid = ldexp(1.0, -e);
    noise->limit = ell > 0 ? sqrt(h) * sqrt(2.0 * ell * fabs(logarithm(h))) : INFINITY;
    for (unsigned k = 0; k < channels; k++) open_stream(noise->stream + k, seed, k);
    return true;
}
