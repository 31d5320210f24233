/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How an invariant's error grows along a run: curve, exponent, constant, and whether it walks or
 * has a preferred sign. */
#ifndef SLP_TESTS_DRIFT_LAW_H
#define SLP_TESTS_DRIFT_LAW_H

#include <stdbool.h>
#include <stddef.h>

enum { DRIFT_BLOCKS = 64, DRIFT_POINTS = 40 };

/* Errors E_j(n) of several invariants (of one path, or of several), in units of the caller's. */
typedef struct drift_law {
    size_t steps, values;            /* steps is a multiple of DRIFT_BLOCKS */
    size_t points, at[DRIFT_POINTS]; /* powers of two and steps, where the curve has points */
    double rms[DRIFT_POINTS], most[DRIFT_POINTS]; /* over j; most: largest |E_j| so far */
    double exponent;           /* of rms against n, least squares in logarithms from n = 16 on */
    double per_root, per_step; /* rms/sqrt(n) and largest |E_j|/n, at the end */
    double most_per_root;      /* largest |E_j|/sqrt(n) on the curve from n = 16 on */
    /* rms over j of E_j(steps)/sqrt(sum over blocks of its changes squared): 1 where changes have
     * either sign alike, 8 where they all have one. */
    double walk;
    /* walk > 1 + 6/sqrt(2 values), six deviations of that where the values are independent */
    bool biased;
} drift_law;

/* errors: a row of `values` for each step count of drift_times. */
size_t drift_times(size_t *times,
                   size_t steps); /* at most DRIFT_BLOCKS + DRIFT_POINTS, ascending */
void drift_fit(drift_law *law, const double *errors, size_t steps, size_t values);

#endif
