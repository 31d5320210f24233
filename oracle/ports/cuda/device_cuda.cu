/* A device of CUDA (oracle/ports/device/device.h).  nvcc --fmad=false: no product and sum are
 * contracted.  Not yet run on a GPU. */
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/scheme.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { BESIDE = 128 };

struct device {
    int number;
};
extern "C" {
extern const char device_program[];
const char device_program[] = "slp-port-cuda";
}

static __global__ void batch(job *cases, double *all, int count)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) answer(cases + i, all);
}

static __global__ void single(double *x, int operation, int count)
{
    operate(x, operation, count);
}

void device_open(device **d, char text[DEVICE_TEXT])
{
    cudaDeviceProp is;
    int count = 0;
    *d = NULL;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        snprintf(text, DEVICE_TEXT, "no device of CUDA here: %s",
                 status != cudaSuccess ? cudaGetErrorString(status) : "the driver lists none");
        return;
    }
    if (cudaGetDeviceProperties(&is, 0) != cudaSuccess || cudaSetDevice(0) != cudaSuccess) {
        snprintf(text, DEVICE_TEXT, "the first device of CUDA cannot be opened");
        return;
    }
    snprintf(text, DEVICE_TEXT, "%s, compute capability %d.%d", is.name, is.major, is.minor);
    *d = (device *)calloc(1, sizeof **d);
    if (!*d) snprintf(text, DEVICE_TEXT, "out of memory");
}

void device_close(device *d)
{
    free(d);
}

/* *on = room on the device with a copy of these bytes. */
static cudaError_t copy_in(void **on, const void *from, size_t bytes)
{
    const cudaError_t status = cudaMalloc(on, bytes);
    return status == cudaSuccess ? cudaMemcpy(*on, from, bytes, cudaMemcpyHostToDevice) : status;
}

static int ended(cudaError_t status, const char *what, char text[DEVICE_TEXT])
{
    if (status == cudaSuccess) return 0;
    snprintf(text, DEVICE_TEXT, "the device failed %s: %s", what, cudaGetErrorString(status));
    return -1;
}

int device_batch(device *d, job *cases, size_t count, double *numbers, size_t length,
                 char text[DEVICE_TEXT])
{
    void *on_cases = NULL, *on_numbers = NULL;
    (void)d;
    cudaError_t status = copy_in(&on_cases, cases, count * sizeof *cases);
    if (status == cudaSuccess) status = copy_in(&on_numbers, numbers, length * sizeof *numbers);
    if (status == cudaSuccess) {
        batch<<<(unsigned)((count + BESIDE - 1) / BESIDE), BESIDE>>>(
            (job *)on_cases, (double *)on_numbers, (int)count);
        status = cudaGetLastError();
    }
    if (status == cudaSuccess)
        status = cudaMemcpy(cases, on_cases, count * sizeof *cases, cudaMemcpyDeviceToHost);
    if (status == cudaSuccess)
        status = cudaMemcpy(numbers, on_numbers, length * sizeof *numbers, cudaMemcpyDeviceToHost);
    cudaFree(on_cases);
    cudaFree(on_numbers);
    return ended(status, "on a batch", text);
}

int device_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT])
{
    void *on = NULL;
    (void)d;
    cudaError_t status = copy_in(&on, x, count * sizeof *x);
    if (status == cudaSuccess) {
        single<<<1, 1>>>((double *)on, k, (int)count);
        status = cudaGetLastError();
    }
    if (status == cudaSuccess) status = cudaMemcpy(x, on, sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(on);
    return ended(status, "on one operation", text);
}
