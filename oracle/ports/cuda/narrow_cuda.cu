// SPDX-License-Identifier: LGPL-3.0-or-later
/* The kernels of cases in CUDA in binary32. */
#define BINARY32
#include "oracle/ports/device/narrow.h"
#include "oracle/ports/device/scheme.h"

#include <cuda_runtime.h>

#include "oracle/ports/cuda/launch.h"

static __global__ void batch(job *cases, float *all, int count)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) answer(cases + i, all);
}

void slp_narrow_launch(job *cases, float *numbers, int count)
{
    LAUNCH(batch, (unsigned)((count + BESIDE - 1) / BESIDE), BESIDE)(cases, numbers, count);
}
