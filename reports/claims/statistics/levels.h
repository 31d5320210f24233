/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The same Wiener paths stepped on nested grids.  Measurements of convergence compare these grids.
 */
#ifndef SLP_ORACLE_CLAIM_LEVELS_H
#define SLP_ORACLE_CLAIM_LEVELS_H

#include "reports/claims/claim.h"

/* The horizon of the experiment is T = h * steps; steps is a power of two.  Level l makes 2^l steps
 * of length T 2^-l; the finest level makes the experiment's steps, with the increments of its path.
 * Increments of a coarser level are sums of the finer ones before truncation; they are then
 * truncated for the level's own step. */
typedef struct slp_levels slp_levels;

/* The Levy areas of a level's steps: none, or those of the polygon through the points of the finest
 * level, joined by Chen's relation as increments are summed; or these with the wrong sign. */
typedef enum slp_level_areas {
    SLP_LEVELS_NO_AREAS,
    SLP_LEVELS_AREAS,
    SLP_LEVELS_NEGATED_AREAS
} slp_level_areas;

/* Levels coarsest, ..., finest.  With `reflected`, every path is used several times: once with each
 * pattern of signs of its channels, if there are at most four.  All patterns have the same
 * distribution.  Otherwise every path is used once. */
typedef struct slp_levels_setting {
    const slp_trial *trial;
    double coarsest; /* log2 of its number of steps */
    bool reflected;
    /* two levels are also compared at every point of the coarser one; not with `reflected` */
    bool everywhere;
    /* not with `reflected` */
    slp_level_areas areas;
} slp_levels_setting;

/* SLP_OK; SLP_INPUT with err if steps is not a power of two, if coarsest is not below the finest
 * level, if h is drawn, if there is no noise, or if the system and the scheme have no areas.  The
 * caller frees *to in any case. */
slp_status slp_levels_new(slp_levels **to, const slp_levels_setting *setting, slp_error *err);
void slp_levels_free(slp_levels *to); /* NULL: nothing */
/* As slp_levels_new, but requires `fewest` to `most` doublings of the step from finest to coarsest.
 */
slp_status slp_levels_span(slp_levels **to, const slp_levels_setting *setting, unsigned fewest,
                           unsigned most, slp_error *err);
/* Numbers of a state. */
size_t slp_levels_d(const slp_levels *levels);
/* How many patterns of signs there are. */
unsigned slp_levels_patterns(const slp_levels *levels);
/* How many levels there are. */
unsigned slp_levels_count(const slp_levels *levels);
/* log2 of the step of the l-th level, l = 0 the coarsest */
double slp_levels_log_step(const slp_levels *levels, unsigned l);
/* True if many paths are stepped in one call, by the kernels of fast_ensemble_follow.  They exist
 * for some schemes only. */
bool slp_levels_together(const slp_levels *levels);
/* The number of steps of one path, on all levels and with all patterns of signs together. */
uint64_t slp_levels_steps(const slp_levels *levels);

/* The most paths in one call of slp_levels_ends. */
enum { SLP_LEVELS_PATHS = 128 };
/* *ends = the states at T of Wiener paths path .. path+count-1, with the increments of channel k
 * negated where bit k of `signs` is set, for signs = 0 .. patterns-1: coordinate i of path p on
 * level l at (*ends)[((signs*levels + l)*d + i)*count + p], until the next call.  count: 1 to
 * SLP_LEVELS_PATHS.  Statuses of fast_step, fast_ensemble_follow.  Tested by
 * tests/claims/test_claim_grid.c, tests/claims/test_claim_orders.c. */
slp_status slp_levels_ends(const double **ends, slp_levels *levels, uint64_t path, size_t count);

/* With `everywhere`, of the paths of the last slp_levels_ends: for level l and path p, at [l*count
 * + p] the largest squared distance from level l+1 over the points of level l's grid, at [(levels +
 * l)*count + p] that from the finest level; else NULL. */
const double *slp_levels_apart(const slp_levels *levels);

#endif
