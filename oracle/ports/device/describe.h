/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The constants that all paths of an ensemble share (describe.c). */
#ifndef SLP_DEVICE_DESCRIBE_H
#define SLP_DEVICE_DESCRIBE_H

#include "oracle/contract/case/case.h"
#include "oracle/ports/device/ensemble_work.h"
#include "oracle/ports/device/slpdevice.h"

#include <stdbool.h>

/* *w for steps of c by this model, and *bonds, which spins alone have; false: not all finite. */
bool device_describe(ensemble_work *w, ensemble_bonds *bonds, int model, const slp_case *c,
                     const slp_device_run *run);

#endif
