/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the tests of the binary64 path share: bodies, a deterministic stream, one step of a scheme.
 */
#ifndef SLP_TESTS_FAST_BODY_H
#define SLP_TESTS_FAST_BODY_H

#include "fast/fast.h"

enum { FAST_BODY_SCHEMES = 6, FAST_BODY_ROOM = 96 };
extern const char *const fast_body_schemes[FAST_BODY_SCHEMES];

/* A rigid body; quad and lin may be NULL, lin has 3*vectors numbers. */
fast_system *fast_body_new(const double inertia[3], const double *quad, const double *lin,
                           size_t vectors);
/* EJLL section 6.1. */
fast_system *fast_body_ejll(void);
extern const double fast_body_ejll_state[3];

/* n-th number of stream `part`: 64 bits, uniform in [lo, hi). */
uint64_t fast_body_bits(uint32_t part, uint64_t n);
double fast_body_between(uint32_t part, uint64_t n, double lo, double hi);

/* One step; next is x when it fails. */
slp_status fast_body_step(double next[3], fast_report *report, const char *scheme,
                          const fast_system *sys, const double x[3], double h, const double *dW);

#endif
