/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The text of the kernels, which the build puts into the program. */
#ifndef SLP_OPENCL_SOURCE_H
#define SLP_OPENCL_SOURCE_H

#include "oracle/contract/case/embedded_file.h"

/* One text. */
extern const struct slp_embedded slp_device_source[];

#endif
