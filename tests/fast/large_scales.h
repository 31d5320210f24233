/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Large-scale states of Zeitlin's sphere. */
#ifndef SLP_TESTS_LARGE_SCALES_H
#define SLP_TESTS_LARGE_SCALES_H

#include <stddef.h>
#include <stdint.h>

/* Uniform in (-1, 1) from a congruential sequence, the same on every machine. */
double large_scales_uniform(uint64_t *state);
/* x = n^2 coordinates of a random state of degrees 1..degrees (below n), |X|_F = sqrt(n). */
void large_scales(double *x, size_t n, size_t degrees, uint64_t *state);

#endif
