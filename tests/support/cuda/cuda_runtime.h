/* SPDX-License-Identifier: LGPL-3.0-or-later */
// What oracle/ports/cuda uses of CUDA, on this processor: a kernel runs item after item, and the
// device's memory is a list of blocks.  A copy that leaves its block, or that takes memory of the
// wrong side, is an error, as on a GPU.  For tests without one; in place of NVIDIA's header.
#ifndef SLP_TESTS_CUDA_RUNTIME_H
#define SLP_TESTS_CUDA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <map>

#define __global__
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__ static
#define LAUNCH(kernel, blocks, threads)                                                            \
    slp_launcher<decltype(&kernel)>                                                                \
    {                                                                                              \
        kernel, blocks, threads                                                                    \
    }

// The first thread of a block goes through each phase for all of them.
#define FOR_PHASES(phase, count) for (int phase = 0; phase < (count); phase++)
#define FOR_ITEMS(item)                                                                            \
    for (int item = 0; item < (threadIdx.x ? 0 : (int)blockDim.x); item++)
#define WRITTEN_OUT(rounds)      (void)rounds;
#define OWN(item)                item
#define OWNERS(threads)          threads

struct slp_place {
    unsigned x;
};
static slp_place blockIdx, threadIdx, blockDim;

template <class Kernel> struct slp_launcher {
    Kernel kernel;
    unsigned blocks, threads;
    template <class... Arguments> void operator()(Arguments... arguments) const
    {
        blockDim.x = threads;
        for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
            for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x++) kernel(arguments...);
    }
};

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
struct cudaDeviceProp {
    char name[64];
    int major, minor;
};

static std::map<const char *, size_t> slp_blocks;

static bool slp_on_device(const void *at, size_t bytes)
{
    const char *from = (const char *)at;
    for (const auto &block : slp_blocks)
        if (from >= block.first && from + bytes <= block.first + block.second) return true;
    return false;
}

static cudaError_t cudaMalloc(void **at, size_t bytes)
{
    *at = malloc(bytes ? bytes : 1);
    if (!*at) return cudaErrorMemoryAllocation;
    memset(*at, 0xff, bytes); // numbers that are none
    slp_blocks[(const char *)*at] = bytes;
    return cudaSuccess;
}
static cudaError_t cudaFree(void *at)
{
    if (at && !slp_blocks.erase((const char *)at)) abort(); // no memory of the device
    free(at);
    return cudaSuccess;
}
static cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    const bool in = kind == cudaMemcpyHostToDevice;
    if (!slp_on_device(in ? to : from, bytes)) return cudaErrorInvalidValue;
    if (slp_on_device(in ? from : to, 1)) return cudaErrorInvalidValue;
    memcpy(to, from, bytes);
    return cudaSuccess;
}
static cudaError_t cudaMallocHost(void **at, size_t bytes)
{
    *at = malloc(bytes);
    return *at ? cudaSuccess : cudaErrorMemoryAllocation;
}
static cudaError_t cudaFreeHost(void *at)
{
    free(at);
    return cudaSuccess;
}
static cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpy(to, from, bytes, kind);
}
static cudaError_t cudaStreamSynchronize(int)
{
    return cudaSuccess;
}
static cudaError_t cudaMemset(void *at, int value, size_t bytes)
{
    if (!slp_on_device(at, bytes)) return cudaErrorInvalidValue;
    memset(at, value, bytes);
    return cudaSuccess;
}
static cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}
static cudaError_t cudaGetDeviceProperties(cudaDeviceProp *is, int)
{
    *is = cudaDeviceProp{"this processor in place of a GPU", 0, 0};
    return cudaSuccess;
}
static cudaError_t cudaSetDevice(int)
{
    return cudaSuccess;
}
enum cudaFuncAttribute { cudaFuncAttributePreferredSharedMemoryCarveout };
template <class Kernel> static cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int)
{
    return cudaSuccess;
}
static cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}
static cudaError_t cudaDeviceSynchronize()
{
    return cudaSuccess;
}
static const char *cudaGetErrorString(cudaError_t status)
{
    return status == cudaErrorMemoryAllocation ? "out of memory" : "invalid argument";
}

#endif
