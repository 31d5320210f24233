/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the tests of sp(2m, R) in binary64 share. */
#ifndef SLP_TESTS_SYMPLECTIC_TRIAL_H
#define SLP_TESTS_SYMPLECTIC_TRIAL_H

#include "fast/system/system.h"

#define U 0x1p-53

/* d numbers in [-size, size), a stream for each channel */
void symplectic_draw(double *x, size_t d, uint32_t channel, double size);
/* Largest |a_i - b_i|, NaN if any is; b may be NULL for 0. */
double symplectic_largest(const double *a, const double *b, size_t d);

typedef struct symplectic_trial {
    slp_case c;
    fast_system *sys;
} symplectic_trial;

/* A case of n x n matrices with h = 1/4, parameter `key`, `noises` linear noises (at most 2) of
 * increments 1 and -1/2. */
void symplectic_open(symplectic_trial *t, const char *system, size_t n, const char *key,
                     const double *values, size_t count, const double *noise, size_t noises,
                     const double *x, size_t d);
void symplectic_close(symplectic_trial *t);
/* One step from x with h and increments times scale; the workspace holds NaN before, and guards at
 * both ends. */
slp_status symplectic_step(double *y, const slp_scheme *scheme, const symplectic_trial *t,
                           const double *x, double scale);

#endif
