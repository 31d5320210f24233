/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Passes over the matrices of a step of Zeitlin's sphere.  A block has a tile of SIDE x SIDE
 * entries on or above the diagonal and its mirror image, which goes through shared memory, so that
 * neighbouring items read and write neighbouring numbers.  In the first phase of a pass all numbers
 * are read, so that the device waits for them once. */
#ifndef SLP_DEVICE_SPHERE_TILES_H
#define SLP_DEVICE_SPHERE_TILES_H

#include "oracle/ports/device/sphere_share.h"

enum { TILE_PHASES = 5 };

/* An item's entry (i, j) of the tile, and entry (k, l) of the mirror image, k >= l. */
typedef struct sphere_tile {
    int row, column, i, j, k, l;
    long at, turned;       /* of (i, j) and of (k, l) */
    int has, mirrors, off; /* (i, j) is above or on the diagonal; (l, k) above it; (i, j) is */
} sphere_tile;

/* Tile (up, right), up <= right, of the number `tile`: rows of tiles from the top and from the
 * bottom follow one another, so that all such pairs of rows are of one length. */
typedef struct sphere_place {
    int up, right;
} sphere_place;

INLINE sphere_place sphere_numbered(int n, int tile)
{
    const int sides = SIDES(n), even = sides % 2 == 0, row = tile / (sides + even),
              column = tile % (sides + even);
    const sphere_place upper = {row, column - even},
                       lower = {sides - even - row, sides - 1 - column};
    return column >= row + even ? upper : lower;
}

/* Tile `one` of the sample: all of few tiles, or tiles at eight places of their columns. */
INLINE sphere_place sphere_sampled(int n, int one)
{
    const int right = one * SIDES(n) / SAMPLE;
    const sphere_place at = {right * (8 - one % 8) / 8, right};
    return TILES(n) <= SAMPLE ? sphere_numbered(n, one) : at;
}

INLINE sphere_tile sphere_at(int n, sphere_place at, int item)
{
    sphere_tile t;
    t.row = item / SIDE;
    t.column = item % SIDE;
    t.i = at.up * SIDE + t.row;
    t.j = at.right * SIDE + t.column;
    t.k = at.right * SIDE + t.row;
    t.l = at.up * SIDE + t.column;
    t.at = (long)t.i * n + t.j;
    t.turned = (long)t.k * n + t.l;
    t.has = t.j < n && t.i <= t.j;
    t.mirrors = t.k < n && t.l < t.k;
    t.off = t.i < t.j;
    return t;
}

/* An entry of a factor: both parts and their sum. */
INLINE void sphere_entry(GLOBAL double *factor, long q, long at, double re, double im)
{
    factor[at] = re;
    factor[q + at] = im;
    factor[2 * q + at] = re + im;
}

/* Both parts of an entry of the tile, for the item of its mirror image. */
INLINE void sphere_hand(LOCAL sphere_shared *shared, const sphere_tile *t, int to, double re,
                        double im)
{
    shared->tile[to][t->row][t->column] = re;
    shared->tile[to + 1][t->row][t->column] = im;
}

/* xi = h x.  The two diagonals cut it in four triangles.  E lies in the upper one, O in the lower
 * one; entry (i, j) of the upper one gives one of each of the four. */
INLINE void sphere_mirror(GLOBAL double *all, const sphere_work w, LOCAL sphere_shared *shared,
                          sphere_kept *kept, const sphere_tile *t, int phase)
{
    const int n = w.n;
    const long q = (long)n * n;
    GLOBAL double *xi = all + S_XI * q;
    GLOBAL const double *mean = all + MEANS(n);
    const int here = t->has && t->i + t->j < n, four = t->has && t->i + t->j < n - 1;
    UNROLL for (int part = 0; part < 2 && phase == 0; part++)
    {
        const double even = here ? xi[part * q + t->at] : 0,
                     odd = four ? xi[part * q + q - 1 - t->at] : 0,
                     off = here && !t->off ? mean[part] : 0;
        kept->x[part] = w.h * (0.5 * (even + odd) - off);
        kept->z[part] = w.h * (0.5 * (even - odd) - off);
    }
    if (phase == 1) {
        if (here) sphere_entry(xi, q, t->at, kept->x[0], kept->x[1]);
        if (four) sphere_entry(xi, q, q - 1 - t->at, -kept->z[0], kept->z[1]);
        sphere_hand(shared, t, 0, kept->x[0], kept->x[1]);
        sphere_hand(shared, t, 2, kept->z[0], kept->z[1]);
    }
    if (phase == 2 && t->mirrors && t->k + t->l < n) {
        sphere_entry(xi, q, t->turned, -shared->tile[0][t->column][t->row],
                     shared->tile[1][t->column][t->row]);
        if (t->k + t->l < n - 1)
            sphere_entry(xi, q, q - 1 - t->turned, shared->tile[2][t->column][t->row],
                         shared->tile[3][t->column][t->row]);
    }
}

/* Re Re, Im Im, and (Re + Im)(Re + Im) are the three real products. */
INLINE double sphere_part(const double product[3], int part)
{
    return part ? product[2] - product[0] - product[1] : product[0] - product[1];
}

/* Phases 0 and 1: X and both parts of W of the tile; W of its mirror image goes to the tiles 0 and
 * 1. */
INLINE void sphere_take(GLOBAL const double *all, int n, LOCAL sphere_shared *shared,
                        sphere_kept *kept, const sphere_tile *t, int phase)
{
    const long q = (long)n * n;
    UNROLL for (int part = 0; part < 2 && phase == 0; part++)
    {
        kept->turned[part] = t->k < n && t->l <= t->k ? all[(S_W + part) * q + t->turned] : 0;
        kept->w[part] = t->has ? all[(S_W + part) * q + t->at] : 0;
        kept->x[part] = t->has ? all[(S_STATE + part) * q + t->at] : 0;
    }
    if (phase == 1) sphere_hand(shared, t, 0, kept->turned[0], kept->turned[1]);
}

/* (W - W*) of a part. */
INLINE double sphere_twice(LOCAL const sphere_shared *shared, const sphere_kept *kept,
                           const sphere_tile *t, int part)
{
    const double turned = shared->tile[part][t->column][t->row];
    return part ? kept->w[1] + turned : kept->w[0] - turned;
}

/* Adds the items' terms, in phases 3 and 4. */
INLINE void sphere_add(LOCAL sphere_shared *shared, GLOBAL double *sum, int item, int phase)
{
    double part = 0;
    if (phase == 3 && item < SIDE) {
        UNROLL for (int k = 0; k < SIDE; k++) part += shared->term[item + k * SIDE];
        shared->few[item] = part;
    }
    if (phase == 4 && item == 0) {
        UNROLL for (int k = 0; k < SIDE; k++) part += shared->few[k];
        *sum = part;
    }
}

/* The mirror image of what the items have handed over to the tiles 2 and 3. */
INLINE void sphere_turn(GLOBAL double *factor, long q, LOCAL const sphere_shared *shared,
                        const sphere_tile *t)
{
    if (t->mirrors)
        sphere_entry(factor, q, t->turned, -shared->tile[2][t->column][t->row],
                     shared->tile[3][t->column][t->row]);
}

/* Squares of entries off the diagonal count twice: the mirror image is not summed. */
INLINE void sphere_stage(GLOBAL double *all, const sphere_work w, LOCAL sphere_shared *shared,
                         sphere_kept *kept, const sphere_tile *t, int tile, int item, int phase)
{
    const long q = (long)w.n * w.n;
    GLOBAL double *to = all + w.b * q;
    sphere_take(all, w.n, shared, kept, t, phase);
    if (phase == 0) {
        UNROLL for (int part = 0; part < 2; part++) kept->z[part] =
            t->has ? all[(w.a + part) * q + t->at] : 0;
        UNROLL for (int k = 0; k < 3; k++) kept->product[k] =
            t->has ? all[(S_PART + k) * q + t->at] : 0;
    }
    if (phase == 2) {
        double y[2], sum = 0;
        UNROLL for (int part = 0; part < 2; part++)
        {
            const double twice = sphere_twice(shared, kept, t, part),
                         next = kept->x[part] +
                                (0.25 * sphere_part(kept->product, part) - 0.5 * twice);
            y[part] = t->off || part ? next : 0;
            const double change = y[part] - kept->z[part];
            sum += (t->off ? 2 : 1) * change * change;
        }
        if (t->has) sphere_entry(to, q, t->at, y[0], y[1]);
        sphere_hand(shared, t, 2, y[0], y[1]);
        shared->term[item] = t->has ? sum : 0;
    }
    if (phase == 3) sphere_turn(to, q, shared, t);
    sphere_add(shared, all + SUMS(w.n, w.c) + tile, item, phase);
}

/* Both parts of an entry of `count` stages, 0 for others. */
INLINE void sphere_recall(sphere_kept *to, GLOBAL const double *entry, const sphere_work w,
                          int count)
{
    const long q = (long)w.n * w.n;
    UNROLL for (int part = 0; part < 2; part++)
    {
        to->stage[part][0] = count > 0 ? entry[(w.a + part) * q] : 0;
        UNROLL for (int k = 1; k <= KEPT; k++) to->stage[part][k] =
            k < count ? entry[(w.back[k - 1] + part) * q] : 0;
    }
}

/* Stage k becomes the backward difference of order k, that of `count` stages for k < count. */
INLINE void sphere_differences(double *of)
{
    UNROLL for (int order = 1; order <= KEPT; order++)
    {
        UNROLL for (int k = KEPT; k >= order; k--) of[k] = of[k - 1] - of[k];
    }
}

INLINE void sphere_end(GLOBAL double *all, const sphere_work w, LOCAL sphere_shared *shared,
                       sphere_kept *kept, const sphere_tile *t, int phase)
{
    const long q = (long)w.n * w.n;
    GLOBAL double *to = all + w.b * q;
    sphere_take(all, w.n, shared, kept, t, phase);
    if (phase == 0) sphere_recall(kept, all + t->at, w, t->has ? w.c : 0);
    if (phase == 1) {
        UNROLL for (int part = 0; part < 2; part++)
        {
            kept->z[part] = 0;
            sphere_differences(kept->stage[part]);
            UNROLL for (int k = KEPT - 1; k >= 0; k--) kept->z[part] +=
                k < w.c ? kept->stage[part][k] : 0;
        }
    }
    if (phase == 2) {
        double y[2];
        UNROLL for (int part = 0; part < 2; part++)
        {
            const double x = kept->x[part] - sphere_twice(shared, kept, t, part);
            const double now = t->off || part ? x : 0;
            if (t->has) all[(S_STATE + part) * q + t->at] = now;
            y[part] = w.c ? kept->z[part] : now;
        }
        if (t->has) sphere_entry(to, q, t->at, y[0], y[1]);
        sphere_hand(shared, t, 2, y[0], y[1]);
    }
    if (phase == 3) sphere_turn(to, q, shared, t);
}

/* Three phases for each order: an item's term, then their sum. */
INLINE void sphere_missed(GLOBAL double *all, const sphere_work w, LOCAL sphere_shared *shared,
                          sphere_kept *kept, const sphere_tile *t, int one, int item, int phase)
{
    const int order = phase / 3 + 1;
    if (phase == 0) {
        sphere_recall(kept, all + t->at, w, t->has ? w.b + 1 : 0);
        sphere_differences(kept->stage[0]);
        sphere_differences(kept->stage[1]);
        UNROLL for (int k = 0; k <= KEPT; k++) kept->value[k] =
            (t->off ? 2 : 1) *
            (kept->stage[0][k] * kept->stage[0][k] + kept->stage[1][k] * kept->stage[1][k]);
    }
    if (phase % 3 == 0) {
        UNROLL for (int k = 1; k <= KEPT; k++)
        {
            if (k == order) shared->term[item] = kept->value[k];
        }
    }
    sphere_add(shared, all + MISSES(w.n) + (long)(order - 1) * SAMPLED(w.n) + one, item,
               phase % 3 + 2);
}

#endif
