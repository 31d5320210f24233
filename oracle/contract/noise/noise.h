/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wiener increments as a function of a key.  Any increment can be computed at any time, in any
 * order, on any thread, process or machine, and has the same bits everywhere.  The increment over a
 * long step is exactly the sum of those over its parts.
 *
 * All values are multiples of g = 2^-e (e from h, see oracle/contract/noise/noise.md) that fit in
 * 53 bits, so they are exact in binary64.  On level 0, node n is the interval [n, n+1) h; its
 * increment is g times the integer nearest sqrt(h) xi / g.  Level l+1 halves every interval of
 * level l by the Levy construction, left = floor((parent + spread)/2), right = parent - left, so
 * the sum of both is exactly the parent.  No libm, no fused multiply-add: only + - * / sqrt, each
 * correctly rounded.  The results do not depend on the floating-point environment of the caller
 * (oracle/contract/number/float_environment.h). */
#ifndef SLP_ORACLE_NOISE_H
#define SLP_ORACLE_NOISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pair of normals is a function of this key.  Different keys have different random bits
 * (oracle/contract/noise/noise.md, "Bits"). */
typedef struct slp_noise_key {
    uint64_t seed, path;
    uint32_t channel, level;
    uint64_t node; /* pair number */
} slp_noise_key;
/* Two independent standard normals by Box and Muller from one Philox4x32-10 block,
 *   pair = sqrt(-2 ln u_1) (cos, sin)(2 pi u_2),   |pair_i| <= 8.6.
 * out  pair   2 numbers, no units
 * in   key    any
 * Never fails.  Source: oracle/contract/noise/noise.md, "Normals".  Tested by
 * tests/contract/test_noise_normal.c (bits, distance from MPFR),
 * tests/contract/test_noise_statistics.c. */
void slp_normal_pair(double pair[2], const slp_noise_key *key);
/* The 128 random bits from which slp_normal_pair is computed: block = Philox4x32-10, its four
 * words.  Source: Salmon et al., Parallel random numbers, SC 2011; oracle/contract/noise/noise.md,
 * "Bits".  Tested by tests/contract/test_noise_normal.c. */
void slp_noise_block(uint32_t block[4], const slp_noise_key *key);

enum { SLP_NOISE_LEVELS = 32 };
/* W(l, n), the increment of a Wiener process over [n, n+1) 2^-l h [time^1/2], by the construction
 * of Levy:
 *   W(l, n) = W(l+1, 2n) + W(l+1, 2n+1) exactly,
 *   W(0, n) = sqrt(h) xi_n to the grid g of the head of this file.
 * in   h        length of level 0's intervals [time], > 0, finite; the same for all increments of
 *               one path
 *      seed, path, channel   which process
 *      level    0 to SLP_NOISE_LEVELS      node   any
 * Returns an exact multiple of g; NaN if h or level is not valid.  Source:
 * oracle/contract/noise/noise.md, "Paths".  Tested by tests/contract/test_noise_path.c. */
double slp_increment(double h, uint64_t seed, uint64_t path, uint32_t channel, unsigned level,
                     uint64_t node);
/* dw[i] = W(level, first + i), i < count: the same bits as slp_increment.  Costs about one normal
 * for each.
 * out  dw       count numbers [time^1/2]; all NaN if h or level is not valid
 * in   first    first + count - 1 must not exceed 2^64 - 1
 * Tested by tests/contract/test_noise_path.c. */
void slp_increments(double *dw, double h, uint64_t seed, uint64_t path, uint32_t channel,
                    unsigned level, uint64_t first, size_t count);

/* ---- Levy areas ----
 *
 * A_ij = (1/2) int (W_i dW_j - W_j dW_i) over an interval, W from its start, i < j, row by row:
 * M(M-1)/2 numbers [time]. */

/* The increments and areas of two consecutive intervals become those of both together (Chen):
 *   dW := dW + dW',    A_ij := A_ij + A'_ij + (dW_i dW'_j - dW_j dW'_i)/2
 * with the dW of before on the right.
 * inout dw, area            of the first interval: M numbers, M(M-1)/2 numbers
 * in    next_dw, next_area  of the second; no aliasing
 * Never fails.  dW is exact for increments of one path of slp_increments; A has a few roundings.
 * Source: Chen, Annals of Mathematics 65, 1957.  Tested by tests/contract/test_noise_area.c. */
void slp_areas_join(double *dw, double *area, const double *next_dw, const double *next_area,
                    size_t M);
/* dw[n*M + k] = W(level, first + n) of channel k < M, the bits of slp_increments; area[n*P + p],
 * P = M(M-1)/2, the areas of the polygon through the 2^deeper + 1 points of level + deeper.  This
 * is the mean of the path's area, given these points.  What is missing has mean 0, mean square
 * h_l^2 2^-deeper / 4 with h_l = 2^-level h, is uncorrelated for other pairs, and independent for
 * other nodes and paths (oracle/contract/noise/noise.md, "Areas").
 * in   deeper   0: all areas are 0; level + deeper at most SLP_NOISE_LEVELS
 *      first    (first + count) 2^deeper must not exceed 2^64
 *      room     M 2^deeper numbers of scratch
 * The same bits on every machine.  All NaN if h, level or deeper is not valid (areas too if M > 1).
 * Source and test as above. */
void slp_increments_areas(double *dw, double *area, double h, uint64_t seed, uint64_t path,
                          size_t M, unsigned level, uint64_t first, size_t count, unsigned deeper,
                          double *room);

/* A_h = sqrt(2 ell |ln h|), no units: normals are cut off at -A_h and A_h.  0 at h = 1.  The same
 * bits on every machine, since the logarithm is our own; relative error below 4 units in the last
 * place.
 * in   h    step [time], > 0, finite       ell   exponent, > 0
 * NaN if one of them is not.  Source: EJLL section 4.2, GBW (55).  Tested by
 * tests/contract/test_noise_truncate.c against MPFR. */
double slp_truncation_bound(double h, double ell);
/* How many increments of step h, cut off as `ell` says, show it: the least N at which the second or
 * the fourth moment of N normals is off by as much as its standard error,
 *   N = min(2 / (1 - E z^2)^2, 96 / (3 - E z^4)^2),   z = clip(xi, -A_h, A_h), xi normal.
 * Infinite where nothing is cut off: A_h is NaN, or beyond every double's tail.  Take ell = 0 for a
 * run of N or more.  With ell = 2: 2 at h = 1, 87 at 0.4, 7e5 at 2^-5, 2e9 at 2^-8.
 * Source: oracle/contract/noise/noise.md, "Truncation".  Tested by
 * tests/contract/test_noise_truncate.c.
 */
double slp_truncation_shows(double h, double ell);
/* sqrt(h) clip(dw / sqrt(h), -A_h, A_h) [time^1/2]: dw itself when inside, +-fl(sqrt(h) A_h)
 * otherwise; also dw itself if A_h is NaN.  Source and test as above. */
double slp_truncate(double dw, double h, double ell);

/* Compares some increments with their known bits.  NULL if they agree; else why this build on this
 * machine computes others, in words, with the remedy.  A compiler that fuses products with sums
 * (-ffp-contract=fast) changes a few bits in a few of a hundred thousand increments, without any
 * message.  Takes about a microsecond; every command of `slp` calls it first.  Tested by
 * tests/contract/test_float_rules.sh. */
const char *slp_noise_fault(void);

#ifdef __cplusplus
}
#endif

#endif
