/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the nested grids: the data of all levels, and the steps of one level.  The horizon is
 * stepped in stretches: a stretch is some consecutive steps of the finest level. */
#ifndef SLP_ORACLE_CLAIM_LEVELS_OWN_H
#define SLP_ORACLE_CLAIM_LEVELS_OWN_H

#include "fast/fast.h"
#include "reports/claims/statistics/levels.h"

struct slp_levels {
    const slp_experiment *experiment;
    const fast_scheme *scheme;
    fast_system *sys;
    slp_case c;
    unsigned coarsest, finest, patterns;
    bool together;
    bool negated;   /* the areas */
    size_t stretch; /* steps of the finest level */
    double horizon;
    double *room, *column, *state;
    double *dw; /* increments of a stretch: of the finest level, then of coarser ones */
    double *ends;
    bool everywhere;
    /* if everywhere: a batch's states along a stretch, level by level; squared distances */
    double *trace, *apart;
};

/* Paths that are stepped together in one call, and the stretch. */
typedef struct slp_levels_batch {
    uint64_t path;
    size_t count, stride; /* stride between coordinates in the caller's array */
    uint64_t first;       /* the stretch's first step, of the finest level */
    size_t steps;         /* its steps */
} slp_levels_batch;

/* `steps` steps of length h of all the batch's paths from x on, with the increments dw, channel k
 * negated where bit k of signs is set; coordinates are b->stride apart in x. */
slp_status slp_levels_step(double *x, slp_levels *t, const slp_levels_batch *b, const double *dw,
                           double h, size_t steps, unsigned signs);

/* Allocates the memory for comparing levels at every point. */
void slp_levels_grid_allocate(slp_levels *t);
/* Steps level l over the stretch and keeps every state. */
slp_status slp_levels_grid_follow(double *x, slp_levels *t, const slp_levels_batch *b,
                                  const double *dw, unsigned l);
/* Compares all levels over the stretch, at the points of the coarser ones.  Path p of the batch is
 * path at + p of t->apart. */
void slp_levels_grid_compare(slp_levels *t, const slp_levels_batch *b, size_t at);

#endif
