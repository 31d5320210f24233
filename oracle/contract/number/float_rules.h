/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rules that all binary64 arithmetic of this project is compiled under: every operation rounds
 * once, to binary64, in the order in which it is written.  These rules make increments the same
 * bits on every machine, and error bounds valid.
 *
 * Only headers that are not installed include this file: a program that uses the libraries may be
 * compiled with any options.  Options that the compiler announces by a macro are refused here by
 * #error.  Others have no macro (contraction to fused multiply-adds; with clang all but -ffast-math
 * and -ffinite-math-only); slp_float_rules_fault finds them by their results. Tested by
 * tests/contract/test_float_rules.sh. */
#ifndef SLP_ORACLE_FLOAT_RULES_H
#define SLP_ORACLE_FLOAT_RULES_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__)
#error                                                                                             \
    "-ffast-math (or -Ofast) changes results: compile without it, or with -fno-fast-math after it"
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "-ffinite-math-only drops checks for what is not finite: compile with -fno-finite-math-only"
#elif defined(__ASSOCIATIVE_MATH__)
#error "-fassociative-math (or -funsafe-math-optimizations) changes results: compile without it"
#elif defined(__RECIPROCAL_MATH__)
#error "-freciprocal-math changes results: compile without it"
#elif defined(__NO_SIGNED_ZEROS__)
#error "-fno-signed-zeros changes results: compile with -fsigned-zeros"
#elif defined(__GCC_IEC_559) && __GCC_IEC_559 < 1
#error "not IEEE-754: compile with -std=c11 -ffp-contract=off, without -fsingle-precision-constant"
#endif

#if FLT_RADIX != 2 || DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "double is not binary64 on this machine: this project cannot be built for it"
#endif
/* Operations on double round to double where FLT_EVAL_METHOD is 0, 16, 32 (each type by itself, or
 * one narrower than double widened), 1 or 64 (float widened to double).  With other values they
 * keep more digits (2, 33, 65, 128), or it is not known (-1). */
#if !(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 16 ||                     \
      FLT_EVAL_METHOD == 32 || FLT_EVAL_METHOD == 64)
#if defined(__x86_64__)
#error "the x87 unit computes with more digits than binary64 has: compile with -mfpmath=sse"
#elif defined(__i386__)
#error "the x87 unit computes with more digits than binary64 has: compile with -msse2 -mfpmath=sse"
#elif defined(__m68k__)
#error "the 68881 unit computes with more digits than binary64 has: compile with -msoft-float"
#else
#error                                                                                             \
    "double is computed with more digits than binary64 has: let options make FLT_EVAL_METHOD 0 or 1"
#endif
#endif

/* Which rule the arithmetic of the including file breaks, in words, with the remedy; NULL if none
 * was found.  The calling thread must be in the default environment; this is tested too.  Takes a
 * few nanoseconds.  Raises no flags but inexact, underflow and denormal operand. */
static inline const char *slp_float_rules_fault(void)
{
    /* volatile: the compiler must not compute these results itself */
    volatile double one = 1, above = 1 + 0x1p-30, below = 1 - 0x1p-30, tiny = 0x1p-60;
    volatile double least = DBL_MIN, zero = -0.0, whole = 49, tie = 0x1.8p-53;
    volatile uint64_t nan_bits = UINT64_C(0x7ff8000000000000), subnormal_bits = 1;
    const double x = above, y = below, e = one, t = tiny, n = whole, z = zero;
    uint64_t bits[2] = {nan_bits, subnormal_bits};
    double nan, subnormal;
    memcpy(&nan, &bits[0], sizeof nan);
    memcpy(&subnormal, &bits[1], sizeof subnormal);

    volatile double half = least * 0.5, upward = e + t, nearest = e + tie, downward = -e - t;
    volatile double quotient = n / 49.0, sum = z + 0.0;
    if (half == 0 || !(subnormal > 0))
        return "subnormal numbers are flushed to zero and cannot be kept on this machine";
    if (upward != e || downward != -e || nearest == e)
        return "results are not rounded to nearest and cannot be on this machine";
    if (x * y - e != 0) return "products are fused with sums: compile with -ffp-contract=off";
    if ((e + t) - e != 0)
        return "sums are reordered or keep more digits than binary64 has: compile without "
               "-fassociative-math and -funsafe-math-optimizations, on x86 with -mfpmath=sse";
    if (quotient != 1)
        return "divisions are replaced by products: compile without -freciprocal-math";
    const double positive = sum;
    memcpy(bits, &positive, sizeof positive);
    if (bits[0] != 0) return "the sign of zero is lost: compile with -fsigned-zeros";
    if (nan == nan) return "NaN is taken for a number: compile with -fno-finite-math-only";
    return NULL;
}

#endif
