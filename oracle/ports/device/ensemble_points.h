/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* n point vortices, isospectral-midpoint: b_i is a quarter of vortex i's generator, x = (1 - |b|^2)
 * z + 2 b x z + 2 (b.z) b, x' = x + 4 z x b. */
#ifndef SLP_DEVICE_ENSEMBLE_POINTS_H
#define SLP_DEVICE_ENSEMBLE_POINTS_H

#include "oracle/ports/device/ensemble_stages.h"

/* One step of Newton's for 1/sqrt(square), and for 1/x; *wrong is the residual before it. */
INLINE double root_step(double inverse, double square, double *wrong)
{
    *wrong = fma(-(square * inverse), inverse, 1.0);
    return fma(0.5 * inverse, *wrong, inverse);
}
INLINE double inverse_step(double inverse, double x, double *wrong)
{
    *wrong = fma(-x, inverse, 1.0);
    return fma(inverse, *wrong, inverse);
}

INLINE void points_prepare(path_step *s, WORK w, const double *dw, const int n)
{
    double length[E_VORTICES], wrong;
    int pair = 0;
    UNROLL
    for (int k = 0; k < 3; k++) s->turn[k] = w->quads ? 0.25 * w->quad[k] * dw[k] : 0;
    UNROLL
    for (int i = 0; i < 3 * n; i++) s->z[i] = s->x[i];
    UNROLL
    for (int i = 0; i < n; i++) {
        /* a guess by the exponent's and mantissa's bits, improved twice */
        const double square = fused_inner(s->x + 3 * i, s->x + 3 * i);
        double y = from_bits(0x5fe6eb50c7b537a9ul - (bits_of(square) >> 1));
        UNROLL
        for (int k = 0; k < 2; k++) y = root_step(y, square, &wrong);
        s->inverse[i] = y;
        length[i] = square * y;
    }
    UNROLL
    for (int i = 0; i < n; i++) UNROLL
    for (int j = i + 1; j < n; j++) {
        const double gap = length[i] * length[j] - fused_inner(s->x + 3 * i, s->x + 3 * j);
        double y = from_bits(0x7fde623822fc16e6ul - bits_of(gap));
        UNROLL
        for (int k = 0; k < 3; k++) y = inverse_step(y, gap, &wrong);
        s->share[pair++] = y;
    }
}

/* b at z, and the inverses improved; 1 if all were good before, within 2^-27 */
INLINE int points_rate(double *b, path_step *s, WORK w, const int n)
{
    const double *z = s->z;
    double length[E_VORTICES], lean[E_VORTICES], wrong;
    int good = 1, pair = 0;
    UNROLL
    for (int i = 0; i < n; i++) {
        const double square = fused_inner(z + 3 * i, z + 3 * i);
        s->inverse[i] = root_step(s->inverse[i], square, &wrong);
        good = good && fabs(wrong) <= 0x1p-27;
        length[i] = square * s->inverse[i];
        lean[i] = 0;
    }
    UNROLL
    for (int i = 0; i < 3 * n; i++) b[i] = 0;
    UNROLL
    for (int i = 0; i < n; i++) UNROLL
    for (int j = i + 1; j < n; j++) {
        const double p = fused_inner(z + 3 * i, z + 3 * j), both = length[i] * length[j];
        /* not a number where two vortices coincide */
        const double gap = both - p <= 0x1p-40 * both ? NAN : both - p;
        s->share[pair] = inverse_step(s->share[pair], gap, &wrong);
        good = good && fabs(wrong) <= 0x1p-27;
        const double at_i = w->strength[j] * s->share[pair];
        const double at_j = w->strength[i] * s->share[pair];
        pair++;
        lean[i] = fma(at_i, p, lean[i]);
        lean[j] = fma(at_j, p, lean[j]);
        UNROLL
        for (int k = 0; k < 3; k++) {
            b[3 * i + k] = fma(at_i, z[3 * j + k], b[3 * i + k]);
            b[3 * j + k] = fma(at_j, z[3 * i + k], b[3 * j + k]);
        }
    }
    UNROLL
    for (int i = 0; i < n; i++) {
        const double back = lean[i] * (s->inverse[i] * s->inverse[i]);
        UNROLL
        for (int k = 0; k < 3; k++)
            b[3 * i + k] = fma(s->turn[k] - back, z[3 * i + k], b[3 * i + k]);
    }
    return good;
}

/* y = x - 2 b x z - 2 (b.z) b + |b|^2 z, a vortex after the other; y may be z */
INLINE void points_stage(double *y, const double *rates, const path_step *s, const int n)
{
    UNROLL
    for (int i = 0; i < 3 * n; i += 3) {
        const double *b = rates + i, *z = s->z + i;
        const double square = fused_inner(b, b), along = 2 * fused_inner(b, z);
        double turn[3], old[3];
        fused_cross(turn, b, z);
        UNROLL
        for (int k = 0; k < 3; k++) old[k] = z[k];
        UNROLL
        for (int k = 0; k < 3; k++)
            y[i + k] = s->x[i + k] - fma(2.0, turn[k], fma(along, b[k], -(square * old[k])));
    }
}

INLINE void points_apply(path_step *s, WORK w, const int n)
{
    double b[E_MOST];
    points_rate(b, s, w, n);
    points_stage(s->z, b, s, n);
}

/* 0 if the inverses were not accurate or the stage moves by more than 8u|x| */
INLINE int points_finish(double *y, path_step *s, WORK w, double scale, const int n)
{
    double b[E_MOST], again[E_MOST];
    int good = points_rate(b, s, w, n);
    points_stage(again, b, s, n);
    UNROLL
    for (int i = 0; i < 3 * n; i++) good = good && fabs(again[i] - s->z[i]) <= 0x1p-50 * scale;
    UNROLL
    for (int i = 0; i < 3 * n; i += 3) {
        double turn[3];
        fused_cross(turn, s->z + i, b + i);
        UNROLL
        for (int k = 0; k < 3; k++) y[i + k] = fma(4.0, turn[k], s->x[i + k]);
    }
    return good;
}

#endif
