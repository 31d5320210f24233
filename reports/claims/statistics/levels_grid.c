/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Nested grids compared everywhere: the largest distance of two levels over the points that the
 * coarser one has.
 *
 * A stretch holds whole steps of the coarsest level, so every level ends one there; within it each
 * level is stepped one step at a time and its states are kept until the finest and the coarsest are
 * through. */
#include "reports/claims/statistics/levels_private.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

/* Steps of level l in a stretch, and where its states begin in the trace. */
static size_t steps_of(const slp_levels *t, const slp_levels_batch *b, unsigned l)
{
    return b->steps >> (t->finest - t->coarsest - l);
}

/* State after step n of level l, coordinate i of path p at [i * count + p]; levels lie one after
 * another from the finest on. */
static double *state_at(const slp_levels *t, const slp_levels_batch *b, unsigned l, size_t n)
{
    size_t before = 2 * (b->steps - steps_of(t, b, l));
    return t->trace + (before + n) * t->c.d * b->count;
}

void slp_levels_grid_allocate(slp_levels *t)
{
    const size_t paths = t->together ? SLP_LEVELS_PATHS : 1;
    if (!t->everywhere) return;
    t->trace = slp_allocate(2 * t->stretch * t->c.d * paths, sizeof(double));
    t->apart = slp_allocate(2 * slp_levels_count(t) * SLP_LEVELS_PATHS, sizeof(double));
}

slp_status slp_levels_grid_follow(double *x, slp_levels *t, const slp_levels_batch *b,
                                  const double *dw, unsigned l)
{
    const size_t d = t->c.d, row = t->c.M * b->count, steps = steps_of(t, b, l);
    const double h = ldexp(t->c.h, (int)(t->finest - t->coarsest - l));
    for (size_t n = 0; n < steps; n++) {
        slp_status status = slp_levels_step(x, t, b, dw + n * row, h, 1, 0);
        if (status != SLP_OK) return status;
        double *kept = state_at(t, b, l, n);
        for (size_t i = 0; i < d; i++)
            for (size_t p = 0; p < b->count; p++) kept[i * b->count + p] = x[i * b->stride + p];
    }
    return SLP_OK;
}

/* most[p] <- max(most[p], max_n |level l after step n - level m at the same time|^2), m finer. */
static void widen(double *most, const slp_levels *t, const slp_levels_batch *b, unsigned l,
                  unsigned m)
{
    const size_t d = t->c.d, count = b->count;
    for (size_t n = 0; n < steps_of(t, b, l); n++) {
        const double *x = state_at(t, b, l, n), *y = state_at(t, b, m, ((n + 1) << (m - l)) - 1);
        for (size_t p = 0; p < count; p++) {
            double sum = 0;
            for (size_t i = p; i < d * count; i += count) sum += (x[i] - y[i]) * (x[i] - y[i]);
            most[p] = fmax(most[p], sum);
        }
    }
}

void slp_levels_grid_compare(slp_levels *t, const slp_levels_batch *b, size_t at)
{
    const unsigned levels = slp_levels_count(t);
    for (unsigned l = 0; l + 1 < levels; l++) {
        widen(t->apart + l * b->stride + at, t, b, l, l + 1);
        widen(t->apart + (levels + l) * b->stride + at, t, b, l, levels - 1);
    }
}

const double *slp_levels_apart(const slp_levels *t)
{
    return t->apart;
}
