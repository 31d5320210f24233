/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for AArch64 with Advanced SIMD. */
#if defined(__aarch64__) && defined(__ARM_NEON)
#include "fast/vector/neon.h"
#define KERNEL fast_ensemble_neon
#include "fast/ensemble/template.h"
#else
#include "fast/ensemble/ensemble.h"
const ensemble_kernel fast_ensemble_neon = {{0}, NULL, NULL};
#endif
