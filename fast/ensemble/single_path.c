/* The step of one path that the vector iteration leaves, by the single-step path: slow contractions, and states for which
 * only fixed_point.c's further attempts find a stage.  Compiled once, without instruction set flags, and called by every
 * kernel: the same bits from all. */
#include "fast/ensemble/ensemble.h"

#include <math.h>

void ensemble_alone(double *next, fast_report *report, const ensemble_job *job, const double *x,
                    const double *dW)
{
    double room[ENSEMBLE_ALONE_ROOM];
    if (fast_step(next, report, job->scheme, job->sys, x, job->h, dW, room) == SLP_OK) return;
    for (size_t i = 0; i < fast_system_d(job->sys); i++) next[i] = NAN;
}
