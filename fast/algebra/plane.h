/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Turns of planes by one angle, for flows that turn a few coordinates and leave the others. */
#ifndef SLP_FAST_PLANE_H
#define SLP_FAST_PLANE_H

#include "fast/vector/twofold.h"

#include <stdbool.h>

/* Sine, cosine and 1 - cosine of an angle. */
typedef struct fast_plane_turn {
    double sine, cosine, versine;
    bool small; /* |angle| <= 1 */
} fast_plane_turn;

/* The turn by weight (high + low), weight a power of two: errors of one or two units of 1. */
fast_plane_turn fast_plane_turn_by(twofold angle, double weight);

/* (a, b) -> (cos a + sin b, cos b - sin a), which solves a' = b, b' = -a over the time `angle`.
 * Small turns add their change to a and b, so that its rounding is small, too. */
static inline void fast_plane_apply(const fast_plane_turn *t, double *a, double *b)
{
    const double p = *a, q = *b;
    *a = t->small ? p + (t->sine * q - t->versine * p) : t->cosine * p + t->sine * q;
    *b = t->small ? q - (t->sine * p + t->versine * q) : t->cosine * q - t->sine * p;
}

#endif
