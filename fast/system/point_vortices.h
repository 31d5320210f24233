/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters of point vortices in the binary64 path, for the step by step path and the ensembles.
 */
#ifndef SLP_FAST_POINT_VORTICES_H
#define SLP_FAST_POINT_VORTICES_H

#include "fast/system/system.h"

typedef struct fast_point_vortices {
    fast_algebra algebra;
    size_t n;
    bool has_quad;
    double quad[3];
    double *gamma; /* n */
} fast_point_vortices;

/* 1 - c_ij at and below which two vortices coincide. */
#define FAST_COINCIDENT 0x1p-40

extern const fast_system_table fast_system_point_vortices;

#endif
