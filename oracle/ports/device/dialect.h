/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The words in which C, OpenCL C 1.2 and CUDA differ.  Everything else of the kernels is text that
 * all three read alike.  INLINE functions are put into their callers, where sizes are constants;
 * UNROLL before a loop writes out its rounds, so that arrays of small size are registers; a table
 * that is CONSTANT lies where GPUs read operands without an instruction of their own.  No product
 * and sum are contracted to one rounding: in OpenCL by the pragma, in C by -ffp-contract=off, in
 * CUDA by --fmad=false. */
#ifndef SLP_DEVICE_DIALECT_H
#define SLP_DEVICE_DIALECT_H

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define FUNCTION static
#define INLINE   static inline __attribute__((always_inline))
#define UNROLL   _Pragma("unroll")
#define GLOBAL   global
#define LOCAL    local
#define CONSTANT constant
typedef uint uint32_t;
typedef ulong uint64_t;
#else
#include <stdint.h>
#ifdef __cplusplus
#include <math.h>
#else
#include <tgmath.h>
#endif
#ifdef __CUDACC__
/* not put into one another: nvcc would take minutes */
#define FUNCTION static __device__ __noinline__
#define INLINE   static __device__ __forceinline__
#define UNROLL   _Pragma("unroll")
#define CONSTANT static __constant__
#else
#define FUNCTION static
#define INLINE   static inline __attribute__((always_inline))
#define UNROLL
#define CONSTANT static const
#endif
#define GLOBAL
#define LOCAL
#endif

/* The numbers in which cases are computed, and half the distance from 1 to the next one: binary64,
 * or binary32 where the kernels are built with BINARY32 (their second copy).  Constants are of that
 * type, too.  Ensembles and large matrices are computed in binary64 alone. */
#ifdef BINARY32
typedef float REAL;
#define UNIT 0x1p-24f
#else
typedef double REAL;
#define UNIT 0x1p-53
#endif
#define R(constant) ((REAL)(constant))

#endif
