/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wiener increments on a fixed-point grid, refined by the Levy construction: coarse increments are
 * exactly the sums of the fine ones, in whatever order they are computed.  Derived in noise.md. */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"
#include "oracle/contract/noise/stream.h"

#include <math.h>
#include <stdbool.h>

enum { GRID_BITS = 36 }; /* sqrt(h)/g lies in [2^36, 2^37) */

typedef struct path {
    uint64_t number;
    slp_noise_stream stream[SLP_NOISE_LEVELS + 1]; /* of levels 0 .. level */
    double sigma[SLP_NOISE_LEVELS + 1]; /* standard deviation of a level's normals, / g */
    double grid;                        /* g, a power of two */
} path;

static double power_of_two(int exponent) /* normal range only */
{
    return slp_noise_double((uint64_t)(exponent + 1023) << 52);
}

/* False if h is no step size, or there is no such level. */
static __attribute__((noinline)) bool path_open(path *p, double h, uint64_t seed, uint64_t number,
                                                uint32_t channel, unsigned level)
{
    if (!(h > 0.0) || !(h <= DBL_MAX) || level > SLP_NOISE_LEVELS) return false;
    /* h = m 2^E with 1/2 <= m < 1; twice the grid's exponent e is the even one of 73 - E, 74 - E */
    double scaled = h < DBL_MIN ? h * 0x1p54 : h;
    int E = (int)(slp_noise_bits(scaled) >> 52) - 1022 - (h < DBL_MIN ? 54 : 0);
    int twice = 2 * GRID_BITS + 1 - E;
    int e = (twice + (twice & 1)) / 2;
    p->number = number;
    /* h/g^2, exact, in [2^72, 2^74); the normals of level l > 0 split intervals of level l - 1 */
    double variance = h * power_of_two(e) * power_of_two(e);
    for (unsigned l = 0; l <= level; l++) {
        slp_noise_stream_open(&p->stream[l], seed, channel, l);
        p->sigma[l] = sqrt(variance * power_of_two(l > 0 ? 1 - (int)l : 0));
    }
    p->grid = power_of_two(-e);
    return true;
}

/* The integer nearest x, |x| < 2^51, ties to even. */
static int64_t nearest(double x)
{
    const double shift = 0x1.8p52;
    return (int64_t)((x + shift) - shift);
}

/* Two integers sigma xi from pair number `pair` of the stream of `level`: on level 0 the increments
 * of nodes 2 pair and 2 pair + 1, else the spreads by which those nodes of level - 1 are split. */
static void draw_pair(int64_t out[2], const path *p, unsigned level, uint64_t pair)
{
    double xi[2];
    slp_noise_stream_pair(xi, &p->stream[level], p->number, pair);
    out[0] = nearest(p->sigma[level] * xi[0]);
    out[1] = nearest(p->sigma[level] * xi[1]);
}

/* floor((parent + spread)/2): the left half's increment; the right half takes the rest. */
static int64_t left_half(int64_t parent, int64_t spread)
{
    int64_t sum = parent + spread;
    return (sum - (sum & 1)) / 2;
}

double slp_increment(double h, uint64_t seed, uint64_t number, uint32_t channel, unsigned level,
                     uint64_t node)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    path p;
    if (!path_open(&p, h, seed, number, channel, level)) return NAN;
    uint64_t root = node >> level;
    int64_t pair[2];
    draw_pair(pair, &p, 0, root / 2);
    int64_t value = pair[root & 1];
    for (unsigned l = 1; l <= level; l++) {
        uint64_t parent = node >> (level - l + 1), child = node >> (level - l);
        draw_pair(pair, &p, l, parent / 2);
        int64_t left = left_half(value, pair[parent & 1]);
        value = child & 1 ? value - left : left;
    }
    return (double)value * p.grid;
}

typedef struct range {
    double *dw;
    uint64_t first, last; /* inclusive */
    unsigned level;
} range;

/* Writes the part of the range that lies in the nodes 2 pair and 2 pair + 1 of level l, whose
 * increments are value[0] and value[1].  One pair of normals splits both nodes.  Recursion depth:
 * at most SLP_NOISE_LEVELS. */
static void descend(const range *r, const path *p, unsigned l, uint64_t pair,
                    const int64_t value[2])
{
    if (l == r->level) {
        for (unsigned side = 0; side < 2; side++) {
            uint64_t node = 2 * pair + side;
            if (node >= r->first && node <= r->last)
                r->dw[node - r->first] = (double)value[side] * p->grid;
        }
        return;
    }
    int64_t spread[2];
    draw_pair(spread, p, l + 1, pair);
    unsigned below = r->level - l - 1; /* levels between the children and the range */
    for (unsigned side = 0; side < 2; side++) {
        uint64_t child = 2 * pair + side; /* pair number of its children on level l + 1 */
        if (child < r->first >> below >> 1 || child > r->last >> below >> 1) continue;
        int64_t left = left_half(value[side], spread[side]);
        int64_t halves[2] = {left, value[side] - left};
        descend(r, p, l + 1, child, halves);
    }
}

void slp_increments(double *dw, double h, uint64_t seed, uint64_t number, uint32_t channel,
                    unsigned level, uint64_t first, size_t count)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!dw) return;
    path p;
    if (count == 0) return;
    if (!path_open(&p, h, seed, number, channel, level)) {
        for (size_t i = 0; i < count; i++) dw[i] = NAN;
        return;
    }
    range r = {dw, first, first + (count - 1), level};
    uint64_t last_pair = r.last >> level >> 1;
    for (uint64_t pair = first >> level >> 1; pair <= last_pair; pair++) {
        int64_t value[2];
        draw_pair(value, &p, 0, pair);
        descend(&r, &p, 0, pair, value);
    }
}
