/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The kernels of cases as plain C in binary32. */
#define BINARY32
#include "oracle/ports/device/scheme.h"
#include "oracle/ports/device/narrow.h"

void slp_narrow_answer(job *cases, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) answer(cases + i, numbers);
}
