/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a device does at most: fused multiply-adds, and copying (timing_ensembles.c). */
#ifndef SLP_DEVICE_PEAK_H
#define SLP_DEVICE_PEAK_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/peak_kinds.h"

/* PEAK_FUSED: PEAK_OPERATIONS fused multiply-adds a round, in chains that do not wait for each
 * other; PEAK_COPY: number items + item of the list = number item. */
FUNCTION void peak_item(GLOBAL double *list, int kind, int rounds, int items, int item)
{
    if (kind == PEAK_COPY) {
        list[(long)items + item] = list[item];
        return;
    }
    const double times = 0.999, plus = 0.001;
    double chain[PEAK_CHAINS], sum = 0;
    UNROLL
    for (int k = 0; k < PEAK_CHAINS; k++) chain[k] = list[item] + k;
    for (int round = 0; round < rounds; round++) UNROLL
    for (int i = 0; i < PEAK_OPERATIONS; i++)
        chain[i % PEAK_CHAINS] = fma(chain[i % PEAK_CHAINS], times, plus);
    UNROLL
    for (int k = 0; k < PEAK_CHAINS; k++) sum += chain[k];
    list[item] = sum;
}

#endif
