/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How deep the tests look that walk whole products of systems, schemes, inputs and faults. */
#ifndef SLP_TESTS_DEPTH_H
#define SLP_TESTS_DEPTH_H

#include <stdbool.h>
#include <stddef.h>

/* SLP_CHECK_MULTIPLIER, or 1. */
double depth_multiplier(void);
/* SLP_CHECK_WRAP names a program that runs tests tens of times slower (make valgrind). */
bool depth_wrapped(void);
/* Every how many-th element of such a product is to be looked at: `stride` where a test is wrapped
 * or runs again under the sanitizers (SLP_CHECK_AGAIN), otherwise 1.  What those look for is in the
 * code walked, not in how many numbers walk it. */
size_t depth_stride(size_t stride);

#endif
