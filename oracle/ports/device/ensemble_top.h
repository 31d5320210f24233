/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top, variational-cayley: a is a quarter of Omega, w = 1/(1 + |a|^2), P^-1 x = w
 * (x - a x x), y = Pi + 2 mu1 x a + G x u, G = Gamma + 2 (P^-1 Gamma) x a, mu1 = P^-1 Pi,
 * mu2 = P^-1 y; the unknown is (mu1 + mu2)/2. */
#ifndef SLP_DEVICE_ENSEMBLE_TOP_H
#define SLP_DEVICE_ENSEMBLE_TOP_H

#include "oracle/ports/device/ensemble_stages.h"

/* With the step's noises: Omega = (w->rate + square) Pi + turn, u = force */
INLINE void top_noise(path_step *s, double *square, WORK w, const double *dw)
{
    *square = 0;
    UNROLL
    for (int i = 0; i < 3; i++) {
        s->turn[i] = 0;
        s->force[i] = w->force[i];
    }
    for (int k = 0; k < w->vectors; k++) {
        *square = fma(w->square[k], dw[k], *square);
        UNROLL
        for (int i = 0; i < 3; i++) {
            s->turn[i] = fma(w->lin[3 * k + i], dw[k], s->turn[i]);
            s->force[i] = fma(w->push[3 * k + i], dw[k], s->force[i]);
        }
    }
}

INLINE void top_prepare(path_step *s, WORK w, const double *dw)
{
    double square;
    top_noise(s, &square, w, dw);
    UNROLL
    for (int i = 0; i < 3; i++) {
        s->rate[i] = 0.25 * (w->rate[i] + square);
        s->turn[i] = 0.25 * s->turn[i];
        s->z[i] = s->x[i];
    }
}

/* m = P^-1 x */
INLINE void top_solve(double *m, const double *a, double w, const double *x)
{
    double turn[3];
    fused_cross(turn, a, x);
    UNROLL
    for (int i = 0; i < 3; i++) m[i] = w * (x[i] - turn[i]);
}

/* At z: a and w, y - Pi, mu1, mu2, and G - Gamma. */
typedef struct top_half {
    double a[3], w, moved[3], first[3], second[3], swing[3];
} top_half;

INLINE void top_stages(top_half *t, const path_step *s)
{
    double *a = t->a, solved[3], middle[3], torque[3], y[3];
    UNROLL
    for (int i = 0; i < 3; i++) a[i] = fma(s->rate[i], s->z[i], s->turn[i]);
    t->w = 1 / fma(a[0], a[0], fma(a[1], a[1], fma(a[2], a[2], 1.0)));
    top_solve(solved, a, t->w, s->x + 3);
    fused_cross(t->swing, solved, a);
    UNROLL
    for (int i = 0; i < 3; i++) {
        t->swing[i] = 2 * t->swing[i];
        middle[i] = s->x[3 + i] + t->swing[i];
    }
    top_solve(t->first, a, t->w, s->x);
    fused_cross(t->moved, t->first, a);
    fused_cross(torque, middle, s->force);
    UNROLL
    for (int i = 0; i < 3; i++) {
        t->moved[i] = fma(2.0, t->moved[i], torque[i]);
        y[i] = s->x[i] + t->moved[i];
    }
    top_solve(t->second, a, t->w, y);
}

INLINE void top_apply(path_step *s)
{
    top_half t;
    top_stages(&t, s);
    UNROLL
    for (int i = 0; i < 3; i++) s->z[i] = 0.5 * (t.first[i] + t.second[i]);
}

INLINE void top_finish(double *y, const path_step *s)
{
    top_half t;
    double middle[3], solved[3], turn[3];
    top_stages(&t, s);
    fused_cross(turn, t.second, t.a);
    UNROLL
    for (int i = 0; i < 3; i++) {
        y[i] = s->x[i] + fma(2.0, turn[i], t.moved[i]);
        middle[i] = s->x[3 + i] + t.swing[i];
    }
    top_solve(solved, t.a, t.w, middle);
    fused_cross(turn, solved, t.a);
    UNROLL
    for (int i = 0; i < 3; i++) y[3 + i] = s->x[3 + i] + fma(2.0, turn[i], t.swing[i]);
}

#endif
