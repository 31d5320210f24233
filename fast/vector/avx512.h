/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eight lanes: AVX-512 F, DQ, VL.  A mask is a bit a lane. */
#ifndef SLP_FAST_VECTOR_AVX512_H
#define SLP_FAST_VECTOR_AVX512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum { LANES = 8, NOISE_VECTORS = 6, STAGE_VECTORS = 3, SPIN_VECTORS = 3 };
typedef double vd __attribute__((vector_size(64)));
typedef uint64_t vu __attribute__((vector_size(64)));
typedef __mmask8 vm;

static inline vd vd_set(double x)
{
    return _mm512_set1_pd(x);
}

static inline vu vu_set(uint64_t x)
{
    return (vu)_mm512_set1_epi64((long long)x);
}

static inline vu vd_bits(vd x)
{
    return (vu)x;
}

static inline vd vu_double(vu bits)
{
    return (vd)bits;
}

static inline vu vu_multiply(vu a, vu b)
{
    return (vu)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* the high word, in the low half; what the high half holds does not matter */
static inline vu vu_high(vu a)
{
    return a >> 32;
}

/* the low words, one above the other */
static inline vu vu_join(vu high, vu low)
{
    return (vu)_mm512_mask_shuffle_epi32((__m512i)low, 0xaaaa, (__m512i)high, _MM_PERM_CCAA);
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    return _mm512_getexp_pd(a);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other */
static inline vd vd_cell(vu high, vu low)
{
    return _mm512_cvtepu64_pd((__m512i)(vu_join(high, low) >> 11)) + vd_set(1.0);
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    return _mm512_fmadd_pd(a, b, c);
}

static inline vd vd_fnma(vd a, vd b, vd c)
{
    return _mm512_fnmadd_pd(a, b, c);
}

static inline vd vd_sqrt(vd a)
{
    return _mm512_sqrt_pd(a);
}

static inline vd vd_abs(vd a)
{
    return _mm512_abs_pd(a);
}

static inline vd vd_max(vd a, vd b)
{
    return _mm512_max_pd(a, b);
}

static inline vd vd_min(vd a, vd b)
{
    return _mm512_min_pd(a, b);
}

/* of the size of the smaller, signed as a; neither is NaN */
static inline vd vd_clip(vd a, vd limit)
{
    return _mm512_range_pd(a, limit, 0x2);
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return _mm512_mask_blend_pd(m, no, yes);
}

static inline vm vm_le(vd a, vd b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}

static inline vm vu_bit(vu a, int n)
{
    return _mm512_test_epi64_mask((__m512i)a, _mm512_set1_epi64((long long)((uint64_t)1 << n)));
}

static inline vm vm_all(void)
{
    return 0xff;
}

static inline vm vm_and(vm a, vm b)
{
    return (vm)(a & b);
}

static inline vm vm_or(vm a, vm b)
{
    return (vm)(a | b);
}

static inline vm vm_and_not(vm a, vm not )
{
    return (vm)(a & ~not );
}

static inline bool vm_any(vm a)
{
    return a != 0;
}

static inline bool vm_lane(vm a, int lane)
{
    return a >> lane & 1;
}

#endif
