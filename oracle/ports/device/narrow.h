/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The second copy of the kernels of cases, in binary32; a file of its own, as both have the same
 * names. */
#ifndef SLP_DEVICE_NARROW_H
#define SLP_DEVICE_NARROW_H

#include <stddef.h>

#include "oracle/ports/device/job.h"

/* On this processor: answers `count` cases, as slp_driver_batch. */
void slp_narrow_answer(job *cases, float *numbers, size_t count);
/* On a GPU, whose memory both lists are in: starts that work. */
void slp_narrow_launch(job *cases, float *numbers, int count);

#endif
