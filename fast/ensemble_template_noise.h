/* The tile of paths that a kernel works on, and its noise: oracle/noise.md, written again for vectors from its
 * formulas.  Included by ensemble_template.h after a vector_*.h. */
#include "fast/ensemble.h"

/* A multiple of every vector_*.h's ABREAST, vectors in step in the noise, and BESIDE, in a stage: one vector's chain of
 * operations leaves the units idle, so the text takes a few vectors' by turns. */
enum { VECTORS = 12, TILE = VECTORS * LANES };

/* Loops over coordinates and over a group are written out, so that a stage lives in registers. */
#define EACH(index, count) _Pragma("GCC unroll 16") for (int index = 0; index < (count); index++)

/* What is inside the innermost loops is inlined whatever the optimiser thinks of its size. */
#define INLINE static inline __attribute__((always_inline))

typedef struct tile {
    vu path[2][VECTORS]; /* low and high words of the path's number */
    vu first[VECTORS], second[VECTORS];
    vd dw[FAST_ENSEMBLE_NOISES][2][VECTORS];
    vd delta[VECTORS], scale[VECTORS]; /* of the last step: the last difference, and |x| */
    int used;                          /* vectors that hold a path */
    unsigned iterations;
    vd x[VECTORS * ENSEMBLE_MOST]; /* coordinate i of vector v at v d + i */
} tile;

/* Philox4x32-10 with a word in the low half of each lane; what gathers in the high halves is never read. */
INLINE void random_bits(tile *t, const ensemble_stream *stream, uint64_t pair)
{
    const vu low = vu_set(0xffffffff);
    for (int v = 0; v < t->used; v += ABREAST) {
        vu c0[ABREAST], c1[ABREAST], c2[ABREAST], c3[ABREAST];
        EACH(g, ABREAST)
        {
            c0[g] = vu_set(pair);
            c1[g] = vu_set(pair >> 32);
            c2[g] = t->path[0][v + g] ^ vu_set(stream->path_mask[0]);
            c3[g] = t->path[1][v + g] ^ vu_set(stream->path_mask[1]);
        }
        EACH(r, PHILOX_ROUNDS)
        {
            vu p[ABREAST], q[ABREAST];
            EACH(g, ABREAST) p[g] = vu_multiply(c0[g], vu_set(0xD2511F53));
            EACH(g, ABREAST) q[g] = vu_multiply(c2[g], vu_set(0xCD9E8D57));
            EACH(g, ABREAST) c0[g] = (q[g] >> 32) ^ c1[g] ^ vu_set(stream->key[r][0]);
            EACH(g, ABREAST) c2[g] = (p[g] >> 32) ^ c3[g] ^ vu_set(stream->key[r][1]);
            EACH(g, ABREAST) c1[g] = q[g];
            EACH(g, ABREAST) c3[g] = p[g];
        }
        EACH(g, ABREAST) t->first[v + g] = (c1[g] << 32 | (c0[g] & low)) >> 11;
        EACH(g, ABREAST) t->second[v + g] = (c3[g] << 32 | (c2[g] & low)) >> 11;
    }
}

/* q = ((c_0 z + c_1) z + ...) z + c_6, two roundings a term */
INLINE void horner(vd q[ABREAST], const vd z[ABREAST], const double c[7])
{
    EACH(g, ABREAST) q[g] = vd_set(c[0]);
    EACH(i, 6)
    {
        EACH(g, ABREAST) q[g] = q[g] * z[g];
        EACH(g, ABREAST) q[g] = q[g] + vd_set(c[i + 1]);
    }
}

/* dw[channel][0..1] = clip(nearest(sigma r (cos, sin)) grid), r = sqrt(-2 ln((first + 1) 2^-53)), the angle (pi/2)(quadrant + a),
 * a = (2 arc + 1 - 2^51) 2^-52. */
INLINE void increments(tile *t, const ensemble_noise *noise, unsigned channel)
{
    static const double logs[7] = {0x1.2b584add1c619p-3, 0x1.39fe60617ce73p-3, 0x1.7462b4ab4c062p-3,
                                   0x1.c71c62e57fa3fp-3, 0x1.2492492df1492p-2, 0x1.99999999952e2p-2,
                                   0x1.5555555555558p-1},
                        sines[7] = {0x1.e3f38399551bfp-25, -0x1.e30071afc3e59p-19,
                                    0x1.50782fda12d96p-13, -0x1.32d2cce2e5b19p-8,
                                    0x1.466bc677587f8p-4,  -0x1.4abbce625be41p-1,
                                    0x1.921fb54442d18p+0},
                        cosines[7] = {-0x1.b2f3eb054afcdp-28, 0x1.f9ce245cada0bp-22,
                                      -0x1.a6d1eef479be1p-16, 0x1.e1f5068688d5bp-11,
                                      -0x1.55d3c7e3cb241p-6,  0x1.03c1f081b5acp-2,
                                      -0x1.3bd3cc9be45dep+0};
    const vd one = vd_set(1.0), two = vd_set(2.0), rounder = vd_set(0x1.8p52);
    const vd sigma = vd_set(noise->sigma), grid = vd_set(noise->grid), limit = vd_set(noise->limit);
    const vu root_half = vu_set(0x3fe6a09e667f3bcd), mantissa = vu_set(0xfffffffffffff);
    const vu to_one = vu_set(0x3ff0000000000000 - 0x3fe6a09e667f3bcd),
             magic = vu_set(0x4330000000000000);
    const vu arcs = vu_set(0x7ffffffffffff), sign = vu_set(0x8000000000000000);
    for (int v = 0; v < t->used; v += ABREAST) {
        vu shifted[ABREAST];
        vd k[ABREAST], f[ABREAST], s[ABREAST], z[ABREAST], radius[ABREAST];
        vd a[ABREAST], w[ABREAST], sine[ABREAST], cosine[ABREAST], n[2][ABREAST];
        EACH(g, ABREAST) f[g] = vd_whole(t->first[v + g]);
        EACH(g, ABREAST) shifted[g] = vd_bits(f[g] + one) + to_one;
        /* the exponent, less 53 for the factor 2^-53 */
        EACH(g, ABREAST)
        k[g] = vu_double((shifted[g] >> 52) | magic) - vd_set(0x1p52 + 1023 + 53);
        EACH(g, ABREAST) f[g] = vu_double((shifted[g] & mantissa) + root_half) - one;
        EACH(g, ABREAST) s[g] = f[g] / (two + f[g]);
        EACH(g, ABREAST) z[g] = s[g] * s[g];
        horner(radius, z, logs);
        EACH(g, ABREAST) radius[g] = s[g] * (f[g] - radius[g] * z[g]);
        EACH(g, ABREAST)
        radius[g] = f[g] - (radius[g] - k[g] * vd_set(0x1.ef35793c7673p-45));
        EACH(g, ABREAST) radius[g] = k[g] * vd_set(0x1.62e42fefa38p-1) + radius[g];
        EACH(g, ABREAST) radius[g] = vd_sqrt(vd_set(-2.0) * radius[g]);

        EACH(g, ABREAST) a[g] = vd_whole(t->second[v + g] & arcs);
        EACH(g, ABREAST) a[g] = a[g] * vd_set(0x1p-51) + vd_set(0x1p-52 - 0.5);
        EACH(g, ABREAST) w[g] = a[g] * a[g];
        horner(sine, w, sines);
        horner(cosine, w, cosines);
        EACH(g, ABREAST) sine[g] = sine[g] * a[g];
        EACH(g, ABREAST) cosine[g] = cosine[g] * w[g] + one;
        EACH(g, ABREAST)
        {
            vu second = t->second[v + g];
            vm odd = vu_bit(second, 51);
            /* bits 52 and 51 are the quadrant: n[1] changes sign with the upper, n[0] with their xor */
            vu across = vd_bits(vd_select(odd, sine[g], cosine[g]));
            vu along = vd_bits(vd_select(odd, cosine[g], sine[g]));
            n[0][g] = vu_double(across ^ (((second << 11) ^ (second << 12)) & sign));
            n[1][g] = vu_double(along ^ ((second << 11) & sign));
        }
        EACH(i, 2) EACH(g, ABREAST) n[i][g] = sigma * (radius[g] * n[i][g]);
        EACH(i, 2) EACH(g, ABREAST) n[i][g] = ((n[i][g] + rounder) - rounder) * grid;
        EACH(i, 2)
        EACH(g, ABREAST) t->dw[channel][i][v + g] = vd_clip(n[i][g], limit);
    }
}

static void make_noise(tile *t, const ensemble_job *job, uint64_t pair)
{
    for (unsigned k = 0; k < job->channels; k++) {
        random_bits(t, &job->noise->stream[k], pair);
        increments(t, job->noise, k);
    }
}
