/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest size of many numbers. */
#ifndef SLP_FAST_LARGEST_H
#define SLP_FAST_LARGEST_H

#include <stddef.h>

/* The largest |v_i|; numbers that are not one are passed over. */
double fast_largest(const double *v, size_t n);

#endif
