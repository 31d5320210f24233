/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a step of a path holds, and vectors of it (ensemble.h). */
#ifndef SLP_DEVICE_ENSEMBLE_STAGES_H
#define SLP_DEVICE_ENSEMBLE_STAGES_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/ensemble_work.h"
#include "oracle/ports/device/noise.h"

enum { E_PAIRS = E_VORTICES * (E_VORTICES - 1) / 2 };

/* What all paths share; the bonds of spins, else NULL. */
#define WORK GLOBAL const ensemble_work *
#define ENDS GLOBAL const ensemble_bonds *

/* One step, but of spins: the state x, the unknown z, and what the step's noise makes of the
 * constants.  Vortices have 1/n_i and 1/(n_i n_j - z_i.z_j) as further unknowns: each evaluation
 * improves them by one step of Newton's, which squares their errors. */
typedef struct path_step {
    double x[E_MOST], z[E_MOST], inverse[E_VORTICES], share[E_PAIRS];
    double rate[3], turn[3], force[3];
    uint32_t evaluations; /* of the path so far */
} path_step;

/* dw[k] and dw[stride + k] = the increments of channel k in nodes 2 pair and 2 pair + 1 */
INLINE void ensemble_noise(double *dw, const int stride, WORK w, uint64_t path, uint64_t pair)
{
    for (int k = 0; k < w->channels; k++) {
        double xi[2];
        normals(xi, w->stream + 4 * k, path, pair);
        dw[k] = increment(xi[0], w->sigma, w->grid, w->limit);
        dw[stride + k] = increment(xi[1], w->sigma, w->grid, w->limit);
    }
}

/* The one of larger size; b if one is not a number. */
INLINE double larger(double a, double b)
{
    return fabs(a) > fabs(b) ? a : b;
}

/* y_i = x_i - (a x b)_i */
INLINE void less_cross(double *y, const double *x, const double *a, const double *b)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(a[k], b[j], fma(-a[j], b[k], x[i]));
    }
}

/* y = a x b; y is another array */
INLINE void fused_cross(double *y, const double *a, const double *b)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(a[j], b[k], -(a[k] * b[j]));
    }
}

INLINE double fused_inner(const double *a, const double *b)
{
    return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]));
}

#endif
