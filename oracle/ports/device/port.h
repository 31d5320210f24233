/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The parts of the program of a port on a device. */
#ifndef SLP_DEVICE_PORT_H
#define SLP_DEVICE_PORT_H

#include "oracle/ports/device/device.h"

/* Prints on stdout how long a step takes, beside zgemm.  0; else -1 and text. */
int port_time_steps(device *d, int n, size_t steps, char text[DEVICE_TEXT]);
/* Prints on stdout how many steps a second ensembles of this case's system take.  The same. */
int port_time_ensembles(device *d, char text[DEVICE_TEXT]);
/* Answers the lines `ensemble ...` of standard input, as `slp noise ensemble` prints them, by lines
 * with the states that the device computes, and passes over other lines.  Exit status. */
int port_ensembles(device *d);

#endif
