/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps one path with the scheme for single steps, if the vector iteration did not converge in
 * time: if the contraction is slow, or if only the further attempts of fixed_point.c find a stage.
 * Compiled once, without instruction set flags.  Every kernel calls it, so all give the same
 * bits. */
#include "fast/ensemble/ensemble.h"

#include <math.h>

void fast_ensemble_alone(double *next, fast_report *report, const ensemble_job *job,
                         const double *x, const double *dW)
{
    double work[ENSEMBLE_ALONE_WORK];
    if (fast_step(next, report, job->scheme, job->sys, x, job->h, dW, work) == SLP_OK) return;
    for (size_t i = 0; i < fast_system_d(job->sys); i++) next[i] = NAN;
}
