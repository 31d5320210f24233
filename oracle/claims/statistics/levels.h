/* Wiener paths stepped on nested grids: what measurements of convergence sum over. */
#ifndef SLP_ORACLE_CLAIM_LEVELS_H
#define SLP_ORACLE_CLAIM_LEVELS_H

#include "oracle/claims/claim.h"

/* An experiment's horizon T = h * steps, steps a power of two: level l takes 2^l steps of T 2^-l, the finest as many as the
 * experiment says, with the increments of its path; a coarser level's are the sums of the untruncated finer ones, truncated afterwards with
 * its own step. */
typedef struct slp_levels slp_levels;

/* Levels coarsest, ..., finest.  With `reflected`, every path is taken with each pattern of signs of its channels, which have the same
 * law, up to four channels; else, or with more of them, as it is. */
typedef struct slp_levels_setting {
    const slp_trial *trial;
    double coarsest; /* log2 of its number of steps */
    bool reflected;
    bool
        everywhere; /* levels are also compared at every point of the coarser of two; not with `reflected` */
} slp_levels_setting;

/* SLP_OK; SLP_INPUT with err where steps is no power of two, coarsest not below the finest level, a step is drawn or there is no
 * noise.  *to is to be freed in any case. */
slp_status slp_levels_new(slp_levels **to, const slp_levels_setting *setting, slp_error *err);
void slp_levels_free(slp_levels *to); /* NULL: nothing */
/* The same, and the levels must be `fewest` to `most` doublings of the step apart, coarsest to finest. */
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
/* True if paths advance together, by the kernels of fast_ensemble_follow: where the experiment's scheme is theirs. */
bool slp_levels_together(const slp_levels *levels);
/* Steps that one path takes on all levels and with all signs together. */
uint64_t slp_levels_steps(const slp_levels *levels);

/* How many paths slp_levels_ends takes at once. */
enum { SLP_LEVELS_PATHS = 128 };
/* *ends = the states at T of Wiener paths path .. path+count-1, with the increments of channel k negated where bit k of `signs` is
 * set, for signs = 0 .. patterns-1: coordinate i of path p on level l at (*ends)[((signs*levels + l)*d + i)*count + p], until
 * the next call.  count: 1 to SLP_LEVELS_PATHS.  Statuses of fast_step, fast_ensemble_follow.  Pinned by tests/test_claim_grid.c,
 * tests/test_claim_orders.c. */
slp_status slp_levels_ends(const double **ends, slp_levels *levels, uint64_t path, size_t count);

/* With `everywhere`, of the paths of the last slp_levels_ends: for level l and path p, at [l*count + p] the largest squared distance from
 * level l+1 over the points of level l's grid, at [(levels + l)*count + p] that from the finest level; else NULL. */
const double *slp_levels_apart(const slp_levels *levels);

#endif
