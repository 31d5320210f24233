/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A vector of one lane: plain C11, any machine. fma() gives the same bits everywhere; it is fast
 * where the processor has it. */
#ifndef SLP_FAST_VECTOR_PORTABLE_H
#define SLP_FAST_VECTOR_PORTABLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum { LANES = 1, NOISE_VECTORS = 2, STAGE_VECTORS = 2, SPIN_VECTORS = 2 };
typedef double vd;
typedef uint64_t vu;
typedef bool vm;

static inline vd vd_set(double x)
{
    return x;
}

static inline vu vu_set(uint64_t x)
{
    return x;
}

static inline vu vd_bits(vd x)
{
    vu bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline vd vu_double(vu bits)
{
    vd x;
    memcpy(&x, &bits, sizeof x);
    return x;
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
    return high << 32 | (low & vu_set(0xffffffff));
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    return vu_double(vd_bits(a) >> 52 | vu_set(0x4330000000000000)) - vd_set(0x1p52 + 1023);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other */
static inline vd vd_cell(vu high, vu low)
{
    return (double)(vu_join(high, low) >> 11) + vd_set(1.0);
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    return fma(a, b, c);
}

/* c - a b */
static inline vd vd_fnma(vd a, vd b, vd c)
{
    return fma(-a, b, c);
}

static inline vd vd_sqrt(vd a)
{
    return sqrt(a);
}

static inline vd vd_abs(vd a)
{
    return fabs(a);
}

/* a > b ? a : b, so b when unordered */
static inline vd vd_max(vd a, vd b)
{
    return a > b ? a : b;
}

/* a < b ? a : b */
static inline vd vd_min(vd a, vd b)
{
    return a < b ? a : b;
}

/* a between -limit and limit, limit >= 0, a not NaN */
static inline vd vd_clip(vd a, vd limit)
{
    return vd_min(limit, vd_max(-limit, a));
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return m ? yes : no;
}

static inline vm vm_le(vd a, vd b)
{
    return a <= b;
}

/* bit n of each lane */
static inline vm vu_bit(vu a, int n)
{
    return a >> n & 1;
}

static inline vm vm_all(void)
{
    return true;
}

static inline vm vm_and(vm a, vm b)
{
    return a && b;
}

static inline vm vm_or(vm a, vm b)
{
    return a || b;
}

static inline vm vm_and_not(vm a, vm not )
{
    return a && !not ;
}

static inline bool vm_any(vm a)
{
    return a;
}

static inline bool vm_lane(vm a, int lane)
{
    return a && lane == 0;
}

#endif
