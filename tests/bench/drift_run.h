/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The papers' long runs: which system, from which state, by which scheme. */
#ifndef SLP_TESTS_DRIFT_RUN_H
#define SLP_TESTS_DRIFT_RUN_H

#include "fast/fast.h"

typedef struct drift_run {
    const char *what, *system, *scheme; /* scheme NULL: a trajectory by isospectral-midpoint */
    size_t n, steps, paths;
    double h, noise;
} drift_run;

/* The system, with EJLL's or LECG's parameters; ends the program where that fails. */
fast_system *drift_run_open(const drift_run *r);
/* x = d coordinates: EJLL's state on so(3); sin(i + 2j) scaled to length one on so(n); degrees l <=
 * 6 on the sphere; a real field with omega in (-1/2, 1/2) on four pairs of modes on the torus. */
void drift_run_state(double *x, const drift_run *r);

#endif
