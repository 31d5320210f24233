/* The tile of paths that a kernel works on, and its noise: oracle/noise.md, written again for vectors from its
 * formulas.  Included by ensemble_template.h after a vector_*.h. */
#include "fast/ensemble.h"

enum { VECTORS = 8, TILE = VECTORS * LANES, GROUP = 2 };

/* Loops over coordinates and over a group are written out, so that a stage lives in registers. */
#define EACH(index, count) _Pragma("GCC unroll 16") for (int index = 0; index < (count); index++)

/* What is inside the innermost loops is inlined whatever the optimiser thinks of its size. */
#define INLINE static inline __attribute__((always_inline))

typedef struct tile {
    vd x[VECTORS][ENSEMBLE_MOST];
    vu path[2][VECTORS]; /* low and high words of the path's number */
    vu first[VECTORS], second[VECTORS];
    vd radius[VECTORS];
    vd dw[FAST_ENSEMBLE_NOISES][2][VECTORS];
    vd residual[VECTORS];
    unsigned iterations;
} tile;

/* Philox4x32-10 with a word in the low half of each lane; what gathers in the high halves is never read. */
INLINE void random_bits(tile *t, const ensemble_stream *stream, uint64_t pair)
{
    const vu low = vu_set(0xffffffff);
    for (int v = 0; v < VECTORS; v++) {
        vu c0 = vu_set(pair), c1 = vu_set(pair >> 32);
        vu c2 = t->path[0][v] ^ vu_set(stream->path_mask[0]);
        vu c3 = t->path[1][v] ^ vu_set(stream->path_mask[1]);
#pragma GCC unroll 10
        for (int r = 0; r < PHILOX_ROUNDS; r++) {
            vu p = vu_multiply(c0, vu_set(0xD2511F53)), q = vu_multiply(c2, vu_set(0xCD9E8D57));
            c0 = (q >> 32) ^ c1 ^ vu_set(stream->key[r][0]);
            c2 = (p >> 32) ^ c3 ^ vu_set(stream->key[r][1]);
            c1 = q;
            c3 = p;
        }
        t->first[v] = (c1 << 32 | (c0 & low)) >> 11;
        t->second[v] = (c3 << 32 | (c2 & low)) >> 11;
    }
}

/* radius = sqrt(-2 ln((first + 1) 2^-53)) */
INLINE void radii(tile *t)
{
    const vd one = vd_set(1.0), two = vd_set(2.0);
    const vu root_half = vu_set(0x3fe6a09e667f3bcd), mantissa = vu_set(0xfffffffffffff);
    const vu to_one = vu_set(0x3ff0000000000000 - 0x3fe6a09e667f3bcd),
             magic = vu_set(0x4330000000000000);
    for (int v = 0; v < VECTORS; v++) {
        vu shifted = vd_bits(vd_whole(t->first[v]) + one) + to_one;
        /* the exponent, less 53 for the factor 2^-53 */
        vd k = vu_double((shifted >> 52) | magic) - vd_set(0x1p52 + 1023 + 53);
        vd f = vu_double((shifted & mantissa) + root_half) - one;
        vd s = f / (two + f), z = s * s;
        vd q = vd_set(0x1.2b584add1c619p-3);
        q = q * z + vd_set(0x1.39fe60617ce73p-3);
        q = q * z + vd_set(0x1.7462b4ab4c062p-3);
        q = q * z + vd_set(0x1.c71c62e57fa3fp-3);
        q = q * z + vd_set(0x1.2492492df1492p-2);
        q = q * z + vd_set(0x1.99999999952e2p-2);
        q = q * z + vd_set(0x1.5555555555558p-1);
        vd bracket = f - (s * (f - q * z) - k * vd_set(0x1.ef35793c7673p-45));
        vd logarithm = k * vd_set(0x1.62e42fefa38p-1) + bracket;
        t->radius[v] = vd_sqrt(vd_set(-2.0) * logarithm);
    }
}

/* dw[channel][0..1] from radius and the angle (pi/2)(quadrant + t), t = (2 arc + 1 - 2^51) 2^-52. */
INLINE void increments(tile *t, const ensemble_noise *noise, unsigned channel)
{
    const vd sigma = vd_set(noise->sigma), grid = vd_set(noise->grid), rounder = vd_set(0x1.8p52);
    const vd limit = vd_set(noise->limit), least = vd_set(-noise->limit);
    const vu arcs = vu_set(0x7ffffffffffff), sign = vu_set(0x8000000000000000);
    for (int v = 0; v < VECTORS; v++) {
        vu second = t->second[v];
        vd a = vd_whole(second & arcs) * vd_set(0x1p-51) + vd_set(0x1p-52 - 0.5), w = a * a;
        vd p = vd_set(0x1.e3f38399551bfp-25);
        p = p * w - vd_set(0x1.e30071afc3e59p-19);
        p = p * w + vd_set(0x1.50782fda12d96p-13);
        p = p * w - vd_set(0x1.32d2cce2e5b19p-8);
        p = p * w + vd_set(0x1.466bc677587f8p-4);
        p = p * w - vd_set(0x1.4abbce625be41p-1);
        p = p * w + vd_set(0x1.921fb54442d18p+0);
        vd q = vd_set(-0x1.b2f3eb054afcdp-28);
        q = q * w + vd_set(0x1.f9ce245cada0bp-22);
        q = q * w - vd_set(0x1.a6d1eef479be1p-16);
        q = q * w + vd_set(0x1.e1f5068688d5bp-11);
        q = q * w - vd_set(0x1.55d3c7e3cb241p-6);
        q = q * w + vd_set(0x1.03c1f081b5acp-2);
        q = q * w - vd_set(0x1.3bd3cc9be45dep+0);
        vd sine = p * a, cosine = q * w + vd_set(1.0);
        vm odd = vu_bit(second, 51);
        vd across = vd_select(odd, sine, cosine), along = vd_select(odd, cosine, sine);
        /* bits 52 and 51 are the quadrant: along changes sign with the upper, across with their xor */
        across = vu_double(vd_bits(across) ^ (((second << 11) ^ (second << 12)) & sign));
        along = vu_double(vd_bits(along) ^ ((second << 11) & sign));
        vd n0 = (sigma * (t->radius[v] * across) + rounder) - rounder;
        vd n1 = (sigma * (t->radius[v] * along) + rounder) - rounder;
        t->dw[channel][0][v] = vd_min(limit, vd_max(least, n0 * grid));
        t->dw[channel][1][v] = vd_min(limit, vd_max(least, n1 * grid));
    }
}

static void make_noise(tile *t, const ensemble_job *job, uint64_t pair)
{
    for (unsigned k = 0; k < job->channels; k++) {
        random_bits(t, &job->noise->stream[k], pair);
        radii(t);
        increments(t, job->noise, k);
    }
}
