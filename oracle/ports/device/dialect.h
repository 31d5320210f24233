/* The words in which C, OpenCL C 1.2 and CUDA differ.  Everything else of the kernels is text that
 * all three read alike.  No product and sum are contracted to one rounding: in OpenCL by the
 * pragma, in C by -ffp-contract=off, in CUDA by --fmad=false. */
#ifndef SLP_DEVICE_DIALECT_H
#define SLP_DEVICE_DIALECT_H

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define FUNCTION static
#define GLOBAL   global
typedef uint uint32_t;
typedef ulong uint64_t;
#else
#include <math.h>
#include <stdint.h>
#ifdef __CUDACC__
/* not put into one another: nvcc would take minutes */
#define FUNCTION static __device__ __noinline__
#else
#define FUNCTION static
#endif
#define GLOBAL
#endif

#endif
