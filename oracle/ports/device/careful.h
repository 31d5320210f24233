/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step of a path by the host, where a work item could not finish it (ensemble.c). */
#ifndef SLP_DEVICE_CAREFUL_H
#define SLP_DEVICE_CAREFUL_H

#include "oracle/contract/case/case.h"
#include "oracle/ports/device/ensemble_work.h"

/* next = one step of `model` from x, d numbers, with the increments dw: the stage is iterated to
 * roundoff, up to 20 400 times, and in a second form where the first does not converge.  The bits
 * are those of a step of the binary64 path.  All numbers are NaN where there is no such step.
 * next may be x. */
void careful_step(double *next, const slp_case *c, int model, const double *x, const double *dw);

#endif
