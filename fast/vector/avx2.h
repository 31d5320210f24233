/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Four lanes: AVX2 and FMA3.  A mask is a vector of all-one or all-zero lanes. */
#ifndef SLP_FAST_VECTOR_AVX2_H
#define SLP_FAST_VECTOR_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum { LANES = 4, NOISE_VECTORS = 4, STAGE_VECTORS = 4, SPIN_VECTORS = 2 };
typedef double vd __attribute__((vector_size(32)));
typedef uint64_t vu __attribute__((vector_size(32)));
typedef vd vm;

static inline vd vd_set(double x)
{
    return _mm256_set1_pd(x);
}

static inline vu vu_set(uint64_t x)
{
    return (vu)_mm256_set1_epi64x((long long)x);
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
    return (vu)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

/* the high word, in the low half; what the high half holds does not matter */
static inline vu vu_high(vu a)
{
    return a >> 32;
}

/* the low words, one above the other */
static inline vu vu_join(vu high, vu low)
{
    return (vu)_mm256_blend_epi32((__m256i)low, _mm256_shuffle_epi32((__m256i)high, 0xa0), 0xaa);
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    return vu_double(vd_bits(a) >> 52 | vu_set(0x4330000000000000)) - vd_set(0x1p52 + 1023);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other.  There is no
 * conversion of 64-bit integers before AVX-512.  2^73 + high 2^21 and 2^41 + low/2^11 + 1, without
 * the lowest 11 bits of low, are exact, and so is their sum less 2^73 + 2^41. */
static inline vd vd_cell(vu high, vu low)
{
    const vu above = vu_set(0x4480000000000000), below = vu_set(0x4280000000000000 + (1 << 11));
    const vd upper = (vd)_mm256_blend_epi32((__m256i)high, (__m256i)above, 0xaa);
    const vd lower = (vd)((low & vu_set(0xfffff800)) + below);
    return (upper - vd_set(0x1.00000001p73)) + lower;
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    return _mm256_fmadd_pd(a, b, c);
}

static inline vd vd_fnma(vd a, vd b, vd c)
{
    return _mm256_fnmadd_pd(a, b, c);
}

static inline vd vd_sqrt(vd a)
{
    return _mm256_sqrt_pd(a);
}

static inline vd vd_abs(vd a)
{
    return (vd)((vu)a & vu_set(0x7fffffffffffffff));
}

static inline vd vd_max(vd a, vd b)
{
    return _mm256_max_pd(a, b);
}

static inline vd vd_min(vd a, vd b)
{
    return _mm256_min_pd(a, b);
}

static inline vd vd_clip(vd a, vd limit)
{
    return vd_min(limit, vd_max(-limit, a));
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return _mm256_blendv_pd(no, yes, m);
}

static inline vm vm_le(vd a, vd b)
{
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}

/* The selection reads sign bits only; masks that meet and/or below are whole lanes from vm_le. */
static inline vm vu_bit(vu a, int n)
{
    return (vd)(a << (63 - n));
}

static inline vm vm_all(void)
{
    return (vd)vu_set(UINT64_MAX);
}

static inline vm vm_and(vm a, vm b)
{
    return (vd)((vu)a & (vu)b);
}

static inline vm vm_or(vm a, vm b)
{
    return (vd)((vu)a | (vu)b);
}

static inline vm vm_and_not(vm a, vm not )
{
    return (vd)((vu)a & ~(vu) not );
}

static inline bool vm_any(vm a)
{
    return _mm256_movemask_pd(a) != 0;
}

static inline bool vm_lane(vm a, int lane)
{
    return _mm256_movemask_pd(a) >> lane & 1;
}

#endif
