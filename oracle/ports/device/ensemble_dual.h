/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top, isospectral-midpoint over the dual numbers: a is half of Omega and b half of u,
 *   Pi = pi + a x pi + b x gamma + (a.pi + b.gamma) a + (a.gamma) b,
 *   Gamma = gamma + a x gamma + (a.gamma) a,
 *   Pi' = Pi - 2 (a x pi + b x gamma),   Gamma' = Gamma - 2 a x gamma;  b holds for the step. */
#ifndef SLP_DEVICE_ENSEMBLE_DUAL_H
#define SLP_DEVICE_ENSEMBLE_DUAL_H

#include "oracle/ports/device/ensemble_top.h"

INLINE void dual_prepare(path_step *s, WORK w, const double *dw)
{
    double square;
    top_noise(s, &square, w, dw);
    UNROLL
    for (int i = 0; i < 3; i++) {
        s->rate[i] = 0.5 * (w->rate[i] + square);
        s->turn[i] = 0.5 * s->turn[i];
        s->force[i] = 0.5 * s->force[i];
        s->z[i] = s->x[i];
        s->z[3 + i] = s->x[3 + i];
    }
}

/* a, and in t a x pi + b x gamma, a x gamma */
INLINE void dual_turns(double *a, double *t, const path_step *s)
{
    const double *pi = s->z, *gamma = s->z + 3, *b = s->force;
    UNROLL
    for (int i = 0; i < 3; i++) a[i] = fma(s->rate[i], pi[i], s->turn[i]);
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double lever = fma(b[j], gamma[k], -(b[k] * gamma[j]));
        t[i] = fma(a[j], pi[k], fma(-a[k], pi[j], lever));
    }
    fused_cross(t + 3, a, gamma);
}

/* p.q + sum, each product and sum rounded once */
INLINE double inner_more(const double *p, const double *q, double sum)
{
    return fma(p[0], q[0], fma(p[1], q[1], fma(p[2], q[2], sum)));
}

INLINE void dual_apply(path_step *s)
{
    double a[3], t[6];
    dual_turns(a, t, s);
    const double along = inner_more(a, s->z + 3, 0.0);
    const double both = inner_more(a, s->z, inner_more(s->force, s->z + 3, 0.0));
    UNROLL
    for (int i = 0; i < 3; i++) {
        s->z[i] = s->x[i] - (t[i] + fma(both, a[i], along * s->force[i]));
        s->z[3 + i] = s->x[3 + i] - fma(along, a[i], t[3 + i]);
    }
}

INLINE void dual_finish(double *y, const path_step *s)
{
    double a[3], t[6];
    dual_turns(a, t, s);
    UNROLL
    for (int i = 0; i < 6; i++) y[i] = fma(-2.0, t[i], s->x[i]);
}

#endif
