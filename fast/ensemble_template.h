/* The ensemble kernel of isospectral-midpoint on the rigid body: one text, compiled once an instruction set
 * after a vector_*.h that says what a vector is.  KERNEL is the name to define.
 *
 * Bits do not depend on the kernel, the tile or the neighbours: every operation is one correctly rounded operation a
 * lane (fused multiply-adds only where written), and a lane that has converged is not touched again.
 *
 * A tile of paths lives in the first-level cache.  For two steps at a time (one Box-Muller pair a channel) the
 * noise is made in passes over the tile, short chains that the processor overlaps; then the steps are taken. */
#include "fast/ensemble.h"

#include <math.h>
#include <string.h>

enum { VECTORS = 8, TILE = VECTORS * LANES, GROUP = 2 };

typedef struct tile {
    vd x[VECTORS][3];
    vu path[2][VECTORS]; /* low and high words of the path's number */
    vu first[VECTORS], second[VECTORS];
    vd radius[VECTORS];
    vd dw[FAST_ENSEMBLE_NOISES][2][VECTORS];
    vd residual[VECTORS];
    unsigned iterations;
} tile;

/* ---- Noise: oracle/noise.md, again, from its formulas ---------------------------------------------------- */

/* Philox4x32-10 with a word in the low half of each lane; what gathers in the high halves is never read. */
static inline void random_bits(tile *t, const ensemble_stream *stream, uint64_t pair)
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
static inline void radii(tile *t)
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
static inline void increments(tile *t, const ensemble_noise *noise, unsigned channel)
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

/* ---- The step -------------------------------------------------------------------------------------------- */

/* GROUP vectors' stages at once, so that their chains of operations overlap.
 *   rate = (h/I + c dW)/2, turn = sum chi dW / 2, a = rate z + turn, x = z + a x z + (a.z) a. */
typedef struct stages {
    vd x[3], z[3], rate[3], turn[3];
    vd scale, before, delta;
} stages;

/* out = x - a x z - (a.z) a */
static inline void apply(vd out[3], const stages *s, const bool turning)
{
    vd a[3];
    for (int i = 0; i < 3; i++)
        a[i] = turning ? vd_fma(s->rate[i], s->z[i], s->turn[i]) : s->rate[i] * s->z[i];
    vd along = vd_fma(a[0], s->z[0], vd_fma(a[1], s->z[1], a[2] * s->z[2]));
    out[0] = vd_fnma(along, a[0], vd_fma(a[2], s->z[1], vd_fnma(a[1], s->z[2], s->x[0])));
    out[1] = vd_fnma(along, a[1], vd_fma(a[0], s->z[2], vd_fnma(a[2], s->z[0], s->x[1])));
    out[2] = vd_fnma(along, a[2], vd_fma(a[1], s->z[0], vd_fnma(a[0], s->z[1], s->x[2])));
}

/* The lanes that are still active: one by one, from the state, by the map that contracts more. */
static void rescue(stages *s, tile *t, vm active)
{
    double x[3][LANES], z[3][LANES], rate[3][LANES], turn[3][LANES], delta[LANES];
    memcpy(x, s->x, sizeof x);
    memcpy(z, s->z, sizeof z);
    memcpy(rate, s->rate, sizeof rate);
    memcpy(turn, s->turn, sizeof turn);
    memcpy(delta, &s->delta, sizeof delta);
    for (int l = 0; l < LANES; l++) {
        if (!vm_lane(active, l)) continue;
        double own[3] = {NAN, NAN, NAN}, from[3], r[3], b[3];
        for (int i = 0; i < 3; i++) {
            from[i] = x[i][l];
            r[i] = rate[i][l];
            b[i] = turn[i][l];
        }
        unsigned iterations = 0;
        if (!ensemble_hard_stage(own, &iterations, delta + l, r, b, from))
            own[0] = own[1] = own[2] = NAN;
        if (iterations > t->iterations) t->iterations = iterations;
        for (int i = 0; i < 3; i++) z[i][l] = own[i];
    }
    memcpy(s->z, z, sizeof z);
    memcpy(&s->delta, delta, sizeof delta);
}

/* Iterations before differences are looked at, and after. */
enum { BLIND = 4, WATCHED = 28 };

/* The rule of fixed_point.c, with a shorter way out for fast contractions: a lane is done when its difference is
 * zero; or is at most 4u|x| and either no longer decreases or, at the rate of the last two, would next fall below
 * u|x|/16.  The error left is at most L/(1-L) 4u|x| <= 2 kappa u|x| in the worst case, and u|x|/16 where contraction is
 * fast.  Lanes not done in time go to ensemble_hard_stage, one by one. */
static inline void solve(stages *s, tile *t, const bool turning)
{
    vm active[GROUP];
    vd next[3];
    for (int k = 0; k < BLIND; k++)
        for (int g = 0; g < GROUP; g++) {
            apply(next, s + g, turning);
            for (int i = 0; i < 3; i++) s[g].z[i] = next[i];
        }
    for (int g = 0; g < GROUP; g++) {
        vd x0 = vd_abs(s[g].x[0]), x1 = vd_abs(s[g].x[1]), x2 = vd_abs(s[g].x[2]);
        s[g].scale = vd_max(x0, vd_max(x1, x2));
        s[g].before = vd_set(INFINITY);
        active[g] = vm_all();
    }
    unsigned k = BLIND;
    for (bool more = true; more && k < BLIND + WATCHED; k++) {
        more = false;
        for (int g = 0; g < GROUP; g++) {
            apply(next, s + g, turning);
            vd d0 = vd_abs(next[0] - s[g].z[0]), d1 = vd_abs(next[1] - s[g].z[1]);
            vd d2 = vd_abs(next[2] - s[g].z[2]), delta = vd_max(d0, vd_max(d1, d2));
            for (int i = 0; i < 3; i++) s[g].z[i] = vd_select(active[g], next[i], s[g].z[i]);
            s[g].delta = vd_select(active[g], delta, s[g].delta);
            vm small = vm_le(delta, vd_set(0x1p-51) * s[g].scale);
            vm fast = vm_le(delta * delta, vd_set(0x1p-57) * s[g].scale * s[g].before);
            vm done = vm_and(small, vm_or(fast, vm_le(s[g].before, delta)));
            active[g] = vm_and_not(active[g], done);
            s[g].before = delta;
            more = more || vm_any(active[g]);
        }
    }
    if (k > t->iterations) t->iterations = k;
    for (int g = 0; g < GROUP; g++)
        if (vm_any(active[g])) rescue(s + g, t, active[g]);
}

/* x' = x - 2 a x z, one rounding at the size of x. */
static inline void finish(vd x[3], const stages *s, const bool turning)
{
    vd a[3];
    const vd two = vd_set(2.0);
    for (int i = 0; i < 3; i++)
        a[i] = turning ? vd_fma(s->rate[i], s->z[i], s->turn[i]) : s->rate[i] * s->z[i];
    x[0] = vd_fma(two, vd_fma(a[2], s->z[1], -(a[1] * s->z[2])), s->x[0]);
    x[1] = vd_fma(two, vd_fma(a[0], s->z[2], -(a[2] * s->z[0])), s->x[1]);
    x[2] = vd_fma(two, vd_fma(a[1], s->z[0], -(a[0] * s->z[1])), s->x[2]);
}

static inline void step_group(tile *t, const ensemble_job *job, int first, unsigned half,
                              const bool turning)
{
    stages s[GROUP];
    for (int g = 0; g < GROUP; g++) {
        const int v = first + g;
        for (int i = 0; i < 3; i++) {
            vd rate = vd_set(job->rate[i]), turn = vd_set(0.0);
            if (job->quads) rate = vd_fma(vd_set(job->quad[i]), t->dw[i][half][v], rate);
            if (turning)
                for (unsigned k = 0; k < job->vectors; k++)
                    turn = vd_fma(vd_set(job->lin[k][i]), t->dw[job->quads + k][half][v], turn);
            s[g].x[i] = s[g].z[i] = t->x[v][i];
            s[g].rate[i] = vd_set(0.5) * rate;
            s[g].turn[i] = vd_set(0.5) * turn;
        }
        s[g].delta = vd_set(0.0);
    }
    solve(s, t, turning);
    for (int g = 0; g < GROUP; g++) {
        finish(t->x[first + g], s + g, turning);
        t->residual[first + g] =
            vd_select(vm_le(s[g].scale, vd_set(0.0)), s[g].delta, s[g].delta / s[g].scale);
    }
}

static void take_step(tile *t, const ensemble_job *job, unsigned half)
{
    for (int v = 0; v < VECTORS; v += GROUP)
        if (job->vectors)
            step_group(t, job, v, half, true);
        else
            step_group(t, job, v, half, false);
}

/* ---- Tiles ----------------------------------------------------------------------------------------------- */

/* Lanes past the end repeat the last path: they do what it does and are dropped. */
static void load_tile(tile *t, const ensemble_job *job, size_t begin, size_t count)
{
    double x[VECTORS][3][LANES];
    uint64_t low[TILE], high[TILE];
    for (size_t p = 0; p < TILE; p++) {
        size_t path = begin + (p < count ? p : count - 1);
        uint64_t number = job->first_path + path;
        low[p] = number & 0xffffffff;
        high[p] = number >> 32;
        for (size_t i = 0; i < 3; i++) x[p / LANES][i][p % LANES] = job->x[i * job->stride + path];
    }
    memcpy(t->x, x, sizeof x);
    memcpy(t->path[0], low, sizeof low);
    memcpy(t->path[1], high, sizeof high);
    t->iterations = 0;
}

static void store_tile(const tile *t, ensemble_job *job, size_t begin, size_t count)
{
    double x[VECTORS][3][LANES], residual[TILE];
    memcpy(x, t->x, sizeof x);
    memcpy(residual, t->residual, sizeof residual);
    for (size_t p = 0; p < count; p++) {
        double *at[3], value[3];
        bool finite = true;
        for (size_t i = 0; i < 3; i++) {
            at[i] = job->x + i * job->stride + begin + p;
            value[i] = x[p / LANES][i][p % LANES];
            finite = finite && isfinite(value[i]);
        }
        for (size_t i = 0; i < 3; i++) *at[i] = finite ? value[i] : NAN;
        if (!finite)
            job->failed++;
        else if (residual[p] > job->residual)
            job->residual = residual[p];
    }
    if (t->iterations > job->iterations) job->iterations = t->iterations;
}

void KERNEL(ensemble_job *job)
{
    tile t;
    for (size_t begin = job->first, end = begin + job->count; begin < end; begin += TILE) {
        size_t count = end - begin < TILE ? end - begin : TILE;
        load_tile(&t, job, begin, count);
        for (size_t s = 0; s < job->steps;) {
            uint64_t node = job->first_step + s;
            make_noise(&t, job, node / 2);
            for (unsigned half = node & 1; half < 2 && s < job->steps; half++, s++)
                take_step(&t, job, half);
        }
        store_tile(&t, job, begin, count);
    }
}
