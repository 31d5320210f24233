/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A block of items of Zeitlin's sphere on this processor: phase after phase, item after item. */
#ifndef SLP_DEVICE_SPHERE_HERE_H
#define SLP_DEVICE_SPHERE_HERE_H

#include "oracle/ports/device/sphere.h"

static inline void sphere_block(double *all, const sphere_work w, int block)
{
    sphere_shared shared;
    sphere_kept kept[BLOCK];
    const int phases = sphere_phases(w, w.kind, block);
    shared.excess = 0; /* it is written before it is read, which gcc 14 does not see */
    for (int phase = 0; phase < phases; phase++)
        for (int item = 0; item < BLOCK; item++)
            sphere_phase(all, w, w.kind, &shared, kept + item, block, item, phase);
}

#endif
