/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eight lanes, as vectors of the compiler: four registers of RISC-V's vector extension where these
 * have 128 bits, one where they have 512.  A mask is all ones or all zeros a lane.  The compiler
 * makes single instructions of loops over lanes. */
#ifndef SLP_FAST_VECTOR_RVV_H
#define SLP_FAST_VECTOR_RVV_H

#include <stdbool.h>
#include <stdint.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum { LANES = 8, NOISE_VECTORS = 1, STAGE_VECTORS = 1, SPIN_VECTORS = 1 };
typedef double vd __attribute__((vector_size(64)));
typedef uint64_t vu __attribute__((vector_size(64)));
typedef int64_t vm __attribute__((vector_size(64)));

static inline vd vd_set(double x)
{
    return (vd){x, x, x, x, x, x, x, x};
}

static inline vu vu_set(uint64_t x)
{
    return (vu){x, x, x, x, x, x, x, x};
}

static inline vu vd_bits(vd x)
{
    return (vu)x;
}

static inline vd vu_double(vu bits)
{
    return (vd)bits;
}

/* a b of the low 32 bits of each lane */
static inline vu vu_multiply(vu a, vu b)
{
    return (a & 0xffffffff) * (b & 0xffffffff);
}

/* the high word, in the low half; what the high half holds does not matter */
static inline vu vu_high(vu a)
{
    return a >> 32;
}

/* the low words, one above the other */
static inline vu vu_join(vu high, vu low)
{
    return high << 32 | (low & 0xffffffff);
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    return vu_double(vd_bits(a) >> 52 | 0x4330000000000000) - vd_set(0x1p52 + 1023);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other */
static inline vd vd_cell(vu high, vu low)
{
    return __builtin_convertvector(vu_join(high, low) >> 11, vd) + vd_set(1.0);
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    vd y;
    for (int l = 0; l < LANES; l++) y[l] = __builtin_fma(a[l], b[l], c[l]);
    return y;
}

/* c - a b */
static inline vd vd_fnma(vd a, vd b, vd c)
{
    return vd_fma(-a, b, c);
}

static inline vd vd_sqrt(vd a)
{
    vd y;
    for (int l = 0; l < LANES; l++) y[l] = __builtin_sqrt(a[l]);
    return y;
}

static inline vd vd_abs(vd a)
{
    return (vd)((vu)a & 0x7fffffffffffffff);
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return (vd)(((vm)yes & m) | ((vm)no & ~m));
}

/* a > b ? a : b, so b when unordered */
static inline vd vd_max(vd a, vd b)
{
    return vd_select(a > b, a, b);
}

/* a < b ? a : b */
static inline vd vd_min(vd a, vd b)
{
    return vd_select(a < b, a, b);
}

/* a between -limit and limit, limit >= 0, a not NaN */
static inline vd vd_clip(vd a, vd limit)
{
    return vd_min(limit, vd_max(-limit, a));
}

static inline vm vm_le(vd a, vd b)
{
    return a <= b;
}

/* bit n of each lane */
static inline vm vu_bit(vu a, int n)
{
    return (a >> n & 1) != 0;
}

static inline vm vm_all(void)
{
    return (vm){-1, -1, -1, -1, -1, -1, -1, -1};
}

static inline vm vm_and(vm a, vm b)
{
    return a & b;
}

static inline vm vm_or(vm a, vm b)
{
    return a | b;
}

static inline vm vm_and_not(vm a, vm not )
{
    return a & ~not ;
}

static inline bool vm_any(vm a)
{
    int64_t any = 0;
    for (int l = 0; l < LANES; l++) any |= a[l];
    return any != 0;
}

static inline bool vm_lane(vm a, int lane)
{
    return a[lane] != 0;
}

#endif
