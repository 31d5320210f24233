/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A device of OpenCL 1.2 with binary64 (oracle/ports/device/device.h). */
#define CL_TARGET_OPENCL_VERSION 120
#include "oracle/ports/device/device.h"
#include "oracle/ports/opencl/source.h"

#include <CL/cl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLATFORMS = 16, BESIDE = 64 };

/* The kernels of ensembles, by their places in the list. */
#define ITS_NUMBER(name, model, count) ENSEMBLE_##name,
enum { ENSEMBLES(ITS_NUMBER) ENSEMBLE_KERNELS };

struct device {
    cl_device_id id;
    cl_device_type type;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel batch, single, sphere, sphere_blocks, peak;
    /* built when they are first asked for: in binary32, and each model of ensembles */
    cl_program narrow, of_model[ENSEMBLE_KERNELS];
    cl_kernel batch32, ensemble[ENSEMBLE_KERNELS];
    cl_mem list;
};
const char slp_driver_program[] = "slp-port-opencl";

/* The first device with binary64, of any kind; false and text if there is none. */
static bool find_device(device *d, char text[DEVICE_TEXT])
{
    cl_platform_id platforms[PLATFORMS];
    cl_uint count = 0;
    snprintf(text, DEVICE_TEXT, "no platform of OpenCL here (Debian: pocl-opencl-icd)");
    if (clGetPlatformIDs(PLATFORMS, platforms, &count)) return false;
    for (cl_uint i = 0; i < count && i < PLATFORMS; i++) {
        cl_device_id all[PLATFORMS];
        cl_uint devices = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, PLATFORMS, all, &devices)) continue;
        for (cl_uint k = 0; k < devices && k < PLATFORMS; k++) {
            cl_device_fp_config binary64 = 0;
            clGetDeviceInfo(all[k], CL_DEVICE_DOUBLE_FP_CONFIG, sizeof binary64, &binary64, NULL);
            if (!binary64) continue;
            d->id = all[k];
            clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof d->type, &d->type, NULL);
            clGetDeviceInfo(d->id, CL_DEVICE_NAME, DEVICE_TEXT, text, NULL);
            return true;
        }
        snprintf(text, DEVICE_TEXT, "no device of OpenCL with binary64 here");
    }
    return false;
}

/* *program = the kernels, compiled with these options; false and text, with what the compiler
 * said. */
static bool compile_kernels(cl_program *program, const device *d, const char *options,
                            char text[DEVICE_TEXT])
{
    cl_int status;
    const char *source = slp_device_source[0].text;
    *program = clCreateProgramWithSource(d->context, 1, &source, NULL, &status);
    if (!status) status = clBuildProgram(*program, 1, &d->id, options, NULL, NULL);
    if (!status) return true;
    const int used =
        snprintf(text, DEVICE_TEXT, "the kernels do not compile: OpenCL's error %d: ", (int)status);
    size_t length = 0;
    if (!*program) return false;
    clGetProgramBuildInfo(*program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char *log = calloc(length + 1, 1);
    if (log) clGetProgramBuildInfo(*program, d->id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    snprintf(text + used, DEVICE_TEXT - (size_t)used, "%s", log ? log : "");
    free(log);
    return false;
}

/* Opens the device and builds its kernels; false and text. */
static bool open_and_build(device *d, char text[DEVICE_TEXT])
{
    cl_int status;
    d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
    if (!status) d->queue = clCreateCommandQueue(d->context, d->id, 0, &status);
    if (!status && !compile_kernels(&d->program, d, "-cl-std=CL1.2", text)) return false;
    if (!status) d->batch = clCreateKernel(d->program, "batch", &status);
    if (!status) d->single = clCreateKernel(d->program, "single", &status);
    if (!status) d->sphere = clCreateKernel(d->program, "sphere", &status);
    if (!status) d->sphere_blocks = clCreateKernel(d->program, "sphere_blocks", &status);
    if (!status) d->peak = clCreateKernel(d->program, "peak", &status);
    if (status)
        snprintf(text, DEVICE_TEXT, "the device cannot be opened: OpenCL's error %d", (int)status);
    return !status;
}

/* The kernel of cases in binary64 or binary32; NULL and text if it does not compile. */
static cl_kernel batch_kernel(device *d, bool binary32, char text[DEVICE_TEXT])
{
    cl_int status = CL_SUCCESS;
    if (!binary32) return d->batch;
    if (d->batch32) return d->batch32;
    if (!d->narrow && !compile_kernels(&d->narrow, d, "-cl-std=CL1.2 -DBINARY32", text))
        return NULL;
    d->batch32 = clCreateKernel(d->narrow, "batch", &status);
    if (status)
        snprintf(text, DEVICE_TEXT, "no kernel in binary32: OpenCL's error %d", (int)status);
    return d->batch32;
}

int slp_device_open(device **d, char text[DEVICE_TEXT])
{
    char name[DEVICE_TEXT];
    *d = calloc(1, sizeof **d);
    if (!*d) {
        snprintf(text, DEVICE_TEXT, "out of memory");
        return SLP_MEMORY;
    }
    const bool found = find_device(*d, text);
    snprintf(name, sizeof name, "%s", text);
    if (found && open_and_build(*d, text)) {
        snprintf(text, DEVICE_TEXT, "%s", name);
        return SLP_OK;
    }
    slp_device_close(*d);
    *d = NULL;
    return found ? SLP_DEVICE_FAILED : SLP_UNSUPPORTED;
}

void slp_device_close(device *d)
{
    if (!d) return;
    if (d->batch) clReleaseKernel(d->batch);
    if (d->batch32) clReleaseKernel(d->batch32);
    if (d->narrow) clReleaseProgram(d->narrow);
    for (int k = 0; k < ENSEMBLE_KERNELS; k++) {
        if (d->ensemble[k]) clReleaseKernel(d->ensemble[k]);
        if (d->of_model[k]) clReleaseProgram(d->of_model[k]);
    }
    if (d->single) clReleaseKernel(d->single);
    if (d->sphere) clReleaseKernel(d->sphere);
    if (d->sphere_blocks) clReleaseKernel(d->sphere_blocks);
    if (d->peak) clReleaseKernel(d->peak);
    if (d->list) clReleaseMemObject(d->list);
    if (d->program) clReleaseProgram(d->program);
    if (d->queue) clReleaseCommandQueue(d->queue);
    if (d->context) clReleaseContext(d->context);
    free(d);
}

/* A buffer on the device with a copy of these bytes; NULL and *status if there is none. */
static cl_mem copy_in(cl_int *status, const device *d, const void *from, size_t bytes)
{
    if (*status) return NULL;
    return clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                          (void *)(uintptr_t)from, status); /* which is only read */
}

/* bytes of `on` to `to`, when the device has ended */
static void copy_out(cl_int *status, const device *d, void *to, cl_mem on, size_t bytes)
{
    if (!*status) *status = clEnqueueReadBuffer(d->queue, on, CL_TRUE, 0, bytes, to, 0, NULL, NULL);
}

static int note_failure(cl_int status, const char *what, char text[DEVICE_TEXT])
{
    if (!status) return 0;
    snprintf(text, DEVICE_TEXT, "the device failed %s: OpenCL's error %d", what, (int)status);
    return -1;
}

int slp_driver_batch(device *d, job *cases, size_t count, void *numbers, size_t length,
                     bool binary32, char text[DEVICE_TEXT])
{
    cl_int status = CL_SUCCESS;
    const cl_int number = (cl_int)count;
    const size_t items = (count + BESIDE - 1) / BESIDE * BESIDE;
    const size_t bytes = length * (binary32 ? sizeof(float) : sizeof(double));
    const cl_kernel batch = batch_kernel(d, binary32, text);
    if (!batch) return -1;
    cl_mem on_cases = copy_in(&status, d, cases, count * sizeof *cases);
    cl_mem on_numbers = copy_in(&status, d, numbers, bytes);
    if (!status) status = clSetKernelArg(batch, 0, sizeof on_cases, &on_cases);
    if (!status) status = clSetKernelArg(batch, 1, sizeof on_numbers, &on_numbers);
    if (!status) status = clSetKernelArg(batch, 2, sizeof number, &number);
    if (!status)
        status = clEnqueueNDRangeKernel(d->queue, batch, 1, NULL, &items, NULL, 0, NULL, NULL);
    copy_out(&status, d, cases, on_cases, count * sizeof *cases);
    copy_out(&status, d, numbers, on_numbers, bytes);
    if (on_cases) clReleaseMemObject(on_cases);
    if (on_numbers) clReleaseMemObject(on_numbers);
    return note_failure(status, "on a batch", text);
}

/* The kernel of w's model; NULL and text if it does not compile, or there is none. */
static cl_kernel ensemble_kernel(device *d, const ensemble_work *w, char text[DEVICE_TEXT])
{
    char options[128];
    cl_int status = CL_SUCCESS;
    int which = ENSEMBLE_KERNELS;
#define ONE_MODEL(name, one, count)                                                                \
    if (w->model == one && w->n == count) which = ENSEMBLE_##name;
    ENSEMBLES(ONE_MODEL)
#undef ONE_MODEL
    snprintf(text, DEVICE_TEXT, "there is no kernel of model %d, %d", w->model, w->n);
    if (which == ENSEMBLE_KERNELS) return NULL;
    if (d->ensemble[which]) return d->ensemble[which];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DENSEMBLE_MODEL=%d -DENSEMBLE_N=%d%s",
             w->model, w->n, d->type & CL_DEVICE_TYPE_CPU ? " -DON_PROCESSOR" : "");
    if (!d->of_model[which] && !compile_kernels(&d->of_model[which], d, options, text)) return NULL;
    d->ensemble[which] = clCreateKernel(d->of_model[which], "ensemble", &status);
    if (status) snprintf(text, DEVICE_TEXT, "no kernel: OpenCL's error %d", (int)status);
    return d->ensemble[which];
}

int slp_driver_ensemble(device *d, double *x, int *made, uint32_t *evaluations,
                        const ensemble_work *w, const ensemble_bonds *bonds, char text[DEVICE_TEXT])
{
    cl_int status = CL_SUCCESS;
    const size_t paths = (size_t)w->paths, items = (paths + BESIDE - 1) / BESIDE * BESIDE;
    const size_t bytes = paths * (size_t)w->d * sizeof *x;
    /* left to itself, PoCL puts 4096 paths together, whose numbers overflow its stack */
    const size_t beside = BESIDE;
    const cl_kernel kernel = ensemble_kernel(d, w, text);
    if (!kernel) return -1;
    cl_mem on_x = copy_in(&status, d, x, bytes);
    cl_mem on_made = copy_in(&status, d, made, paths * sizeof *made);
    cl_mem on_evaluations = copy_in(&status, d, evaluations, paths * sizeof *evaluations);
    cl_mem on_work = copy_in(&status, d, w, sizeof *w);
    cl_mem on_bonds = bonds ? copy_in(&status, d, bonds, sizeof *bonds) : NULL;
    if (!status) status = clSetKernelArg(kernel, 0, sizeof on_x, &on_x);
    if (!status) status = clSetKernelArg(kernel, 1, sizeof on_made, &on_made);
    if (!status) status = clSetKernelArg(kernel, 2, sizeof on_evaluations, &on_evaluations);
    if (!status) status = clSetKernelArg(kernel, 3, sizeof on_work, &on_work);
    if (!status) status = clSetKernelArg(kernel, 4, sizeof on_bonds, &on_bonds);
    if (!status)
        status = clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &items, &beside, 0, NULL, NULL);
    copy_out(&status, d, x, on_x, bytes);
    copy_out(&status, d, made, on_made, paths * sizeof *made);
    copy_out(&status, d, evaluations, on_evaluations, paths * sizeof *evaluations);
    if (on_x) clReleaseMemObject(on_x);
    if (on_made) clReleaseMemObject(on_made);
    if (on_evaluations) clReleaseMemObject(on_evaluations);
    if (on_work) clReleaseMemObject(on_work);
    if (on_bonds) clReleaseMemObject(on_bonds);
    return note_failure(status, "on an ensemble", text);
}

int slp_driver_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT])
{
    cl_int status = CL_SUCCESS;
    const cl_int number = (cl_int)count;
    const size_t one = 1;
    cl_mem on = copy_in(&status, d, x, count * sizeof *x);
    if (!status) status = clSetKernelArg(d->single, 0, sizeof on, &on);
    if (!status) status = clSetKernelArg(d->single, 1, sizeof k, &k);
    if (!status) status = clSetKernelArg(d->single, 2, sizeof number, &number);
    if (!status)
        status = clEnqueueNDRangeKernel(d->queue, d->single, 1, NULL, &one, NULL, 0, NULL, NULL);
    if (!status)
        status = clEnqueueReadBuffer(d->queue, on, CL_TRUE, 0, sizeof *x, x, 0, NULL, NULL);
    if (on) clReleaseMemObject(on);
    return note_failure(status, "on one operation", text);
}

int slp_driver_list(device *d, size_t count, char text[DEVICE_TEXT])
{
    cl_int status = CL_SUCCESS;
    const double zero = 0;
    const size_t bytes = count * sizeof zero;
    if (d->list) clReleaseMemObject(d->list);
    d->list = NULL;
    if (!count) return 0;
    cl_mem list = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (!status) d->list = list;
    if (!status)
        status = clEnqueueFillBuffer(d->queue, list, &zero, sizeof zero, 0, bytes, 0, NULL, NULL);
    return note_failure(status, "to give room", text);
}

int slp_driver_put(device *d, size_t at, const double *from, size_t count, char text[DEVICE_TEXT])
{
    return note_failure(clEnqueueWriteBuffer(d->queue, d->list, CL_TRUE, at * sizeof *from,
                                             count * sizeof *from, from, 0, NULL, NULL),
                        "to take numbers", text);
}

int slp_driver_get(device *d, double *to, size_t at, size_t count, char text[DEVICE_TEXT])
{
    return note_failure(clEnqueueReadBuffer(d->queue, d->list, CL_TRUE, at * sizeof *to,
                                            count * sizeof *to, to, 0, NULL, NULL),
                        "to give numbers back", text);
}

/* OpenCL has no BLAS of its own. */
int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, a, b, c, 0, {0}};
    return slp_driver_sphere(d, w, 3 * (size_t)n * (size_t)n, text);
}

int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT])
{
    const cl_int number = (cl_int)items;
    const bool blocks = w.kind >= DO_GENERATOR;
    const size_t beside = blocks ? BLOCK : BESIDE;
    const size_t all = blocks ? items * BLOCK : (items + BESIDE - 1) / BESIDE * BESIDE;
    const cl_kernel kernel = blocks ? d->sphere_blocks : d->sphere;
    cl_int status = clSetKernelArg(kernel, 0, sizeof d->list, &d->list);
    if (!status) status = clSetKernelArg(kernel, 1, sizeof w, &w);
    if (!status && !blocks) status = clSetKernelArg(kernel, 2, sizeof number, &number);
    if (!status)
        status = clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &all, &beside, 0, NULL, NULL);
    return note_failure(status, "on a matrix", text);
}

int slp_driver_peak(device *d, int kind, int rounds, size_t items, char text[DEVICE_TEXT])
{
    const cl_int one = kind, two = rounds, three = (cl_int)items;
    const size_t all = (items + BESIDE - 1) / BESIDE * BESIDE;
    cl_int status = clSetKernelArg(d->peak, 0, sizeof d->list, &d->list);
    if (!status) status = clSetKernelArg(d->peak, 1, sizeof one, &one);
    if (!status) status = clSetKernelArg(d->peak, 2, sizeof two, &two);
    if (!status) status = clSetKernelArg(d->peak, 3, sizeof three, &three);
    if (!status)
        status = clEnqueueNDRangeKernel(d->queue, d->peak, 1, NULL, &all, NULL, 0, NULL, NULL);
    return note_failure(status ? status : clFinish(d->queue), "at its peak", text);
}

int slp_driver_zgemm(device *d, int n, int count, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, S_XI, S_RING, S_PART, 0, {0}};
    for (int i = 0; i < 2 * count; i++)
        if (slp_driver_sphere(d, w, 2 * (size_t)n * (size_t)n, text)) return -1;
    return note_failure(clFinish(d->queue), "on a product", text);
}
