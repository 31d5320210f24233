/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for AArch64 with SVE registers of 512 bits. */
#if defined(__aarch64__) && defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS == 512
#include "fast/vector/sve.h"
#define KERNEL fast_ensemble_sve512
#include "fast/ensemble/template.h"
#else
#include "fast/ensemble/ensemble.h"
const ensemble_kernel fast_ensemble_sve512 = {{0}, NULL, NULL};
#endif
