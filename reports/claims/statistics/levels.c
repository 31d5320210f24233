/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories of the binary64 path to one horizon on nested grids of the same Wiener paths.
 *
 * The time is divided into stretches of 2^k steps of the finest level.  For each stretch the
 * increments are drawn and summed in pairs for the coarser levels.  Then every level steps to the
 * end of the stretch, with every pattern of signs. */
#include "reports/claims/statistics/levels_private.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRETCH = 1 << 16,
    FINEST = 20,
    REFLECTED = 4
}; /* increments of a stretch, about; most levels; most channels */

static slp_status refuse(slp_error *err, const slp_experiment *e, const char *field,
                         const char *why)
{
    return slp_error_set(err, e->line, NULL, field, "%s", why);
}

/* Steps of the finest level that a stretch has: at least one step of the coarsest. */
static size_t stretch_steps(const slp_levels *t)
{
    size_t steps = (size_t)1 << (t->finest - t->coarsest);
    while (steps < (size_t)1 << t->finest && 2 * steps * SLP_LEVELS_PATHS * (t->c.M + 1) <= STRETCH)
        steps *= 2;
    return steps;
}

static slp_status open_case(slp_levels *t, bool areas, slp_error *err)
{
    slp_status status = slp_experiment_case(&t->c, t->experiment, 0, 1, err);
    if (status != SLP_OK) return status;
    if (areas) {
        const size_t M = t->c.M, pairs = M > 1 ? M * (M - 1) / 2 : 1;
        double *none = slp_allocate(pairs, sizeof *none);
        status = slp_case_set(&t->c, "area", none, pairs, err);
        free(none);
        if (status == SLP_OK) status = slp_case_check(&t->c, err);
        if (status != SLP_OK) {
            err->line = t->experiment->line;
            return status;
        }
    }
    t->scheme = fast_scheme_find(t->c.scheme->name);
    if (!t->scheme) return SLP_UNSUPPORTED;
    status = slp_need_memory(fast_system_new(&t->sys, &t->c, err));
    if (status != SLP_OK) return status;
    const char *kernels = fast_ensemble_scheme(t->sys);
    t->together = kernels && strcmp(kernels, t->c.scheme->name) == 0;
    return SLP_OK;
}

static void make_room(slp_levels *t)
{
    const size_t paths = t->together ? SLP_LEVELS_PATHS : 1, d = t->c.d, M = t->c.M;
    t->stretch = stretch_steps(t);
    t->room = slp_allocate(fast_step_work_size(t->scheme, t->sys), sizeof(double));
    t->column = slp_allocate(t->stretch + M, sizeof(double));
    t->state = slp_allocate(d, sizeof(double));
    t->dw = slp_allocate(2 * t->stretch * M * paths + M, sizeof(double));
    t->ends =
        slp_allocate(t->patterns * slp_levels_count(t) * d * SLP_LEVELS_PATHS, sizeof(double));
    slp_levels_grid_allocate(t);
}

slp_status slp_levels_new(slp_levels **to, const slp_levels_setting *setting, slp_error *err)
{
    const slp_trial *trial = setting->trial;
    const slp_experiment *e = trial->experiment;
    unsigned finest = 0;
    *to = NULL;
    while ((size_t)1 << finest < trial->steps && finest < FINEST) finest++;
    if ((size_t)1 << finest != trial->steps)
        return refuse(err, e, "steps",
                      "must be a power of two, 2^20 at most: the steps of the finest level");
    if (!(setting->coarsest >= 0 && setting->coarsest < finest))
        return refuse(err, e, "coarsest",
                      "must be at least 0 and less than log2 of the steps: the coarsest level has "
                      "2^coarsest");
    if (e->h.kind != SLP_ORIGIN_FIXED) return refuse(err, e, "h", "must be one number");
    slp_levels *t = *to = slp_allocate(1, sizeof *t);
    slp_case_init(&t->c);
    t->experiment = e;
    t->coarsest = (unsigned)setting->coarsest;
    t->finest = finest;
    slp_status status = open_case(t, setting->areas != SLP_LEVELS_NO_AREAS, err);
    t->negated = setting->areas == SLP_LEVELS_NEGATED_AREAS;
    if (status != SLP_OK) return status;
    if (!e->wiener && t->c.M)
        return refuse(err, e, "noise",
                      "must be wiener, or the parameters those of a system without noise");
    t->horizon = t->c.h * (double)trial->steps;
    t->patterns = setting->reflected && t->c.M <= REFLECTED ? 1u << t->c.M : 1;
    t->everywhere = setting->everywhere && t->patterns == 1;
    make_room(t);
    return SLP_OK;
}

slp_status slp_levels_span(slp_levels **to, const slp_levels_setting *setting, unsigned fewest,
                           unsigned most, slp_error *err)
{
    slp_status status = slp_levels_new(to, setting, err);
    if (status != SLP_OK) return status;
    const unsigned finest = (*to)->finest, span = finest - (*to)->coarsest;
    if (span >= fewest && span <= most) return SLP_OK;
    return slp_error_set(
        err, setting->trial->experiment->line, NULL, "coarsest",
        "the step is halved %u to %u times between the coarsest level and the finest; here %u "
        "times, from 2^%u steps to 2^%u",
        fewest, most, span, (*to)->coarsest, finest);
}

void slp_levels_free(slp_levels *t)
{
    if (!t) return;
    if (t->sys) fast_system_free(t->sys);
    slp_case_clear(&t->c);
    free(t->room);
    free(t->column);
    free(t->state);
    free(t->dw);
    free(t->ends);
    free(t->trace);
    free(t->apart);
    free(t);
}

size_t slp_levels_d(const slp_levels *t)
{
    return t->c.d;
}

unsigned slp_levels_patterns(const slp_levels *t)
{
    return t->patterns;
}

double slp_levels_log_step(const slp_levels *t, unsigned l)
{
    return log2(t->horizon) - (double)(t->coarsest + l);
}

bool slp_levels_together(const slp_levels *t)
{
    return t->together;
}

uint64_t slp_levels_steps(const slp_levels *t)
{
    return t->patterns * (((uint64_t)2 << t->finest) - ((uint64_t)1 << t->coarsest));
}

/* dw[(n*M + k)*count + p], untruncated */
static slp_status draw(slp_levels *t, const slp_levels_batch *b)
{
    const slp_experiment *e = t->experiment;
    const size_t M = t->c.M;
    if (t->together) {
        fast_ensemble run = {.paths = b->count,
                             .seed = e->seed,
                             .first_path = b->path,
                             .h = t->c.h,
                             .first_step = b->first,
                             .steps = b->steps,
                             .threads = 1};
        return M ? slp_need_memory(fast_ensemble_increments(t->dw, (unsigned)M, &run)) : SLP_OK;
    }
    const size_t noises = M - t->c.areas;
    for (size_t n = 0; n < b->steps; n++) /* the finest steps are straight: their areas are 0 */
        for (size_t p = noises; p < M; p++) t->dw[n * M + p] = 0;
    for (size_t k = 0; k < noises; k++) {
        slp_increments(t->column, t->c.h, e->seed, b->path, (uint32_t)k, 0, b->first, b->steps);
        for (size_t n = 0; n < b->steps; n++) t->dw[n * M + k] = t->column[n];
    }
    return SLP_OK;
}

/* A step of a level from two of the next: exact, increments being multiples of the path's grid
 * (oracle/contract/noise/noise.md). */
static void sum_pairs(double *coarse, const double *fine, size_t steps, size_t row)
{
    for (size_t n = 0; n < steps; n++)
        for (size_t j = 0; j < row; j++)
            coarse[n * row + j] = fine[2 * n * row + j] + fine[(2 * n + 1) * row + j];
}

/* The same of rows of increments and areas. */
static void join_pairs(double *coarse, const double *fine, size_t steps, size_t row, size_t areas)
{
    const size_t M = row - areas;
    for (size_t n = 0; n < steps; n++) {
        double *to = coarse + n * row;
        const double *next = fine + (2 * n + 1) * row;
        memcpy(to, fine + 2 * n * row, row * sizeof *to);
        slp_areas_join(to, to + M, next, next + M, M);
    }
}

/* Every level to the end of the stretch, under every pattern; ends: of the batch's first path. */
static slp_status step_all_levels(double *ends, slp_levels *t, const slp_levels_batch *b)
{
    const size_t row = t->c.M * b->count, levels = slp_levels_count(t);
    slp_status status = draw(t, b);
    double *dw = t->dw, h = t->c.h;
    size_t steps = b->steps;
    for (size_t l = levels; l-- > 0 && status == SLP_OK; h *= 2) {
        for (unsigned signs = 0; signs < t->patterns && status == SLP_OK; signs++)
            status =
                t->everywhere
                    ? slp_levels_grid_follow(ends + l * t->c.d * b->stride, t, b, dw, (unsigned)l)
                    : slp_levels_step(ends + (signs * levels + l) * t->c.d * b->stride, t, b, dw, h,
                                      steps, signs);
        if (l == 0) break;
        steps /= 2;
        if (t->c.areas) /* one path at a time */
            join_pairs(dw + 2 * steps * row, dw, steps, row, t->c.areas);
        else
            sum_pairs(dw + 2 * steps * row, dw, steps, row);
        dw += 2 * steps * row;
    }
    if (status == SLP_OK && t->everywhere) slp_levels_grid_compare(t, b, (size_t)(ends - t->ends));
    return status;
}

slp_status slp_levels_ends(const double **ends, slp_levels *t, uint64_t path, size_t count)
{
    const size_t d = t->c.d, states = t->patterns * slp_levels_count(t);
    const size_t all = (size_t)1 << t->finest, together = t->together ? count : 1;
    slp_status status = SLP_OK;
    for (size_t s = 0; s < states; s++)
        for (size_t i = 0; i < d; i++)
            for (size_t p = 0; p < count; p++) t->ends[(s * d + i) * count + p] = t->c.x[i];
    for (size_t i = 0; t->everywhere && i < 2 * slp_levels_count(t) * count; i++) t->apart[i] = 0;
    slp_levels_batch b = {.count = together, .stride = count, .steps = t->stretch};
    for (size_t p = 0; p < count && status == SLP_OK; p += together) {
        b.path = path + p;
        for (b.first = 0; b.first < all && status == SLP_OK; b.first += b.steps)
            status = step_all_levels(t->ends + p, t, &b);
    }
    *ends = t->ends;
    return status;
}
