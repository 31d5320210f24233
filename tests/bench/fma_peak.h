/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The processor's peak of fused multiply-adds, and of vector instructions of several kinds,
 * measured: independent chains in registers. */
#ifndef SLP_TESTS_FMA_PEAK_H
#define SLP_TESTS_FMA_PEAK_H

#include <stdbool.h>

/* Ends with name NULL; empty where the compiler has no vector instructions to try. */
extern const struct fma_peak {
    const char *name; /* of the kernel it is the peak for */
    bool (*able)(void);
    double (*flops_per_second)(void); /* one thread, some ten milliseconds */
    /* a multiply-add, a maximum, a shift and an exclusive or in turn: as many as any mixture
     * issues, where units differ */
    double (*instructions_per_second)(void);
    double lanes;
} fma_peaks[];

#endif
