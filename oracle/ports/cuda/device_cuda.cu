// SPDX-License-Identifier: LGPL-3.0-or-later
/* A device of CUDA (oracle/ports/device/device.h).  nvcc --fmad=false: no product and sum are
 * contracted. */
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/ensemble.h"
#include "oracle/ports/device/narrow.h"
#include "oracle/ports/device/peak.h"
#include "oracle/ports/device/scheme.h"
#include "oracle/ports/device/sphere.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/ports/cuda/launch.h"

enum { BACK = 1 << 17 };
struct device {
    cublasHandle_t blas;
    double *list, *back; /* back: BACK numbers of the host that the device writes at full speed */
};
extern "C" {
extern const char slp_driver_program[];
const char slp_driver_program[] = "slp-port-cuda";
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

static __global__ void sphere(double *all, sphere_work w, int items)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < items) sphere_item(all, w, i);
}

static __global__ void sphere_product(double *all, int n, int items)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < items) sphere_complex(all, n, i);
}

/* Blocks beside one another on a processor: as many as their registers allow without spills. */
template <int KIND>
constexpr int blocks_beside = KIND == DO_GENERATOR || KIND == DO_MISSED ? 2
                              : KIND == DO_END                          ? 3
                                                                        : 4;
/* A kernel for each kind: each has the registers that it needs. */
template <int KIND>
static __global__ void __launch_bounds__(BLOCK, blocks_beside<KIND>)
    sphere_blocks(double *all, const __grid_constant__ sphere_work w)
{
    constexpr int rounds = KIND == DO_GENERATOR || KIND == DO_MISSED ? 1 : TILE_PHASES;
    __shared__ sphere_shared shared;
    sphere_kept kept[OWNERS(BLOCK)];
    const int block = (int)blockIdx.x;
    WRITTEN_OUT(rounds)
    FOR_PHASES(phase, sphere_phases(w, KIND, block))
    FOR_ITEMS(item) sphere_phase(all, w, KIND, &shared, kept + OWN(item), block, item, phase);
}

static __global__ void peak(double *list, int kind, int rounds, int items)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < items) peak_item(list, kind, rounds, items, i);
}

/* A model and its n are constants of a kernel (ensemble_work.h, ENSEMBLES).  Spins have registers
 * for states of n of them, and a list in the cache of the first level: three blocks are at work
 * beside each other.  Bonds are read as constants, which all threads of a warp share. */
template <int MODEL, int N>
static __global__ void __launch_bounds__(BESIDE, MODEL == E_SPINS || MODEL == E_SIB ? 3 : 1)
    ensemble(double *x, int *made, uint32_t *evaluations, const __grid_constant__ ensemble_work w,
             const __grid_constant__ ensemble_bonds bonds)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < w.paths) ensemble_path(x, made, evaluations, &w, &bonds, i, MODEL, N);
}

int slp_device_open(device **d, char text[DEVICE_TEXT])
{
    cudaDeviceProp is;
    int count = 0;
    *d = NULL;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        snprintf(text, DEVICE_TEXT, "no device of CUDA here: %s",
                 status != cudaSuccess ? cudaGetErrorString(status) : "the driver lists none");
        return SLP_UNSUPPORTED;
    }
    if (cudaGetDeviceProperties(&is, 0) != cudaSuccess || cudaSetDevice(0) != cudaSuccess) {
        snprintf(text, DEVICE_TEXT, "the first device of CUDA cannot be opened");
        return SLP_DEVICE_FAILED;
    }
    snprintf(text, DEVICE_TEXT, "%s, compute capability %d.%d", is.name, is.major, is.minor);
    *d = (device *)calloc(1, sizeof **d);
    if (!*d) {
        snprintf(text, DEVICE_TEXT, "out of memory");
        return SLP_MEMORY;
    }
    if (cublasCreate(&(*d)->blas) == CUBLAS_STATUS_SUCCESS) return SLP_OK;
    snprintf(text, DEVICE_TEXT, "cuBLAS does not start");
    free(*d);
    *d = NULL;
    return SLP_DEVICE_FAILED;
}

void slp_device_close(device *d)
{
    if (!d) return;
    cudaFree(d->list);
    cudaFreeHost(d->back);
    cublasDestroy(d->blas);
    free(d);
}

/* *on = memory on the device with a copy of these bytes. */
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

int slp_driver_batch(device *d, job *cases, size_t count, void *numbers, size_t length,
                     bool binary32, char text[DEVICE_TEXT])
{
    void *on_cases = NULL, *on_numbers = NULL;
    const size_t bytes = length * (binary32 ? sizeof(float) : sizeof(double));
    (void)d;
    cudaError_t status = copy_in(&on_cases, cases, count * sizeof *cases);
    if (status == cudaSuccess) status = copy_in(&on_numbers, numbers, bytes);
    if (status == cudaSuccess) {
        if (binary32)
            slp_narrow_launch((job *)on_cases, (float *)on_numbers, (int)count);
        else
            LAUNCH(batch, (unsigned)((count + BESIDE - 1) / BESIDE), BESIDE)(
                (job *)on_cases, (double *)on_numbers, (int)count);
        status = cudaGetLastError();
    }
    if (status == cudaSuccess)
        status = cudaMemcpy(cases, on_cases, count * sizeof *cases, cudaMemcpyDeviceToHost);
    if (status == cudaSuccess)
        status = cudaMemcpy(numbers, on_numbers, bytes, cudaMemcpyDeviceToHost);
    cudaFree(on_cases);
    cudaFree(on_numbers);
    return ended(status, "on a batch", text);
}

/* Starts the kernel of w's model.  No memory is set aside for what threads share. */
static cudaError_t launch_ensemble(double *x, int *made, uint32_t *evaluations,
                                   const ensemble_work *w, const ensemble_bonds *bonds)
{
    const unsigned blocks = (unsigned)((w->paths + BESIDE - 1) / BESIDE);
#define ONE_MODEL(name, one, count)                                                                \
    if (w->model == one && w->n == count) {                                                        \
        cudaFuncSetAttribute((ensemble<one, count>),                                               \
                             cudaFuncAttributePreferredSharedMemoryCarveout, 0);                   \
        LAUNCH((ensemble<one, count>), blocks, BESIDE)(x, made, evaluations, *w, *bonds);          \
        return cudaGetLastError();                                                                 \
    }
    ENSEMBLES(ONE_MODEL)
#undef ONE_MODEL
    return cudaErrorInvalidValue;
}

int slp_driver_ensemble(device *d, double *x, int *made, uint32_t *evaluations,
                        const ensemble_work *w, const ensemble_bonds *bonds, char text[DEVICE_TEXT])
{
    static const ensemble_bonds none = {};
    void *on_x = NULL, *on_made = NULL, *on_evaluations = NULL;
    const size_t paths = (size_t)w->paths, bytes = paths * (size_t)w->d * sizeof *x;
    const size_t counts = paths * sizeof *made;
    (void)d;
    cudaError_t status = copy_in(&on_x, x, bytes);
    if (status == cudaSuccess) status = copy_in(&on_made, made, counts);
    if (status == cudaSuccess) status = cudaMalloc(&on_evaluations, counts);
    if (status == cudaSuccess)
        status = launch_ensemble((double *)on_x, (int *)on_made, (uint32_t *)on_evaluations, w,
                                 bonds ? bonds : &none);
    if (status == cudaSuccess) status = cudaMemcpy(x, on_x, bytes, cudaMemcpyDeviceToHost);
    if (status == cudaSuccess) status = cudaMemcpy(made, on_made, counts, cudaMemcpyDeviceToHost);
    if (status == cudaSuccess)
        status = cudaMemcpy(evaluations, on_evaluations, counts, cudaMemcpyDeviceToHost);
    cudaFree(on_x);
    cudaFree(on_made);
    cudaFree(on_evaluations);
    return ended(status, "on an ensemble", text);
}

int slp_driver_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT])
{
    void *on = NULL;
    (void)d;
    cudaError_t status = copy_in(&on, x, count * sizeof *x);
    if (status == cudaSuccess) {
        LAUNCH(single, 1, 1)((double *)on, k, (int)count);
        status = cudaGetLastError();
    }
    if (status == cudaSuccess) status = cudaMemcpy(x, on, sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(on);
    return ended(status, "on one operation", text);
}

int slp_driver_list(device *d, size_t count, char text[DEVICE_TEXT])
{
    cudaFree(d->list);
    d->list = NULL;
    if (!count) return 0;
    cudaError_t status = cudaMalloc((void **)&d->list, count * sizeof *d->list);
    if (status == cudaSuccess) status = cudaMemset(d->list, 0, count * sizeof *d->list);
    return ended(status, "to give room", text);
}

int slp_driver_put(device *d, size_t at, const double *from, size_t count, char text[DEVICE_TEXT])
{
    return ended(cudaMemcpy(d->list + at, from, count * sizeof *from, cudaMemcpyHostToDevice),
                 "to take numbers", text);
}

int slp_driver_get(device *d, double *to, size_t at, size_t count, char text[DEVICE_TEXT])
{
    cudaError_t status = cudaSuccess;
    const size_t bytes = count * sizeof *to;
    if (!d->back) status = cudaMallocHost((void **)&d->back, BACK * sizeof *d->back);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(count <= BACK ? d->back : to, d->list + at, bytes,
                                 cudaMemcpyDeviceToHost);
    if (status == cudaSuccess) status = cudaStreamSynchronize(0);
    if (status == cudaSuccess && count <= BACK) memcpy(to, d->back, bytes);
    return ended(status, "to give numbers back", text);
}

static int multiplied(cublasStatus_t status, char text[DEVICE_TEXT])
{
    if (status == CUBLAS_STATUS_SUCCESS) return 0;
    snprintf(text, DEVICE_TEXT, "cuBLAS failed: error %d", (int)status);
    return -1;
}

/* cuBLAS goes by columns: the transpose of c is the product of b's and a's. */
int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT])
{
    const double one = 1, zero = 0;
    const size_t q = (size_t)n * (size_t)n;
    const long long apart = (long long)q;
    return multiplied(cublasDgemmStridedBatched(d->blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                                                d->list + b * q, n, apart, d->list + a * q, n,
                                                apart, &zero, d->list + c * q, n, apart, 3),
                      text);
}

int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT])
{
    const int count = (int)items;
    const unsigned blocks = (unsigned)items, wide = (unsigned)((items + BLOCK - 1) / BLOCK);
    switch (w.kind) {
    case DO_COMPLEX:
        LAUNCH(sphere_product, wide, BLOCK)(d->list, w.n, count);
        break;
    case DO_GENERATOR:
        LAUNCH(sphere_blocks<DO_GENERATOR>, blocks, BLOCK)(d->list, w);
        break;
    case DO_MIRROR:
        LAUNCH(sphere_blocks<DO_MIRROR>, blocks, BLOCK)(d->list, w);
        break;
    case DO_STAGE:
        LAUNCH(sphere_blocks<DO_STAGE>, blocks, BLOCK)(d->list, w);
        break;
    case DO_MISSED:
        LAUNCH(sphere_blocks<DO_MISSED>, blocks, BLOCK)(d->list, w);
        break;
    case DO_END:
        LAUNCH(sphere_blocks<DO_END>, blocks, BLOCK)(d->list, w);
        break;
    default:
        LAUNCH(sphere, wide, BLOCK)(d->list, w, count);
    }
    return ended(cudaGetLastError(), "on a matrix", text);
}

int slp_driver_peak(device *d, int kind, int rounds, size_t items, char text[DEVICE_TEXT])
{
    LAUNCH(peak, (unsigned)((items + BESIDE - 1) / BESIDE), BESIDE)(d->list, kind, rounds,
                                                                    (int)items);
    const cudaError_t status = cudaGetLastError();
    return ended(status == cudaSuccess ? cudaDeviceSynchronize() : status, "at its peak", text);
}

int slp_driver_zgemm(device *d, int n, int count, char text[DEVICE_TEXT])
{
    const cuDoubleComplex one = {1, 0}, zero = {0, 0};
    const size_t q = (size_t)n * (size_t)n;
    cuDoubleComplex *a = (cuDoubleComplex *)(d->list + S_XI * q),
                    *b = (cuDoubleComplex *)(d->list + S_RING * q),
                    *c = (cuDoubleComplex *)(d->list + S_PART * q);
    for (int i = 0; i < count; i++)
        if (multiplied(cublasZgemm(d->blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n,
                                   &zero, c, n),
                       text))
            return -1;
    return ended(cudaDeviceSynchronize(), "on zgemm", text);
}
