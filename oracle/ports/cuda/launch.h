/* How a kernel of CUDA is started. */
#ifndef SLP_CUDA_LAUNCH_H
#define SLP_CUDA_LAUNCH_H

/* A header that maps CUDA to the processor has its own (tests/support/cuda). */
#ifndef LAUNCH
#define LAUNCH(kernel, blocks, threads) kernel<<<blocks, threads>>>
#endif
enum { BESIDE = 128 };

#endif
