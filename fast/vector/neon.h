/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two lanes: Advanced SIMD of AArch64.  A mask is all ones or all zeros a lane. */
#ifndef SLP_FAST_VECTOR_NEON_H
#define SLP_FAST_VECTOR_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum { LANES = 2, NOISE_VECTORS = 6, STAGE_VECTORS = 3, SPIN_VECTORS = 3 };
typedef float64x2_t vd;
typedef uint64x2_t vu;
typedef uint64x2_t vm;

static inline vd vd_set(double x)
{
    return vdupq_n_f64(x);
}

static inline vu vu_set(uint64_t x)
{
    return vdupq_n_u64(x);
}

static inline vu vd_bits(vd x)
{
    return vreinterpretq_u64_f64(x);
}

static inline vd vu_double(vu bits)
{
    return vreinterpretq_f64_u64(bits);
}

static inline vu vu_multiply(vu a, vu b)
{
    return vmull_u32(vmovn_u64(a), vmovn_u64(b));
}

/* the high word, in the low half; what the high half holds does not matter */
static inline vu vu_high(vu a)
{
    return vshrq_n_u64(a, 32);
}

/* the low words, one above the other */
static inline vu vu_join(vu high, vu low)
{
    return vorrq_u64(vshlq_n_u64(high, 32), vandq_u64(low, vu_set(0xffffffff)));
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    const vu whole = vorrq_u64(vshrq_n_u64(vd_bits(a), 52), vu_set(0x4330000000000000));
    return vu_double(whole) - vd_set(0x1p52 + 1023);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other */
static inline vd vd_cell(vu high, vu low)
{
    return vcvtq_f64_u64(vshrq_n_u64(vu_join(high, low), 11)) + vd_set(1.0);
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    return vfmaq_f64(c, a, b);
}

static inline vd vd_fnma(vd a, vd b, vd c)
{
    return vfmsq_f64(c, a, b);
}

static inline vd vd_sqrt(vd a)
{
    return vsqrtq_f64(a);
}

static inline vd vd_abs(vd a)
{
    return vabsq_f64(a);
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return vbslq_f64(m, yes, no);
}

/* FMAX and FMIN are not used: they treat NaN and signed zeros differently. */
static inline vd vd_max(vd a, vd b)
{
    return vbslq_f64(vcgtq_f64(a, b), a, b);
}

static inline vd vd_min(vd a, vd b)
{
    return vbslq_f64(vcltq_f64(a, b), a, b);
}

static inline vd vd_clip(vd a, vd limit)
{
    return vd_min(limit, vd_max(-limit, a));
}

static inline vm vm_le(vd a, vd b)
{
    return vcleq_f64(a, b);
}

static inline vm vu_bit(vu a, int n)
{
    return vtstq_u64(a, vdupq_n_u64((uint64_t)1 << n));
}

static inline vm vm_all(void)
{
    return vdupq_n_u64(~(uint64_t)0);
}

static inline vm vm_and(vm a, vm b)
{
    return vandq_u64(a, b);
}

static inline vm vm_or(vm a, vm b)
{
    return vorrq_u64(a, b);
}

static inline vm vm_and_not(vm a, vm not )
{
    return vbicq_u64(a, not );
}

static inline bool vm_any(vm a)
{
    return (vgetq_lane_u64(a, 0) | vgetq_lane_u64(a, 1)) != 0;
}

static inline bool vm_lane(vm a, int lane)
{
    return (lane == 0 ? vgetq_lane_u64(a, 0) : vgetq_lane_u64(a, 1)) != 0;
}

#endif
