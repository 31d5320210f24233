/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Twofold sums of polynomials for every processor, and which of them this one takes. */
#define SUMS fast_polynomial_sums_portable
#include "fast/system/polynomial_template.h"

const fast_polynomial_sums *fast_polynomial_sums_here(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (fast_polynomial_sums_avx2.freeze && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma"))
        return &fast_polynomial_sums_avx2;
#endif
    return &fast_polynomial_sums_portable;
}
