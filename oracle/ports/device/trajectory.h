/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A trajectory of Zeitlin's sphere on a device, in parts: slp_device_trajectory of slpdevice.h, and
 * the timing of its steps. */
#ifndef SLP_DEVICE_TRAJECTORY_H
#define SLP_DEVICE_TRAJECTORY_H

#include "oracle/ports/device/device.h"

/* It has the list of its device: the driver's calls on a list work on it, sphere_work.h says where
 * its numbers are.  One at a time on a device. */
typedef struct slp_trajectory slp_trajectory;

/* *begun = a trajectory at the n^2 coordinates x of a case, of step h; text takes the messages of
 * all its calls and lives as long as it.  SLP_OK; SLP_DEVICE_FAILED and text; SLP_MEMORY: *begun =
 * NULL.  The caller ends it, after a failure too. */
int slp_trajectory_begin(slp_trajectory **begun, device *d, const double *x, int n, double h,
                         char text[DEVICE_TEXT]);
/* SLP_OK; SLP_NO_CONVERGENCE, SLP_DEVICE_FAILED and text: it takes no more steps. */
int slp_trajectory_step(slp_trajectory *t, size_t steps);
/* Waits until the device has done all steps, and writes the n^2 coordinates, where x is not NULL.
 * SLP_OK; SLP_DEVICE_FAILED and text. */
int slp_trajectory_state(slp_trajectory *t, double *x);
/* Of the stage's equation, in all. */
size_t slp_trajectory_evaluations(const slp_trajectory *t);
/* t may be NULL. */
void slp_trajectory_end(slp_trajectory *t);

#endif
