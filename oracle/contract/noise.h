/* Wiener increments by counter: any increment in any order, from any thread, rank or machine, the same
 * bits everywhere.  Coarse increments are exactly the sums of the fine ones.
 *
 * A path is a fixed-point function on a grid of spacing g = 2^-e (e from h, see noise.md).  On level 0
 * the increment over node n of length h is the integer nearest sqrt(h) xi / g; level l+1 halves every
 * interval by the Levy construction, left = floor((parent + spread)/2), right = parent - left, so
 * sums are exact by construction.  All values are integers times g that fit in 53 bits: exact in
 * binary64.  No libm, no fused multiply-add: only + - * / sqrt, each correctly rounded.  The functions have their bits
 * whatever floating-point environment the caller has (oracle/contract/float_environment.h). */
#ifndef SLP_ORACLE_NOISE_H
#define SLP_ORACLE_NOISE_H

#include <stddef.h>
#include <stdint.h>

/* What two normals are a function of: no two keys that differ share them (noise.md, "Bits"). */
typedef struct slp_noise_key {
    uint64_t seed, path;
    uint32_t channel, level;
    uint64_t node; /* pair number */
} slp_noise_key;
/* Two independent standard normals by Box and Muller from one Philox4x32-10 block,
 *   pair = sqrt(-2 ln u_1) (cos, sin)(2 pi u_2),   |pair_i| <= 8.6.
 * out  pair   2 numbers, no units
 * in   key    any
 * Never fails.  Source: noise.md, "Normals".  Pinned by tests/test_noise_normal.c (bits, distance from MPFR),
 * tests/test_noise_statistics.c. */
void slp_normal_pair(double pair[2], const slp_noise_key *key);
/* The 128 random bits that those are made of: block = Philox4x32-10, its four words.  Source: Salmon et al., Parallel random
 * numbers, SC 2011; noise.md, "Bits".  Pinned by tests/test_noise_normal.c. */
void slp_noise_block(uint32_t block[4], const slp_noise_key *key);

enum { SLP_NOISE_LEVELS = 32 };
/* W(l, n), the increment of a Wiener process over [n, n+1) 2^-l h [time^1/2], by the construction of Levy:
 *   W(l, n) = W(l+1, 2n) + W(l+1, 2n+1) exactly,   W(0, n) = sqrt(h) xi_n to the grid g of the head of this file.
 * in   h        length of level 0's intervals [time], > 0, finite, the same for all that are to be increments of one path
 *      seed, path, channel   which process
 *      level    0 to SLP_NOISE_LEVELS      node   any
 * Returns an exact multiple of g; NaN where h or level is none.  Source: noise.md, "Paths".  Pinned by tests/test_noise_path.c. */
double slp_increment(double h, uint64_t seed, uint64_t path, uint32_t channel, unsigned level,
                     uint64_t node);
/* dw[i] = W(level, first + i), i < count: the bits of slp_increment, at amortised cost of one normal each.
 * out  dw       count numbers [time^1/2]; all NaN where h or level is none
 * in   first    first + count - 1 is a node too: it does not pass 2^64 - 1
 * Pinned by tests/test_noise_path.c. */
void slp_increments(double *dw, double h, uint64_t seed, uint64_t path, uint32_t channel,
                    unsigned level, uint64_t first, size_t count);

/* A_h = sqrt(2 ell |ln h|), no units: beyond it normals are cut off; same bits everywhere (own logarithm, relative
 * error below 4 units in the last place).  0 at h = 1.
 * in   h    step [time], > 0, finite       ell   exponent, > 0
 * NaN where they are not.  Source: EJLL section 4.2, GBW (55).  Pinned by tests/test_noise_truncate.c against MPFR. */
double slp_truncation_bound(double h, double ell);
/* sqrt(h) clip(dw / sqrt(h), -A_h, A_h) [time^1/2]: dw itself when inside, +-fl(sqrt(h) A_h) otherwise; also dw itself
 * where A_h is NaN.  Source and test as above. */
double slp_truncate(double dw, double h, double ell);

/* Why this build on this machine does not make the bits that every function above promises, in words with the remedy; NULL if
 * known increments come out right.  Compilers that fuse products with sums
 * (-ffp-contract=fast) change a few bits in a few of a hundred thousand increments, and tell nobody.  About a microsecond; every command of
 * `slp` asks before it begins.  Pinned by tests/test_float_rules.sh. */
const char *slp_noise_fault(void);

#endif
