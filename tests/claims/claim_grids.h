/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Nested grids of one experiment, opened for tests of what is summed over them. */
#ifndef SLP_TESTS_CLAIM_GRIDS_H
#define SLP_TESTS_CLAIM_GRIDS_H

#include "fast/fast.h"
#include "reports/claims/statistics/levels.h"
#include "tests/claims/claim_measured.h"

#define PATHS                                                                                      \
    "    system: rigid-body\n    scheme: isospectral-midpoint\n    h: 2^-13\n    state: [0.5, "    \
    "-1, "                                                                                         \
    "0.75]\n    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 600\n"
#define TWO_NOISES PATHS "    parameters: {inertia: [1, 2, 3], lin: [1, 0, 0, 0, 1, 0]}\n"

#define ALONE(h)                                                                                   \
    "    system: rigid-body\n    scheme: tmk\n    h: " h "\n    state: [0.5, -1, 0.75]\n"          \
    "    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 600\n"                          \
    "    parameters: {inertia: [1, 2, 3], lin: [1, 0, 0, 0, 1, 0]}\n"

enum { COUNT = 20, COARSEST = 1, LEVELS = 10 };

/* Levels of 2, 4, ..., 1024 steps. */
typedef struct grids {
    slp_claim claim;
    slp_trial trial;
    slp_levels *levels;
    slp_case c;
    fast_system *sys;
} grids;

/* Either every pattern of signs, or every point compared. */
static inline void open_grids(grids *g, const char *experiment, bool everywhere)
{
    slp_error err = {0};
    read_claim(&g->claim, experiment, "quantity: casimir-drift");
    g->trial = (slp_trial){.experiment = &g->claim.experiment[0], .steps = 1024, .samples = COUNT};
    slp_levels_setting setting = {&g->trial, COARSEST, !everywhere, everywhere,
                                  SLP_LEVELS_NO_AREAS};
    assert_int_equal(slp_levels_new(&g->levels, &setting, &err), SLP_OK);
    slp_case_init(&g->c);
    assert_int_equal(slp_experiment_case(&g->c, g->trial.experiment, 0, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&g->sys, &g->c, &err), SLP_OK);
}

static inline void close_grids(grids *g)
{
    fast_system_free(g->sys);
    slp_case_clear(&g->c);
    slp_levels_free(g->levels);
    slp_claim_clear(&g->claim);
}

#endif
