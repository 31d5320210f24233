/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a driver of devices does; slpdevice.h is for users.  Three files implement it: OpenCL
 * (oracle/ports/opencl), CUDA (oracle/ports/cuda) and the processor itself (device_host.c).  A
 * program is linked with one of them. */
#ifndef SLP_DEVICE_DEVICE_H
#define SLP_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/ports/device/ensemble_work.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/slpdevice.h"
#include "oracle/ports/device/sphere_work.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DEVICE_TEXT = SLP_DEVICE_TEXT };
typedef struct device device;

/* The name of the program, for messages: "slp-port-opencl". */
extern const char slp_driver_program[];

/* Answers `count` cases, a case a work item: `numbers` holds their numbers and room for states
 * (job.h says where), `length` of double, or of float where the cases are computed in binary32.
 * Outcomes go to the cases, states to the numbers.  0; else -1 and text. */
int slp_driver_batch(device *d, job *cases, size_t count, void *numbers, size_t length,
                     bool binary32, char text[DEVICE_TEXT]);
/* ensemble_item for each path of w: coordinate i of path p is x[i*paths + p], w->d of them; made
 * is in and out, evaluations out, a number a path.  bonds: NULL but for spins.  0; else -1 and
 * text. */
int slp_driver_ensemble(device *d, double *x, int *made, uint32_t *evaluations,
                        const ensemble_work *w, const ensemble_bonds *bonds,
                        char text[DEVICE_TEXT]);
/* x[0] = operation k (0 to 8, in the order of the manual's page "How a machine computes") on
 * `count` numbers.  0; else -1 and text. */
int slp_driver_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT]);

/* One list of `count` zeros on the device, in place of the one before; 0 only gives that back.  The
 * next four work on it.  All return 0; else -1 and text. */
int slp_driver_list(device *d, size_t count, char text[DEVICE_TEXT]);
/* list[at..at+count-1] = from. */
int slp_driver_put(device *d, size_t at, const double *from, size_t count, char text[DEVICE_TEXT]);
/* to = list[at..at+count-1], when all work before has ended. */
int slp_driver_get(device *d, double *to, size_t at, size_t count, char text[DEVICE_TEXT]);
/* Slots c, c+1, c+2 = slots a, a+1, a+2 times slots b, b+1, b+2, matrices of n rows: by the
 * device's BLAS where it has one. */
int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT]);
/* What w.kind says (sphere_work.h), for each of `items` work items or blocks of them. */
int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT]);

/* peak_item for each of `items` work items, on the list; ends when the device has ended. */
int slp_driver_peak(device *d, int kind, int rounds, size_t items, char text[DEVICE_TEXT]);

/* `count` times: two slots from S_PART on = two from S_XI on times two from S_RING on, as one
 * product of complex numbers by the BLAS (zgemm), where the device has one, or else as four of real
 * ones: what a step is compared with.  Ends when the device has ended. */
int slp_driver_zgemm(device *d, int n, int count, char text[DEVICE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
