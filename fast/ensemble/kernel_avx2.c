/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for x86-64 with AVX2 and FMA3. */
#if defined(__AVX2__) && defined(__FMA__)
#include "fast/vector/avx2.h"
#define KERNEL fast_ensemble_avx2
#include "fast/ensemble/template.h"
#else
#include "fast/ensemble/ensemble.h"
const ensemble_kernel fast_ensemble_avx2 = {{0}, NULL, NULL};
#endif
