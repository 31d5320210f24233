/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body, isospectral-midpoint: x = z + a x z + (a.z) a, x' = x - 2 a x z. */
#ifndef SLP_DEVICE_ENSEMBLE_BODY_H
#define SLP_DEVICE_ENSEMBLE_BODY_H

#include "oracle/ports/device/ensemble_stages.h"

/* a = rate z + turn */
INLINE void body_rate(double *a, const path_step *s, const double *z)
{
    UNROLL
    for (int i = 0; i < 3; i++) a[i] = fma(s->rate[i], z[i], s->turn[i]);
}

INLINE void body_prepare(path_step *s, WORK w, const double *dw)
{
    double a[3];
    UNROLL
    for (int i = 0; i < 3; i++) {
        s->rate[i] = w->quads ? fma(w->quad[i], dw[i], w->rate[i]) : w->rate[i];
        s->turn[i] = w->vectors ? 0.0 : -0.0; /* adding -0 changes no bit, also not of -0 */
    }
    for (int k = 0; k < w->vectors; k++) UNROLL
    for (int i = 0; i < 3; i++) s->turn[i] = fma(w->lin[3 * k + i], dw[w->quads + k], s->turn[i]);
    body_rate(a, s, s->x);
    less_cross(s->z, s->x, a, s->x);
}

INLINE void body_apply(path_step *s)
{
    double a[3], next[3];
    body_rate(a, s, s->z);
    const double along = fused_inner(a, s->z);
    less_cross(next, s->x, a, s->z);
    UNROLL
    for (int i = 0; i < 3; i++) s->z[i] = fma(-along, a[i], next[i]);
}

INLINE void body_finish(double *y, const path_step *s)
{
    double a[3], turn[3];
    body_rate(a, s, s->z);
    fused_cross(turn, s->z, a);
    UNROLL
    for (int i = 0; i < 3; i++) y[i] = fma(2.0, turn[i], s->x[i]);
}

#endif
