/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Twofold sums of polynomials for x86-64 with FMA3, whose fma is one instruction. */
#if defined(__AVX2__) && defined(__FMA__)
#define SUMS fast_polynomial_sums_avx2
#include "fast/system/polynomial_template.h"
#else
#include "fast/system/polynomial.h"
const fast_polynomial_sums fast_polynomial_sums_avx2 = {NULL, NULL, NULL};
#endif
