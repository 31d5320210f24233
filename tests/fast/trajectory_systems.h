/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix systems on which trajectories are tried, as cases and as instances. */
#ifndef SLP_TESTS_PATH_TRIAL_H
#define SLP_TESTS_PATH_TRIAL_H

#include "oracle/contract/case/case.h"
#include "fast/fast.h"

typedef struct path_trial {
    slp_case c; /* isospectral-midpoint on the system, |X|_F = 1 */
    fast_system *sys;
    const fast_scheme *rule;
    double *room; /* of a single step */
    uint64_t seed;
} path_trial;

/* Uniform in (-1, 1), the same on every machine. */
double path_trial_uniform(uint64_t *seed);
double *path_trial_numbers(size_t count);
/* Opens `system` of size n, with noise of amplitude 0.2 where asked; fails the test where that
 * fails. */
void path_trial_open(path_trial *t, const char *system, size_t n, bool noise, double h,
                     uint64_t seed);
void path_trial_close(path_trial *t);
/* dW = increments of one step, uniform within sqrt(3 h), so that their variance is h. */
void path_trial_increments(double *dW, path_trial *t);
/* |v - w|_F of coordinates, w may be NULL: off-diagonal entries count twice. */
double path_trial_norm(const path_trial *t, const double *v, const double *w);

#endif
