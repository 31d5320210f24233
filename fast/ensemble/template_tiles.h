/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tiles of paths: read from and written to the ensemble's arrays, and moved through their steps;
 * the same for every scheme.  Included by fast/ensemble/template.h after a header of
 * fast/vector/. */
#include "fast/ensemble/template_noise.h"

#include <math.h>
#include <string.h>

/* How many paths from `begin` on make a tile of at most `width`.  The high words of their numbers
 * are the same. */
static size_t tile_paths(const ensemble_job *job, size_t begin, size_t width)
{
    const size_t left = job->first + job->count - begin, count = left < width ? left : width;
    const uint64_t same = ((uint64_t)1 << 32) - ((job->first_path + begin) & 0xffffffff);
    return count < same ? count : (size_t)same;
}

/* Lanes past the end repeat the last path; their results are dropped. */
static void number_paths(tile *t, const ensemble_job *job, size_t begin, size_t count)
{
    uint64_t low[TILE];
    for (size_t p = 0; p < TILE; p++)
        low[p] = (job->first_path + begin + (p < count ? p : count - 1)) & 0xffffffff;
    memcpy(t->path, low, sizeof low);
    t->upper = (job->first_path + begin) >> 32;
    t->used = (int)((count + LANES - 1) / LANES);
    if (!job->given) open_paths(t, job->noise, job->channels);
}

static void load_tile(tile *t, const ensemble_job *job, size_t begin, size_t count, size_t d)
{
    double x[VECTORS * ENSEMBLE_MOST][LANES];
    number_paths(t, job, begin, count);
    for (size_t p = 0; p < TILE; p++) {
        size_t path = begin + (p < count ? p : count - 1);
        for (size_t i = 0; i < d; i++)
            x[p / LANES * d + i][p % LANES] = job->x[i * job->stride + path];
    }
    memcpy(t->x, x, VECTORS * d * sizeof *x);
    memset(t->delta, 0, sizeof t->delta);
    memset(t->scale, 0, sizeof t->scale);
    t->iterations = 0;
}

static void store_tile(const tile *t, ensemble_job *job, size_t begin, size_t count, size_t d)
{
    double x[VECTORS * ENSEMBLE_MOST][LANES], delta[TILE], scale[TILE];
    memcpy(x, t->x, VECTORS * d * sizeof *x);
    memcpy(delta, t->delta, sizeof delta);
    memcpy(scale, t->scale, sizeof scale);
    for (size_t p = 0; p < count; p++) {
        double *at[ENSEMBLE_MOST], value[ENSEMBLE_MOST];
        bool finite = true;
        for (size_t i = 0; i < d; i++) {
            at[i] = job->x + i * job->stride + begin + p;
            value[i] = x[p / LANES * d + i][p % LANES];
            finite = finite && isfinite(value[i]);
        }
        for (size_t i = 0; i < d; i++) *at[i] = finite ? value[i] : NAN;
        double residual = scale[p] > 0 ? delta[p] / scale[p] : delta[p];
        if (!finite)
            job->failed++;
        else if (residual > job->residual)
            job->residual = residual;
    }
    if (t->iterations > job->iterations) job->iterations = t->iterations;
}

/* The truncated increments of step s as given, as half 0 of a pair. */
static void read_noise(tile *t, const ensemble_job *job, size_t s, size_t begin, size_t count)
{
    const vd limit = vd_set(job->noise->limit), least = vd_set(-job->noise->limit);
    for (unsigned k = 0; k < job->channels; k++) {
        const double *row = job->given + (s * job->channels + k) * job->stride + begin;
        const vd sign = vd_set(k < 32 && job->signs >> k & 1 ? -1.0 : 1.0);
        double dw[TILE];
        memcpy(dw, row, count * sizeof *dw);
        for (size_t p = count; p < TILE; p++) dw[p] = row[count - 1];
        memcpy(t->dw[k][0], dw, sizeof dw); /* the first VECTORS of dw[k] */
        for (int v = 0; v < VECTORS; v++)
            t->dw[k][0][v] = vd_min(limit, vd_max(least, sign * t->dw[k][0][v]));
    }
}

/* Steps the lanes in `left` of vector v one by one, from the state with coordinate i at x[i
 * stride]. */
static __attribute__((noinline)) void step_alone(tile *t, const ensemble_job *job, const vd *x,
                                                 size_t stride, size_t d, unsigned half, int v,
                                                 vm left)
{
    double from[ENSEMBLE_MOST][LANES], to[ENSEMBLE_MOST][LANES], delta[LANES], scale[LANES];
    double dw[FAST_ENSEMBLE_CHANNELS][LANES];
    for (size_t i = 0; i < d; i++) {
        memcpy(from[i], x + i * stride, sizeof from[i]);
        memcpy(to[i], t->x + (size_t)v * d + i, sizeof to[i]);
    }
    memcpy(delta, t->delta + v, sizeof delta);
    memcpy(scale, t->scale + v, sizeof scale);
    for (unsigned k = 0; k < job->channels; k++) memcpy(dw[k], &t->dw[k][half][v], sizeof dw[k]);
    for (int l = 0; l < LANES; l++) {
        if (!vm_lane(left, l)) continue;
        double own[ENSEMBLE_MOST] = {0}, next[ENSEMBLE_MOST], noise[FAST_ENSEMBLE_CHANNELS] = {0};
        fast_report report;
        for (size_t i = 0; i < d; i++) own[i] = from[i][l];
        for (unsigned k = 0; k < job->channels; k++) noise[k] = dw[k][l];
        fast_ensemble_alone(next, &report, job, own, noise);
        for (size_t i = 0; i < d; i++) to[i][l] = next[i];
        delta[l] = report.residual;
        scale[l] = 1;
        if (report.iterations > t->iterations) t->iterations = report.iterations;
    }
    for (size_t i = 0; i < d; i++) memcpy(t->x + (size_t)v * d + i, to[i], sizeof to[i]);
    memcpy(t->delta + v, delta, sizeof delta);
    memcpy(t->scale + v, scale, sizeof scale);
}

/* steps steps of d coordinates, each by `take` for half 0 or 1 of a pair's noise, in tiles of
 * `vectors` vectors: a multiple of NOISE_VECTORS, VECTORS at most */
INLINE void advance(ensemble_job *job, size_t d, size_t vectors,
                    void (*take)(tile *t, const ensemble_job *job, unsigned half))
{
    tile t;
    const size_t width = vectors * LANES;
    for (size_t begin = job->first, end = begin + job->count, count; begin < end; begin += count) {
        count = tile_paths(job, begin, width);
        load_tile(&t, job, begin, count, d);
        for (size_t s = 0; job->given && s < job->steps; s++) {
            read_noise(&t, job, s, begin, count);
            take(&t, job, 0);
        }
        for (size_t s = 0; !job->given && s < job->steps;) {
            uint64_t node = job->first_step + s;
            make_noise(&t, job, node / 2);
            for (unsigned half = node & 1; half < 2 && s < job->steps; half++, s++)
                take(&t, job, half);
        }
        store_tile(&t, job, begin, count, d);
    }
}

/* The increments alone: channel k of step s of path p to dw[(s*channels + k)*stride + p]. */
static void record(ensemble_job *job)
{
    tile t;
    for (size_t begin = job->first, end = begin + job->count, count; begin < end; begin += count) {
        count = tile_paths(job, begin, TILE);
        number_paths(&t, job, begin, count);
        for (size_t s = 0; s < job->steps;) {
            uint64_t node = job->first_step + s;
            make_noise(&t, job, node / 2);
            for (unsigned half = node & 1; half < 2 && s < job->steps; half++, s++)
                for (size_t k = 0; k < job->channels; k++) {
                    double dw[TILE];
                    memcpy(dw, t.dw[k][half], sizeof dw);
                    memcpy(job->dw + (s * job->channels + k) * job->stride + begin, dw,
                           count * sizeof *dw);
                }
        }
    }
}
