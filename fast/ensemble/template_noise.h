/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The tile of paths that a kernel works on, and its noise: oracle/contract/noise/noise.md, written
 * again for vectors from its formulas.  Included by fast/ensemble/template.h after a vector_*.h. */
#include "fast/ensemble/ensemble.h"

/* VECTORS is a multiple of NOISE_VECTORS, and NOISE_VECTORS of STAGE_VECTORS and SPIN_VECTORS, for
 * every header of fast/vector/.  NOISE_VECTORS vectors are computed together in the noise,
 * STAGE_VECTORS in a stage, SPIN_VECTORS in a stage of spins: the operations of one vector wait for
 * each other and leave the processor's units idle, so those of several vectors are interleaved.
 * With many VECTORS, the starts and ends of passes cost little. */
enum { VECTORS = 24, TILE = VECTORS * LANES };

/* Loops over coordinates and over a group are unrolled, so that a stage stays in registers. */
#define EACH(index, count) _Pragma("GCC unroll 16") for (int index = 0; index < (count); index++)

/* Loops that must not be unrolled: compilers that unroll them put the operations of one vector
 * behind those of another instead of interleaving them. */
#define IN_TURN(index, count) _Pragma("GCC unroll 1") for (int index = 0; index < (count); index++)

/* Functions inside the innermost loops are always inlined, whatever the optimiser estimates. */
#define INLINE static inline __attribute__((always_inline))

typedef struct tile {
    vu path[VECTORS];                           /* low word of the path's number */
    uint64_t upper;                             /* its high word, the same for all */
    vu opened[FAST_ENSEMBLE_CHANNELS][VECTORS]; /* a channel's first product, the same for all
                                                 steps */
    vd cell[VECTORS];                           /* K = 1 to 2^53, for a radius */
    vu second[VECTORS];                         /* the other 64 bits, for an angle */
    vd direction[2][VECTORS];                   /* cosine and sine of the angle */
    vd twice[VECTORS], ratio[VECTORS], power[VECTORS]; /* of a logarithm: 2f, s, k */
    vd dw[FAST_ENSEMBLE_CHANNELS][2][VECTORS];
    vd delta[VECTORS], scale[VECTORS]; /* of the last step: the last difference, and |x| */
    int used;                          /* vectors that hold a path */
    unsigned iterations;
    vd x[VECTORS * ENSEMBLE_MOST]; /* coordinate i of vector v at v d + i */
} tile;

_Static_assert(VECTORS % NOISE_VECTORS == 0 && NOISE_VECTORS % STAGE_VECTORS == 0 &&
                   NOISE_VECTORS % SPIN_VECTORS == 0,
               "whole groups, and noise for every stage");

#define PHILOX_FIRST  0xD2511F53
#define PHILOX_SECOND 0xCD9E8D57

/* Of the first round, c2 PHILOX_SECOND depends on the path and the channel alone. */
INLINE void open_paths(tile *t, const ensemble_noise *noise, unsigned channels)
{
    for (unsigned k = 0; k < channels; k++)
        for (int v = 0; v < t->used; v += NOISE_VECTORS) EACH(g, NOISE_VECTORS)
    t->opened[k][v + g] =
        vu_multiply(t->path[v + g] ^ vu_set(noise->stream[k].path_mask[0]), vu_set(PHILOX_SECOND));
}

/* Philox4x32-10 with a word in the low half of each lane; the contents of the high halves are never
 * read.  The first round's c0 and the second's c2 are the same in all lanes. */
INLINE void random_bits(tile *t, const ensemble_noise *noise, unsigned channel, uint64_t pair)
{
    const ensemble_stream *stream = &noise->stream[channel];
    const uint64_t from_pair = (pair & 0xffffffff) * PHILOX_FIRST;
    const uint64_t from_upper =
        (from_pair >> 32 ^ t->upper ^ stream->path_mask[1] ^ stream->key[0][1]) * PHILOX_SECOND;
    const vu opening = vu_set(pair >> 32 ^ stream->key[0][0]),
             left = vu_set(from_upper >> 32 ^ stream->key[1][0]),
             right = vu_set(from_pair ^ stream->key[1][1]);
    for (int v = 0; v < t->used; v += NOISE_VECTORS) {
        vu c0[NOISE_VECTORS], c1[NOISE_VECTORS], c2[NOISE_VECTORS], c3[NOISE_VECTORS];
        EACH(g, NOISE_VECTORS)
        {
            const vu opened = t->opened[channel][v + g];
            c0[g] = opened ^ left;
            c1[g] = vu_set(from_upper);
            c3[g] = vu_multiply(vu_high(opened) ^ opening, vu_set(PHILOX_FIRST));
            c2[g] = vu_high(c3[g]) ^ right;
        }
        EACH(r, PHILOX_ROUNDS - 2)
        {
            vu p[NOISE_VECTORS], q[NOISE_VECTORS];
            EACH(g, NOISE_VECTORS) p[g] = vu_multiply(c0[g], vu_set(PHILOX_FIRST));
            EACH(g, NOISE_VECTORS) q[g] = vu_multiply(c2[g], vu_set(PHILOX_SECOND));
            EACH(g, NOISE_VECTORS) c0[g] = vu_high(q[g]) ^ c1[g] ^ vu_set(stream->key[r + 2][0]);
            EACH(g, NOISE_VECTORS) c2[g] = vu_high(p[g]) ^ c3[g] ^ vu_set(stream->key[r + 2][1]);
            EACH(g, NOISE_VECTORS) c1[g] = q[g];
            EACH(g, NOISE_VECTORS) c3[g] = p[g];
        }
        EACH(g, NOISE_VECTORS) t->cell[v + g] = vd_cell(c1[g], c0[g]);
        EACH(g, NOISE_VECTORS) t->second[v + g] = vu_join(c3[g], c2[g]);
    }
}

/* Scaling by powers of two is exact and may be done at any place: the code below has 2 f, 2 c_i, -2
 * ln u instead of f, c_i, ln u, and the grid is contained in sigma and in the rounding to it.  No
 * product here is fused with a sum but k times the 42 bits of ln 2, which is exact. */

/* Of u = K 2^-53: u = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), s = f / (2 + f). */
INLINE void reduced(tile *t, int v)
{
    const vu root_two = vu_set(0x3ff6a09e667f3bcd), mantissa = vu_set(0xfffffffffffff);
    const vu to_one = vu_set(0x3ff0000000000000 - 0x3fe6a09e667f3bcd - ((uint64_t)53 << 52));
    vu shifted[NOISE_VECTORS];
    vd f[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS) shifted[g] = vd_bits(t->cell[v + g]) + to_one;
    EACH(g, NOISE_VECTORS) t->power[v + g] = vd_exponent(vu_double(shifted[g]));
    EACH(g, NOISE_VECTORS) f[g] = vu_double((shifted[g] & mantissa) + root_two) - vd_set(2.0);
    EACH(g, NOISE_VECTORS) t->twice[v + g] = f[g];
    EACH(g, NOISE_VECTORS) t->ratio[v + g] = f[g] / (vd_set(4.0) + f[g]);
}

/* cos and sin of (pi/2)(quadrant + a), a = (2 arc + 1 - 2^51) 2^-52: bits 63 and 62 of second are
 * the quadrant, 61 to 11 the arc. */
INLINE void directions(tile *t)
{
    static const double sines[7] = {0x1.e3f38399551bfp-25, -0x1.e30071afc3e59p-19,
                                    0x1.50782fda12d96p-13, -0x1.32d2cce2e5b19p-8,
                                    0x1.466bc677587f8p-4,  -0x1.4abbce625be41p-1,
                                    0x1.921fb54442d18p+0},
                        cosines[7] = {-0x1.b2f3eb054afcdp-28, 0x1.f9ce245cada0bp-22,
                                      -0x1.a6d1eef479be1p-16, 0x1.e1f5068688d5bp-11,
                                      -0x1.55d3c7e3cb241p-6,  0x1.03c1f081b5acp-2,
                                      -0x1.3bd3cc9be45dep+0};
    const vu arcs = vu_set(0xffffffffffffe), ones = vu_set(0x3ff0000000000000);
    const vu sign = vu_set(0x8000000000000000);
    for (int v = 0; v < t->used; v += NOISE_VECTORS) {
        vd a[NOISE_VECTORS], w[NOISE_VECTORS], sine[NOISE_VECTORS], cosine[NOISE_VECTORS];
        reduced(t, v); /* its division runs at the same time */
        EACH(g, NOISE_VECTORS)
        a[g] = vu_double((t->second[v + g] >> 10 & arcs) | ones) - vd_set(1.5 - 0x1p-52);
        EACH(g, NOISE_VECTORS) w[g] = a[g] * a[g];
        EACH(g, NOISE_VECTORS) sine[g] = w[g] * vd_set(sines[0]);
        EACH(g, NOISE_VECTORS) cosine[g] = w[g] * vd_set(cosines[0]);
        IN_TURN(i, 5)
        {
            const vd of_sine = vd_set(sines[i + 1]), of_cosine = vd_set(cosines[i + 1]);
            EACH(g, NOISE_VECTORS) sine[g] = (sine[g] + of_sine) * w[g];
            EACH(g, NOISE_VECTORS) cosine[g] = (cosine[g] + of_cosine) * w[g];
        }
        EACH(g, NOISE_VECTORS) sine[g] = (sine[g] + vd_set(sines[6])) * a[g];
        EACH(g, NOISE_VECTORS) cosine[g] = (cosine[g] + vd_set(cosines[6])) * w[g] + vd_set(1.0);
        EACH(g, NOISE_VECTORS)
        {
            const vu second = t->second[v + g];
            const vm odd = vu_bit(second, 62);
            /* the sine changes sign with the quadrant's upper bit, the cosine with its bits'
             * exclusive or */
            const vu across = vd_bits(vd_select(odd, sine[g], cosine[g]));
            const vu along = vd_bits(vd_select(odd, cosine[g], sine[g]));
            t->direction[0][v + g] = vu_double(across ^ ((second ^ (second << 1)) & sign));
            t->direction[1][v + g] = vu_double(along ^ (second & sign));
        }
    }
}

/* dw = clip(nearest(sigma r direction)), r = sqrt(-2 ln u), ln u = k ln 2 + (f - (s (f - R) - k
 * c')). */
INLINE void increments(tile *t, const ensemble_noise *noise, unsigned channel)
{
    static const double logs[7] = {0x1.2b584add1c619p-2, 0x1.39fe60617ce73p-2, 0x1.7462b4ab4c062p-2,
                                   0x1.c71c62e57fa3fp-2, 0x1.2492492df1492p-1, 0x1.99999999952e2p-1,
                                   0x1.5555555555558p+0};
    const vd sigma = vd_set(noise->sigma * noise->grid);
    const vd rounder = vd_set(0x1.8p52 * noise->grid), limit = vd_set(noise->limit);
    for (int v = 0; v < t->used; v += NOISE_VECTORS) {
        vd s[NOISE_VECTORS], z[NOISE_VECTORS], radius[NOISE_VECTORS];
        EACH(g, NOISE_VECTORS) s[g] = t->ratio[v + g];
        EACH(g, NOISE_VECTORS) z[g] = s[g] * s[g];
        EACH(g, NOISE_VECTORS) radius[g] = z[g] * vd_set(logs[0]);
        IN_TURN(i, 5)
        {
            const vd of_log = vd_set(logs[i + 1]);
            EACH(g, NOISE_VECTORS) radius[g] = (radius[g] + of_log) * z[g];
        }
        EACH(g, NOISE_VECTORS) radius[g] = (radius[g] + vd_set(logs[6])) * z[g];
        EACH(g, NOISE_VECTORS) radius[g] = t->ratio[v + g] * (t->twice[v + g] - radius[g]);
        EACH(g, NOISE_VECTORS)
        radius[g] = radius[g] - t->power[v + g] * vd_set(0x1.ef35793c7673p-44);
        EACH(g, NOISE_VECTORS) radius[g] = radius[g] - t->twice[v + g];
        EACH(g, NOISE_VECTORS)
        radius[g] = vd_fnma(t->power[v + g], vd_set(0x1.62e42fefa38p+0), radius[g]);
        EACH(g, NOISE_VECTORS) t->ratio[v + g] = vd_sqrt(radius[g]);
    }
    for (int v = 0; v < t->used; v += NOISE_VECTORS) {
        vd n[2][NOISE_VECTORS];
        EACH(i, 2)
        EACH(g, NOISE_VECTORS) n[i][g] = sigma * (t->ratio[v + g] * t->direction[i][v + g]);
        EACH(i, 2) EACH(g, NOISE_VECTORS) n[i][g] = (n[i][g] + rounder) - rounder;
        EACH(i, 2) EACH(g, NOISE_VECTORS) t->dw[channel][i][v + g] = vd_clip(n[i][g], limit);
    }
}

/* Makes the noise in passes over the tile.  Each pass keeps the processor's units busy with several
 * vectors. */
static void make_noise(tile *t, const ensemble_job *job, uint64_t pair)
{
    for (unsigned k = 0; k < job->channels; k++) {
        random_bits(t, job->noise, k, pair);
        directions(t);
        increments(t, job->noise, k);
    }
}
