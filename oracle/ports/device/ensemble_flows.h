/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body, splitting-lie and splitting-strang: a step composes turns by exact sines and
 * cosines.  Factor k = 0, 1, 2 turns the plane of the next two axes by (h/I_k + c_k dW_k) x_k; a
 * linear noise turns x about the direction n of chi by |chi| dW:
 *   x' = x + sin t (x x n) + (cos t - 1)(x - (n.x) n), and what |n|^2 - 1, a rounding, makes wrong.
 * Angles above LONGEST_TURN are left to the host. */
#ifndef SLP_DEVICE_ENSEMBLE_FLOWS_H
#define SLP_DEVICE_ENSEMBLE_FLOWS_H

#include "oracle/ports/device/ensemble_stages.h"

#define SHORT_TURN   0.785398 /* polynomials hold up to here */
#define LONGEST_TURN 4.0

/* sin t and cos t - 1, |t| <= SHORT_TURN */
INLINE void short_turn(double *sine, double *less, double t)
{
    const double w = t * t;
    double s = 0x1.5e0b1a0e3b780p-33, c = -0x1.907da37d32e71p-37;
    s = fma(s, w, -0x1.ae600b02f1f19p-26);
    s = fma(s, w, 0x1.71de37968a496p-19);
    s = fma(s, w, -0x1.a01a019e83ab1p-13);
    s = fma(s, w, 0x1.1111111110bb2p-7);
    s = fma(s, w, -0x1.5555555555555p-3);
    c = fma(c, w, 0x1.1eeb68e95951ap-29);
    c = fma(c, w, -0x1.27e4fa17da269p-22);
    c = fma(c, w, 0x1.a01a019f4eb02p-16);
    c = fma(c, w, -0x1.6c16c16c16967p-10);
    c = fma(c, w, 0x1.5555555555555p-5);
    *sine = fma(s * w, t, t);
    *less = w * fma(c, w, -0.5);
}

/* The same of |t| <= LONGEST_TURN: less q pi/2, q the nearest whole number.  *most: the largest |t|
 * so far. */
INLINE void turn_by(double *sine, double *less, double *most, double t)
{
    const int is_short = fabs(t) <= SHORT_TURN;
    const double shifted = fma(t, 0x1.45f306dc9c883p-1, 0x1.8p52), q = shifted - 0x1.8p52;
    const double rest = fma(-q, 0x1.1a62633145c07p-54, fma(-q, 0x1.921fb54442d18p+0, t));
    const int quadrant = (int)(bits_of(shifted) & 3);
    *most = larger(fabs(t), *most);
    short_turn(sine, less, is_short ? t : rest);
    if (is_short) return;
    const double cosine = 1.0 + *less;
    const double one = quadrant & 1 ? cosine : *sine, other = quadrant & 1 ? -*sine : cosine;
    *less = (quadrant & 2 ? -other : other) - 1.0;
    *sine = quadrant & 2 ? -one : one;
}

/* Factor k, by `times` halves of its angle. */
INLINE void turn_axis(double *x, double *most, const double *rate, const int k, double times)
{
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double a = x[i], b = x[j];
    double sine, less;
    turn_by(&sine, &less, most, times * rate[k] * x[k]);
    x[i] = a + fma(sine, b, less * a);
    x[j] = b + fma(-sine, a, less * b);
}

/* Linear noise k, by `times` halves of its angle. */
INLINE void turn_linear(double *x, double *most, WORK w, const double *dw, int k, double times)
{
    double n[3], own[3], sine, less;
    UNROLL
    for (int i = 0; i < 3; i++) {
        n[i] = w->unit[3 * k + i];
        own[i] = x[i];
    }
    turn_by(&sine, &less, most, w->length[k] * times * dw[w->quads + k]);
    const double along = fused_inner(n, own);
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        const double across = fma(-own[b], n[a], own[a] * n[b]), away = fma(-n[i], along, own[i]);
        const double excess = fma(less * along, n[i], -0.5 * sine * across);
        x[i] = own[i] + fma(sine, across, fma(less, away, w->excess[k] * excess));
    }
}

/* 0 if the host has to take the step */
INLINE int flows_step(double *y, path_step *s, WORK w, const double *dw, const int strang)
{
    const double first = strang ? 1.0 : 2.0;
    double most = 0, *x = s->z;
    UNROLL
    for (int i = 0; i < 3; i++) {
        x[i] = s->x[i];
        s->rate[i] = w->quads ? fma(w->quad[i], dw[i], w->rate[i]) : w->rate[i];
    }
    turn_axis(x, &most, s->rate, 0, first);
    turn_axis(x, &most, s->rate, 1, first);
    turn_axis(x, &most, s->rate, 2, w->vectors ? first : 2.0);
    const int turns = strang ? 2 * w->vectors - 1 : w->vectors;
    for (int i = 0; i < turns; i++) { /* the noises; by Strang the last one whole, and back */
        const int k = i < w->vectors ? i : turns - 1 - i;
        turn_linear(x, &most, w, dw, k, k + 1 == w->vectors ? 2.0 : first);
    }
    if (strang && w->vectors) turn_axis(x, &most, s->rate, 2, first);
    if (strang) turn_axis(x, &most, s->rate, 1, first);
    if (strang) turn_axis(x, &most, s->rate, 0, first);
    UNROLL
    for (int i = 0; i < 3; i++) y[i] = x[i];
    return most <= LONGEST_TURN;
}

#endif
