/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors of SVE registers whose length the compiler was told: -msve-vector-bits=256 gives four
 * lanes.  Such a kernel runs on a processor with exactly that length. */
#ifndef SLP_FAST_VECTOR_SVE_H
#define SLP_FAST_VECTOR_SVE_H

#include <arm_sve.h>
#include <stdbool.h>
#include <stdint.h>

/* ..._VECTORS: vectors computed together (fast/ensemble/template_noise.h) */
enum {
    LANES = __ARM_FEATURE_SVE_BITS / 64,
    NOISE_VECTORS = 6,
    STAGE_VECTORS = 3,
    SPIN_VECTORS = 3
};
typedef svfloat64_t vd __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));
typedef svuint64_t vu __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));
typedef svbool_t vm __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));

static inline vm vm_all(void)
{
    return svptrue_b64();
}

static inline vd vd_set(double x)
{
    return svdup_f64(x);
}

static inline vu vu_set(uint64_t x)
{
    return svdup_u64(x);
}

static inline vu vd_bits(vd x)
{
    return svreinterpret_u64_f64(x);
}

static inline vd vu_double(vu bits)
{
    return svreinterpret_f64_u64(bits);
}

/* a b of the low 32 bits of each lane */
static inline vu vu_multiply(vu a, vu b)
{
    return svmul_u64_x(vm_all(), svextw_u64_x(vm_all(), a), svextw_u64_x(vm_all(), b));
}

/* the high word, in the low half; what the high half holds does not matter */
static inline vu vu_high(vu a)
{
    return svlsr_n_u64_x(vm_all(), a, 32);
}

/* the low words, one above the other */
static inline vu vu_join(vu high, vu low)
{
    return svorr_u64_x(vm_all(), svlsl_n_u64_x(vm_all(), high, 32), svextw_u64_x(vm_all(), low));
}

/* k of a = m 2^k, 1 <= m < 2, a positive and normal */
static inline vd vd_exponent(vd a)
{
    const vu whole =
        svorr_u64_x(vm_all(), svlsr_n_u64_x(vm_all(), vd_bits(a), 52), vu_set(0x4330000000000000));
    return vu_double(whole) - vd_set(0x1p52 + 1023);
}

/* 1 + the number in the upper 53 of 64 bits: the low words, one above the other */
static inline vd vd_cell(vu high, vu low)
{
    const vu cell = svlsr_n_u64_x(vm_all(), vu_join(high, low), 11);
    return svadd_f64_x(vm_all(), svcvt_f64_u64_x(vm_all(), cell), vd_set(1.0));
}

static inline vd vd_fma(vd a, vd b, vd c)
{
    return svmla_f64_x(vm_all(), c, a, b);
}

/* c - a b */
static inline vd vd_fnma(vd a, vd b, vd c)
{
    return svmls_f64_x(vm_all(), c, a, b);
}

static inline vd vd_sqrt(vd a)
{
    return svsqrt_f64_x(vm_all(), a);
}

static inline vd vd_abs(vd a)
{
    return svabs_f64_x(vm_all(), a);
}

static inline vd vd_select(vm m, vd yes, vd no)
{
    return svsel_f64(m, yes, no);
}

/* FMAX and FMIN are not used: they treat NaN and signed zeros differently. */
static inline vd vd_max(vd a, vd b)
{
    return svsel_f64(svcmpgt_f64(vm_all(), a, b), a, b);
}

static inline vd vd_min(vd a, vd b)
{
    return svsel_f64(svcmplt_f64(vm_all(), a, b), a, b);
}

/* a between -limit and limit, limit >= 0, a not NaN */
static inline vd vd_clip(vd a, vd limit)
{
    return vd_min(limit, vd_max(-limit, a));
}

static inline vm vm_le(vd a, vd b)
{
    return svcmple_f64(vm_all(), a, b);
}

/* bit n of each lane */
static inline vm vu_bit(vu a, int n)
{
    return svcmpne_n_u64(vm_all(), svand_n_u64_x(vm_all(), a, (uint64_t)1 << n), 0);
}

static inline vm vm_and(vm a, vm b)
{
    return svand_b_z(vm_all(), a, b);
}

static inline vm vm_or(vm a, vm b)
{
    return svorr_b_z(vm_all(), a, b);
}

static inline vm vm_and_not(vm a, vm not )
{
    return svbic_b_z(vm_all(), a, not );
}

static inline bool vm_any(vm a)
{
    return svptest_any(vm_all(), a);
}

static inline bool vm_lane(vm a, int lane)
{
    return vm_any(vm_and(a, svcmpeq_n_u64(vm_all(), svindex_u64(0, 1), (uint64_t)lane)));
}

#endif
