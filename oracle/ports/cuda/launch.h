/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How a kernel of CUDA is started. */
#ifndef SLP_CUDA_LAUNCH_H
#define SLP_CUDA_LAUNCH_H

/* A header that maps CUDA to the processor has its own (tests/support/cuda). */
#ifndef LAUNCH
#define LAUNCH(kernel, blocks, threads) kernel<<<blocks, threads>>>
/* A kernel in phases, between which all threads of a block wait for one another: for each phase,
 * for each item, which has the numbers at OWN(item) of an array of OWNERS(block's threads). */
#define FOR_PHASES(phase, count) for (int phase = 0; phase < (count); phase++, __syncthreads())
#define FOR_ITEMS(item)          for (int item = (int)threadIdx.x, one = 1; one; one = 0)
#define WRITTEN_OUT(rounds)      _Pragma("unroll rounds")
#define OWN(item)                0
#define OWNERS(threads)          1
#endif
enum { BESIDE = 128 };

#endif
