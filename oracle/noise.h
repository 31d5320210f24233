/* Wiener increments by counter: any increment in any order, from any thread, rank or machine, the same
 * bits everywhere.  Coarse increments are exactly the sums of the fine ones.
 *
 * A path is a fixed-point function on a grid of spacing g = 2^-e (e from h, see noise.md).  On level 0
 * the increment over node n of length h is the integer nearest sqrt(h) xi / g; level l+1 halves every
 * interval by the Levy construction, left = floor((parent + spread)/2), right = parent - left, so
 * sums are exact by construction.  All values are integers times g that fit in 53 bits: exact in
 * binary64.  No libm, no fused multiply-add: only + - * / sqrt, each correctly rounded. */
#ifndef SLP_ORACLE_NOISE_H
#define SLP_ORACLE_NOISE_H

#include <stddef.h>
#include <stdint.h>

/* Two independent standard normals, a function of the key alone (Box-Muller on one Philox4x32-10 block,
 * uniforms with 53 bits, own logarithm, sine and cosine).  |value| <= 8.6. */
typedef struct slp_noise_key {
    uint64_t seed, path;
    uint32_t channel, level;
    uint64_t node; /* pair number */
} slp_noise_key;
void slp_normal_pair(double pair[2], const slp_noise_key *key);
/* The 128 random bits themselves (words of the Philox block with this key). */
void slp_noise_block(uint32_t block[4], const slp_noise_key *key);

/* Increment of Wiener process `channel` of `path` over node `node` of level `level`, interval length
 * h 2^-level, h > 0 finite.  Exact binary64 multiples of the path's grid; additive:
 * W(l, n) = W(l+1, 2n) + W(l+1, 2n+1) exactly.  level <= SLP_NOISE_LEVELS. */
enum { SLP_NOISE_LEVELS = 32 };
double slp_increment(double h, uint64_t seed, uint64_t path, uint32_t channel, unsigned level,
                     uint64_t node);
/* count consecutive increments, nodes first..first+count-1, at amortised cost of one normal each. */
void slp_increments(double *dw, double h, uint64_t seed, uint64_t path, uint32_t channel,
                    unsigned level, uint64_t first, size_t count);

/* A_h = sqrt(2 ell |ln h|), EJLL section 4.2, GBW (55), same bits everywhere (own logarithm, relative
 * error below 4 units in the last place).  0 at h = 1; h > 0 finite, ell > 0. */
double slp_truncation_bound(double h, double ell);
/* sqrt(h) clip(dw / sqrt(h), -A_h, A_h): dw itself when inside, +-fl(sqrt(h) A_h) otherwise. */
double slp_truncate(double dw, double h, double ell);

#endif
