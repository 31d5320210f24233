/* The ensemble kernel for AArch64 with Advanced SIMD. */
#if defined(__aarch64__) && defined(__ARM_NEON)
#include "fast/vector/neon.h"
#define KERNEL fast_ensemble_neon
#include "fast/ensemble/template.h"
#endif
