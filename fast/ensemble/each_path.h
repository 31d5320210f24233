/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An ensemble whose paths are stepped one by one.  Private to fast/ensemble. */
#ifndef SLP_FAST_EACH_PATH_H
#define SLP_FAST_EACH_PATH_H

#include "fast/fast.h"

typedef struct each_path {
    double *x; /* coordinate i of path p at x[i*paths + p] */
    const fast_system *sys;
    const fast_ensemble *run; /* its scheme is set */
    const double *dW;         /* as fast_ensemble_follow; NULL: drawn */
    unsigned signs;
} each_path;

/* Steps all paths by run->steps; what it does to x, and its statuses, are those of
 * fast_ensemble_follow. */
slp_status fast_each_path_advance(fast_report *report, const each_path *all);

#endif
