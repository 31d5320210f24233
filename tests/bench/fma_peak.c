/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Peaks of fused multiply-adds: twelve chains hide the latency (4 cycles, 2 a cycle) of every such
 * unit.  The wide units take a while to reach full speed after a pause: of four equal passes the
 * fastest is the peak. */
#include "tests/bench/fma_peak.h"

#include <stddef.h>
#include <time.h>

#if defined(__x86_64__)
#include <immintrin.h>

enum { CHAINS = 12, TURNS = 1000000, PASSES = 4 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool able_avx512(void)
{
    return __builtin_cpu_supports("avx512f");
}

static bool able_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

/* The chains are named so that they stay in registers whatever the compiler's taste. */
#define PEAK(WORD, LANES, VECTOR, SET, FMA, TARGET)                                                \
    __attribute__((target(TARGET))) static double peak_##WORD(void)                                \
    {                                                                                              \
        VECTOR a0 = SET(0.1), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;       \
        VECTOR a8 = a0, a9 = a0, aa = a0, ab = a0, m = SET(0.999), c = SET(0.001);                 \
        double best = 0;                                                                           \
        for (int pass = 0; pass < PASSES; pass++) {                                                \
            double began = now(), rate;                                                            \
            for (int i = 0; i < TURNS; i++) {                                                      \
                a0 = FMA(a0, m, c), a1 = FMA(a1, m, c), a2 = FMA(a2, m, c), a3 = FMA(a3, m, c);    \
                a4 = FMA(a4, m, c), a5 = FMA(a5, m, c), a6 = FMA(a6, m, c), a7 = FMA(a7, m, c);    \
                a8 = FMA(a8, m, c), a9 = FMA(a9, m, c), aa = FMA(aa, m, c), ab = FMA(ab, m, c);    \
                __asm__ volatile("" : "+x"(a0), "+x"(a1), "+x"(a2), "+x"(a3), "+x"(a4), "+x"(a5)); \
                __asm__ volatile("" : "+x"(a6), "+x"(a7), "+x"(a8), "+x"(a9), "+x"(aa), "+x"(ab)); \
            }                                                                                      \
            rate = 2.0 * LANES * CHAINS * TURNS / (now() - began);                                 \
            if (rate > best) best = rate;                                                          \
        }                                                                                          \
        return best;                                                                               \
    }

/* Four of each kind a turn, of which chains of one or two hide no latency but a multiply-add's, 4
 * cycles, and a maximum's. */
#define MIXED(WORD, VECTOR, INTEGERS, SET, FMA, MAX, SHIFT, XOR, ONES, TARGET)                     \
    __attribute__((target(TARGET))) static double mixed_##WORD(void)                               \
    {                                                                                              \
        VECTOR a0 = SET(0.1), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;       \
        VECTOR m = SET(0.999), c = SET(0.001);                                                     \
        INTEGERS k = ONES(77), s0 = k, s1 = k, x0 = k, x1 = k;                                     \
        double best = 0;                                                                           \
        for (int pass = 0; pass < PASSES; pass++) {                                                \
            double began = now(), rate;                                                            \
            for (int i = 0; i < TURNS; i++) {                                                      \
                a0 = FMA(a0, m, c), b0 = MAX(b0, c), s0 = SHIFT(s0, 1), x0 = XOR(x0, k);           \
                a1 = FMA(a1, m, c), b1 = MAX(b1, c), s1 = SHIFT(s1, 1), x1 = XOR(x1, k);           \
                __asm__ volatile("" : "+x"(s0), "+x"(s1), "+x"(x0), "+x"(x1));                     \
                a2 = FMA(a2, m, c), b2 = MAX(b2, c), s0 = SHIFT(s0, 1), x0 = XOR(x0, k);           \
                a3 = FMA(a3, m, c), b3 = MAX(b3, c), s1 = SHIFT(s1, 1), x1 = XOR(x1, k);           \
                __asm__ volatile("" : "+x"(a0), "+x"(a1), "+x"(a2), "+x"(a3), "+x"(b0), "+x"(b1)); \
                __asm__ volatile("" : "+x"(b2), "+x"(b3), "+x"(s0), "+x"(s1), "+x"(x0), "+x"(x1)); \
            }                                                                                      \
            rate = 16.0 * TURNS / (now() - began);                                                 \
            if (rate > best) best = rate;                                                          \
        }                                                                                          \
        return best;                                                                               \
    }

PEAK(avx512, 8, __m512d, _mm512_set1_pd, _mm512_fmadd_pd, "avx512f")
PEAK(avx2, 4, __m256d, _mm256_set1_pd, _mm256_fmadd_pd, "avx2,fma")

MIXED(avx512, __m512d, __m512i, _mm512_set1_pd, _mm512_fmadd_pd, _mm512_max_pd, _mm512_srli_epi64,
      _mm512_xor_si512, _mm512_set1_epi64, "avx512f")
MIXED(avx2, __m256d, __m256i, _mm256_set1_pd, _mm256_fmadd_pd, _mm256_max_pd, _mm256_srli_epi64,
      _mm256_xor_si256, _mm256_set1_epi64x, "avx2,fma")

const struct fma_peak fma_peaks[] = {{"avx512", able_avx512, peak_avx512, mixed_avx512, 8},
                                     {"avx2", able_avx2, peak_avx2, mixed_avx2, 4},
                                     {NULL, NULL, NULL, NULL, 0}};
#else
const struct fma_peak fma_peaks[] = {{NULL, NULL, NULL, NULL, 0}};
#endif
