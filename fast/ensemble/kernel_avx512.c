/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for x86-64 with AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "fast/vector/avx512.h"
#define KERNEL fast_ensemble_avx512
#include "fast/ensemble/template.h"
#else
#include "fast/ensemble/ensemble.h"
const ensemble_kernel fast_ensemble_avx512 = {{0}, NULL, NULL};
#endif
