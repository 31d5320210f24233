/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for RISC-V with the vector extension (V 1.0), of any length of its registers
 * from 128 bits. */
#if defined(__riscv_vector) && __riscv_xlen == 64
#include "fast/vector/rvv.h"
#define KERNEL fast_ensemble_rvv
#include "fast/ensemble/template.h"
#else
#include "fast/ensemble/ensemble.h"
const ensemble_kernel fast_ensemble_rvv = {{0}, NULL, NULL};
#endif
