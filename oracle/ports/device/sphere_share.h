/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the items of a block share, and what each keeps, from one phase of its work to the next.
 * Between two phases all items of a block wait for one another (sphere.h). */
#ifndef SLP_DEVICE_SPHERE_SHARE_H
#define SLP_DEVICE_SPHERE_SHARE_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/sphere_work.h"

/* Tiles have a number more in a row: columns of them are read from all banks of the memory. */
typedef struct sphere_shared {
    double tile[4][SIDE][SIDE + 1], term[BLOCK], few[SIDE];
    double end[CHUNKS][LANES], slope[CHUNKS][LANES], carry[2][LANES], sum[CHUNKS], excess;
} sphere_shared;

typedef struct sphere_kept {
    double value[CHUNK], ratio[CHUNK];
    double w[2], turned[2], x[2], z[2], product[3];
    double stage[2][KEPT + 1];
} sphere_kept;

#endif
