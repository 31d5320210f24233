/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The steps of one level of nested grids. */
#include "reports/claims/statistics/levels_private.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>

unsigned slp_levels_count(const slp_levels *t)
{
    return t->finest - t->coarsest + 1;
}

static slp_status step_alone(double *x, slp_levels *t, const slp_levels_batch *b, const double *dw,
                             double h, size_t steps, unsigned signs)
{
    const size_t d = t->c.d, M = t->c.M;
    const double ell = t->experiment->ell;
    const double limit = ell > 0 ? sqrt(h) * slp_truncation_bound(h, ell) : INFINITY;
    for (size_t i = 0; i < d; i++) t->state[i] = x[i * b->stride];
    for (size_t n = 0; n < steps; n++) {
        for (size_t k = M - t->c.areas; k < M; k++)
            t->column[k] = t->negated ? -dw[n * M + k] : dw[n * M + k];
        for (size_t k = 0; k < M - t->c.areas; k++) {
            double w = k < 32 && signs >> k & 1 ? -dw[n * M + k] : dw[n * M + k];
            t->column[k] = w < -limit ? -limit : w > limit ? limit : w;
        }
        slp_status status =
            fast_step(t->state, NULL, t->scheme, t->sys, t->state, h, t->column, t->room);
        if (status != SLP_OK) return status;
    }
    for (size_t i = 0; i < d; i++) x[i * b->stride] = t->state[i];
    return SLP_OK;
}

slp_status slp_levels_step(double *x, slp_levels *t, const slp_levels_batch *b, const double *dw,
                           double h, size_t steps, unsigned signs)
{
    if (!t->together) return step_alone(x, t, b, dw, h, steps, signs);
    fast_ensemble run = {
        .paths = b->count, .h = h, .ell = t->experiment->ell, .steps = steps, .threads = 1};
    return slp_need_memory(fast_ensemble_follow(x, NULL, t->sys, &run, dw, signs));
}
