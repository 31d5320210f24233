/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The kernels as plain C on this processor: their arithmetic without a device. */
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/ensemble.h"
#include "oracle/ports/device/narrow.h"
#include "oracle/ports/device/peak.h"
#include "oracle/ports/device/scheme.h"
#include "oracle/ports/device/sphere_here.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct device {
    double *list;
};
const char slp_driver_program[] = "slp-port-device";

int slp_device_open(device **d, char text[DEVICE_TEXT])
{
    *d = calloc(1, sizeof **d);
    snprintf(text, DEVICE_TEXT, *d ? "the processor, kernels compiled as C" : "out of memory");
    return *d ? SLP_OK : SLP_MEMORY;
}

void slp_device_close(device *d)
{
    if (d) free(d->list);
    free(d);
}

int slp_driver_batch(device *d, job *cases, size_t count, void *numbers, size_t length,
                     bool binary32, char text[DEVICE_TEXT])
{
    (void)d, (void)length, (void)text;
    if (binary32) slp_narrow_answer(cases, numbers, count);
    for (size_t i = 0; i < count && !binary32; i++) answer(cases + i, numbers);
    return 0;
}

int slp_driver_ensemble(device *d, double *x, int *made, uint32_t *evaluations,
                        const ensemble_work *w, const ensemble_bonds *bonds, char text[DEVICE_TEXT])
{
    (void)d, (void)text;
    for (int p = 0; p < w->paths; p++) ensemble_item(x, made, evaluations, w, bonds, p);
    return 0;
}

int slp_driver_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT])
{
    (void)d, (void)text;
    operate(x, k, (int)count);
    return 0;
}

int slp_driver_list(device *d, size_t count, char text[DEVICE_TEXT])
{
    free(d->list);
    d->list = NULL;
    if (count) d->list = calloc(count, sizeof *d->list);
    if (d->list || !count) return 0;
    snprintf(text, DEVICE_TEXT, "out of memory: %zu numbers", count);
    return -1;
}

int slp_driver_put(device *d, size_t at, const double *from, size_t count, char text[DEVICE_TEXT])
{
    (void)text;
    memcpy(d->list + at, from, count * sizeof *from);
    return 0;
}

int slp_driver_get(device *d, double *to, size_t at, size_t count, char text[DEVICE_TEXT])
{
    (void)text;
    memcpy(to, d->list + at, count * sizeof *to);
    return 0;
}

int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, a, b, c, 0, {0}};
    return slp_driver_sphere(d, w, 3 * (size_t)n * (size_t)n, text);
}

int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT])
{
    (void)text;
    for (size_t i = 0; i < items && w.kind < DO_GENERATOR; i++) sphere_item(d->list, w, (int)i);
    for (size_t i = 0; i < items && w.kind >= DO_GENERATOR; i++) sphere_block(d->list, w, (int)i);
    return 0;
}

int slp_driver_peak(device *d, int kind, int rounds, size_t items, char text[DEVICE_TEXT])
{
    (void)text;
    for (size_t i = 0; i < items; i++) peak_item(d->list, kind, rounds, (int)items, (int)i);
    return 0;
}

int slp_driver_zgemm(device *d, int n, int count, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, S_XI, S_RING, S_PART, 0, {0}};
    for (int i = 0; i < 2 * count; i++)
        if (slp_driver_sphere(d, w, 2 * (size_t)n * (size_t)n, text)) return -1;
    return 0;
}
